// One sentence about the present moment. No DOM.

import { columnName, formatNumber, METHOD_LABELS } from "./text.js";

export function captionOf(view, moment) {
  const { run, method } = view;
  const where = columnName(run, moment.j);
  if (moment.phase === "done") return finishedText(run, method);
  if (moment.phase === "read") return readText(run, method, moment, where);
  if (moment.dead) return `${where}: a dead input; its weights were set to 0 before the start, and nothing moves.`;
  if (moment.phase === "round") return `${where}: each weight snaps to the nearest level of its grid.${clippedText(moment)}`;
  if (moment.phase === "error") {
    return `${where}: rounding left an error of at most ${formatNumber(moment.largestError, 2)}.${clippedText(moment)}`;
  }
  const { held } = run.methods[method];
  const change = `held-out error ${formatNumber(held[moment.j])} → ${formatNumber(held[moment.j + 1])}`;
  return `${where}: ${spreadText(run, moment, method)}; ${change}.`;
}

function finishedText(run, method) {
  if (run.dead.every(Boolean)) return "Every input is dead: all weights were set to 0, so Q = 0 by any method.";
  const other = method === "rtn" ? "gptq" : "rtn";
  const own = run.methods[method].held[run.inp];
  const others = run.methods[other].held[run.inp];
  const ratio = own > 0 && others > 0 ? `, ${formatNumber(others / own, 2)} times as much` : "";
  const ends = `held-out error ${formatNumber(own)}; ${METHOD_LABELS[other]} ends at ${formatNumber(others)}${ratio}`;
  return `${METHOD_LABELS[method]} finished, all ${run.inp} columns rounded: ${ends}.`;
}

function readText(run, method, moment, where) {
  const { held } = run.methods[method];
  const next = `${where} is next${moment.dead ? ", a dead input" : ""}`;
  if (moment.j > 0) return `${next}: ${moment.j} of ${run.inp} rounded, held-out error ${formatNumber(held[moment.j])} so far.`;
  // The weights of dead inputs are zeroed first; held-out inputs in which they live feel it.
  const zeroed = held[0] > 0 ? ` The error of ${formatNumber(held[0], 2)} comes from dead inputs set to 0.` : "";
  return `${next}: nothing is rounded yet.${zeroed} Press Play, or → for the next sub-step.`;
}

function spreadText(run, moment, method) {
  if (moment.j === run.inp - 1) return "the last one is only rounded; nothing is left to nudge";
  if (method === "rtn") return "rounded; RTN leaves the other columns as they are";
  if (moment.reach === 0) return "rounded; no other column can make up for its error";
  const columns = `${moment.reach} column${moment.reach > 1 ? "s" : ""}`;
  return `rounded; its error ${formatNumber(moment.largestError, 2)} at most is spread over ${columns}`;
}

function clippedText(moment) {
  const n = moment.clippedCount;
  return n ? ` ${n} weight${n > 1 ? "s lie" : " lies"} beyond the last level: clipped.` : "";
}
