import { describe, expect } from "vitest";
import { buttonOf } from "../../../src/cli/demo/seen.ts";
import { endless, places, type Story, says, tell, testsOn } from "../stage.ts";

const scenes = "a boat leaves\n\na storm comes\nthe boat is home";

/** Fills the form for several videos, and waits for the question about them. */
async function ask(story: Story, values: Readonly<Record<string, string>> = { prompt: scenes }, personId = "ada") {
  await story.type("video-batch", undefined, personId);
  await story.fillForm(values, personId);
}

const start = async (story: Story, label: string, personId = "ada") => {
  await story.until(says(new RegExp(label)), personId);
  await story.press(label, personId);
};

const prompts = (story: Story) => story.sandbox.video.tasks().map(({ prompt }) => prompt);

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("scenes of one form are asked about once, and come on one card with one notification", async () => {
    const story = await tell(place);
    await ask(story);
    await story.until(says(/Make 3 videos\?/, /Together they cost 285 credits/, /a storm comes/, /your own key/));
    expect(story.seen("ben").some(({ text }) => /285 credits/.test(text))).toBe(false);
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.press("Start 3 videos");
    await story.until(says(/Your 3 videos are ready/, /285 credits charged/), "ben");
    expect(prompts(story).toSorted()).toEqual(["a boat leaves", "a storm comes", "the boat is home"]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.entries("refused")).toEqual([]);
  });

  test("what the credits did not reach for is not started, and tried again after a top-up", async () => {
    const story = await tell(place, endless);
    story.sandbox.video.setCredits(190);
    await ask(story);
    await start(story, "Start 3 videos");
    await story.finish(0);
    await story.finish(1);
    await story.until(says(/2 of 3 videos ready/, /190 credits charged/, /Retry what failed · 95 credits/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    story.sandbox.video.setCredits(1_000);
    await story.press("Retry what failed");
    await start(story, "Start 1 video");
    await story.finish(2);
    await story.until(says(/95 credits used/));
    expect(prompts(story).toSorted()).toEqual(["a boat leaves", "a storm comes", "the boat is home"]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  });

  test("a double press of Start is one batch, after a restart too", async () => {
    const story = await tell(place);
    await ask(story);
    await story.until(says(/Start 3 videos/));
    await story.restart();
    const question = story.seen().find(({ isPrivate, text }) => isPrivate && /Start 3 videos/.test(text));
    const button = buttonOf(question?.raw, "Start 3 videos") ?? "";
    const press = () => story.sandbox[place].press("ada", question?.id ?? "", button);
    await Promise.allSettled([press(), press()]);
    await story.until(says(/Your 3 videos are ready/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  });
});
