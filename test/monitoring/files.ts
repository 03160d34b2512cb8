import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const docs = new URL("../../docs/", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, docs), "utf8");

export const alertsPath = new URL("monitoring/alerts.yml", docs).pathname;

const alert = z.strictObject({
  alert: z.string().regex(/^Reelay[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+m$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
});
export type Alert = z.infer<typeof alert>;

const source = z.strictObject({ type: z.literal("prometheus"), uid: z.literal(`\${datasource}`) });
const place = z.strictObject({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) });
const target = z.strictObject({ refId: z.string(), datasource: source, expr: z.string(), legendFormat: z.string() });
const row = z.object({ id: z.int(), type: z.literal("row"), title: z.string(), gridPos: place });
const chart = z.object({
  id: z.int(),
  type: z.literal("timeseries"),
  title: z.string(),
  description: z.string(),
  datasource: source,
  gridPos: place,
  targets: z.array(target).min(1),
});
export type Panel = z.infer<typeof row> | z.infer<typeof chart>;

/** Parses docs/monitoring/alerts.yml. */
export function alerts(): readonly Alert[] {
  const file = z.strictObject({
    groups: z.tuple([z.strictObject({ name: z.literal("reelay"), rules: z.array(alert) })]),
  });
  return file.parse(parse(textOf("monitoring/alerts.yml"))).groups[0].rules;
}

/** Parses docs/monitoring/dashboard.json: its panels, and the variables that their queries may use. */
export function dashboard(): { readonly panels: readonly Panel[]; readonly variables: readonly string[] } {
  const file = z.object({
    uid: z.literal("reelay"),
    templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
    panels: z.array(z.discriminatedUnion("type", [row, chart])),
  });
  const { panels, templating } = file.parse(JSON.parse(textOf("monitoring/dashboard.json")));
  return { panels, variables: templating.list.map(({ name }) => name) };
}

/** Every query of every panel. */
export function questions(): readonly { readonly title: string; readonly expr: string; readonly legend: string }[] {
  return dashboard().panels.flatMap((panel) =>
    panel.type === "row"
      ? []
      : panel.targets.map(({ expr, legendFormat }) => ({ title: panel.title, expr, legend: legendFormat })),
  );
}

interface FigureRow {
  readonly figure: string;
  readonly says: string;
  /** Null: the metric has no alert. */
  readonly alert: { readonly name: string; readonly isForMorning: boolean; readonly when: string } | null;
}

/** The table of metrics in docs/monitoring.md. */
export function figureRows(): readonly FigureRow[] {
  return cellsOf(chapterOf("Metrics and alerts")).map(([first = "", says = "", last = ""]) => {
    const [, name, mark, when = ""] = /^`(Reelay\w+)`( ²)?: (.+)$/.exec(last) ?? [];
    return {
      figure: /^`(\w+)`/.exec(first)?.[1] ?? first,
      says,
      alert: name === undefined ? null : { name, isForMorning: mark !== undefined, when },
    };
  });
}

/** The alerts in docs/monitoring.md, with their cause and fix. */
export function runbook(): readonly (readonly string[])[] {
  return cellsOf(chapterOf("When an alert fires")).map(([alert = "", ...rest]) => [alert.replaceAll("`", ""), ...rest]);
}

/** The Prometheus configuration in docs/monitoring.md. */
export function scrapeConfig(): string {
  return /```yaml\n([^`]+)```/.exec(textOf("monitoring.md"))?.[1] ?? "";
}

function chapterOf(heading: string): string {
  const chapters = textOf("monitoring.md").split(/^## /m);
  return chapters.find((chapter) => chapter.startsWith(`${heading}\n`)) ?? "";
}

function cellsOf(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(2, -2).split(" | "));
}
