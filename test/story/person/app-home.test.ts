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

test("on slack the home shows videos, spending, key and settings, and is published anew when they change; its person is welcomed once", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  slack.openTab("ada", "home");
  await homeSays(story, /made any videos yet/, /no credits spent/, /ends in/, /Shape: 16:9/, /Help/);
  await story.until(says(/Welcome to Reelay/));
  slack.openTab("ada", "home");
  await story.makeVideo(boat);
  await story.until(hasVideo);
  await homeSays(story, /Ready/, /a paper boat in the rain/, /95 credits spent/, /Watch or download/);
  expect(slack.home("ben")).toBeNull();

  await pressAtHome(story, /^change_settings$/);
  await story.fillForm({ ratio: "9:16" });
  await homeSays(story, /Shape: 9:16/);
  expect(story.seen().filter(({ text }) => /Welcome to Reelay/.test(text))).toHaveLength(1);
  expect(story.entries("refused")).toEqual([]);
});
