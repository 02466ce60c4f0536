// The entry: mounts a player into the element that Streamlit gives, and lets buttons, keys and pointer act on it.

import { changeSpeed, elapse, fadeShare, nextSubstep, pause, play, previousSubstep } from "./clock.js";
import { addCheckpoint, codeAt } from "./engine.js";
import { fillHelp } from "./help.js";
import { listenToKeys } from "./keys.js";
import { shownValue } from "./matrix.js";
import { largestCauses, momentOf } from "./moment.js";
import { measure, paint, prefersStill } from "./screen.js";
import { tipText } from "./transport.js";
import { chooseMethod, chooseStrip, createView, fingerprintOf, loadRun, stopAt } from "./view.js";

const mounted = new WeakMap();
const REPORT_MS = 300; // after the last key press of a series
const SLIDE_MS = 900;

export default function mount(component) {
  const { parentElement, data } = component;
  let player = mounted.get(parentElement);
  if (!player) {
    player = createPlayer(parentElement.querySelector('[data-testid="player"]'));
    mounted.set(parentElement, player);
  }
  player.component = component;
  takeData(player, data);
  return () => {
    mounted.delete(parentElement);
    dispose(player);
  };
}

function createPlayer(root) {
  const asked = readAddress();
  const view = createView(root);
  const player = { root, view, component: null, frame: 0, last: 0, timer: 0, wished: null, stop: [] };
  player.seen = player.reported = asked.step; // the step that the address last said, and the one last told to Python
  setPresent(view, asked.present);
  const act = (action) => perform(player, action);
  for (const button of root.querySelectorAll("[data-act]")) {
    // A click leaves the keyboard with the player, so that Space and the arrows mean the same as before.
    button.onmousedown = (event) => {
      event.preventDefault();
      root.focus({ preventScroll: true });
    };
    button.onclick = () => act(button.dataset.act);
  }
  player.stop.push(listenToKeys(root, act));
  connectScrubber(player);
  connectPointer(player);
  fillHelp(root.querySelector("dialog.help"));
  const refit = () => {
    followAddress(player);
    refresh(player);
  };
  window.addEventListener("resize", refit);
  window.navigation?.addEventListener("currententrychange", refit);
  document.addEventListener("fullscreenchange", refit);
  const sizes = new ResizeObserver(refit);
  for (const element of [root, root.querySelector("canvas.race")]) sizes.observe(element);
  player.stop.push(() => {
    sizes.disconnect();
    window.navigation?.removeEventListener("currententrychange", refit);
    window.removeEventListener("resize", refit);
    document.removeEventListener("fullscreenchange", refit);
  });
  return player;
}

function dispose(player) {
  cancelAnimationFrame(player.frame);
  clearTimeout(player.timer);
  player.stop.forEach((undo) => undo());
}

/** A new payload, or the same one again after a theme change. */
function takeData(player, data) {
  const { view, root } = player;
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const fingerprint = fingerprintOf(bytes);
  if (fingerprint !== view.fingerprint) {
    loadRun(view, bytes, player.seen);
    view.fingerprint = fingerprint;
    view.slide = view.ordered && view.clock.step === 0 && !prefersStill() ? 0 : 1;
    report(player, REPORT_MS);
    showChips(root, view.run.header);
    describe(root, view.run);
  }
  refresh(player);
  root.dataset.run = fingerprint;
  prepareSeeks(player);
}

/** Makes the checkpoints of the replay while the browser is idle, so that the first long seek waits for nothing. */
function prepareSeeks(player) {
  const later = window.requestIdleCallback ?? ((task) => setTimeout(task, 50));
  const { replay } = player.view;
  later(() => {
    if (player.view.replay === replay && addCheckpoint(replay)) prepareSeeks(player);
  });
}

function showChips(root, header) {
  const list = root.querySelector(".chips");
  list.replaceChildren(
    ...[...header.chips, header.note].filter(Boolean).map((text) => {
      const item = document.createElement("li");
      item.textContent = item.title = text;
      return item;
    }),
  );
}

function describe(root, run) {
  const text = `W, ${run.out} rows and ${run.inp} columns; the caption and the table say what it shows`;
  root.querySelector("canvas.matrix").setAttribute("aria-label", text);
}

function refresh(player) {
  const { view } = player;
  if (!view.run || !player.root.isConnected) return;
  measure(view);
  paint(view);
  animate(player);
}

/** Runs frames while something moves, and no longer. */
function animate(player) {
  if (player.frame) return;
  player.last = 0;
  player.frame = requestAnimationFrame((now) => tick(player, now));
}

function tick(player, now) {
  const { view } = player;
  const { clock } = view;
  player.frame = 0;
  const dt = player.last ? now - player.last : 0;
  const wasPlaying = clock.playing;
  if (view.slide < 1) view.slide = Math.min(1, view.slide + dt / SLIDE_MS);
  else elapse(clock, dt);
  if (prefersStill()) view.slide = 1;
  paint(view);
  if (wasPlaying && !clock.playing) report(player, 0);
  if (clock.playing || view.slide < 1 || fadeShare(clock) < 1) {
    player.frame = requestAnimationFrame((next) => tick(player, next));
    player.last = now;
  }
}

/** Tells Python the finished count, once the player has come to rest. */
function report(player, wait) {
  clearTimeout(player.timer);
  player.timer = setTimeout(() => {
    const { clock } = player.view;
    if (clock.playing || clock.step === player.reported) return;
    player.reported = clock.step;
    player.component.setStateValue("step", clock.step);
  }, wait);
}

const MOVES = {
  forward: (view) => halted(view, nextSubstep),
  back: (view) => halted(view, previousSubstep),
  "column-forward": (view) => stopAt(view, view.clock.step + 1),
  "column-back": (view) => stopAt(view, view.clock.step - 1),
  first: (view) => stopAt(view, 0),
  last: (view) => stopAt(view, view.run.inp),
  "row-up": (view) => chooseRow(view, view.row - 1),
  "row-down": (view) => chooseRow(view, view.row + 1),
  slower: (view) => changeSpeed(view.clock, -1),
  faster: (view) => changeSpeed(view.clock, 1),
  play: (view) => (view.clock.playing ? pause(view.clock) : play(view.clock)),
  "show-weights": (view) => (view.matrix = "weights"),
  "show-change": (view) => (view.matrix = "change"),
  "show-codes": (view) => (view.matrix = "codes"),
  swap: (view) => chooseMethod(view, view.method === "gptq" ? "rtn" : "gptq"),
  strip: (view) => chooseStrip(view, view.strip === "U" ? "H" : "U"),
  numbers: (view) => (view.numbers = !view.numbers),
};

function halted(view, move) {
  if (view.clock.playing) pause(view.clock);
  move(view.clock);
}

function chooseRow(view, row) {
  view.row = Math.max(0, Math.min(view.run.out - 1, row));
}

/** Does what a button or key asks; true when it was handled. */
function perform(player, action) {
  const { view, root } = player;
  if (!view.run) return false;
  if (action === "close") return close(player);
  if (action === "help") root.querySelector("dialog.help").showModal();
  else if (action === "fullscreen") toggleFullscreen(root);
  else if (action === "projector") togglePresent(player);
  else if (action === "link") copyLink(player);
  else if (action === "table") {
    const panel = root.querySelector('[data-part="table"]');
    panel.hidden = !panel.hidden;
    view.painted.words = "";
  } else {
    view.slide = 1;
    MOVES[action](view);
    view.painted.words = "";
    if (action === "swap") prepareSeeks(player);
  }
  paint(view);
  animate(player);
  if (!view.clock.playing) report(player, REPORT_MS);
  return true;
}

function close(player) {
  const panel = player.root.querySelector('[data-part="table"]');
  if (panel.hidden) return false;
  return perform(player, "table");
}

function toggleFullscreen(root) {
  const wish = root.matches(":fullscreen") ? document.exitFullscreen() : root.requestFullscreen();
  wish?.catch?.(() => {}); // a browser may refuse; the page stays as it is
}

function togglePresent(player) {
  const { view } = player;
  player.wished = !view.present;
  setPresent(view, player.wished);
  measure(view);
  player.component.setStateValue("present", view.present ? 1 : 0);
}

function setPresent(view, present) {
  view.present = present;
  view.root.dataset.present = present ? "1" : "0";
}

function readAddress() {
  const asked = new URLSearchParams(location.search);
  return { step: Number.parseInt(asked.get("step") ?? "0", 10) || 0, present: asked.get("present") === "1" };
}

/** Back, a preset or the sidebar may change step and mode: then the address says so. Our own wish comes first. */
function followAddress(player) {
  const { view } = player;
  const { step, present } = readAddress();
  if (player.wished === present) player.wished = null;
  else if (player.wished === null && present !== view.present) setPresent(view, present);
  if (step !== player.seen && step !== player.reported && view.clock) {
    player.reported = step;
    stopAt(view, step);
  }
  player.seen = step;
}

/** Copies the page's address with the present column; shows it where the clipboard is closed to us. */
function copyLink(player) {
  const { view, root } = player;
  const url = new URL(location.href);
  if (view.clock.step) url.searchParams.set("step", String(view.clock.step));
  else url.searchParams.delete("step");
  if (view.present) url.searchParams.set("present", "1");
  else url.searchParams.delete("present");
  const say = (text) => (root.querySelector('[data-part="caption"]').textContent = text);
  const shown = () => say(`Copy this link: ${url}`);
  if (!navigator.clipboard) return void setTimeout(shown);
  navigator.clipboard.writeText(url.toString()).then(() => say("Link copied: it opens this view, at this column."), shown);
}

function connectScrubber(player) {
  const slider = player.root.querySelector(".scrub input");
  slider.oninput = () => {
    player.view.slide = 1;
    stopAt(player.view, Number(slider.value));
    paint(player.view);
  };
  slider.onchange = () => report(player, 0);
  slider.onpointerup = () => player.root.focus({ preventScroll: true });
}

function connectPointer(player) {
  const { root } = player;
  const canvas = root.querySelector("canvas.matrix");
  const tip = root.querySelector(".tip");
  canvas.onclick = (event) => {
    root.focus({ preventScroll: true });
    const cell = cellUnder(player.view, event);
    if (!cell) return;
    chooseRow(player.view, cell.i);
    paint(player.view);
  };
  canvas.onpointermove = (event) => showTip(player.view, tip, event);
  canvas.onpointerleave = () => (tip.hidden = true);
}

function cellUnder(view, event) {
  const { box, first } = view;
  if (!box) return null;
  const c = Math.floor((event.offsetX - box.x) / box.cw);
  const r = Math.floor((event.offsetY - box.matrix.y) / box.rh);
  if (c < 0 || r < 0 || c >= box.columns || r >= box.rows) return null;
  return { i: first.row + r, k: first.column + c };
}

function showTip(view, tip, event) {
  const cell = cellUnder(view, event);
  tip.hidden = !cell;
  if (!cell) return;
  const moment = momentOf(view);
  const { i, k } = cell;
  cell.label = { weights: "weight", change: "change", codes: "value" }[view.matrix];
  cell.code = k < moment.t ? codeAt(view.run, view.replay.method, i, k) : null;
  const value = view.matrix === "codes" ? view.replay.W[i * view.run.inp + k] : shownValue(view, moment, 1, i, k);
  tip.textContent = tipText(view, cell, largestCauses(view, i, k), value);
  const right = event.offsetX > view.box.x + view.box.w / 2;
  tip.style.left = right ? "" : `${event.offsetX + 16}px`;
  tip.style.right = right ? `${view.sizes.matrix.width - event.offsetX + 12}px` : "";
  tip.style.top = `${Math.min(event.offsetY + 12, view.sizes.matrix.height - 110)}px`;
}
