// What stands above and below the matrix on the same columns: strip A (row factor), arrows, strip C (change
// of this step), the ledger and the axis.

import { tableIndex } from "./colours.js";
import { columnX, labelledIndices } from "./layout.js";
import { factorAt } from "./engine.js";
import { formatCell, formatNumber } from "./text.js";

const ARROWS_UP_TO = 32;

export function paintStrips(ctx, view, moment, alpha) {
  const { box, palette } = view;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.font = `${palette.small}px ${palette.family}`;
  ctx.textBaseline = "alphabetic";
  paintFactor(ctx, view, moment);
  paintTitle(ctx, view);
  if (moment.phase === "spread") paintArrows(ctx, view, moment, alpha);
  paintParts(ctx, view, moment);
  if (box.change) paintChange(ctx, view, moment, alpha);
  if (box.ledger) paintLedger(ctx, view, moment);
  paintAxis(ctx, view, moment);
  paintRowLabels(ctx, view);
  paintMap(ctx, view);
}

/** Strip A: row j of the chosen factor, divided by its pivot, as signed bars around a base line. */
function paintFactor(ctx, view, moment) {
  const { box, palette, run, scales } = view;
  const { y, h } = box.strip;
  const frozen = view.strip === "H";
  write(ctx, palette.muted, factorTitle(view, moment), box.x, box.line - 4, "left");
  const size = Math.min(palette.small, box.cw / 2.6);
  const label = Math.min(palette.small, Math.max(size, 11));
  const base = y + h / 2;
  const reach = h / 2 - label - 2;
  rule(ctx, palette.border, box.x, base, box.x + box.w);
  if (moment.done || view.method === "rtn") return;
  const lit = moment.phase === "spread";
  for (let c = 0; c < box.columns; c++) {
    const k = view.first.column + c;
    if (k <= moment.j) continue;
    const value = factorAt(run, run.methods[frozen ? "frozen" : "gptq"], moment.j, k);
    const length = Math.max(-1, Math.min(1, value / scales.strip)) * reach;
    const inset = Math.min(box.cw * 0.24, 9);
    ctx.fillStyle = value > 0 ? palette.high : palette.low;
    ctx.globalAlpha = lit ? 1 : 0.6;
    ctx.fillRect(columnX(view, k) + inset, Math.min(base, base - length), box.cw - 2 * inset, Math.abs(length));
    ctx.globalAlpha = 1;
    if (size < 11 || Math.abs(value) < 0.005) continue;
    const at = value < 0 ? base - length + label : base - length - 4;
    ctx.font = `${size}px ${palette.family}`;
    write(ctx, palette.muted, (value > 0 ? "+" : "") + formatCell(value), columnX(view, k) + box.cw / 2, at, "center");
  }
  ctx.font = `${palette.small}px ${palette.family}`;
  paintPivot(ctx, view, moment, base);
}

function factorTitle(view, moment) {
  const { method, strip } = view;
  if (moment.done) return "every column is done: nothing is left to spread";
  if (method === "rtn") return "RTN spreads nothing: it uses neither U nor H⁻¹";
  if (strip === "H") return `row ${moment.j} of H⁻¹, never updated, over its diagonal: the frozen inverse`;
  return `row ${moment.j} of U over U[${moment.j},${moment.j}]: how one unit of error spreads`;
}

/** The dashed 1 of the active column: the unit that is spread. */
function paintPivot(ctx, view, moment, base) {
  const { box, palette } = view;
  if (box.cw < 24) return;
  const size = Math.min(box.cw - 6, palette.small * 2.4, box.strip.h * 0.6);
  const x = columnX(view, moment.j) + (box.cw - size) / 2;
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([3, 2]);
  ctx.strokeRect(x, base - size / 2, size, size);
  ctx.setLineDash([]);
  write(ctx, palette.text, "1", x + size / 2, base + palette.small * 0.36, "center", "bold");
}

function paintTitle(ctx, view) {
  const { box, palette, scales, matrix } = view;
  const y = box.title.y + box.line - 4;
  const words = { weights: "W, while quantized", change: "change since the start, W − W₀", codes: "integer codes of the columns done" };
  write(ctx, palette.muted, words[matrix] + windowText(view), box.x, y, "left");
  const range = matrix === "change" ? scales.change : matrix === "weights" ? scales.weights : null;
  if (range !== null && box.w > 300) paintColourBar(ctx, view, range, y);
}

/** Which part of a matrix too large for the screen is shown. */
function windowText({ box, first, run }) {
  const part = (name, from, size, all) => (size < all ? ` · ${name} ${from}–${from + size - 1} of ${all}` : "");
  return part("rows", first.row, box.rows, run.out) + part("columns", first.column, box.columns, run.inp);
}

/** Colour bar with its ends and zero written on it. */
function paintColourBar(ctx, view, range, y) {
  const { box, palette } = view;
  const w = Math.min(110, box.w * 0.22);
  const end = formatNumber(range, 2);
  const right = box.x + box.w - ctx.measureText(end).width - 5;
  const left = right - w;
  const tall = palette.small * 0.75;
  const shade = ctx.createLinearGradient(left, 0, right, 0);
  for (let n = 0; n <= 8; n++) {
    const pixel = palette.weights[n * 32];
    shade.addColorStop(n / 8, `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`);
  }
  ctx.fillStyle = shade;
  ctx.fillRect(left, y - tall, w, tall);
  ctx.fillStyle = palette.text;
  ctx.fillRect((left + right) / 2 - 0.5, y - tall - 2, 1, tall + 4);
  write(ctx, palette.muted, "0", (left + right) / 2, y - tall - 4, "center");
  write(ctx, palette.muted, formatNumber(-range, 2), left - 5, y, "right");
  write(ctx, palette.muted, end, right + 5, y, "left");
}

/** Arrows from the active column to the free ones; width follows how much each takes. */
function paintArrows(ctx, view, moment, alpha) {
  const { box, palette, run } = view;
  if (run.inp > ARROWS_UP_TO || view.method === "rtn") return;
  const from = columnX(view, moment.j) + box.cw / 2;
  const y = box.matrix.y - 3;
  const top = box.arrows.y + 3;
  for (let k = moment.j + 1; k < Math.min(run.inp, view.first.column + box.columns); k++) {
    const share = Math.min(1, Math.abs(moment.f[k]) / view.scales.strip);
    if (share < 0.02) continue;
    const to = columnX(view, k) + box.cw / 2;
    const x = from + (to - from) * (0.25 + 0.75 * alpha);
    ctx.strokeStyle = ctx.fillStyle = moment.f[k] > 0 ? palette.high : palette.low;
    ctx.globalAlpha = 0.85;
    ctx.lineWidth = 0.8 + 4.2 * share;
    ctx.beginPath();
    ctx.moveTo(from, y - 2);
    ctx.bezierCurveTo(from, top - 6, x, top - 6, x, y - 6);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x - 3 - 2 * share, y - 7);
    ctx.lineTo(x + 3 + 2 * share, y - 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** Words under the matrix: which columns are done, active, still free. */
function paintParts(ctx, view, moment) {
  const { box, palette } = view;
  const y = box.labels.y + box.line - 2;
  const clampX = (x) => Math.max(box.x, Math.min(box.x + box.w, x));
  const left = clampX(columnX(view, moment.t));
  const width = (text) => ctx.measureText(text).width;
  if (moment.done) {
    write(ctx, palette.muted, "all columns done", box.x, y, "left");
    return;
  }
  const half = width("active") / 2 + 2;
  const active = Math.max(box.x + half, Math.min(box.x + box.w - half, left + box.cw / 2));
  write(ctx, palette.text, "active", active, y, "center", "bold");
  const gap = 8;
  if (moment.t > 0 && active - half - gap - width("done") > box.x) write(ctx, palette.muted, "done", box.x, y, "left");
  const free = active + half + gap;
  if (free + width("still free") < box.x + box.w && moment.t < view.run.inp - 1) {
    write(ctx, palette.muted, "still free", free, y, "left");
  }
}

/** Strip C: the outer product of errors and row factor, on a colour scale of its own. */
function paintChange(ctx, view, moment, alpha) {
  const { box, palette, scales, run } = view;
  const { y, h } = box.change;
  ctx.fillStyle = palette.surface;
  ctx.fillRect(box.x, y, box.w, h);
  const shown = moment.phase === "spread" && view.method !== "rtn" && moment.j < run.inp - 1;
  const range = formatNumber(scales.step, 2);
  const words = shown ? `ΔW of this step: −error × factor (colours ±${range})` : idleText(view, moment);
  write(ctx, palette.muted, words, box.x, y - 5, "left");
  if (!shown) return;
  const picture = view.changeImage.of(box.columns, box.rows);
  let at = 0;
  for (let r = 0; r < box.rows; r++) {
    const error = moment.d[view.first.row + r];
    for (let c = 0; c < box.columns; c++) {
      const value = -error * moment.f[view.first.column + c];
      picture.pixels[at++] = palette.weights[tableIndex(value, scales.step)];
    }
  }
  ctx.imageSmoothingEnabled = false;
  ctx.globalAlpha = alpha;
  const x = Math.max(box.x, columnX(view, moment.j + 1));
  const skip = Math.round((x - box.x) / box.cw);
  if (skip < box.columns) {
    ctx.drawImage(picture.paint(), skip, 0, box.columns - skip, box.rows, x, y, box.x + box.w - x, h);
  }
  ctx.globalAlpha = 1;
}

function idleText(view, moment) {
  if (view.method === "rtn") return "ΔW of this step: none with RTN";
  if (moment.done || moment.j === view.run.inp - 1) return "ΔW of this step: none, no column is left";
  return "ΔW of this step appears in the sub-step spread";
}

/** Error spent by each finished column, as bars. */
function paintLedger(ctx, view, moment) {
  const { box, palette, run, scales } = view;
  const { y, h } = box.ledger;
  const { spent } = run.methods[view.method];
  const negative = spent.some((value) => value < 0);
  const base = negative ? y + h * 0.65 : y + h;
  const reach = negative ? h * 0.6 : h;
  rule(ctx, palette.border, box.x, base, box.x + box.w);
  const counted = moment.t + (moment.phase === "error" || moment.phase === "spread" ? 1 : 0);
  let sum = 0;
  let total = 0;
  for (let k = 0; k < run.inp; k++) {
    total += spent[k];
    if (k < counted) sum += spent[k];
    const c = k - view.first.column;
    if (k >= counted || c < 0 || c >= box.columns) continue;
    const length = (spent[k] / scales.spent) * reach;
    const inset = Math.min(box.cw * 0.2, 7);
    ctx.fillStyle = palette.methods[view.method];
    ctx.fillRect(columnX(view, k) + inset, Math.min(base, base - length), box.cw - 2 * inset, Math.max(1, Math.abs(length)));
  }
  const what = view.method === "gptq" ? "Σ err² spent by each column" : "share of the calibration error by column";
  write(ctx, palette.muted, `${what}: ${formatNumber(sum)} of ${formatNumber(total)}`, box.x, y - 4, "left");
}

/** Column numbers; under act_order the layer's own number stands below. */
function paintAxis(ctx, view, moment) {
  const { box, palette, run } = view;
  const widest = String(run.inp).length * palette.axis * 0.62 + 8;
  const listed = labelledIndices(view.first.column, box.columns, box.cw, widest);
  for (const k of listed) {
    const x = columnX(view, k) + box.cw / 2;
    const active = k === moment.j && !moment.done;
    ctx.font = `${active ? "bold " : ""}${palette.axis}px ${palette.family}`;
    write(ctx, active ? palette.text : palette.muted, String(k), x, box.axis.y + palette.axis, "center");
    if (view.ordered) write(ctx, palette.muted, String(run.perm[k]), x, box.axis.y + box.line + palette.axis, "center");
  }
  ctx.font = `${palette.small}px ${palette.family}`;
  if (!view.ordered) return;
  write(ctx, palette.muted, "step", box.x - 16, box.axis.y + palette.axis, "right");
  write(ctx, palette.muted, "col", box.x - 16, box.axis.y + box.line + palette.axis, "right");
}

function paintRowLabels(ctx, view) {
  const { box, palette } = view;
  for (const i of labelledIndices(view.first.row, box.rows, box.rh, palette.axis * 1.15)) {
    const y = box.matrix.y + (i - view.first.row + 0.5) * box.rh + palette.axis * 0.36;
    const chosen = i === view.row;
    ctx.font = `${chosen ? "bold " : ""}${palette.axis}px ${palette.family}`;
    write(ctx, chosen ? palette.text : palette.muted, String(i), box.x - 7, y, "right");
  }
  ctx.font = `${palette.small}px ${palette.family}`;
}

/** Where the visible window lies in the whole matrix, when not all of it fits. */
function paintMap(ctx, view) {
  const { box, palette, run } = view;
  if (box.columns >= run.inp && box.rows >= run.out) return;
  const scale = Math.min(72 / run.inp, 30 / run.out);
  const w = run.inp * scale;
  const h = run.out * scale;
  const x = box.x + box.w - w - 1;
  const y = 2;
  ctx.fillStyle = palette.surface;
  ctx.fillRect(x, y, w, h);
  ctx.strokeStyle = palette.muted;
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y + 0.5, w, h);
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 2;
  ctx.strokeRect(x + view.first.column * scale + 1, y + view.first.row * scale + 1, box.columns * scale - 1, box.rows * scale - 1);
}

export function write(ctx, colour, text, x, y, align, weight = "") {
  const kept = ctx.font;
  if (weight) ctx.font = `${weight} ${kept}`;
  ctx.fillStyle = colour;
  ctx.textAlign = align;
  ctx.fillText(text, x, y);
  ctx.font = kept;
}

export function rule(ctx, colour, x0, y, x1) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x0, Math.round(y) + 0.5);
  ctx.lineTo(x1, Math.round(y) + 0.5);
  ctx.stroke();
}
