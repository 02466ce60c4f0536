// Numbers and sentences on the player. No DOM.

export const MINUS = "\u2212";

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

/** "Column 5", or "Step 5 (column 11)" when act_order moved it. */
export function columnName(run, j) {
  return run.perm[j] === j ? `Column ${j}` : `Step ${j} (column ${run.perm[j]})`;
}

export const METHOD_LABELS = { rtn: "RTN", frozen: "Frozen inverse", gptq: "GPTQ" };
