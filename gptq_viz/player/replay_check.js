// Replays a run in the browser and holds its weights against those that the server computed.

import { isDark } from "./colours.js";
import { createReplay, decode, seek, stepForward } from "./engine.js";

const WITNESS_MAGIC = "GPC1";
const WITNESS_VERSION = 1;
const MARKS = { running: "…", holds: "✓", fails: "✗" };

const checking = new WeakMap();

export default function mount(component) {
  const { parentElement, data } = component;
  const root = parentElement.querySelector('[data-testid="replay-check"]');
  const check = checking.get(parentElement) ?? { root, bytes: null };
  checking.set(parentElement, check);
  check.component = component;
  root.dataset.theme = isDark(root) ? "dark" : "light";
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  if (!sameBytes(bytes, check.bytes)) runCheck(check, bytes.slice());
  return () => {
    checking.delete(parentElement);
    check.bytes = null;
  };
}

async function runCheck(check, bytes) {
  const { root } = check;
  check.bytes = bytes;
  const current = () => check.bytes === bytes;
  root.querySelector(".how").textContent = "";
  showResult(root, "running", "Replaying …");
  try {
    const witness = readWitness(bytes);
    root.querySelector(".how").textContent = howText(witness);
    const found = await compareReplay(witness, current);
    if (!current()) return;
    showResult(root, found.difference <= witness.limit && found.differing === 0 ? "holds" : "fails", resultText(found, witness));
    // NaN becomes null on its way, which Python reads as a failure.
    check.component.setStateValue("replayed", found);
  } catch (error) {
    if (!current()) return;
    showResult(root, "fails", `The run could not be replayed: ${error.message}`);
    check.component.setStateValue("replayed", { difference: null, differing: 0 });
  }
}

// The header, the server's weights, and the run as the player gets it.
export function readWitness(bytes) {
  const textIn = (start, stop) => new TextDecoder().decode(bytes.subarray(start, stop));
  if (bytes.length < 8 || textIn(0, 4) !== WITNESS_MAGIC) throw new Error("these bytes are not what the server saw");
  const start = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  const header = JSON.parse(textIn(8, start));
  if (header.version !== WITNESS_VERSION) throw new Error(`version ${header.version} is not ${WITNESS_VERSION}`);
  const { inp, methods, steps, rows } = header;
  const stop = start + 8 * methods.length * steps.length * rows.length * inp;
  // A copy, because the bytes may start anywhere in their buffer and float64 needs an aligned start.
  const weights = new Float64Array(bytes.slice(start, stop).buffer);
  return { ...header, weights, run: decode(bytes.subarray(stop)) };
}

// Largest difference as a share of the largest weight, and how many weights a way back does not bring back.
export async function compareReplay(witness, current = () => true) {
  const { run, methods, steps } = witness;
  const size = largestOf(run.W0);
  const found = { difference: 0, differing: 0 };
  for (let m = 0; m < methods.length; m += 1) {
    await nextTask();
    if (!current()) break;
    const replay = createReplay(run, methods[m]);
    const kept = steps.map((step, s) => {
      while (replay.t < step) stepForward(replay);
      found.difference = Math.max(found.difference, differenceFrom(witness, m * steps.length + s, replay.W, size));
      return replay.W.slice();
    });
    await nextTask();
    seek(replay, 0);
    for (let s = steps.length - 1; s >= 0; s -= 1) {
      seek(replay, steps[s]);
      found.differing += kept[s].reduce((count, value, at) => count + (Object.is(value, replay.W[at]) ? 0 : 1), 0);
    }
  }
  return found;
}

// From snapshot number `at` of the server, in the rows that were sent.
function differenceFrom(witness, at, W, size) {
  const { weights, rows, inp } = witness;
  let largest = 0;
  rows.forEach((i, r) => {
    const sent = (at * rows.length + r) * inp;
    for (let k = 0; k < inp; k += 1) largest = Math.max(largest, Math.abs(W[i * inp + k] - weights[sent + k]));
  });
  return largest === 0 ? 0 : largest / size;
}

function largestOf(values) {
  return values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

function resultText(found, witness) {
  const { difference, differing } = found;
  const verdict = difference <= witness.limit ? "holds" : "fails";
  const size = difference === 0 ? "0" : difference.toExponential(1);
  const forwards = `largest difference ${size} of the largest weight, limit ${witness.limit.toExponential(0)}: ${verdict}`;
  return differing === 0 ? forwards : `${forwards}; seeking back fails: ${differing} weights are not the same`;
}

function howText({ out, inp, steps, rows }) {
  const all = out === 1 ? "its one row" : `all ${out} rows`;
  const shown = rows.length === out ? all : `${rows.length} of ${out} rows`;
  const counts = steps.length > 1 ? `${steps.slice(0, -1).join(", ")} and ${inp}` : `${inp}`;
  return `All three methods, forwards and then back by seeking, which must give the same bits. Held against the server's weights: ${shown} after ${counts} columns.`;
}

function showResult(root, verdict, text) {
  root.dataset.verdict = verdict;
  const mark = document.createElement("span");
  mark.className = "mark";
  mark.textContent = `${MARKS[verdict]} `;
  root.querySelector(".result").replaceChildren(mark, text);
}

// Between two methods the page may answer its reader.
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}

function sameBytes(bytes, others) {
  return others !== null && bytes.length === others.length && bytes.every((byte, at) => byte === others[at]);
}
