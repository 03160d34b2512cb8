import { expect, test } from "vitest";
import { sampleFilms } from "../fakes/film/sample-films.ts";
import { twoBalanced } from "./two-balanced.ts";

/** Two processes, and a chain with two finished parts. */
async function twoParts() {
  const films = sampleFilms();
  const world = await twoBalanced({ films: () => films });
  const { story, slack, ready } = world;
  const inThreads = () => slack.messages("ben").flatMap(({ films: urls = [] }) => urls);
  await story.makeVideo({ prompt: "a paper boat" });
  await ready(1);
  await expect.poll(() => inThreads().length, { timeout: 8_000 }).toBe(1);
  await story.press("Continue");
  await story.fillForm({ prompt: "and then it rains", duration: "10", resolution: "480p" });
  await ready(2);
  await expect.poll(() => inThreads().length, { timeout: 8_000 }).toBe(2);
  return { ...world, films, inThreads };
}

const count = (texts: readonly { readonly text: string }[], words: RegExp) =>
  texts.filter(({ text }) => words.test(text)).length;

test("two simultaneous presses of Join at two processes join once, and nothing is charged", async () => {
  const { story, balancer, films, inThreads, end } = await twoParts();
  const ledger = story.sandbox.video.ledger();
  const before = balancer.answeredBy.length;
  let release = () => {};
  films.hold(new Promise<void>((resolve) => (release = resolve)));
  await Promise.all([story.press("Join"), story.press("Join")]);
  await expect.poll(() => balancer.answeredBy.slice(before).toSorted(), { timeout: 8_000 }).toEqual([0, 1]);
  await story.until((seen) => count(seen, /less than two minutes ago/) === 1 && count(seen, /Joining 2 parts…/) === 1);
  expect(inThreads()).toHaveLength(2);
  release();
  await story.until((seen) => count(seen, /2 parts joined/) === 1);
  expect(inThreads()).toHaveLength(3);
  expect(films.read.slice(-2).map(({ kind }) => kind)).toEqual(["platform", "platform"]);

  // Within two minutes neither process joins them again.
  for (const presses of [2, 3]) {
    await story.press("Join");
    await story.until((seen) => count(seen, /less than two minutes ago/) === presses);
  }
  expect(balancer.answeredBy.slice(before + 2).toSorted()).toEqual([0, 1]);
  expect(inThreads()).toHaveLength(3);
  expect(story.sandbox.video.ledger()).toEqual(ledger);
  await end();
}, 60_000);

test("each of two processes joins videos of the other, and a press delivered twice joins once", async () => {
  const { story, slack, balancer, inThreads, end } = await twoParts();
  balancer.sendAllTo(0);
  await story.press("Join");
  slack.redeliver();
  await story.until((seen) => count(seen, /2 parts joined/) === 1);
  await story.press("Continue");
  await story.fillForm({ prompt: "and then it snows", duration: "10", resolution: "480p" });
  await story.until((seen) => count(seen, /The video is ready/) === 3);
  await expect.poll(() => inThreads().length, { timeout: 8_000 }).toBe(4);
  balancer.sendAllTo(1);
  await story.press("Join");
  await story.until((seen) => count(seen, /3 parts joined/) === 1);
  expect(inThreads()).toHaveLength(5);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  await end();
}, 60_000);
