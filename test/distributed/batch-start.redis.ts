import { beforeAll, expect, test } from "vitest";
import { type BuiltBot, buildBot } from "../story/process/built-bot.ts";
import { says } from "../story/stage.ts";
import { threeOnSlack } from "./three-on-slack.ts";

let bot: BuiltBot;
beforeAll(async () => {
  bot = await buildBot();
}, 120_000);

test("on slack Start that is pressed three times at once is one batch, though each press comes to another of three processes", async () => {
  const { story, answeredBy } = await threeOnSlack(bot);
  await story.type("video-batch");
  await story.fillForm({ prompt: "an owl\na moose\na fox" });
  await story.until(says(/Make 3 videos\?/));
  const before = answeredBy.length;
  await Promise.all(Array.from({ length: 3 }, () => story.press("Start 3 videos")));
  await story.until(() => answeredBy.length >= before + 3);
  expect(new Set(answeredBy.slice(before, before + 3))).toEqual(new Set([0, 1, 2]));
  await story.until(says(/Your 3 videos are ready/, /285 credits charged/), "ben");
  expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  expect(story.seen("ben").filter(({ text }) => /Your 3 videos are ready/.test(text))).toHaveLength(1);
}, 90_000);
