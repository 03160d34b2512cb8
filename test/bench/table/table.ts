import { isMet, type Line, type Row, type Target, type Unit } from "./row.ts";

/** The lines as one Markdown table with its columns in line, and below it why a target is not met. */
export function tableOf(lines: readonly Line[]): string {
  const cells = [["what", "target", "figure", "95 % interval", "verdict", "beside it"], ...lines.map(cellsOf)];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const [head = "", ...rows] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const table = [head, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows, ""];
  const reasons = lines.flatMap(reasonOf);
  return [...table, ...(reasons.length === 0 ? [] : ["Not met, and why:", "", ...reasons, ""])].join("\n");
}

function reasonOf(line: Line): readonly string[] {
  if ("skipped" in line || isMet(line) !== false) return [];
  return [`- ${line.what}: ${line.whyNot ?? "no reason is written down"}.`];
}

function cellsOf(line: Line): string[] {
  if ("skipped" in line) return [line.what, "", "", "", "skipped", line.skipped];
  const { what, unit, figure, target, beside } = line;
  const interval = `${numberText(figure.low)} to ${numberText(figure.high)}`;
  return [what, targetText(target, unit), withUnit(figure.value, unit), interval, verdictOf(line), beside];
}

function verdictOf(row: Row): string {
  const met = isMet(row);
  if (met === null) return "";
  return met ? "met" : "not met";
}

function targetText(target: Target | null, unit: Unit): string {
  if (target === null) return "";
  return "atMost" in target ? `≤ ${withUnit(target.atMost, unit)}` : `≥ ${withUnit(target.atLeast, unit)}`;
}

function withUnit(value: number, unit: Unit): string {
  return unit === "×" ? `${numberText(value)} ×` : `${numberText(value)} ${unit}`;
}

/** Three digits that count, at least. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "none";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return Number(value.toFixed(digits)).toLocaleString("en-US", { maximumFractionDigits: digits });
}
