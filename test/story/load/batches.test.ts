import { expect, onTestFinished, test } from "vitest";
import { isFull } from "../../fakes/how-many.ts";
import { aSlackWorkspace } from "./slack-workspace.ts";

const MINUTE = 60_000;
const BATCHES = 50;
const SCENES = 4;
const EDITS_PER_MS = 50 / MINUTE;
const everyBatch = Array.from({ length: BATCHES }, (_, n) => n);

test.runIf(isFull)(
  "the ends of fifty batches in one Slack workspace are each reported with one edit, within a second",
  {
    timeout: 120_000,
  },
  async () => {
    const lastsMs = 12 * MINUTE;
    const plans = everyBatch.map((n) => ({
      channel: `C${n % 10}`,
      endsInMs: 6 * MINUTE + ((n * 37) % BATCHES) * 7_200,
      scenes: SCENES,
    }));
    const { slack, seenAt, updatesOf, pass, open, newsAgeMs, stop } = await aSlackWorkspace(plans);
    onTestFinished(stop);
    await pass(lastsMs + 4 * MINUTE);

    expect(await open()).toBe(0);
    expect(slack.refused()).toBe(0);
    const endSeenAt = (n: number) => Math.max(...Array.from({ length: SCENES }, (_, scene) => seenAt(n, scene)));
    const lateMs = everyBatch.map((n) => (updatesOf(n).edits[0] ?? Number.NaN) - endSeenAt(n));
    const share = newsAgeMs(lastsMs) / (BATCHES / (2 * EDITS_PER_MS));
    process.stdout.write(
      `50 batches: news ${share.toFixed(2)} × N/2R old, the last word ${Math.max(...lateMs)} ms late at most, ${slack.taken.length} calls\n`,
    );
    expect(everyBatch.map((n) => updatesOf(n)).map(({ edits, posts }) => [edits.length, posts.length])).toEqual(
      everyBatch.map(() => [1, 0]),
    );
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(1_000);
    expect(share).toBeLessThanOrEqual(1.2);
  },
);
