// Panel E: the output error so far of the three methods, on a log axis, with labels at the line ends.

import { formatNumber } from "./text.js";
import { rule, write } from "./strips.js";

const MOST_DOTS = 4;
const ORDER = ["rtn", "frozen", "gptq"];
const SHORT = { rtn: "RTN", frozen: "frozen H⁻¹", gptq: "GPTQ" };
const DASHES = { rtn: [7, 4], frozen: [2, 3], gptq: [] };

export function paintRace(ctx, view, moment, width, height) {
  const { run, palette } = view;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const size = palette.axis;
  ctx.font = `${size}px ${palette.family}`;
  ctx.textBaseline = "alphabetic";
  const count = moment.t;
  const range = errorRange(run);
  write(ctx, palette.muted, titleFor(view, width), 2, size + 1, "left");
  if (range === null) {
    write(ctx, palette.muted, noErrorText(run), 2, size * 3, "left");
    return;
  }
  const gutter = labelWidth(ctx, run) + size * 0.75 + 14;
  const plot = { x: size * 3.6, y: size * 1.9, w: width - size * 3.6 - gutter, h: height - size * 1.9 - size * 1.7 };
  const place = placer(plot, run.inp, range);
  paintAxes(ctx, view, plot, place, range);
  for (const name of ORDER) {
    paintCurve(ctx, view, place, name, "calibration", count);
    paintCurve(ctx, view, place, name, "held", count);
  }
  paintNow(ctx, view, plot, place, count);
  paintEndLabels(ctx, view, plot, place);
}

function labelWidth(ctx, run) {
  const kept = ctx.font;
  ctx.font = `bold ${kept}`;
  const widest = Math.max(...ORDER.map((name) => ctx.measureText(labelOf(run, name)).width));
  ctx.font = kept;
  return widest;
}

function labelOf(run, name) {
  return `${SHORT[name]} ${formatNumber(run.methods[name].held[run.inp], 2)}`;
}

function titleFor(view, width) {
  const long = "relative output error so far (log): bold held-out, thin calibration";
  return width > long.length * view.palette.axis * 0.5 ? long : "output error so far (log): bold held-out, thin calibration";
}

function noErrorText(run) {
  const outputsAreZero = Number.isNaN(run.methods.gptq.held[run.inp]);
  return outputsAreZero ? "– the outputs are zero: no relative error" : "every curve is 0: nothing is lost at the outputs";
}

/** Whole decades around all positive errors, at most six of them; null when there are none. */
export function errorRange(run) {
  let low = Infinity;
  let high = 0;
  for (const name of ORDER) {
    for (const curve of [run.methods[name].held, run.methods[name].calibration]) {
      for (const value of curve) {
        if (!(value > 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  if (high === 0) return null;
  const top = Math.log10(high) + 0.06;
  const bottom = Math.max(Math.log10(low) - 0.06, top - 6);
  return { top, bottom: Math.min(bottom, top - 0.5) };
}

function placer(plot, inp, range) {
  return {
    x: (t) => plot.x + (t / inp) * plot.w,
    y: (value) => {
      const share = (range.top - Math.log10(value)) / (range.top - range.bottom);
      return plot.y + Math.max(0, Math.min(1, share)) * plot.h;
    },
  };
}

function paintAxes(ctx, view, plot, place, range) {
  const { palette, run } = view;
  const size = palette.axis;
  for (const tick of logTicks(range)) {
    const y = place.y(tick);
    rule(ctx, palette.border, plot.x, y, plot.x + plot.w);
    write(ctx, palette.muted, formatNumber(tick, 1), plot.x - 5, y + size * 0.36, "right");
  }
  const step = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].find((n) => (n / run.inp) * plot.w >= size * 2.6) ?? run.inp;
  for (let t = 0; t <= run.inp; t += step) {
    write(ctx, palette.muted, String(t), place.x(t), plot.y + plot.h + size * 1.35, "center");
  }
  write(ctx, palette.muted, "columns done", plot.x + plot.w + size * 1.2, plot.y + plot.h + size * 1.35, "left");
}

/** Decades inside the range; with fewer than two of them also twos and fives. */
function logTicks(range) {
  const ticks = [];
  for (let e = Math.floor(range.bottom); e <= Math.ceil(range.top); e++) {
    for (const m of range.top - range.bottom < 2.3 ? [1, 2, 5] : [1]) ticks.push(m * 10 ** e);
  }
  return ticks.filter((tick) => Math.log10(tick) >= range.bottom && Math.log10(tick) <= range.top);
}

/** The whole curve faintly and its finished part at full strength; thin for calibration. */
function paintCurve(ctx, view, place, name, which, count) {
  const { palette, run } = view;
  const curve = run.methods[name][which];
  const thin = which === "calibration";
  ctx.strokeStyle = palette.methods[name];
  ctx.setLineDash(DASHES[name]);
  ctx.lineJoin = "round";
  for (const [last, alpha, width] of [[run.inp, thin ? 0.22 : 0.38, 1], [count, thin ? 0.6 : 1, thin ? 1 : palette.line + 0.6]]) {
    ctx.globalAlpha = alpha;
    ctx.lineWidth = width;
    ctx.beginPath();
    let started = false;
    for (let t = 0; t <= last; t++) {
      if (!(curve[t] > 0)) {
        started = false;
        continue;
      }
      if (started) ctx.lineTo(place.x(t), place.y(curve[t]));
      else ctx.moveTo(place.x(t), place.y(curve[t]));
      started = true;
    }
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
  if (run.inp <= MOST_DOTS && !thin) paintDots(ctx, view, place, name);
}

/** Single points of a short run: a curve with one positive error has no line. */
function paintDots(ctx, view, place, name) {
  const { run, palette } = view;
  ctx.fillStyle = palette.methods[name];
  ctx.globalAlpha = 0.5;
  run.methods[name].held.forEach((value, t) => {
    if (value > 0) ctx.fillRect(place.x(t) - 1.5, place.y(value) - 1.5, 3, 3);
  });
  ctx.globalAlpha = 1;
}

/** The present count as a dashed line, with each method's marker on its held-out curve. */
function paintNow(ctx, view, plot, place, count) {
  const { palette, run } = view;
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(place.x(count), plot.y);
  ctx.lineTo(place.x(count), plot.y + plot.h);
  ctx.stroke();
  ctx.setLineDash([]);
  for (const name of ORDER) {
    const value = run.methods[name].held[count];
    if (value > 0) paintMarker(ctx, name, palette.methods[name], place.x(count), place.y(value), palette.line + 3);
  }
}

/** Triangle, cross or disc: a method is never told by its colour alone. */
export function paintMarker(ctx, name, colour, x, y, r) {
  ctx.fillStyle = ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, r * 0.5);
  ctx.beginPath();
  if (name === "gptq") {
    ctx.arc(x, y, r * 0.9, 0, 2 * Math.PI);
    ctx.fill();
  } else if (name === "rtn") {
    ctx.moveTo(x, y - r * 1.1);
    ctx.lineTo(x + r, y + r * 0.8);
    ctx.lineTo(x - r, y + r * 0.8);
    ctx.fill();
  } else {
    ctx.moveTo(x - r * 0.8, y - r * 0.8);
    ctx.lineTo(x + r * 0.8, y + r * 0.8);
    ctx.moveTo(x + r * 0.8, y - r * 0.8);
    ctx.lineTo(x - r * 0.8, y + r * 0.8);
    ctx.stroke();
  }
}

/** Names and final errors at the line ends, pushed apart where they would overlap. */
function paintEndLabels(ctx, view, plot, place) {
  const { palette, run } = view;
  const gap = palette.axis * 1.25;
  const labels = ORDER.map((name) => {
    const value = run.methods[name].held[run.inp];
    return { name, y: value > 0 ? place.y(value) : plot.y + plot.h };
  }).sort((a, b) => a.y - b.y);
  for (let n = 1; n < labels.length; n++) labels[n].y = Math.max(labels[n].y, labels[n - 1].y + gap);
  const over = labels[labels.length - 1].y - (plot.y + plot.h);
  if (over > 0) for (const label of labels) label.y -= over;
  for (const { name, y } of labels) {
    const x = plot.x + plot.w + 10;
    paintMarker(ctx, name, palette.methods[name], x + 2, y, palette.axis * 0.33);
    write(ctx, palette.methods[name], labelOf(run, name), x + palette.axis * 0.75, y + palette.axis * 0.36, "left", "bold");
  }
}
