// Panel D: the formula card; and the table of the current column. Plain DOM, texts by textContent only.

import { formulaLines } from "./formula.js";
import { columnName, formatCode, formatNumber } from "./text.js";
import { codeAt } from "./engine.js";

const LIT = { round: 0, error: 1, spread: 2 };

export function showCard(root, view, moment) {
  const where = root.querySelector('[data-part="where"]');
  where.textContent = `${columnName(view.run, moment.j)}, row ${view.row}`;
  formulaLines(view.run, view.method, moment).forEach((parts, n) => {
    const line = root.querySelector(`[data-line="${n}"]`);
    line.dataset.lit = String(LIT[moment.phase] === n);
    line.replaceChildren(...parts.filter(Boolean).map(spanOf));
  });
}

function spanOf(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}

/** Every row of the current column: the weight at its turn, its code, and what rounding cost. */
export function showTable(panel, view, moment) {
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.textContent = `${columnName(view.run, moment.j)}, ${moment.done ? "done" : `sub-step ${moment.phase}`}`;
  const head = table.createTHead().insertRow();
  const spreads = view.method !== "rtn";
  const names = ["row", "weight at its turn", "code", "rounded", "w − q", ...(spreads ? ["err = (w − q) / U[j, j]"] : []), "clipped"];
  for (const name of names) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    head.append(cell);
  }
  const body = table.createTBody();
  for (let i = 0; i < view.run.out; i++) {
    const { d, q, j, clipped } = moment;
    const row = body.insertRow();
    row.setAttribute("aria-selected", String(i === view.row));
    const code = codeAt(view.run, view.replay.method, i, j);
    const numbers = [q[i], d[i], ...(spreads ? [d[i] / view.run.pivot[j]] : [])].map((v) => formatNumber(v));
    const texts = [String(i), formatNumber(q[i] + d[i]), formatCode(code), ...numbers, clipped[i] ? "yes" : "no"];
    for (const text of texts) {
      row.insertCell().textContent = text;
    }
  }
  panel.replaceChildren(table);
}
