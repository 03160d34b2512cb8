import { describe, expect, test } from "vitest";
import { boat, endless, hasVideo, mostly, says, tell } from "../stage.ts";

const onePlace = { env: { MAX_JOBS_PER_USER: "1" } };

describe.for(mostly("slack"))("on %s", (place) => {
  test("a video without a free place waits in the queue, and is made when the one before it is", async () => {
    const story = await tell(place, { ...onePlace, ...endless });
    await story.makeVideo(boat);
    await story.taskId(0);
    await story.makeVideo({ prompt: "a second boat" });
    await story.until(says(/Waiting for its turn/, /In the queue, 1st/, /Nothing is charged before that/));
    expect(story.sandbox.video.ledger().tasks).toBe(1);
    await story.finish(0);
    await story.finish(1);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });

  test("who leaves the line is charged nothing, and a restart keeps the others' places", async () => {
    const story = await tell(place, { ...onePlace, ...endless });
    await story.makeVideo(boat);
    await story.taskId(0);
    await story.makeVideo({ prompt: "a second boat" });
    await story.until(says(/a second boat/, /Waiting for its turn/));
    await story.press("Leave the queue");
    await story.until(says(/a second boat/, /ithdrawn/));
    await story.makeVideo({ prompt: "a third boat" });
    await story.until(says(/a third boat/, /Waiting for its turn/));
    await story.restart();
    await story.finish(0);
    await story.finish(1);
    await story.until(says(/a third boat/, /credits used/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    await story.until(hasVideo);
  });
});
