import { describe, expect, test } from "vitest";
import { boat, hasVideo, places, says, tell } from "./stage.ts";

describe.for(places)("on %s", (place) => {
  test("/video-jobs lists one's own videos, page by page, and nobody else's", async () => {
    const story = await tell(place);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await story.makeVideo({ prompt: `boat number ${n}` });
      await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === n);
    }
    await story.type("video-jobs");
    await story.until(says(/Your videos/, /Ready · “boat number 6” · 95 credits/, /\[Older\]/));
    expect(story.seen().at(-1)?.text).toMatch(/This month you used 570 credits/);
    expect(story.seen().at(-1)?.isPrivate).toBe(true);

    await story.press("Older");
    await story.until(says(/Your videos, page 2/, /boat number 1/, /\[Newer\]/));
    await story.press("Newer");
    await story.until(says(/boat number 2/, /\[Older\]/));
    expect(story.seen().filter(({ text }) => /Your videos/.test(text))).toHaveLength(1);

    await story.type("video-jobs", undefined, "ben");
    await story.until(says(/You have not asked for a video yet/), "ben");
    expect(story.entries("refused")).toEqual([]);
  });

  test("/video-jobs tells what is running", async () => {
    const story = await tell(place, { taskMs: 60_000 });
    await story.makeVideo(boat);
    await story.taskId();
    await story.until(says(/% done|No percentage yet/));
    await story.type("video-jobs");
    await story.until(says(/Your videos/, /(% done|Running) · “a paper boat in the rain”/));
    expect(hasVideo(story.seen())).toBe(false);
  });
});
