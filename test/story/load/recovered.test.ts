import { describe, expect, onTestFinished, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { aToldWorkspace } from "./told-slack.ts";

const MINUTE = 60_000;
const ENDS_AT = 5 * MINUTE;
const everyJob = Array.from({ length: 20 }, (_, n) => n);

/** Twenty videos of one workspace end together, while Slack was busy between those times before or after their end. */
async function toldThrough({ from, until }: { readonly from: number; readonly until: number }) {
  const plans = everyJob.map((n) => ({ channel: `C${n % 2}`, endsInMs: ENDS_AT }));
  const { slack, told, pass, open, begunAt, stop } = await aToldWorkspace(plans);
  onTestFinished(stop);
  await pass(ENDS_AT + from);
  slack.busyFor(until - from);
  await pass(6 * MINUTE - from);
  expect(await open()).toBe(0);
  /** How long after the end the last one was told. */
  const last = (what: "edits" | "posts") => {
    const times = everyJob.map((n) => told(n)[what]);
    expect(times.map(({ length }) => length)).toEqual(everyJob.map(() => 1));
    return Math.max(...times.flat()) - begunAt - ENDS_AT;
  };
  return { refused: slack.refused(), edits: last("edits"), posts: last("posts") };
}

describe("twenty videos that end together in one Slack workspace", { timeout: 60_000 }, () => {
  test("are told within half a minute, which is Slack's own rate", async () => {
    const { refused, edits, posts } = await toldThrough({ from: -60_000, until: -60_000 });
    expect(refused).toBe(0);
    expect(Math.max(edits, posts)).toBeLessThanOrEqual(28_000);
  });

  const before = [
    ["half a minute of 429s", -30_000],
    ["a quarter of a minute of 429s just before", -15_000],
    ["three minutes of 429s", -180_000],
  ] as const;
  test.for(before.slice(0, howMany(3, 1)))("are told as soon after %s", async ([, from]) => {
    const { refused, edits, posts } = await toldThrough({ from, until: 0 });
    expect(refused).toBeGreaterThan(0);
    expect(Math.max(edits, posts)).toBeLessThanOrEqual(28_000);
  });

  const after = [
    ["two minutes", 120_000],
    ["ten seconds", 10_000],
    ["four minutes", 240_000],
  ] as const;
  test.for(after.slice(0, howMany(3, 1)))(
    "are told within half a minute of Slack's recovery where it refuses their first %s",
    async ([, until]) => {
      const { refused, edits, posts } = await toldThrough({ from: -5_000, until });
      expect(refused).toBeGreaterThan(3);
      expect(Math.max(edits, posts) - until).toBeLessThanOrEqual(31_000);
    },
  );
});
