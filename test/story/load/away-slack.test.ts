import { expect, onTestFinished, test } from "vitest";
import { aSlackWorkspace } from "./slack-workspace.ts";

const MINUTE = 60_000;
const everyJob = Array.from({ length: 30 }, (_, n) => n);
/** Between two probes of a platform that is away. */
const PROBE_MS = 5_000;

/** Thirty videos end in ten channels while Slack answers 503 for so long; when each was updatesOf, counted from its return. */
async function thirtyEnds(awayMs: number, isHistoryGranted: boolean) {
  const plans = everyJob.map((n) => ({ channel: `C${n % 10}`, endsInMs: 10 * MINUTE }));
  const workspace = await aSlackWorkspace(plans, { isHistoryGranted });
  onTestFinished(workspace.stop);
  const { slack, pass, updatesOf, open, begunAt } = workspace;
  await pass(10 * MINUTE - 1);
  slack.awayFor(awayMs);
  await pass(5 * MINUTE);
  expect(await open()).toBe(0);
  const backAt = begunAt + 10 * MINUTE - 1 + awayMs;
  const after = (times: readonly number[]) => times.map((at) => at - backAt).toSorted((a, b) => a - b);
  const all = everyJob.map(updatesOf);
  return {
    first: Math.min(...slack.taken.map(({ at }) => at).filter((at) => at > backAt)) - backAt,
    edits: after(all.flatMap(({ edits }) => edits)),
    posts: after(all.flatMap(({ posts }) => posts)),
    refused: slack.refused(),
  };
}

test.for([8_000, 12_000, 120_000])(
  "thirty videos that end while Slack is away for %i ms are told within seven seconds of its return, and each once",
  { timeout: 60_000 },
  async (awayMs) => {
    const { first, posts, edits, refused } = await thirtyEnds(awayMs, true);
    expect(first).toBeLessThanOrEqual(PROBE_MS);
    expect(posts).toHaveLength(everyJob.length);
    expect(posts.at(-1)).toBeLessThanOrEqual(7_000);
    // Their cards follow at what is taken of Slack's fifty edits a minute.
    expect(edits.length).toBeGreaterThanOrEqual(everyJob.length);
    expect(edits[everyJob.length - 1]).toBeLessThanOrEqual(45_000);
    expect(refused).toBe(0);
  },
);

test("without the history scopes each of their cards has its word, and a notification that may have arrived is not repeated", {
  timeout: 60_000,
}, async () => {
  const { posts, edits } = await thirtyEnds(8_000, false);
  expect(edits.length).toBeGreaterThanOrEqual(everyJob.length);
  expect(posts.length).toBeLessThan(everyJob.length);
});
