// Numbers and sentences on the player. No DOM.

const MINUS = "\u2212";

/** Three significant digits with a true minus sign; an en dash where there is no number. */
export function formatNumber(value, digits = 3) {
  if (!Number.isFinite(value)) return "\u2013";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-4 ? size.toExponential(digits - 1) : trimmed(size, digits);
  return (value < 0 ? MINUS : "") + text.replace("e-", `e${MINUS}`).replace("e+", "e");
}

function trimmed(size, digits) {
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return size.toFixed(Math.min(decimals, 8));
}

/** An integer code with a true minus sign. */
export function formatCode(code) {
  return String(code).replace("-", MINUS);
}

export function formatSigned(value, digits = 2) {
  const text = formatNumber(value, digits);
  return value > 0 ? `+${text}` : text;
}

/** Two decimals without the leading zero, for the inside of a cell. */
export function formatCell(value) {
  const size = Math.abs(value);
  const text = size >= 99.5 ? size.toPrecision(2).replace("e+", "e") : size.toFixed(size >= 9.95 ? 1 : 2);
  const short = text.startsWith("0.") ? text.slice(1) : text;
  return (value < 0 && Number(text) !== 0 ? MINUS : "") + short;
}

/** One sentence about the present moment. */
export function captionOf(view, moment) {
  const { run, method } = view;
  const held = run.methods[method].held;
  const name = METHOD_LABELS[method];
  if (moment.phase === "done") {
    return `${name} finished: all ${run.inp} columns rounded; held-out error ${formatNumber(held[run.inp])}.`;
  }
  const j = moment.j;
  const where = columnName(run, j);
  if (moment.phase === "read") {
    return j === 0
      ? `${where} is next: nothing is rounded yet. Press Play, or → for the next sub-step.`
      : `${where} is next: ${j} of ${run.inp} rounded, held-out error ${formatNumber(held[j])} so far.`;
  }
  if (moment.phase === "round") return `${where}: each weight snaps to the nearest level of its grid.${clippedText(moment)}`;
  if (moment.phase === "error") {
    return `${where}: rounding left an error of at most ${formatNumber(moment.largestError, 2)}.${clippedText(moment)}`;
  }
  return `${where}: ${spreadText(run, moment, method)}; held-out error ${formatNumber(held[j])} → ${formatNumber(held[j + 1])}.`;
}

export const METHOD_LABELS = { rtn: "RTN", frozen: "Frozen inverse", gptq: "GPTQ" };

function spreadText(run, moment, method) {
  const free = run.inp - 1 - moment.j;
  if (free === 0) return "the last one is only rounded; nothing is left to nudge";
  if (method === "rtn") return "rounded; RTN leaves the other columns as they are";
  if (moment.dead) return "a dead input; its weight is 0 and nothing moves";
  return `rounded; its error ${formatNumber(moment.largestError, 2)} at most is spread over ${free} column${free > 1 ? "s" : ""}`;
}

function clippedText(moment) {
  const n = moment.clippedCount;
  return n ? ` ${n} weight${n > 1 ? "s lie" : " lies"} beyond the last level: clipped.` : "";
}

/** "Column 5", or "Step 5 (column 11)" when act_order moved it. */
export function columnName(run, j) {
  return run.perm[j] === j ? `Column ${j}` : `Step ${j} (column ${run.perm[j]})`;
}

/** The three lines of the formula card, with the numbers of one weight. */
export function formulaLines(run, method, moment) {
  const { code, zero, scale, q, w, pivot, j } = moment.selected;
  const level = zero === 0 ? formatCode(code) : `(${code} ${MINUS} ${zero})`;
  const last = j === run.inp - 1;
  const raw = `(${formatNumber(w)} ${q < 0 ? "+" : MINUS} ${formatNumber(Math.abs(q))})`;
  const spread =
    method === "rtn"
      ? "W[:, " + (j + 1) + ":] stays: RTN spreads nothing"
      : `W[:, ${j + 1}:] ${MINUS}= err · U[${j}, ${j + 1}:]`;
  return [
    [`q = ${level} · ${formatNumber(scale)}`, `= ${formatNumber(q)}`],
    [`err = ${raw} / ${formatNumber(pivot)}`, `= ${formatNumber((w - q) / pivot)}`],
    [last ? "last column: nothing left to nudge" : spread, ""],
  ];
}
