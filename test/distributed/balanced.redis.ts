import { expect, test } from "vitest";
import { twoBalanced } from "./two-balanced.ts";

test("two processes behind a balancer make one video of a command that comes twice, and answer presses on each other's cards", async () => {
  const { story, slack, balancer, ready, end } = await twoBalanced();
  await story.makeVideo({ prompt: "a paper boat" });
  slack.redeliver();
  await ready(1);
  await expect.poll(() => balancer.answeredBy.toSorted(), { interval: 20 }).toEqual([0, 0, 1]);
  expect(story.sandbox.video.ledger().tasks).toBe(1);

  // The second process made the card: it takes this press, the first one the next, which is on a card of the second's.
  for (const count of [2, 3, 4]) {
    await story.press("Again");
    await ready(count);
  }
  expect(balancer.answeredBy.slice(3)).toEqual([1, 0, 1]);
  expect(story.sandbox.video.ledger().tasks).toBe(4);
  await end();
}, 60_000);
