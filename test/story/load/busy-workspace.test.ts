import { expect, onTestFinished, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { aSlackWorkspace } from "./slack-workspace.ts";

const MINUTE = 60_000;
const JOBS = 50;
const everyJob = Array.from({ length: JOBS }, (_, n) => n);

test.runIf(isFull)(
  "the ends of fifty videos in ten Slack channels are each reported within two seconds after the poll that finds the end",
  {
    timeout: 60_000,
  },
  async () => {
    // The ends are spread over the hour. Polls are grouped, so some ends are noticed at the same time.
    const plans = everyJob.map((n) => ({ channel: `C${n % 10}`, endsInMs: ((n * 7_919 + 3_571) % 3_600) * 1_000 }));
    const { slack, seenAt, updatesOf, pass, open, stop } = await aSlackWorkspace(plans);
    onTestFinished(stop);
    await pass(64 * MINUTE);

    expect(await open()).toBe(0);
    expect(slack.refused()).toBe(0);
    // There was competition for the rate limit, because cards were also kept up to date.
    expect(slack.taken.length).toBeGreaterThan(1_300);
    for (const n of everyJob) {
      const { edits, posts } = updatesOf(n);
      expect([edits.length, posts.length], `boat number ${n}`).toEqual([1, 1]);
      expect((edits[0] ?? 0) - seenAt(n), `boat number ${n}`).toBeLessThanOrEqual(2_000);
      expect((posts[0] ?? 0) - seenAt(n), `boat number ${n}`).toBeLessThanOrEqual(2_000);
    }
  },
);

test.runIf(isFull)(
  "fifty videos that end at the same time in one Slack channel are reported in order, as fast as Slack's rate limit allows",
  {
    timeout: 60_000,
  },
  async () => {
    // Polls are a millisecond apart, so that their order is defined.
    const plans = everyJob.map((n) => ({ channel: "C1", endsInMs: MINUTE, firstPollMs: n }));
    const { slack, seenAt, seen, updatesOf, pass, open, stop } = await aSlackWorkspace(plans);
    onTestFinished(stop);
    await pass(4 * MINUTE);

    expect(await open()).toBe(0);
    expect(slack.refused()).toBe(0);
    for (const what of ["edits", "posts"] as const) {
      expect(everyJob.map((n) => updatesOf(n)[what].length)).toEqual(everyJob.map(() => 1));
      const times = seen().map((n) => updatesOf(n)[what][0] ?? 0);
      const latest = times.map((_, nth) => Math.max(...times.slice(0, nth + 1)));
      // A card that gets its turn within two seconds is edited before its notification is sent, so later ones may pass it.
      for (const [nth, at] of times.entries())
        expect((latest[nth] ?? 0) - at).toBeLessThanOrEqual(what === "edits" ? 0 : 2_000);
      expect((times.at(-1) ?? 0) - seenAt(0)).toBeLessThan(72_000);
    }
  },
);

test.runIf(isFull).for([
  ["another workspace's app", true, MINUTE],
  ["its own app", false, 0],
] as const)(
  "after an outage, ten notifications appear exactly one time each in a Slack workspace that uses %s",
  { timeout: 60_000 },
  async ([, isInstalled, apartMs]) => {
    const ten = everyJob.slice(0, 10);
    const plans = ten.map((n) => ({ channel: `C${n % 5}`, endsInMs: MINUTE, firstPollMs: n }));
    const failsBetweenMs = [MINUTE, MINUTE + 20_000] as const;
    const { slack, seenAt, updatesOf, pass, open, stop } = await aSlackWorkspace(plans, {
      isInstalled,
      failsBetweenMs,
    });
    onTestFinished(stop);
    await pass(20 * MINUTE);

    expect(await open()).toBe(0);
    expect(ten.map((n) => updatesOf(n).posts.length)).toEqual(ten.map(() => 1));
    // Some of the messages with a lost response had arrived, and the others were sent again.
    const arrivedMs = ten.map((n) => (updatesOf(n).posts[0] ?? 0) - seenAt(0));
    expect(Math.min(...arrivedMs)).toBeLessThan(20_000);
    expect(Math.max(...arrivedMs)).toBeGreaterThan(30_000);
    expect(slack.refused()).toBe(0);
    expect(slack.searches.length).toBeGreaterThanOrEqual(10);
    const gaps = slack.searches.slice(1).map((at, nth) => at - (slack.searches[nth] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(apartMs);
  },
);
