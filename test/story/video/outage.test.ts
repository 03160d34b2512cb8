import { describe, expect } from "vitest";
import { jumpingClock } from "../load/jumping-clock.ts";
import { boat, places, type Story, says, tell, testsOn } from "../stage.ts";
import type { Place } from "../world.ts";

/** Trouble is over after so long without another sign. */
const LEFT_MS = 15 * 60_000 + 1_000;
const asked = says(/The video service is not answering right now/, /paper boat/);

/** The service fails three paid calls of different videos, and then somebody asks for another one. */
async function anOutage(place: Place) {
  const clock = jumpingClock();
  const story = await tell(place, { clock, taskMs: 60_000, env: { ATTACH_VIDEOS: "off" } });
  const { video } = story.sandbox;
  video.everyFate("server_error");
  for (const n of [1, 2, 3]) {
    await story.makeVideo({ prompt: `lost ship ${n}` });
    await story.until(says(new RegExp(`lost ship ${n}`), /don't know whether/));
  }
  await story.makeVideo(boat);
  await story.until(asked);
  const begun = () => video.tasks().length;
  /** Nothing was heard of the service for so long that nobody takes it for down any more. */
  const clear = () => {
    video.everyFate("normal");
    clock.jump(LEFT_MS);
  };
  return { story, clock, begun, clear };
}

const questions = (story: Story) => story.seen().filter(({ text }) => /not answering right now/.test(text));

describe.for(places)("on %s, while the video service is down", (place) => {
  const test = testsOn(place);

  test("one private question comes before anything is paid, and Cancel starts nothing", async () => {
    const { story, begun } = await anOutage(place);
    expect(questions(story)).toMatchObject([{ isPrivate: true }]);
    await story.press("Cancel");
    await story.until(says(/Nothing was started/));
    expect(begun()).toBe(0);
  });

  test("Start anyway starts that one video, and the next is asked about again", async () => {
    const { story, begun } = await anOutage(place);
    story.sandbox.video.everyFate("normal");
    await story.press("Start anyway");
    await story.taskId(0);
    await story.makeVideo({ prompt: "another paper boat" });
    await story.until(says(/not answering right now/, /another paper boat/));
    expect(begun()).toBe(1);
  });

  test("Start when it clears makes a card that waits through a restart, and starts once when the service is well", async () => {
    const { story, begun, clear } = await anOutage(place);
    await story.press("Start when it clears");
    await story.until(says(/Waiting for the video service/, /Nothing is charged before that/));
    await story.restart();
    expect(begun()).toBe(0);
    clear();
    await story.finish(0);
    await story.until(says(/paper boat/, /credits used/));
    expect(begun()).toBe(1);
  });

  test("a video that waits is taken back with Withdraw, or ends after an hour, and costs nothing", async () => {
    const { story, clock, begun } = await anOutage(place);
    await story.press("Start when it clears");
    await story.until(says(/Waiting for the video service/));
    await story.press("Withdraw");
    await story.until(says(/paper boat/, /ithdrawn/));
    await story.makeVideo({ prompt: "a second paper boat" });
    await story.until(says(/not answering right now/, /second paper boat/));
    await story.press("Start when it clears");
    await story.until(says(/Waiting for the video service/, /second paper boat/));
    // What is in hand is saved before time goes on.
    await story.restart();
    clock.jump(3_600_000);
    await story.until(says(/second paper boat/, /did not recover within an hour/, /Nothing was charged/));
    expect(begun()).toBe(0);
  });

  test("where many videos fail, the question has the numbers", async () => {
    const story = await tell(place, { env: { ATTACH_VIDEOS: "off" } });
    story.sandbox.video.everyFate("fails");
    for (const n of [1, 2, 3]) {
      await story.makeVideo({ prompt: `lost ship ${n}` });
      await story.until(says(new RegExp(`lost ship ${n}`), /refunded/));
    }
    await story.makeVideo(boat);
    await story.until(says(/3 of the last 3 videos failed/, /refunded/));
    expect(story.sandbox.video.tasks()).toHaveLength(3);
  });
});
