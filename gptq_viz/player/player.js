// The entry: mounts a player into the element that Streamlit gives, and lets buttons, keys and pointer act on it.

import { changeSpeed, elapse, fadeShare, nextSubstep, pause, play, previousSubstep } from "./clock.js";
import { addCheckpoint } from "./engine.js";
import { fillHelp } from "./help.js";
import { listenToKeys } from "./keys.js";
import { connectPointer, hideTip, showTip } from "./pointer.js";
import { measure, paint, prefersStill } from "./screen.js";
import { chooseMethod, chooseStrip, createView, fingerprintOf, loadRun, stopAt } from "./view.js";

const mounted = new WeakMap();
const REPORT_MS = 300; // after the last key press of a series
const SLIDE_MS = 900;
const LEFT = Symbol.for("gptq-explorer.left"); // survives the change of page, not a reload

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
  // A page left in mid-play is taken up where it was, if the address still says what it said then.
  const left = window[LEFT]?.said === asked.step ? window[LEFT].step : asked.step;
  delete window[LEFT];
  const view = createView(root);
  const player = { root, view, component: null, frame: 0, last: 0, timer: 0, presentTimer: 0, wished: null, stop: [] };
  player.seen = player.reported = asked.step; // the step that the address last said, and the one last told to Python
  player.startStep = left;
  player.told = asked.present;
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
  connectPointer(view, (row) => {
    chooseRow(view, row);
    paint(view);
  });
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
  const { clock } = player.view;
  if (clock && clock.step !== player.seen) window[LEFT] = { said: player.seen, step: clock.step };
  cancelAnimationFrame(player.frame);
  clearTimeout(player.timer);
  clearTimeout(player.presentTimer);
  player.stop.forEach((undo) => undo());
}

/** A new payload, or the same one again after a theme change. */
function takeData(player, data) {
  const { view, root } = player;
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const fingerprint = fingerprintOf(bytes);
  if (fingerprint !== view.fingerprint) {
    loadRun(view, bytes, player.startStep);
    view.fingerprint = fingerprint;
    view.slide = view.ordered && !prefersStill() ? 0 : 1;
    report(player, REPORT_MS);
    showChips(root, view.run.header);
    fillHelp(root.querySelector("dialog.help"), view.run.header.note);
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
    ...header.chips.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      item.title = header.note;
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
  hideTip(view);
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
  if (view.hover) showTip(view);
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
    writeStep(clock.step);
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
  strip: (view) => view.method !== "rtn" && chooseStrip(view, view.strip === "U" ? "H" : "U"),
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
  view.notice = "";
  if (action === "close") return close(player);
  if (action === "help") root.querySelector("dialog.help").showModal();
  else if (action === "fullscreen") toggleFullscreen(root);
  else if (action === "projector") togglePresent(player);
  else if (action === "link") copyLink(player);
  else if (action === "table") {
    const panel = root.querySelector('[data-part="table"]');
    panel.hidden = !panel.hidden;
  } else {
    view.slide = 1;
    MOVES[action](view);
    if (action === "swap") prepareSeeks(player);
  }
  view.painted.words = "";
  paint(view);
  if (view.hover) showTip(view);
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
  hideTip(view);
  measure(view);
  clearTimeout(player.presentTimer);
  player.presentTimer = setTimeout(() => {
    // Told once the key has come to rest: quick presses must not cross their answers.
    if (player.wished === null || player.wished === player.told) return;
    player.told = player.wished;
    player.component.setStateValue("present", player.wished ? 1 : 0);
  }, REPORT_MS);
}

function setPresent(view, present) {
  view.present = present;
  if (present) view.matrix = "weights"; // the other two have no button there
  view.root.dataset.present = present ? "1" : "0";
}

/**
 * Writes what Python will write a moment later, so that it finds the address right and adds no history entry: Back
 * leaves the page instead of walking through its columns. As text, since the other keys must keep their spelling.
 */
function writeStep(step) {
  const parts = location.search.slice(1).split("&").filter((part) => part && !part.startsWith("step="));
  const at = parts.findIndex((part) => /^(present|pins)=/.test(part));
  if (step) parts.splice(at < 0 ? parts.length : at, 0, `step=${step}`);
  history.replaceState(history.state, "", location.pathname + (parts.length ? `?${parts.join("&")}` : "") + location.hash);
}

function readAddress() {
  const asked = new URLSearchParams(location.search);
  return { step: Number.parseInt(asked.get("step") ?? "0", 10) || 0, present: asked.get("present") === "1" };
}

/** Back, a preset or the sidebar may change step and mode: then the address says so. Our own wish comes first. */
function followAddress(player) {
  const { view } = player;
  const { step, present } = readAddress();
  if (player.wished === present && player.told === present) player.wished = null;
  if (player.wished === null) {
    player.told = present;
    if (present !== view.present) setPresent(view, present);
  }
  if (step !== player.seen && step !== player.reported && view.clock) {
    player.reported = step;
    stopAt(view, step);
  }
  player.seen = step;
}

/** Copies the page's address with the present column; shows it where the clipboard is closed to us. */
function copyLink(player) {
  const { view } = player;
  const url = new URL(location.href);
  if (view.clock.step) url.searchParams.set("step", String(view.clock.step));
  else url.searchParams.delete("step");
  if (view.present) url.searchParams.set("present", "1");
  else url.searchParams.delete("present");
  const say = (text) => {
    view.notice = text; // stays until the next action
    view.painted.words = "";
    paint(view);
  };
  const shown = () => say(`Copy this link by hand: ${url}`);
  const copied = () => say(`Link copied: these settings, with ${view.clock.step} of ${view.run.inp} columns done.`);
  if (!navigator.clipboard) return void setTimeout(shown);
  navigator.clipboard.writeText(url.toString()).then(copied, shown);
}

function connectScrubber(player) {
  const slider = player.root.querySelector(".scrub input");
  slider.oninput = () => {
    player.view.slide = 1;
    player.view.notice = "";
    stopAt(player.view, Number(slider.value));
    paint(player.view);
  };
  slider.onchange = () => report(player, 0);
  slider.onpointerup = () => player.root.focus({ preventScroll: true });
}
