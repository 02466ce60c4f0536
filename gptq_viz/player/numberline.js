// Panel F: the selected weight on the levels of its grid.

import { formatCode, formatNumber, formatSigned } from "./text.js";
import { rule, write } from "./strips.js";

const LEVELS_SHOWN = 9;

/** `alpha`: how far the weight has travelled to its level in the sub-step *round*. */
export function paintNumberLine(ctx, view, moment, alpha, width, height) {
  const { palette, run } = view;
  const { w, q, code, zero, scale, start } = moment.selected;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const size = palette.axis;
  ctx.font = `${size}px ${palette.family}`;
  write(ctx, palette.muted, `weight (${view.row}, ${run.perm[moment.j]}) on its grid: codes, below them values`, 2, size + 1, "left");
  const axis = size * 3.2;
  const span = visibleSpan(run.header.levels, [w, start].map((v) => v / scale + zero), code);
  const x = (v) => 16 + ((v / scale + zero - span.low) / (span.high - span.low)) * (width - 32);
  rule(ctx, palette.text, 4, axis, width - 4);
  paintLevels(ctx, view, moment, span, x, axis);
  const rounded = moment.phase === "read" ? 0 : moment.phase === "round" ? alpha : 1;
  paintStart(ctx, view, x(start), axis);
  paintWeight(ctx, view, x(w + (q - w) * rounded), x(q), axis, rounded > 0);
  const moved = w - start;
  const words = moved === 0 ? "○ at start, not moved since" : `○ at start; moved by ${formatSigned(moved, 3)} until its turn ●`;
  write(ctx, palette.muted, words, 2, height - 4, "left");
  if (moment.clipped[view.row]) write(ctx, palette.clipped, "▲ clipped", width - 2, height - 4, "right", "bold");
}

/** Codes to show: all of a small grid, a window of a large one; always with the weights of interest. */
function visibleSpan([low, high], places, code) {
  let from = low;
  let to = high;
  if (high - low + 1 > LEVELS_SHOWN) {
    from = Math.max(low, Math.min(high - LEVELS_SHOWN + 1, code - (LEVELS_SHOWN - 1) / 2));
    to = from + LEVELS_SHOWN - 1;
  }
  const reach = (v) => Math.max(from - 6, Math.min(to + 6, v)); // a wild weight does not squeeze the grid away
  return { from, to, low: Math.min(from - 0.5, ...places.map(reach)), high: Math.max(to + 0.5, ...places.map(reach)) };
}

function paintLevels(ctx, view, moment, span, x, axis) {
  const { palette } = view;
  const size = palette.axis;
  const { zero, scale, code } = moment.selected;
  const wide = x(scale) - x(0) > size * 3.1;
  for (let level = span.from; level <= span.to; level++) {
    const at = x((level - zero) * scale);
    const chosen = level === code;
    ctx.fillStyle = palette.text;
    ctx.fillRect(at - (chosen ? 2 : 1), axis - (chosen ? 9 : 6), chosen ? 4 : 2, chosen ? 18 : 12);
    ctx.font = `${chosen ? "bold " : ""}${size}px ${palette.family}`;
    write(ctx, chosen ? palette.text : palette.muted, formatCode(level), at, axis + size + 12, "center");
    ctx.font = `${size - 1}px ${palette.family}`;
    if (chosen || (wide && (level === span.from || level === span.to))) {
      write(ctx, palette.muted, formatNumber((level - zero) * scale), at, axis + size * 2 + 14, "center");
    }
  }
  ctx.font = `${size}px ${palette.family}`;
}

/** Where the weight stood before anything was quantized: a ring. */
function paintStart(ctx, view, at, axis) {
  const { palette } = view;
  ctx.strokeStyle = palette.muted;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(at, axis, 6, 0, 2 * Math.PI);
  ctx.stroke();
}

/** The weight now, and an arrow to the level it snaps to. */
function paintWeight(ctx, view, at, target, axis, snapping) {
  const { palette } = view;
  ctx.fillStyle = ctx.strokeStyle = palette.methods[view.method];
  ctx.beginPath();
  ctx.arc(at, axis, 6, 0, 2 * Math.PI);
  ctx.fill();
  if (snapping || Math.abs(target - at) < 14) return;
  const side = Math.sign(target - at);
  ctx.lineWidth = 2.5;
  ctx.beginPath();
  ctx.moveTo(at + side * 8, axis - 9);
  ctx.lineTo(target - side * 4, axis - 9);
  ctx.moveTo(target - side * 10, axis - 14);
  ctx.lineTo(target - side * 3, axis - 9);
  ctx.lineTo(target - side * 10, axis - 4);
  ctx.stroke();
}
