import { expect, test } from "vitest";
import type { ChatRefusal } from "../../src/core/chat.ts";
import type { Outcome } from "../../src/core/job/job.ts";
import type { ApiRefusal, PollRefusal } from "../../src/core/video-service.ts";
import { CASES } from "./alert-cases.ts";
import { atTheStart, type Figure, figures } from "./figures.ts";
import { alerts, dashboard, figureRows, questions, runbook } from "./files.ts";

/** A metric in a PromQL query. */
interface Asked {
  readonly figure: string;
  /** The label matchers, each with its alternatives. */
  readonly picks: Readonly<Record<string, readonly string[]>>;
  /** The function around the metric, such as `rate`. Null: none. */
  readonly grownBy: string | null;
}

/** Every metric in a query. */
function asked(expression: string): readonly Asked[] {
  const named = /(?:\b(rate|increase)\()?\b((?:reelay|process|nodejs)_\w+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g;
  return [...expression.matchAll(named)].map(([, grownBy = null, figure = "", picks = ""]) => ({
    figure,
    picks: Object.fromEntries(
      [...picks.matchAll(/(\w+)\s*=~?\s*"([^"]*)"/g)].map(([, label = "", words = ""]) => [label, words.split("|")]),
    ),
    grownBy,
  }));
}

/** The labels by which a query groups. */
function groupedBy(expression: string): readonly string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/));
}

/** The labels in a text, such as `{{ $labels.place }}` or a legend's `{{place}}`. */
function shownIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = ""]) => label);
}

/** Label values that alerts use, as the code defines them. The bounds of histograms are read from the metrics. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "reelay_submits_total result": ["unavailable" satisfies ApiRefusal["kind"]],
  "reelay_polls_total result": ["bad_key", "unavailable"] satisfies readonly PollRefusal["kind"][],
  "reelay_deliveries_total what": ["final"],
  "reelay_deliveries_total result": ["unreachable" satisfies ChatRefusal["kind"]],
  "reelay_jobs_settled_total outcome": ["unknown" satisfies Outcome["kind"]],
  "reelay_denials_total rule": ["unanswered"],
  "reelay_limits state": ["paused"],
  "reelay_arrivals_total way": ["direct_message"],
  "reelay_poll_lag_seconds_bucket le": ["5", "5.0"],
  "reelay_answer_seconds_bucket le": ["2", "2.0"],
};
const OF_ANY_SCRAPE = ["reelay", "$job"];

/** The parts of an expression for which no metric exists. */
function unanswerable(expr: string, metrics: ReadonlyMap<string, Figure>): readonly string[] {
  const uses = asked(expr);
  const ofAll = uses.flatMap(({ figure }) => [...(metrics.get(figure)?.labels ?? [])]);
  const unknownLabels = groupedBy(expr).filter((label) => !ofAll.includes(label));
  return [
    ...(uses.length === 0 ? ["it names no figure"] : []),
    ...unknownLabels.map((label) => `nothing has the label ${label}`),
    ...uses.flatMap(({ figure, picks, grownBy }) => {
      const metric = metrics.get(figure);
      if (!metric) return [`there is no ${figure}`];
      // A query must use `rate` or `increase` for a counter, and never for a gauge.
      const grows = metric.type !== "gauge";
      const wrong = grows === (grownBy !== null) ? [] : [`${figure} is a ${metric.type}`];
      const badPicks = Object.entries(picks).flatMap(([label, words]) => {
        if (!metric.labels.has(label)) return [`${figure} has no ${label}`];
        const allowedValues = label === "job" ? OF_ANY_SCRAPE : (WORDS[`${figure} ${label}`] ?? []);
        return words.filter((word) => !allowedValues.includes(word)).map((word) => `${figure} never says ${word}`);
      });
      return [...wrong, ...badPicks];
    }),
  ];
}

/** The name in the table, without the suffixes of a histogram. */
const base = (figure: string) => figure.replace(/_(?:bucket|sum|count)$/, "");

test("every alert and panel uses only metrics, labels and label values that exist", async () => {
  const metrics = await figures();
  const all = [...alerts().map((one) => one.expr), ...questions().map((one) => one.expr)];
  expect(all.length).toBeGreaterThan(35);
  expect(all.flatMap((expr) => unanswerable(expr, metrics).map((why) => `${why}: ${expr}`))).toEqual([]);
});

test.for([
  ["an unknown metric", "rate(reelay_answers_total[5m])", "there is no reelay_answers_total"],
  ["a counter without rate or increase", "reelay_polls_total > 1", "reelay_polls_total is a counter"],
  ["a gauge in rate or increase", "increase(reelay_jobs_open[5m])", "reelay_jobs_open is a gauge"],
  ["an unknown label in “by”", "sum by (place) (reelay_queue_up)", "nothing has the label place"],
  ["an unknown label of a metric", 'reelay_breaker_open{kind="x"}', "reelay_breaker_open has no kind"],
  [
    "an unknown value of a label",
    'increase(reelay_submits_total{result="lost"}[5m])',
    "reelay_submits_total never says lost",
  ],
  ["no metric", "vector(1)", "it names no figure"],
])("the check of alert and panel queries rejects a query with %s", async ([, expr = "", why = ""]) => {
  expect(unanswerable(expr, await figures())).toEqual([why]);
});

test("every documented metric has a panel and documented labels", async () => {
  const metrics = await figures();
  const onPanels = questions().flatMap(({ expr }) => asked(expr).map(({ figure }) => base(figure)));
  for (const { figure, says, alert } of figureRows()) {
    expect(onPanels, figure).toContain(figure);
    const { labels } = metrics.get(figure) ?? metrics.get(`${figure}_count`) ?? { labels: new Set() };
    for (const label of ["place", "kind", "result", "rule", "outcome", "state", "why", "what", "way"])
      if (labels.has(label)) expect(`${says} ${alert?.when}`, figure).toContain(`\`${label}\``);
  }
});

test("the documented table of metrics lists every alert with its metric and the minutes before the alert fires", () => {
  const rows = figureRows();
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.flatMap(({ alert }) => alert?.name ?? [])).toHaveLength(alerts().length);
  for (const { alert, expr, for: held, labels } of alerts()) {
    const row = rows.find((each) => each.alert?.name === alert);
    expect(
      asked(expr).map(({ figure }) => base(figure)),
      alert,
    ).toContain(row?.figure);
    expect(row?.alert?.isForMorning, alert).toBe(labels.severity === "ticket");
    const minutes = Number.parseInt(held ?? "0", 10);
    if (minutes > 0) expect(row?.alert?.when).toMatch(new RegExp(`for ${minutes} minutes?$`));
    else expect(row?.alert?.when).not.toMatch(/ for \d+ minutes?$/);
  }
});

test("every alert has a link to documentation of its cause and its fix", () => {
  for (const { annotations } of alerts()) expect(annotations.runbook).toBe("docs/monitoring.md#when-an-alert-fires");
  expect(runbook().map(([name]) => name)).toEqual(alerts().map(({ alert }) => alert));
  for (const cells of runbook()) expect(cells.filter((cell) => cell.trim() !== "")).toHaveLength(3);
});

test("the text of an alert and the legend of a panel use only labels from the query's result", async () => {
  const metrics = await figures();
  for (const { alert, expr, annotations } of alerts()) {
    const left = expr.includes(" by (")
      ? groupedBy(expr)
      : asked(expr).flatMap((x) => [...(metrics.get(x.figure)?.labels ?? [])]);
    for (const label of shownIn(annotations.summary).filter((each) => each !== "value"))
      expect(left, alert).toContain(label);
  }
  for (const { title, expr, legend } of questions()) {
    const left = expr.includes(" by (") ? groupedBy(expr) : ["instance"];
    for (const label of shownIn(legend)) expect(left, title).toContain(label);
  }
});

test("every counter in an alert is exported as 0 before its first increase", async () => {
  const lines = (await atTheStart()).split("\n");
  const counted = alerts()
    .flatMap(({ expr }) => asked(expr))
    .filter(({ figure, grownBy }) => grownBy === "increase" && figure.endsWith("_total"));
  expect(counted).toHaveLength(5);
  for (const { figure, picks } of counted) {
    const picked = Object.entries(picks).map(([label, [word]]) => `${label}="${word}"`);
    const isThere = (line: string) => line.startsWith(`${figure}{`) && picked.every((each) => line.includes(each));
    expect(
      lines.filter((line) => isThere(line) && line.endsWith(" 0")),
      figure,
    ).not.toEqual([]);
  }
});

test("every alert has test cases", () => {
  const names = alerts().map(({ alert }) => alert);
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted());
});

test("the panels of the most important metrics have the expected titles", () => {
  const titleOf = (figure: string) =>
    new Set(
      questions().flatMap(({ title, expr }) => (asked(expr).some((x) => base(x.figure) === figure) ? title : [])),
    );
  expect([...titleOf("reelay_poll_lag_seconds")]).toEqual(["Poll lag"]);
  expect([...titleOf("reelay_polls_total")]).toEqual(["Polls per second"]);
  expect([...titleOf("reelay_breaker_open")]).toEqual(["Outages"]);
  expect([...titleOf("reelay_final_words_waiting")]).toEqual(["Final messages waiting"]);
});

test("the panels of the dashboard do not overlap, and each panel has a description", () => {
  const { panels, variables } = dashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos, ...panel } of panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), title).toBe(false);
        taken.add(`${x} ${y}`);
      }
    if (panel.type === "timeseries") expect(panel.description.length, title).toBeGreaterThan(10);
  }
  const named = questions().flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name = ""]) => name));
  expect(named.filter((name) => !name.startsWith("__") && !variables.includes(name))).toEqual([]);
});
