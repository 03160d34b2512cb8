import { expect, test } from "vitest";
import { linesOf } from "../../../src/cli/demo/seen.ts";
import { boat, hasVideo, type Story, says, tell } from "../stage.ts";

const words = (story: Story, personId = "ada") => linesOf(story.sandbox.slack.home(personId)).join("\n");

/** Waits until the person's home says it. */
async function homeSays(story: Story, ...all: readonly RegExp[]): Promise<void> {
  const says = () => all.every((one) => one.test(words(story)));
  if (says()) return;
  await story.sandbox.journal.find(says, { withinMs: 9_000 }).catch(() => {
    throw new Error(`never seen; the home says:\n${words(story)}`);
  });
}

async function pressAtHome(story: Story, actionId: RegExp): Promise<void> {
  const { slack } = story.sandbox;
  const home = slack.home("ada");
  const buttons =
    JSON.stringify(home)
      .match(/"action_id":"([^"]+)"/g)
      ?.map((one) => one.slice(13, -1)) ?? [];
  await slack.pressInView("ada", home?.id ?? "", buttons.find((one) => actionId.test(one)) ?? "");
}

test("on slack the home shows videos, spending, key and settings, and is published anew when they change", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  slack.openTab("ada", "home");
  await homeSays(story, /made any videos yet/, /no credits spent/, /ends in/, /Shape: 16:9/, /Help/);
  await story.makeVideo(boat);
  await story.until(hasVideo);
  await homeSays(story, /Ready/, /a paper boat in the rain/, /95 credits spent/, /Watch or download/);
  expect(slack.home("ben")).toBeNull();

  await pressAtHome(story, /^change_settings$/);
  await story.fillForm({ ratio: "9:16" });
  await homeSays(story, /Shape: 9:16/);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack the home's buttons make videos, and every word they have has a window of its own", async () => {
  const story = await tell("slack");
  const { slack, video } = story.sandbox;
  await story.makeVideo(boat);
  await story.until(hasVideo);
  slack.openTab("ada", "home");
  await homeSays(story, /Ready/);
  await pressAtHome(story, /^show_key$/);
  await story.verdict(/Your key works/);
  slack.closeForm("ada", await story.openForm());

  await pressAtHome(story, /^again:/);
  await story.taskId(1);
  const inDm = () => slack.messages("ada", slack.dmChannelId("ada")).some(({ text }) => /paper boat|ready/i.test(text));
  await story.until(() => inDm());
  await pressAtHome(story, /^make_video$/);
  await story.fillForm({ prompt: "another boat", where: slack.channelId });
  await story.until((seen) => seen.some(({ text }) => /another boat/.test(text)), "ben");
  await story.taskId(2);
  expect(video.ledger().tasks).toBe(3);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack whoever opens Reelay's tabs for the first time is welcomed once, in the direct message", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  const welcomes = () => story.seen().filter(({ text }) => /Welcome to Reelay/.test(text));
  slack.openTab("ada", "messages");
  slack.openTab("ada", "home");
  await story.until(() => welcomes().length > 0);
  await homeSays(story, /made any videos yet/);
  await story.restart();
  slack.openTab("ada", "messages");
  slack.openTab("ada", "home");
  await story.press("Help");
  await story.until(says(/How to make a video/));
  expect(welcomes()).toHaveLength(1);

  await story.type("video-data", "delete");
  await story.until(says(/that you have been welcomed/));
  await story.press("Delete my data");
  await story.until(says(/Your data is deleted/));
  slack.openTab("ada", "messages");
  await story.until(() => welcomes().length === 2);
  expect(slack.messages("ben", slack.dmChannelId("ben"))).toEqual([]);
  expect(story.entries("refused")).toEqual([]);
});
