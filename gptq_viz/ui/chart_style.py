"""The CSS of charts: their buttons, and wide ones that scroll by themselves on a narrow screen."""

from __future__ import annotations

# The buttons stand in the gap above a chart and cover none of its words. They are there while it is pointed
# at or has the focus; until then what lies under them can be clicked.
CHARTS = """
[data-testid="stElementContainer"]:has(> * > [data-testid="stPlotlyChart"]) { overflow: visible; }
[data-testid="stPlotlyChart"] .js-plotly-plot { overflow: visible !important; }
.js-plotly-plot .plotly .modebar.modebar { top: -1.25rem; right: 0; pointer-events: none; }
.js-plotly-plot .plotly:is(:hover, :focus-within) .modebar.modebar { pointer-events: auto; }
.js-plotly-plot .modebar .modebar-group.modebar-group {
  padding: 0; background: %(background)s !important; border: 1px solid %(border)s; border-radius: 6px;
}
.js-plotly-plot .plotly .modebar .modebar-btn {
  height: 1.375rem; padding: 0 0.4rem; border-radius: 5px;
  font: 600 0.75rem/1.25 "Source Sans", sans-serif; color: %(muted)s;
}
.js-plotly-plot .plotly .modebar .modebar-btn:hover { color: %(text)s; background: %(surface)s; }
.js-plotly-plot .plotly .modebar .modebar-btn:focus-visible { outline: 2px solid %(text)s; }
@media (max-width: 768px) {
  :is(.st-key-u_chain, .st-key-u_elimination, .st-key-u_strip, .st-key-sweep_picture, .st-key-pins,
    .st-key-versus_bits, .st-key-versus_rows, .st-key-versus_columns) {
    overflow-x: auto !important; padding-top: 1.25rem; margin-top: -1.25rem;
  }
  .st-key-sweep_picture > div { min-width: 34rem; }
  .st-key-u_chain > div { min-width: 56rem; }
  :is(.st-key-versus_bits, .st-key-versus_rows, .st-key-versus_columns) > div { min-width: 36rem; }
  .st-key-u_elimination > div { min-width: 38rem; }
  .st-key-u_strip > div { min-width: 64rem; }
  .st-key-pins > div { min-width: 52rem; }
}
"""
