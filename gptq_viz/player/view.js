// The state of one mounted player: which run, where in time, what is shown. Drawing and keys read it.

import { createReplay, decode } from "./engine.js";
import { createClock, goToColumn, pause } from "./clock.js";
import { createImage } from "./matrix.js";
import { fixedScales, usualLargest } from "./moment.js";

export function createView(root) {
  return {
    root, run: null, replays: {}, replay: null, clock: null, palette: null, patterns: {}, scales: null,
    method: "gptq", matrix: "weights", strip: "U", numbers: true, row: 0, present: false, narrow: false,
    first: { row: 0, column: 0 }, box: null, image: createImage(), changeImage: createImage(),
    slide: 1, ordered: false, hover: null, notice: "", painted: {}, fingerprint: null,
  };
}

/** Takes a payload; keeps the finished count, row and views where the new run has them. */
export function loadRun(view, bytes, startStep) {
  view.run = decode(bytes);
  view.replays = {};
  const step = Math.min(view.clock ? view.clock.step : startStep, view.run.inp);
  const speed = view.clock ? view.clock.speed : 1;
  view.clock = createClock(view.run.inp, step);
  view.clock.speed = speed;
  view.row = Math.min(view.row, view.run.out - 1);
  view.ordered = view.run.perm.some((column, j) => column !== j);
  view.first = { row: 0, column: 0 };
  chooseMethod(view, view.method);
  view.painted = {};
}

export function chooseMethod(view, name) {
  view.method = name;
  view.replays[name] ??= createReplay(view.run, name);
  view.replay = view.replays[name];
  chooseStrip(view, view.strip);
}

export function chooseStrip(view, strip) {
  view.strip = strip;
  const scales = fixedScales(view.run, view.run.methods[view.method]);
  const shown = view.run.methods[strip === "H" ? "frozen" : "gptq"];
  view.scales = { ...scales, strip: Math.max(0.25, usualLargest(view.run, shown)) };
}

export function stopAt(view, step) {
  pause(view.clock);
  goToColumn(view.clock, step);
}

/** A short number that tells payloads apart (FNV-1a over every byte). */
export function fingerprintOf(bytes) {
  let hash = 0x811c9dc5;
  for (let n = 0; n < bytes.length; n++) hash = Math.imul(hash ^ bytes[n], 0x01000193);
  return (hash >>> 0).toString(16);
}
