import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";
import { type Estimate, median } from "./statistics.ts";

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

/** The medians of both. */
export function against(values: readonly number[], bases: readonly number[]): string {
  return `${numberText(median(values))} against ${numberText(median(bases))}`;
}

/** The unit of a figure; "×" is a ratio of two figures of the same run. */
export type Unit = "×" | "ms" | "s" | "B" | "MB";

export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly figure: Estimate;
  /** null: reported beside the others, and held to nothing. */
  readonly target: Target | null;
  /** The figure's source, or the figure it is compared with. */
  readonly beside: string;
  /** The reason why the target is missed, if it is. */
  readonly whyNot?: string;
  /** A ratio that is known to miss its target by more than that is red only beyond this. */
  readonly redBeyond?: number;
}

/** A line that could not be measured here. */
export interface Skipped {
  readonly what: string;
  readonly skipped: string;
}

export type Line = Row | Skipped;

export function isMet({ figure, target }: Pick<Row, "figure" | "target">): boolean | null {
  if (target === null) return null;
  return "atMost" in target ? figure.value <= target.atMost : figure.value >= target.atLeast;
}

/** Ours. */
const FAR = 1.5;

/** A ratio whose whole interval lies beyond 1.5 times its target: no noise of the machine does that. So is one that came to nothing. */
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

/** With less, nothing else wanted a core for long. */
const QUIET = 0.7;

/** The file that `npm run bench` writes; `load`: how many processes wanted a core when it began. What was measured once stays. */
export function resultsOf(
  lines: readonly Line[],
  { seconds, load, earlier }: { readonly seconds: number; readonly load: number; readonly earlier: string },
): string {
  const once = /^## [\s\S]*/m.exec(earlier)?.[0] ?? "";
  return `# What it costs, and how soon people know

Measured by \`npm run bench\` in ${Math.round(seconds / 60)} minutes on ${machineWords()}. Ratios hold on other machines, milliseconds do not.
${loadWords(load)}

Each row stands beside its base in one run: slices of 120 ms in shuffled order over 60 rounds, the median of what the two
came to in the same round, the servers in processes of their own. The interval holds 95 % of 1,000 bootstrap draws. Nothing
is tuned to these rows.

${tableOf(lines)}${once}`;
}

/** Describes the machine's other load. */
function loadWords(load: number): string {
  if (load < QUIET) return "It had nothing else to do.";
  return `It was busy with other work (a load of ${numberText(load)} when the run began): times are longer than they need be.`;
}

/** Describes the machine without naming it. */
function machineWords(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  return `${availableParallelism()} cores (${model}), ${memory}, ${platform()} ${arch()}, Node ${process.versions.node}`;
}
