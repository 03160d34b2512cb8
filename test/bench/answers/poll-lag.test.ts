import { expect, test } from "vitest";
import { openMetrics } from "../../../src/ops/metrics.ts";
import { lagsIn } from "./poll-lag.ts";

test("how late polls were is reckoned from the bot's own metrics, since the last look at them", async () => {
  const metrics = openMetrics(() => 0);
  for (let n = 0; n < 50; n += 1) metrics.polled("running", 30_000);
  const before = lagsIn(await metrics.text());
  for (let n = 0; n < 98; n += 1) metrics.polled("running", 5);
  for (let n = 0; n < 2; n += 1) metrics.polled("running", 200);
  const since = lagsIn(await metrics.text()).since(before);
  expect(since.count).toBe(100);
  expect(since.percentile(0.49)).toBe(5);
  expect(since.percentile(0.99)).toBe(175);
  expect(since.percentile(1)).toBe(250);
  expect(before.percentile(0.5)).toBeGreaterThan(10_000);
  expect(lagsIn("").percentile(0.99)).toBeNaN();
});
