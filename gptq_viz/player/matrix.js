// Panel B: the working matrix as an image of one pixel a cell, with what only this step shows drawn over it.

import { codeAt, zeroAt } from "./engine.js";
import { cssOf, inkOn, tableIndex } from "./colours.js";
import { columnX, rowY } from "./layout.js";
import { groupEdges } from "./moment.js";
import { formatCell, formatCode } from "./text.js";

const SMALLEST_NUMBER = 11.9; // pixels: a cell of 30 holds a number of 12
const SNAPPED = { round: true, error: true, spread: true };

/** Paints the matrix and everything inside its rectangle; `alpha` is the share of the fade that has passed. */
export function paintMatrix(ctx, view, moment, alpha, slide) {
  const { box } = view;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const image = fillImage(view, moment, alpha);
  ctx.imageSmoothingEnabled = false;
  if (slide < 1) {
    paintSliding(ctx, view, image, slide);
    return;
  }
  ctx.drawImage(image, box.x, box.matrix.y, box.w, box.matrix.h);
  paintLines(ctx, view);
  paintDead(ctx, view);
  paintGroups(ctx, view);
  paintDone(ctx, view, moment);
  if (view.matrix === "weights") paintSnap(ctx, view, moment);
  paintClipped(ctx, view, moment);
  paintNumbers(ctx, view, moment, alpha);
  paintFrame(ctx, view, moment);
}

/** Value of each shown cell, as colour; weights of free columns stand between old and new. */
function fillImage(view, moment, alpha) {
  const { box, first, palette, scales } = view;
  const picture = view.image.of(box.columns, box.rows);
  const table = palette.weights;
  const range = view.matrix === "weights" ? scales.weights : view.matrix === "change" ? scales.change : 1;
  let at = 0;
  for (let r = 0; r < box.rows; r++) {
    const row = first.row + r;
    for (let c = 0; c < box.columns; c++) {
      picture.pixels[at++] = table[tableIndex(shownValue(view, moment, alpha, row, first.column + c), range)];
    }
  }
  return picture.paint();
}

/** What the chosen view shows of cell (i, k), in the units of its scale. */
export function shownValue(view, moment, alpha, i, k) {
  const { run, replay, matrix } = view;
  if (matrix === "codes") return k < moment.t ? codeShare(run, replay.method, i, k) : 0;
  const at = i * run.inp + k;
  let value = replay.W[at];
  if (moment.phase === "spread" && k > moment.j) value -= alpha * moment.d[i] * moment.f[k];
  if (k === moment.j && SNAPPED[moment.phase]) value = moment.q[i];
  return matrix === "change" ? value - run.W0[at] : value;
}

function codeShare(run, method, i, k) {
  const [low, high] = run.header.levels;
  const zero = zeroAt(run, method, i, k);
  return (codeAt(run, method, i, k) - zero) / Math.max(high - zero, zero - low);
}

/** Columns on their way from the layer's order to the order of quantization. */
function paintSliding(ctx, view, image, slide) {
  const { box, run, first } = view;
  const ease = slide * slide * (3 - 2 * slide);
  for (let c = 0; c < box.columns; c++) {
    const j = first.column + c;
    const from = view.box.x + run.perm[j] * box.cw;
    const x = from + (columnX(view, j) - from) * ease;
    ctx.drawImage(image, c, 0, 1, box.rows, x, box.matrix.y, box.cw + 0.5, box.matrix.h);
  }
}

function paintLines(ctx, view) {
  const { box, palette } = view;
  if (box.cw < 10 || box.rh < 6) return;
  ctx.strokeStyle = palette.background;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.55;
  ctx.beginPath();
  for (let c = 1; c < box.columns; c++) {
    const x = Math.round(box.x + c * box.cw) + 0.5;
    ctx.moveTo(x, box.matrix.y);
    ctx.lineTo(x, box.matrix.y + box.matrix.h);
  }
  for (let r = 1; r < box.rows; r++) {
    const y = Math.round(box.matrix.y + r * box.rh) + 0.5;
    ctx.moveTo(box.x, y);
    ctx.lineTo(box.x + box.w, y);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Dead inputs: a cross over the whole column, since their weights are zeroed whatever they were. */
function paintDead(ctx, view) {
  const { box, palette, run, first } = view;
  ctx.strokeStyle = ctx.fillStyle = palette.muted;
  ctx.globalAlpha = box.cw < 6 ? 0.35 : 1;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let c = 0; c < box.columns; c++) {
    if (!run.dead[first.column + c]) continue;
    const x = box.x + c * box.cw;
    if (box.cw < 6) {
      ctx.fillRect(x, box.matrix.y, box.cw, box.matrix.h);
      continue;
    }
    ctx.moveTo(x + 1, box.matrix.y);
    ctx.lineTo(x + box.cw - 1, box.matrix.y + box.matrix.h);
    ctx.moveTo(x + box.cw - 1, box.matrix.y);
    ctx.lineTo(x + 1, box.matrix.y + box.matrix.h);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Dashed lines where a new group of columns begins, if groups lie side by side. */
function paintGroups(ctx, view) {
  const { box, palette, first, run } = view;
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([5, 4]);
  ctx.beginPath();
  for (const j of groupEdges(run.methods[view.method])) {
    const x = columnX(view, j);
    if (j <= first.column || j >= first.column + box.columns) continue;
    ctx.moveTo(x, box.matrix.y);
    ctx.lineTo(x, box.matrix.y + box.matrix.h);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Hatching over finished columns and a bar under them: done is a pattern, not only a colour. */
function paintDone(ctx, view, moment) {
  const { box, palette } = view;
  const right = Math.min(box.x + box.w, Math.max(box.x, columnX(view, moment.t)));
  if (right <= box.x) return;
  ctx.fillStyle = hatch(view, "done", palette.text, 7);
  ctx.globalAlpha = 0.2;
  ctx.fillRect(box.x, box.matrix.y, right - box.x, box.matrix.h);
  ctx.globalAlpha = 1;
  ctx.fillStyle = palette.text;
  ctx.fillRect(box.x, box.matrix.y + box.matrix.h + 1, right - box.x, 3);
}

/** A repeating stroke at 45 degrees; kept for as long as the palette is. */
function hatch(view, name, colour, size) {
  const kept = view.patterns;
  if (kept[name]) return kept[name];
  const tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour;
  pen.lineWidth = 1.2;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1);
    pen.lineTo(shift + size + 1, -1);
  }
  pen.stroke();
  kept[name] = pen.createPattern(tile, "repeat");
  return kept[name];
}

/** The active column while it snaps: old left, snapped right; then the error of each row as a signed bar. */
function paintSnap(ctx, view, moment) {
  const { box, palette, scales } = view;
  if (!SNAPPED[moment.phase]) return;
  const x = columnX(view, moment.j);
  const split = box.cw >= 8 ? x + box.cw / 2 : x;
  for (let r = 0; r < box.rows; r++) {
    const i = view.first.row + r;
    const y = rowY(view, i);
    ctx.fillStyle = cssOf(palette.weights[tableIndex(moment.q[i], scales.weights)]);
    ctx.fillRect(split, y, x + box.cw - split, box.rh);
  }
  if (moment.phase !== "round" && box.cw >= 8) paintErrorBars(ctx, view, moment, x);
}

function paintErrorBars(ctx, view, moment, x) {
  const { box, palette } = view;
  const middle = x + box.cw / 2;
  const most = moment.largestError || 1;
  const thick = Math.max(2, Math.min(10, box.rh * 0.34));
  for (let r = 0; r < box.rows; r++) {
    const i = view.first.row + r;
    const y = rowY(view, i) + (box.rh - thick) / 2;
    const length = (moment.d[i] / most) * (box.cw / 2 - 3);
    ctx.fillStyle = palette.background;
    ctx.fillRect(middle - 1.5 + Math.min(0, length), y - 1.5, Math.abs(length) + 3, thick + 3);
    ctx.fillStyle = palette.text;
    ctx.fillRect(middle + Math.min(0, length), y, Math.max(1, Math.abs(length)), thick);
  }
}

/** Clipped weights of the active column: hatch and triangle. Earlier ones are marked on the scrubber. */
function paintClipped(ctx, view, moment) {
  if (!SNAPPED[moment.phase] || moment.clippedCount === 0) return;
  const { box, palette } = view;
  const x = columnX(view, moment.j);
  for (let r = 0; r < box.rows; r++) {
    const i = view.first.row + r;
    if (!moment.clipped[i]) continue;
    const y = rowY(view, i);
    ctx.fillStyle = hatch(view, "clipped", palette.clipped, 5);
    ctx.fillRect(x, y, box.cw, box.rh);
    if (box.cw < 12 || box.rh < 10) continue;
    const size = Math.min(12, box.rh * 0.5, box.cw * 0.4);
    ctx.fillStyle = palette.clipped;
    ctx.beginPath();
    ctx.moveTo(x + box.cw - size - 3, y + size + 2);
    ctx.lineTo(x + box.cw - 3, y + size + 2);
    ctx.lineTo(x + box.cw - 3 - size / 2, y + 2);
    ctx.fill();
  }
}

/** Values inside the cells, where they fit; while it snaps, the active column shows the level it takes. */
function paintNumbers(ctx, view, moment, alpha) {
  const { box, palette, first } = view;
  const size = Math.min(palette.small, box.cw / 2.5, box.rh / 1.25);
  if (!view.numbers || size < SMALLEST_NUMBER) return;
  ctx.font = `${size}px ${palette.family}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const range = view.matrix === "weights" ? view.scales.weights : view.matrix === "change" ? view.scales.change : 1;
  for (let c = 0; c < box.columns; c++) {
    const k = first.column + c;
    const splits = k === moment.j && SNAPPED[moment.phase] && view.matrix === "weights";
    if (splits && moment.phase !== "round") continue; // the error bars stand there
    if (view.matrix === "codes" && k >= moment.t) continue;
    const x = columnX(view, k) + box.cw / 2;
    for (let r = 0; r < box.rows; r++) {
      const i = first.row + r;
      const value = shownValue(view, moment, alpha, i, k);
      const pixel = palette.weights[tableIndex(value, range)];
      if (splits) outlineNumber(ctx, cssOf(pixel), formatCell(value), x, rowY(view, i) + box.rh / 2 + 0.5);
      ctx.fillStyle = inkOn(pixel);
      ctx.fillText(shownText(view, i, k, value), x, rowY(view, i) + box.rh / 2 + 0.5);
    }
  }
}

/** A number over two colours reads on a rim of its own cell's colour. */
function outlineNumber(ctx, colour, text, x, y) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 4;
  ctx.strokeText(text, x, y);
}

function shownText(view, i, k, value) {
  return view.matrix === "codes" ? formatCode(codeAt(view.run, view.replay.method, i, k)) : formatCell(value);
}

/** Frame and caret of the active column, and the dotted outline of the selected row. */
function paintFrame(ctx, view, moment) {
  const { box, palette } = view;
  const y = rowY(view, view.row);
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1.6;
  ctx.setLineDash([2, 2.5]);
  const rowTall = Math.max(box.rh, 3);
  ctx.strokeRect(box.x - 1, y - (rowTall - box.rh) / 2, box.w + 2, rowTall);
  ctx.setLineDash([]);
  if (moment.done) return;
  const x = columnX(view, moment.j);
  const grow = box.cw < 8 ? 3 : 0;
  ctx.lineWidth = box.cw < 8 ? 2 : Math.max(4, palette.line);
  ctx.strokeRect(x - grow, box.matrix.y - 1, box.cw + 2 * grow, box.matrix.h + 2);
  const tip = box.matrix.y - 4;
  const half = Math.max(5, palette.small * 0.55);
  ctx.fillStyle = palette.text;
  ctx.beginPath();
  ctx.moveTo(x + box.cw / 2, tip);
  ctx.lineTo(x + box.cw / 2 - half, tip - half * 1.2);
  ctx.lineTo(x + box.cw / 2 + half, tip - half * 1.2);
  ctx.fill();
}

/** A small off-screen image that keeps its buffer between frames. */
export function createImage() {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  let data = null;
  return {
    of(columns, rows) {
      if (!data || data.width !== columns || data.height !== rows) {
        canvas.width = columns;
        canvas.height = rows;
        data = pen.createImageData(columns, rows);
      }
      return {
        pixels: new Uint32Array(data.data.buffer),
        paint() {
          pen.putImageData(data, 0, 0);
          return canvas;
        },
      };
    },
  };
}
