/** A spreadsheet takes text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table as CSV: text that would be a formula begins with an apostrophe, what would end a cell is quoted. */
export function csv(head: string, rows: readonly (readonly (string | number)[])[]): string {
  return `${[head, ...rows.map((row) => row.map(cell).join(","))].join("\r\n")}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
