// The bar below: position, scrubber, its marks, and the state of the buttons.

import { METHOD_LABELS } from "./text.js";
import { groupEdges, largestOf } from "./moment.js";

const THUMB = 16; // width of a range input's thumb: its centre runs from 8 px to width - 8 px
const MOST_MARKS = 12;
const LARGEST_SHOWN = 3;

export function showPosition(root, view) {
  const { clock, run } = view;
  const slider = root.querySelector(".scrub input");
  slider.max = String(run.inp);
  slider.value = String(clock.step);
  slider.setAttribute("aria-valuetext", `${clock.step} of ${run.inp} columns done`);
  const unit = view.ordered ? "step" : "column";
  const doing = clock.phase === "done" ? "done" : `${unit} ${clock.step} / ${run.inp} · ${clock.phase}`;
  root.querySelector('[data-part="position"]').textContent = doing;
  root.querySelector('[data-part="speed"]').textContent = clock.speed === 0.5 ? "½×" : `${clock.speed}×`;
  root.querySelector('[data-part="method"]').textContent = METHOD_LABELS[view.method];
  root.querySelector('[data-part="strip"]').textContent = view.strip === "H" ? "H⁻¹" : "U";
  const act = (name) => root.querySelector(`[data-act="${name}"]`);
  act("play").setAttribute("aria-label", clock.playing ? "Pause" : "Play");
  for (const name of ["weights", "change", "codes"]) press(act(`show-${name}`), view.matrix === name);
  press(act("numbers"), view.numbers);
  press(act("swap"), view.method === "rtn");
  press(act("strip"), view.strip === "H");
  act("strip").disabled = view.method === "rtn";
  act("strip").title = view.method === "rtn" ? "RTN uses neither U nor H⁻¹ (H)" : "Row of U or of H⁻¹ (H)";
  press(act("projector"), view.present);
  press(act("table"), !root.querySelector('[data-part="table"]').hidden);
}

function press(button, on) {
  button.setAttribute("aria-pressed", String(on));
}

/** Marks over the scrubber: | group edges, ▲ columns with clipped weights, ● the largest updates. */
export function paintMarks(ctx, view, width, height) {
  const { run, palette, method } = view;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const x = (step) => THUMB / 2 + (step / run.inp) * (width - THUMB);
  const size = 2 + palette.line;
  const { clipped } = run.methods[method];
  ctx.fillStyle = palette.muted;
  for (const j of groupEdges(run.methods[method])) ctx.fillRect(x(j) - 0.5, 0, 1.5, 9);
  ctx.fillStyle = palette.clipped;
  for (const j of mostOf(clipped, MOST_MARKS)) {
    ctx.beginPath();
    ctx.moveTo(x(j) - size, height - 1);
    ctx.lineTo(x(j) + size, height - 1);
    ctx.lineTo(x(j), height - 1 - 1.7 * size);
    ctx.fill();
  }
  ctx.fillStyle = palette.methods[method];
  for (const j of mostOf(run.methods[method].update, LARGEST_SHOWN)) {
    ctx.beginPath();
    ctx.arc(x(j), size + 1, size * 0.8, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** Indices of the largest positive entries, at most `most`. */
function mostOf(values, most) {
  const size = largestOf(values);
  if (size === 0) return [];
  const order = Array.from(values, (value, j) => [Math.abs(value), j]).filter(([value]) => value > 0);
  return order.sort((a, b) => b[0] - a[0]).slice(0, most).map(([, j]) => j);
}
