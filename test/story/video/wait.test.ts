import { describe, expect, test } from "vitest";
import { boat, endless, type Story, says, startStory } from "../stage.ts";
import type { Place } from "../world.ts";

const onePlace = { env: { MAX_JOBS_PER_USER: "1" } };

describe("on slack", () => {
  test("a video above the limit of running videos waits in the queue until another video ends", async () => {
    const story = await startStory("slack", { ...onePlace, ...endless });
    await story.makeVideo(boat);
    await story.taskId(0);
    await story.makeVideo({ prompt: "a second boat" });
    await story.until(says(/Waiting for its turn/, /Next in your queue/, /Nothing is charged before that/));
    expect(story.sandbox.video.ledger().tasks).toBe(1);
    await story.finish(0);
    await story.finish(1);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });
});

const asked = says(/The video service is not answering right now/, /paper boat/);

/** The service fails the paid calls of three videos, and then somebody requests another video. */
async function anOutage(place: Place) {
  const story = await startStory(place, { taskMs: 60_000, env: { ATTACH_VIDEOS: "off" } });
  const { video } = story.sandbox;
  video.everyFate("server_error");
  for (const n of [1, 2, 3]) {
    await story.makeVideo({ prompt: `lost ship ${n}` });
    await story.until(says(new RegExp(`lost ship ${n}`), /don't know whether/));
  }
  await story.makeVideo(boat);
  await story.until(asked);
  return story;
}

const questions = (story: Story) => story.seen().filter(({ text }) => /not answering right now/.test(text));

test("on discord the bot asks privately before it starts a video during an outage, and “Cancel” starts nothing", async () => {
  const story = await anOutage("discord");
  expect(questions(story)).toMatchObject([{ isPrivate: true }]);
  await story.press("Cancel");
  await story.until(says(/Nothing was started/));
  expect(story.sandbox.video.tasks()).toEqual([]);
});

test("on slack “Start anyway” starts a video during an outage of the video service", async () => {
  const story = await anOutage("slack");
  story.sandbox.video.everyFate("normal");
  await story.press("Start anyway");
  await story.finish(0);
  await story.until(says(/paper boat/, /credits used/));
  expect(story.sandbox.video.tasks()).toHaveLength(1);
});
