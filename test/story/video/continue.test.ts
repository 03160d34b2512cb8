import { describe, expect, test } from "vitest";
import { sampleFilms } from "../../fakes/film/sample-films.ts";
import { boat, endless, hasFilm, hasVideo, type Story, says, tell } from "../stage.ts";

/** A finished video's card, with the film in it, and a bot that can take its last frame. */
async function aFinished() {
  const films = sampleFilms();
  const story = await tell("slack", { ...endless, films: () => films });
  await story.makeVideo({ ...boat, ratio: "9:16" });
  await story.finish();
  await story.until(hasVideo);
  await story.until(() => hasFilm(story, "slack"));
  return { story, films };
}

const rain = { prompt: "and then it rains", duration: "15", resolution: "720p" };
const isTold = (story: Story) => says(/Continued in part 2/)(story.seen());

describe("on slack", () => {
  test("a video goes on with its own last frame, from the file in its card, and the cards name one another", async () => {
    const { story, films } = await aFinished();
    const { video } = story.sandbox;
    await story.press("Continue");
    await story.openForm();
    expect(films.read).toEqual([]);
    await story.fillForm(rain);
    await story.taskId(1);
    const { imageUrl = "", ...task } = video.tasks()[1] ?? {};
    expect(task).toMatchObject({
      prompt: rain.prompt,
      type: "image2video",
      aspectRatio: "9:16",
      duration: 15,
      resolution: "720p",
    });
    expect(films.read).toEqual([{ kind: "platform", sizeBytes: expect.any(Number) }]);
    const served = await fetch(imageUrl);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
    await story.until(says(/Part 2/, /continues this card/), "ben");
    await story.until(() => isTold(story));
    await story.finish(1);
    await story.until((seen) => seen.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect((await fetch(imageUrl)).status).toBe(404);
    expect(video.ledger()).toEqual({ charged: 403, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });
});
