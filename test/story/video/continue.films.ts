import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { likeness } from "../../films/ffmpeg.ts";
import { realFilms } from "../../films/world.ts";
import { boat, endless, hasFilm, hasVideo, places, says, startStory } from "../stage.ts";

/** The film that the emulated service returns. */
const FILM = new URL("../../../sandbox/assets/video-16x9.mp4", import.meta.url);

describe.for(places)("on %s, with the real decoder", (place) => {
  test("a continued video starts from the previous video's last frame as ffmpeg decodes the frame", async () => {
    const films = await realFilms();
    const story = await startStory(place, { ...endless, films: () => films });
    const { video, discord } = story.sandbox;
    await story.makeVideo(boat);
    await story.finish(0);
    await story.until(hasVideo);
    await story.until(() => hasFilm(story, place));
    await story.press("Continue");
    await story.fillForm({ prompt: "and then it rains" });
    await story.taskId(1);
    const { imageUrl = "", type } = video.tasks()[1] ?? {};
    const served = await fetch(imageUrl);
    expect([type, served.status, served.headers.get("content-type")]).toEqual(["image2video", 200, "image/png"]);
    const frame = new Uint8Array(await served.arrayBuffer());
    expect(await likeness(await readFile(FILM), frame)).toBeGreaterThan(0.99);
    if (place === "discord") {
      const inCards = discord.messages("ben").flatMap(({ attachments }) => attachments.map(({ url }) => pathOf(url)));
      expect(inCards).toContain(pathOf(imageUrl));
    }
    await story.finish(1);
    await story.until((seen) => seen.filter((one) => says(/credits used/)([one])).length === 2);
    if (place === "slack") expect((await fetch(imageUrl)).status).toBe(404);
    expect(video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });
});

/** Every read of a message signs its file URLs again. */
const pathOf = (url: string) => new URL(url).pathname;
