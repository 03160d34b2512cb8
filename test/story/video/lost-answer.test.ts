import { expect, test } from "vitest";
import { boat, endless, hasVideo, says, startStory } from "../stage.ts";

const keyed = { idempotencyHeader: "Idempotency-Key", env: { VIDEO_IDEMPOTENCY_HEADER: "Idempotency-Key" } };

test("on slack a paid call whose response was lost is repeated after a restart and charged only one time", async () => {
  const story = await startStory("slack", { ...endless, ...keyed });
  story.sandbox.video.nextFate("lost_answer");
  await story.makeVideo(boat);
  await story.until(says(/has not confirmed this video yet/));
  await story.restart();
  await story.until(says(/Making the video/));
  await story.finish();
  await story.until(hasVideo);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

test("on discord a repeated call is charged again if the video service ignores the idempotency key", async () => {
  const story = await startStory("discord", { ...endless, env: keyed.env });
  story.sandbox.video.nextFate("lost_answer");
  await story.makeVideo(boat);
  await story.until(says(/Making the video/));
  expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
});
