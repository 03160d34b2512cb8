import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMetrics } from "../../src/ops/metrics.ts";

/** Every permitted label: our own, and those of Node's process metrics. */
const LABELS = "platform outcome result what way why place state le type space kind rule charged".split(" ");
const OF_NODE = ["version", "major", "minor", "patch"];

/** Each label in each line, unparsed. */
async function labels(metrics: ReturnType<typeof openMetrics>) {
  const lines = (await metrics.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.flatMap((line) =>
    [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => ({ line, name, value })),
  );
}

test("the metrics contain only known labels with known values, even if unknown values are passed in", async () => {
  const metrics = openMetrics(() => 7);
  metrics.answered("discord", 20);
  metrics.delivered("slack", "final", "rate_limited");
  for (const foreign of [
    "200000000000000002",
    "a paper boat",
    "https://a.example/?x",
    'x",job="1',
    "vk-0123456789abcdef",
    "",
  ]) {
    metrics.answered(foreign, 1);
    metrics.accepted(foreign);
    metrics.submitted(foreign);
    metrics.polled(foreign, 1);
    metrics.arrived(foreign, foreign);
    metrics.watch({ breakers: () => ({ [foreign]: false }) });
    metrics.settled(foreign);
    metrics.delivered(foreign, "progress", foreign);
  }
  const samples = await labels(metrics);
  for (const { line, name, value } of samples) {
    if (line.startsWith("nodejs_version_info")) expect(OF_NODE).toContain(name);
    else expect(LABELS).toContain(name);
    if (line.startsWith("reelay_")) expect(value).toMatch(/^([a-z_]+|[\d.]+|\+Inf)$/);
  }
  const ours = samples.filter(({ line, name }) => line.startsWith("reelay_") && name !== "le");
  const values = [...new Set(ours.map(({ value }) => value))].toSorted();
  const states = ["free", "paused", "spent"];
  const fromTheStart = ["unanswered", "unavailable", "unknown", "unreachable", "more", "less"];
  const counted = ["discord", "final", "other", "progress", "rate_limited", "slack"];
  expect(values).toEqual([...counted, ...states, ...fromTheStart].toSorted());
  expect(await metrics.text()).toContain("reelay_jobs_open 7");
});

test("a gauge with several sources shows the sum of the current values at each scrape", async () => {
  const metrics = openMetrics(() => 0);
  let isOpen = true;
  metrics.watch({ breakers: () => ({ video_service: isOpen }) });
  metrics.watch({
    breakers: () => ({ slack: false }),
    limits: () => ({ free: 3, spent: 2, paused: 1, finalMessagesWaiting: 7 }),
  });
  metrics.watch({ limits: () => ({ free: 1, spent: 0, paused: 0, finalMessagesWaiting: 1 }) });
  const page = await metrics.text();
  for (const line of [
    'breaker_open{place="video_service"} 1',
    'breaker_open{place="slack"} 0',
    'limits{state="free"} 4',
    'limits{state="spent"} 2',
    'limits{state="paused"} 1',
    "final_words_waiting 8",
  ])
    expect(page).toContain(`reelay_${line}\n`);
  isOpen = false;
  expect(await metrics.text()).toContain('reelay_breaker_open{place="video_service"} 0\n');
});

test("the credits metric counts charged, refunded and uncertain credits separately for each platform and payer", async () => {
  const metrics = openMetrics(() => 0);
  const own = { platform: "discord", payer: "own" } as const;
  metrics.cost(own, { charged: 95, refunded: 95, unknown: 0 });
  metrics.cost(own, { charged: 143, refunded: 0, unknown: 0 });
  metrics.cost({ platform: "slack", payer: "team" }, { charged: 0, refunded: 0, unknown: 308 });
  const page = await metrics.text();
  for (const line of [
    '{platform="discord",payer="own",what="charged"} 238',
    '{platform="discord",payer="own",what="refunded"} 95',
    '{platform="slack",payer="team",what="in_doubt"} 308',
  ])
    expect(page).toContain(`reelay_credits_total${line}\n`);
});

test("the metrics are still exported if the open jobs cannot be counted", async () => {
  const metrics = openMetrics(() => Promise.reject(new Error("Redis is away")));
  metrics.settled("succeeded");
  const page = await metrics.text();
  expect(page).toContain("reelay_queue_up 0\n");
  expect(page).toMatch(/^reelay_jobs_open Nan$/im);
  expect(page).toContain('reelay_jobs_settled_total{outcome="succeeded"} 1\n');
  expect(await openMetrics(async () => 7).text()).toContain("reelay_queue_up 1\n");
});

test("the metrics show whether the video service has an outage, and the current number and size of stored videos", async () => {
  const metrics = openMetrics(() => 0);
  let hasTrouble = false;
  let figures: { count: number; bytes: number } | null = null;
  metrics.watch({ hasTrouble: () => hasTrouble, keptFilms: () => figures });
  const before = await metrics.text();
  expect(before).toContain("reelay_service_trouble 0");
  expect(before).toContain("reelay_kept_films 0\n");
  hasTrouble = true;
  figures = { count: 3, bytes: 60_000_000 };
  const page = await metrics.text();
  expect(page).toContain("reelay_service_trouble 1");
  expect(page).toMatch(/^reelay_kept_films 3$[\s\S]*^reelay_kept_film_bytes 60000000$/m);
});

test("every metric has a help text and is listed in docs/monitoring.md", async () => {
  const exported = await openMetrics(() => 0).text();
  const names = [...exported.matchAll(/^# HELP (reelay_\w+) (.+)$/gm)].map(
    ([, name = "", help = ""]) => [name, help] as const,
  );
  expect(names.length).toBeGreaterThan(12);
  for (const [, help] of names) expect(help.length).toBeGreaterThan(15);
  const page = readFileSync(new URL("../../docs/monitoring.md", import.meta.url), "utf8");
  const missing = names.filter(([name]) => !page.includes(`\`${name}\``));
  expect(missing.map(([name]) => name)).toEqual([]);
  for (const [, name = ""] of page.matchAll(/`(reelay_\w+)`/g)) expect(names.map(([figure]) => figure)).toContain(name);
});
