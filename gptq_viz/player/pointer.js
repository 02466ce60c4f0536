// The pointer over the matrix: a click selects a row, hovering tells what a cell holds.

import { codeAt } from "./engine.js";
import { shownValue } from "./matrix.js";
import { largestCauses, momentOf } from "./moment.js";
import { formatCode, formatNumber } from "./text.js";

const TIP_HEIGHT = 110;
const LABELS = { weights: "weight", change: "change", codes: "value" };

/** `select(row)` is called on a click. */
export function connectPointer(view, select) {
  const { root } = view;
  const canvas = root.querySelector("canvas.matrix");
  canvas.onclick = (event) => {
    root.focus({ preventScroll: true });
    const cell = cellAt(view, event.offsetX, event.offsetY);
    if (cell) select(cell.i);
  };
  canvas.onpointermove = (event) => {
    view.hover = { x: event.offsetX, y: event.offsetY };
    showTip(view);
  };
  canvas.onpointerleave = () => hideTip(view);
}

export function hideTip(view) {
  view.hover = null;
  view.root.querySelector(".tip").hidden = true;
}

function cellAt(view, x, y) {
  const { box, first } = view;
  if (!box) return null;
  const c = Math.floor((x - box.x) / box.cw);
  const r = Math.floor((y - box.matrix.y) / box.rh);
  if (c < 0 || r < 0 || c >= box.columns || r >= box.rows) return null;
  return { i: first.row + r, k: first.column + c };
}

/** Writes the tip for the cell under the pointer as it is now; called again when the weights move under it. */
export function showTip(view) {
  const tip = view.root.querySelector(".tip");
  const cell = view.hover && cellAt(view, view.hover.x, view.hover.y);
  tip.hidden = !cell;
  if (!cell) return;
  tip.textContent = tipText(view, momentOf(view), cell);
  const { x, y } = view.hover;
  const { width, height } = view.sizes.matrix;
  const right = x > view.box.x + view.box.w / 2;
  tip.style.left = right ? "" : `${x + 16}px`;
  tip.style.right = right ? `${width - x + 12}px` : "";
  tip.style.top = `${Math.min(y + 12, height - TIP_HEIGHT)}px`;
}

function tipText(view, moment, { i, k }) {
  const { run, replay } = view;
  const name = run.perm[k] === k ? `column ${k}` : `step ${k} (column ${run.perm[k]})`;
  const value = view.matrix === "codes" ? replay.W[i * run.inp + k] : shownValue(view, moment, 1, i, k);
  const lines = [`row ${i}, ${name}${run.dead[k] ? ": a dead input" : ""}`, `${LABELS[view.matrix]} ${formatNumber(value, 5)}`];
  if (k < moment.t) lines.push(`code ${formatCode(codeAt(run, replay.method, i, k))}`);
  const causes = largestCauses(view, i, k);
  if (causes.length) lines.push("moved most by:");
  for (const { j, change } of causes) lines.push(`  column ${run.perm[j]}: ${formatNumber(change)}`);
  return lines.join("\n");
}
