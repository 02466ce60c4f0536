// Everything that is true at one moment of a run: the numbers that panels, card and caption show. No DOM.

import { codeAt, factorAt, quantizedAt, scaleAt, seek, zeroAt } from "./engine.js";

/** The numbers of the present step; `view.replay` is moved to it. */
export function momentOf(view) {
  const { run, clock, replay } = view;
  const done = clock.phase === "done";
  const j = Math.min(clock.step, run.inp - 1);
  seek(replay, clock.step);
  const d = new Float64Array(run.out); // raw error of column j, row by row
  const q = new Float64Array(run.out);
  let largestError = 0;
  let clippedCount = 0;
  const clipped = new Uint8Array(run.out);
  for (let i = 0; i < run.out; i++) {
    q[i] = quantizedAt(run, replay.method, i, j);
    d[i] = done ? replay.D[i * run.inp + j] : replay.W[i * run.inp + j] - q[i];
    largestError = Math.max(largestError, Math.abs(d[i]));
    clipped[i] = isClipped(run, replay.method, i, j, d[i]) ? 1 : 0;
    clippedCount += clipped[i];
  }
  const f = new Float64Array(run.inp); // row j of the row factor
  let reach = 0; // columns that take a share of the error
  for (let k = j + 1; k < run.inp; k++) {
    f[k] = factorAt(run, replay.method, j, k);
    if (f[k] !== 0) reach++;
  }
  return {
    t: clock.step, j, phase: clock.phase, done, d, q, f, clipped, clippedCount, largestError, reach,
    dead: run.dead[j] === 1,
    selected: selectedNumbers(run, replay.method, view.row, j, d, q),
  };
}

/** A weight beyond the last level by more than half a step of its grid; float32 noise allowed for. */
export function isClipped(run, method, i, j, d) {
  const code = codeAt(run, method, i, j);
  const [low, high] = run.header.levels;
  if (code !== low && code !== high) return false;
  const outwards = code === high ? d : -d;
  return outwards > 0.500005 * scaleAt(run, method, i, j);
}

function selectedNumbers(run, method, row, j, d, q) {
  return {
    row, j,
    w: q[row] + d[row],
    q: q[row],
    code: codeAt(run, method, row, j),
    zero: zeroAt(run, method, row, j),
    scale: scaleAt(run, method, row, j),
    pivot: run.pivot[j],
    start: run.W0[row * run.inp + j],
  };
}

/** The earlier columns that changed weight (i, k) most, largest first: [{ j, change }]. */
export function largestCauses(view, i, k, most = 3) {
  const { run, replay, clock } = view;
  const causes = [];
  for (let j = 0; j < Math.min(clock.step, k); j++) {
    const change = -replay.D[i * run.inp + j] * factorAt(run, replay.method, j, k);
    if (change !== 0) causes.push({ j, change });
  }
  return causes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, most);
}

/** Steps at which a new group begins; none where act_order has scattered the groups. */
export function groupEdges(method) {
  const edges = [];
  for (let j = 1; j < method.group.length; j++) if (method.group[j] !== method.group[j - 1]) edges.push(j);
  return edges.length < method.groups ? edges : [];
}

/** Fixed scales of a run and method, found once, so that colours mean the same at every step. */
export function fixedScales(run, method) {
  let change = 0;
  for (let i = 0; i < run.out; i++) {
    for (let j = 0; j < run.inp; j++) {
      change = Math.max(change, Math.abs(quantizedAt(run, method, i, j) - run.W0[i * run.inp + j]));
    }
  }
  return {
    weights: run.range || 1,
    change: change || 1,
    step: ninthDecile(Array.from(method.update)) || 1,
    spent: largestOf(method.spent) || 1,
  };
}

/** Nine rows in ten of a row factor have no entry larger than this: one wild row does not flatten the others. */
export function usualLargest(run, method) {
  const most = [];
  for (let j = 0; j < run.inp - 1; j++) {
    let row = 0;
    for (let k = j + 1; k < run.inp; k++) row = Math.max(row, Math.abs(factorAt(run, method, j, k)));
    most.push(row);
  }
  return ninthDecile(most);
}

function ninthDecile(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length * 0.9)] ?? 0;
}

export function largestOf(values) {
  let most = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > most) most = size;
  }
  return most;
}
