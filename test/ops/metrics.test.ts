import { expect, test } from "vitest";
import { openMetrics } from "../../src/ops/metrics.ts";

/** Every label there may be: the five of ours, and those of the process's own figures. */
const LABELS = ["platform", "outcome", "result", "what", "le", "type", "space", "kind"];
const OF_NODE = ["version", "major", "minor", "patch"];

/** Each label of each line, as it stands there. */
async function labels(metrics: ReturnType<typeof openMetrics>) {
  const lines = (await metrics.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.flatMap((line) =>
    [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => ({ line, name, value })),
  );
}

test("no label but those on the list is told, and ours say words of ours, whatever they are given", async () => {
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
    metrics.polled(foreign);
    metrics.settled(foreign);
    metrics.delivered(foreign, "progress", foreign);
  }
  const told = await labels(metrics);
  for (const { line, name, value } of told) {
    if (line.startsWith("nodejs_version_info")) expect(OF_NODE).toContain(name);
    else expect(LABELS).toContain(name);
    if (line.startsWith("reelay_")) expect(value).toMatch(/^([a-z_]+|[\d.]+|\+Inf)$/);
  }
  const ours = told.filter(({ line, name }) => line.startsWith("reelay_") && name !== "le");
  const values = [...new Set(ours.map(({ value }) => value))].toSorted();
  expect(values).toEqual(["discord", "final", "other", "progress", "rate_limited", "slack"]);
  expect(await metrics.text()).toContain("reelay_jobs_open 7");
});
