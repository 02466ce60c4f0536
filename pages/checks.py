"""Checks: why should I believe this? Every law of the algorithm, held against the layer at hand."""

from gptq_viz.figures.verdicts import law_checks
from gptq_viz.ui import cached, checks, page

settings = page.begin("Checks", question="Why should I believe this?")
with page.drawing(settings, instead=checks.draw_report):
    found = cached.picture(law_checks, settings)
    replayed = checks.draw_verdict(settings, found)
    checks.draw_laws(found)
    checks.draw_report(settings, found, replayed)
    page.draw_note(settings)
