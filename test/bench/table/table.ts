import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";
import { type Estimate, median } from "./statistics.ts";

/** A Markdown table with aligned columns, followed by the reasons for missed targets. */
export function tableOf(lines: readonly Line[]): string {
  const cells = [["what", "target", "figure", "95 % interval", "verdict", "details"], ...lines.map(cellsOf)];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const [head = "", ...rows] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const table = [head, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows, ""];
  const reasons = lines.flatMap(reasonOf);
  return [...table, ...(reasons.length === 0 ? [] : ["Why some targets are not met:", "", ...reasons, ""])].join("\n");
}

function reasonOf(line: Line): readonly string[] {
  if ("skipped" in line || isMet(line) !== false) return [];
  return [`- ${line.what}: ${line.whyNot ?? "no reason recorded"}.`];
}

function cellsOf(line: Line): string[] {
  if ("skipped" in line) return [line.what, "", "", "", "skipped", line.skipped];
  const { what, unit, figure, target, details } = line;
  const interval = `${numberText(figure.low)} to ${numberText(figure.high)}`;
  return [what, targetText(target, unit), withUnit(figure.value, unit), interval, verdictOf(line), details];
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

/** At least three significant digits. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "none";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return Number(value.toFixed(digits)).toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** Both medians. */
export function against(values: readonly number[], bases: readonly number[]): string {
  return `${numberText(median(values))} against ${numberText(median(bases))}`;
}

/** "×" is a ratio of two figures of the same run. */
export type Unit = "×" | "ms" | "s" | "B" | "MB";

export type Target = { readonly atMost: number } | { readonly atLeast: number };

export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly figure: Estimate;
  /** Null if the figure is only reported. */
  readonly target: Target | null;
  /** The figure's source, or the figure it is compared with. */
  readonly details: string;
  /** The reason why the target is missed, if it is. */
  readonly whyNot?: string;
  /** Replaces the limit of 1.5 times the target for a ratio that is known to miss its target. */
  readonly redBeyond?: number;
}

/** A row that could not be measured on this machine. */
export interface Skipped {
  readonly what: string;
  readonly skipped: string;
}

export type Line = Row | Skipped;

export function isMet({ figure, target }: Pick<Row, "figure" | "target">): boolean | null {
  if (target === null) return null;
  return "atMost" in target ? figure.value <= target.atMost : figure.value >= target.atLeast;
}

/** Our own choice: half as much again as the target. */
const FAR = 1.5;

/**
 * True if the whole interval is beyond 1.5 times the target (or beyond `redBeyond`), or if nothing could be measured.
 */
export function isFarOff({
  unit,
  figure,
  target,
  redBeyond,
}: Pick<Row, "unit" | "figure" | "target" | "redBeyond">): boolean {
  if (target === null || unit !== "×") return false;
  if (!Number.isFinite(figure.value)) return true;
  if ("atMost" in target) return figure.low > (redBeyond ?? FAR * target.atMost);
  return figure.high < (redBeyond ?? target.atLeast / FAR);
}

/** Load average below which the machine counts as idle. */
const QUIET = 0.7;

/** The text of RESULTS.md. `load` is the load average when the run began. The sections after the table are kept. */
export function resultsOf(
  lines: readonly Line[],
  { seconds, load, earlier }: { readonly seconds: number; readonly load: number; readonly earlier: string },
): string {
  const once = /^## [\s\S]*/m.exec(earlier)?.[0] ?? "";
  return `# Benchmark results

Measured by \`npm run bench\` in ${Math.round(seconds / 60)} minutes on ${machineWords()}. Ratios are similar on other machines; times are not.
${loadWords(load)}

A ratio compares Reelay with a simpler program that does the same work in the same run. Both run in short slices in shuffled
order, and the figure is the median over all rounds. Servers run in their own processes. The interval is a 95 % bootstrap
interval of 1,000 samples.

${tableOf(lines)}${once}`;
}

function loadWords(load: number): string {
  if (load < QUIET) return "The machine was otherwise idle.";
  return `The machine was busy with other work (load average ${numberText(load)} when the run began), so times are too long.`;
}

/** Describes the machine without its name. */
function machineWords(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  return `${availableParallelism()} cores (${model}), ${memory}, ${platform()} ${arch()}, Node ${process.versions.node}`;
}
