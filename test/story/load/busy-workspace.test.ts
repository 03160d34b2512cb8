import { expect, onTestFinished, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { aSlackWorkspace } from "./slack-workspace.ts";

const MINUTE = 60_000;
const JOBS = 50;
const everyJob = Array.from({ length: JOBS }, (_, n) => n);

test.runIf(isFull)(
  "fifty jobs in ten channels of one workspace are told within two seconds of the poll that saw their end",
  {
    timeout: 60_000,
  },
  async () => {
    // Their ends fall into the hour as they may, and their polls fall together: some ends are seen at once.
    const plans = everyJob.map((n) => ({ channel: `C${n % 10}`, endsInMs: ((n * 7_919 + 3_571) % 3_600) * 1_000 }));
    const { slack, seenAt, updatesOf, pass, open, stop } = await aSlackWorkspace(plans);
    onTestFinished(stop);
    await pass(64 * MINUTE);

    expect(await open()).toBe(0);
    expect(slack.refused()).toBe(0);
    // The budget was fought for: cards were also kept up to date, with milestones alone while there were more than 41.
    expect(slack.taken.length).toBeGreaterThan(1_300);
    for (const n of everyJob) {
      const { edits, posts } = updatesOf(n);
      expect([edits.length, posts.length], `boat number ${n}`).toEqual([1, 1]);
      expect((edits[0] ?? 0) - seenAt(n), `boat number ${n}`).toBeLessThanOrEqual(2_000);
      expect((posts[0] ?? 0) - seenAt(n), `boat number ${n}`).toBeLessThanOrEqual(2_000);
    }
  },
);

test("fifty ends at once in one channel are told in their order, at Slack's rate, and none is lost", {
  timeout: 60_000,
}, async () => {
  // Their polls are a millisecond apart, so that there is an order.
  const plans = everyJob.map((n) => ({ channel: "C1", endsInMs: 10 * MINUTE, firstPollMs: n }));
  const { slack, seenAt, seen, updatesOf, pass, open, stop } = await aSlackWorkspace(plans);
  onTestFinished(stop);
  await pass(13 * MINUTE);

  expect(await open()).toBe(0);
  expect(slack.refused()).toBe(0);
  for (const what of ["edits", "posts"] as const) {
    expect(everyJob.map((n) => updatesOf(n)[what].length)).toEqual(everyJob.map(() => 1));
    const times = seen().map((n) => updatesOf(n)[what][0] ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect((times.at(-1) ?? 0) - seenAt(0)).toBeLessThan(72_000);
  }
});
