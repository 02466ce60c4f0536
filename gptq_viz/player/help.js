// The help overlay: keys, and what each panel shows.

const KEYS = [
  ["Space", "play or pause"],
  ["→ ←", "next, previous sub-step"],
  ["Shift+→ ←, Page down/up", "next, previous column"],
  ["Home End", "first column, after the last"],
  ["↑ ↓", "select a row"],
  ["[ ]", "slower, faster"],
  ["1 2 3", "W, its change, the codes"],
  ["X", "swap GPTQ and RTN"],
  ["H", "row of U or of H⁻¹"],
  ["N", "numbers in cells"],
  ["T", "table of this column"],
  ["P F", "projector, full screen"],
  ["L", "copy a link to this view"],
  ["? Esc", "this help, close"],
];

const PANELS = [
  ["Top strip", "row j of U over its pivot: how one unit of error spreads to each later column"],
  ["W", "hatched columns are done, the framed one is active, the others are still free; a crossed column is a dead input"],
  ["read", "the framed column's turn has come"],
  ["round", "each weight snaps to its grid: old value left, new one right; ▲ and hatch: clipped"],
  ["error", "what rounding left, as signed bars"],
  ["spread", "the free columns take over the error: ΔW below is the outer product"],
  ["Ledger", "what each column has cost; for GPTQ Σ err², on calibration inputs, damping term included"],
  ["Error so far", "RTN ▲, frozen inverse ✕ (a common mistake), GPTQ ●; bold: held-out inputs, thin: calibration"],
  ["Number line", "the selected weight on its grid; click a cell or press ↑ ↓ to select"],
  ["Scrubber marks", "| group edges, ▲ columns with clipped weights, ● largest updates"],
];

/** `note`: what there is to know about the layer, or nothing. */
export function fillHelp(dialog, note) {
  const head = document.createElement("header");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.title = "Close (Esc)";
  close.onclick = () => dialog.close();
  const title = document.createElement("h2");
  title.textContent = "Column by column";
  const columns = document.createElement("div");
  columns.className = "columns";
  columns.append(listOf(KEYS), listOf(PANELS));
  head.append(title, close);
  const layer = document.createElement("p");
  layer.textContent = note;
  dialog.replaceChildren(head, layer, columns);
}

function listOf(pairs) {
  const list = document.createElement("dl");
  for (const [term, meaning] of pairs) {
    const dt = document.createElement("dt");
    const dd = document.createElement("dd");
    dt.textContent = term;
    dd.textContent = meaning;
    list.append(dt, dd);
  }
  return list;
}
