import { expect, test } from "vitest";
import { says } from "../story/stage.ts";
import { twoBalanced } from "./two-balanced.ts";

test("two processes behind a load balancer make one video of a command sent twice, and answer presses on each other's cards", async () => {
  const { story, slack, balancer, ready, end } = await twoBalanced();
  await story.makeVideo({ prompt: "a paper boat" });
  slack.redeliver();
  await ready(1);
  await expect.poll(() => balancer.answeredBy.toSorted(), { interval: 20 }).toEqual([0, 0, 1]);
  expect(story.sandbox.video.ledger().tasks).toBe(1);

  // The second process made the card. It handles this press, and the first process the next one, which is on a card of the
  // second.
  for (const count of [2, 3, 4]) {
    await story.press("Again");
    await ready(count);
  }
  expect(balancer.answeredBy.slice(3)).toEqual([1, 0, 1]);
  expect(story.sandbox.video.ledger().tasks).toBe(4);
  await end();
}, 60_000);

test("two simultaneous presses of Start at two processes start one batch", async () => {
  const { story, balancer, end } = await twoBalanced();
  await story.type("video-batch");
  await story.fillForm({ prompt: "an owl\na moose\na fox" });
  await story.until(says(/Make 3 videos\?/));
  const before = balancer.answeredBy.length;
  await Promise.all([story.press("Start 3 videos"), story.press("Start 3 videos")]);
  await expect.poll(() => balancer.answeredBy.slice(before).toSorted(), { timeout: 8_000 }).toEqual([0, 1]);
  await story.until(says(/Your 3 videos are ready/, /285 credits charged/), "ben");
  expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  expect(story.seen("ben").filter(({ text }) => /Your 3 videos are ready/.test(text))).toHaveLength(1);
  await end();
}, 60_000);
