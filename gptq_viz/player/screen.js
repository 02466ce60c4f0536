// Puts a view on the screen: sizes the canvases, and repaints only the panels whose content has changed.

import { isDark, readPalette } from "./colours.js";
import { fadeShare } from "./clock.js";
import { arrangeLeft, windowStart } from "./layout.js";
import { paintMatrix } from "./matrix.js";
import { momentOf } from "./moment.js";
import { paintNumberLine } from "./numberline.js";
import { paintRace } from "./race.js";
import { paintStrips } from "./strips.js";
import { showCard, showTable } from "./card.js";
import { captionOf } from "./caption.js";
import { formatNumber, METHOD_LABELS } from "./text.js";
import { paintMarks, showPosition } from "./transport.js";

const NARROW = 760;
const NARROW_PRESENT = 900; // large type needs more
const LOWEST = 560;

/** Theme, sizes and rectangles; to be called after a resize, a theme change or a new run. */
export function measure(view) {
  const { root } = view;
  root.dataset.theme = isDark(root) ? "dark" : "light";
  view.narrow = root.parentNode ? widthOf(root) < (view.present ? NARROW_PRESENT : NARROW) : false;
  root.dataset.narrow = String(view.narrow);
  root.style.setProperty("--height", `${heightFor(root)}px`);
  view.palette = readPalette(root);
  view.patterns = {};
  view.sizes = {};
  for (const canvas of root.querySelectorAll("canvas")) fitCanvas(view, canvas);
  const { width, height } = view.sizes.matrix;
  view.box = arrangeLeft(width, height, view.run, {
    small: view.palette.small, axis: view.palette.axis, present: view.present, ordered: view.ordered, dpr: devicePixelRatio,
  });
  view.painted = {};
}

function widthOf(root) {
  return root.getBoundingClientRect().width;
}

/** What is left of the window below the player's top edge, so that nothing scrolls. */
function heightFor(root) {
  if (root.matches(":fullscreen")) return window.innerHeight;
  const scrolled = document.querySelector('[data-testid="stMain"]')?.scrollTop ?? window.scrollY;
  const top = root.getBoundingClientRect().top + scrolled;
  return Math.round(Math.max(LOWEST, Math.min(1200, window.innerHeight - top - 8)));
}

function fitCanvas(view, canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  const dpr = devicePixelRatio;
  canvas.width = Math.max(1, Math.round(width * dpr));
  canvas.height = Math.max(1, Math.round(height * dpr));
  canvas.getContext("2d").setTransform(dpr, 0, 0, dpr, 0, 0);
  view.sizes[canvas.className] = { width, height };
}

/** One frame. Panels are keyed by what they show, so that a still panel costs nothing. */
export function paint(view) {
  const { clock, run, root } = view;
  const moment = momentOf(view);
  const alpha = prefersStill() ? 1 : fadeShare(clock);
  view.first.column = windowStart(view.first.column, moment.j, view.box.columns, run.inp);
  view.first.row = windowStart(view.first.row, view.row, view.box.rows, run.out);
  const where = `${clock.step} ${clock.phase} ${view.row} ${view.method}`;
  const shown = `${where} ${view.matrix} ${view.strip} ${view.numbers} ${view.slide}`;
  const fading = clock.phase === "spread" ? alpha : 1;
  once(view, "matrix", `${shown} ${fading}`, (ctx) => paintMatrix(ctx, view, moment, fading, view.slide));
  once(view, "strips", `${shown} ${fadesStrips(view) ? fading : ""}`, (ctx) => paintStrips(ctx, view, moment, fading));
  once(view, "race", `${clock.step}`, (ctx, w, h) => paintRace(ctx, view, moment, w, h));
  const snapping = clock.phase === "round" ? alpha : 1;
  if (!view.present) {
    once(view, "numberline", `${where} ${snapping}`, (ctx, w, h) => paintNumberLine(ctx, view, moment, snapping, w, h));
  }
  once(view, "marks", view.method, (ctx, w, h) => paintMarks(ctx, view, w, h));
  if (view.painted.words !== `${shown} ${clock.playing}`) {
    view.painted.words = `${shown} ${clock.playing}`;
    showWords(root, view, moment);
  }
}

/** True where the reader has asked the system for reduced motion. */
export function prefersStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function fadesStrips(view) {
  return view.run.inp <= 64; // wide matrices change too fast for a fade that anyone could see
}

function once(view, name, key, draw) {
  if (view.painted[name] === key) return;
  view.painted[name] = key;
  const canvas = view.root.querySelector(`canvas.${name}`);
  const { width, height } = view.sizes[name];
  if (width > 1 && height > 1) draw(canvas.getContext("2d"), width, height);
}

function showWords(root, view, moment) {
  const { clock, run } = view;
  root.dataset.step = String(clock.step);
  root.dataset.phase = clock.phase;
  root.dataset.playing = String(clock.playing);
  root.dataset.columns = String(run.inp);
  showPosition(root, view);
  showCard(root, view, moment);
  const caption = root.querySelector('[data-part="caption"]');
  caption.setAttribute("aria-live", clock.playing ? "off" : "polite"); // a screen reader is not flooded
  caption.textContent = view.notice || captionOf(view, moment);
  nameCanvases(root, view, moment);
  const panel = root.querySelector('[data-part="table"]');
  if (!panel.hidden) showTable(panel, view, moment);
}

/** What the pictures say, for those who do not see them. */
function nameCanvases(root, view, moment) {
  const { run, clock } = view;
  const errors = ["rtn", "frozen", "gptq"].map((name) => `${METHOD_LABELS[name]} ${formatNumber(run.methods[name].held[clock.step])}`);
  const { w, q, start } = moment.selected;
  const name = (canvas, text) => root.querySelector(`canvas.${canvas}`).setAttribute("aria-label", text);
  name("race", `Held-out output error after ${clock.step} columns: ${errors.join(", ")}`);
  const place = `Weight of row ${view.row}, column ${run.perm[moment.j]}`;
  name("numberline", `${place}: ${formatNumber(start)} at the start, ${formatNumber(w)} at its turn, rounded to ${formatNumber(q)}`);
}
