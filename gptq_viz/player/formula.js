// The three lines of the formula card, with numbers that add up as they stand. No DOM.

import { formatCode, formatNumber, MINUS } from "./text.js";

const MOST_DECIMALS = 6;

/** Three lines, each as parts that may stand on lines of their own. */
export function formulaLines(run, method, moment) {
  const { code, zero, scale, q, w, pivot, j } = moment.selected;
  const decimals = decimalsOf(w - q);
  const level = zero === 0 ? formatCode(code) : `(${code} ${MINUS} ${zero})`;
  const quotient = formatNumber((w - q) / pivot);
  return [
    [`q = ${level} · ${formatNumber(scale, 4)}`, `= ${fixed(q, Math.max(3, decimals))}`],
    method === "rtn"
      ? [`w ${MINUS} q = ${difference(w, q, decimals)}`, decimals > MOST_DECIMALS ? "" : `= ${formatNumber(w - q)}`]
      : [`err = ${bracketed(w, q, decimals)}`, `/ ${formatNumber(pivot, 4)} = ${quotient}`],
    [j === run.inp - 1 ? "last column: nothing left to nudge" : spreadLine(method, j), ""],
  ];
}

function spreadLine(method, j) {
  if (method === "rtn") return `W[:, ${j + 1}:] stays: RTN spreads nothing`;
  return `W[:, ${j + 1}:] ${MINUS}= err · U[${j}, ${j + 1}:]`;
}

/** Decimals that leave the difference of the two numbers three digits. */
function decimalsOf(gap) {
  return gap === 0 ? 3 : Math.max(3, 2 - Math.floor(Math.log10(Math.abs(gap))));
}

function bracketed(w, q, decimals) {
  const text = difference(w, q, decimals);
  return decimals > MOST_DECIMALS ? text : `(${text})`;
}

/** "0.512 − 0.508"; the difference itself where it would take too many digits to see it. */
function difference(w, q, decimals) {
  if (decimals > MOST_DECIMALS) return formatNumber(w - q);
  return `${fixed(w, decimals)} ${q < 0 ? "+" : MINUS} ${fixed(Math.abs(q), decimals)}`;
}

function fixed(value, decimals) {
  const size = Math.abs(value);
  if (decimals > MOST_DECIMALS || size >= 1e5) return formatNumber(value, 4);
  return (value < 0 && size > 0 ? MINUS : "") + size.toFixed(decimals);
}
