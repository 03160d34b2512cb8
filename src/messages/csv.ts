/**
 * Where a spreadsheet takes text for a formula: at its beginning, and behind whatever a spreadsheet of any country may split it at.
 * Full-width signs count: some take them for the plain ones.
 */
const FORMULA = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@＝＋－＠])/g;

/** A table as CSV: each cell is quoted, and an apostrophe stands before what would be a formula. */
export function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  const safe = typeof value === "number" ? String(value) : value.replaceAll(FORMULA, "$1$2'");
  return `"${safe.replaceAll('"', '""')}"`;
}
