// Where things stand on the left panel: rectangles from a size, nothing drawn. No DOM.

const TALLEST_ROW = 64;

/**
 * Rectangles of strip A, matrix B, strip C and the ledger, which share their columns.
 * `options`: { small, axis } text sizes in CSS pixels; `present` projector mode (A and B only); `ordered`
 * whether the layer's own column numbers need a line; `dpr` device pixels per CSS pixel.
 */
export function arrangeLeft(width, height, run, options) {
  const { small, axis, present, ordered, dpr } = options;
  const tall = run.out > 96;
  const line = Math.round(small * 1.45);
  const digits = Math.max(String(run.out - 1).length * axis * 0.6 + 12, ordered ? small * 3.8 : 0);
  const x = Math.round(Math.max(small * 2.3, digits));
  const w = Math.max(40, width - x - 4);
  const arrows = Math.round(small * 1.6);
  const axisLines = ordered ? 2 : 1;
  const strip = Math.round(Math.min(present ? 130 : tall ? 58 : 84, height * 0.2));
  const ledger = present ? 0 : Math.round(Math.min(tall ? 28 : 42, height * 0.1));
  const fixed = 2 * line + arrows + strip + line * axisLines + line + 8;
  const extra = present ? 0 : ledger + 2 * line + 7;
  const room = height - fixed - extra;
  const change = present ? 0 : Math.round(Math.max(16, Math.min(tall ? 26 : 72, room * 0.22, run.out * 10)));
  const most = Math.max(24, room - change);
  const rows = Math.min(run.out, Math.max(1, Math.floor(most * dpr)));
  const h = Math.min(most, rows * TALLEST_ROW);
  const columns = Math.min(run.inp, Math.max(1, Math.floor(w * dpr)));
  const stripY = line;
  const matrixY = stripY + strip + line + arrows;
  const labelY = matrixY + h + 4;
  const changeY = labelY + 2 * line + 3;
  const ledgerY = changeY + change + line + 4;
  return {
    x, w, line, columns, rows, cw: w / columns, rh: h / rows,
    strip: { y: stripY, h: strip },
    arrows: { y: matrixY - arrows, h: arrows },
    title: { y: stripY + strip },
    matrix: { y: matrixY, h },
    labels: { y: labelY },
    change: present ? null : { y: changeY, h: change },
    ledger: present ? null : { y: ledgerY, h: ledger },
    axis: { y: present ? labelY + line : ledgerY + ledger + 2 },
    height: present ? labelY + (1 + axisLines) * line : ledgerY + ledger + line * axisLines + 4,
  };
}

/** First visible index so that `at` stays inside a window of `size` out of `all`, moved only when needed. */
export function windowStart(first, at, size, all) {
  if (size >= all) return 0;
  const margin = Math.floor(size / 8);
  let start = first;
  if (at < start + margin || at >= start + size - margin) start = at - Math.floor(size / 3);
  return Math.max(0, Math.min(all - size, start));
}

/** Left edge of column k, in CSS pixels. */
export function columnX(view, k) {
  return view.box.x + (k - view.first.column) * view.box.cw;
}

/** Top edge of row i of the matrix. */
export function rowY(view, i) {
  return view.box.matrix.y + (i - view.first.row) * view.box.rh;
}

/** Evenly spaced indices to label, at least `gap` pixels apart, out of a window. */
export function labelledIndices(first, size, step, gap) {
  const every = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 256, 512, 1024].find((n) => n * step >= gap) ?? 2048;
  const list = [];
  for (let k = Math.ceil(first / every) * every; k < first + size; k += every) list.push(k);
  return list;
}
