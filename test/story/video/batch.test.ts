import { describe, expect, test } from "vitest";
import { buttonOf } from "../seen.ts";
import { places, type Story, says, startStory } from "../stage.ts";

const scenes = "a boat leaves\n\na storm comes\nthe boat is home";

async function ask(story: Story): Promise<void> {
  await story.type("video-batch");
  await story.fillForm({ prompt: scenes });
}

describe.for(places)("on %s", (place) => {
  test("a form with three scenes leads to one confirmation, one card and one notification", async () => {
    const story = await startStory(place);
    await ask(story);
    await story.until(says(/Make 3 videos\?/, /Together they cost 285 credits/, /a storm comes/, /your own key/));
    expect(story.seen("ben").some(({ text }) => /285 credits/.test(text))).toBe(false);
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.press("Start 3 videos");
    await story.until(says(/Your 3 videos are ready/, /285 credits charged/), "ben");
    expect(
      story.sandbox.video
        .tasks()
        .map(({ prompt }) => prompt)
        .toSorted(),
    ).toEqual(["a boat leaves", "a storm comes", "the boat is home"]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.entries("refused")).toEqual([]);
  });
});

test("on slack a double press of “Start 3 videos” starts one batch, even after a restart", async () => {
  const story = await startStory("slack");
  await ask(story);
  await story.until(says(/Start 3 videos/));
  await story.restart();
  const question = story.seen().find(({ isPrivate, text }) => isPrivate && /Start 3 videos/.test(text));
  const button = buttonOf(question?.raw, "Start 3 videos") ?? "";
  const press = () => story.sandbox.slack.press("ada", question?.id ?? "", button);
  await Promise.allSettled([press(), press()]);
  await story.until(says(/Your 3 videos are ready/));
  expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
});
