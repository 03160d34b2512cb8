import { expect, test } from "vitest";
import { sampleFilms } from "../../fakes/film/sample-films.ts";
import { boat, endless, hasFilm, hasVideo, type Story, says, startStory } from "../stage.ts";

const rain = { prompt: "and then it rains", duration: "15", resolution: "480p" };

function filmsIn({ sandbox }: Story): readonly string[] {
  return sandbox.slack.messages("ben").flatMap(({ films = [] }) => films);
}

test("on slack a video can start from the last frame of another video, and joining both videos is free", async () => {
  const films = sampleFilms();
  const story = await startStory("slack", { ...endless, films: () => films });
  const { video, slack } = story.sandbox;
  await story.makeVideo({ ...boat, ratio: "9:16" });
  await story.finish();
  await story.until(hasVideo);
  await story.until(() => hasFilm(story, "slack"));

  await story.press("Continue");
  await story.openForm();
  expect(films.read).toEqual([]);
  await story.fillForm(rain);
  await story.taskId(1);
  const { imageUrl = "", ...task } = video.tasks()[1] ?? {};
  expect(task).toMatchObject({ prompt: rain.prompt, type: "image2video", aspectRatio: "9:16", duration: 15 });
  expect(films.read).toEqual([{ kind: "platform", sizeBytes: expect.any(Number) }]);
  const served = await fetch(imageUrl);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  await story.until(says(/Part 2/, /continues this card/), "ben");
  await story.until(says(/Continued in part 2/));
  await story.finish(1);
  await story.until((seen) => seen.filter(({ text }) => /credits used/.test(text)).length === 2);
  expect((await fetch(imageUrl)).status).toBe(404);

  await story.until(() => filmsIn(story).length === 2);
  // The film is visible a moment before the bot has saved its file id.
  const closed = () => story.log.lines.filter(({ event }) => event === "job closed").length;
  await expect.poll(closed, { timeout: 8_000 }).toBe(2);
  await story.press("Join");
  await story.until(says(/Joining 2 parts…/, /free/));
  await story.until(says(/2 parts joined/, /free/));
  await story.until((seen) => !says(/Joining 2 parts…/)(seen));
  expect(films.read.slice(1).map(({ kind }) => kind)).toEqual(["platform", "platform"]);
  const [whole = "", ...more] = filmsIn(story).slice(2);
  expect(more).toEqual([]);
  expect((await fetch(whole)).status).toBe(200);
  expect(slack.messages("ben").at(-1)).toMatchObject({ threadTs: expect.any(String) });
  expect(video.ledger()).toEqual({ charged: 238, refunded: 0, tasks: 2 });
  expect(story.entries("refused")).toEqual([]);
});
