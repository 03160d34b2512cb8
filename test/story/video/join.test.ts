import { describe, expect, test } from "vitest";
import { sampleFilms } from "../../fakes/film/sample-films.ts";
import { boat, endless, hasVideo, type Story, says, tell } from "../stage.ts";

const rain = { prompt: "and then it rains", duration: "10", resolution: "480p" };
const isDone = (story: Story, videos: number) =>
  story.seen().filter(({ text }) => /credits used/.test(text)).length === videos;

/** A video, and one that goes on from it; both are made. */
async function twoParts() {
  const films = sampleFilms();
  const story = await tell("slack", { ...endless, films: () => films });
  await story.makeVideo(boat);
  await story.finish();
  await story.until(hasVideo);
  await story.press("Continue");
  await story.fillForm(rain);
  await story.finish(1);
  await story.until(() => isDone(story, 2));
  await story.until(() => filmsIn(story).length === 2);
  // A film is seen a moment before the bot has saved whose it is.
  const closed = () => story.log.lines.filter(({ event }) => event === "job closed").length;
  await expect.poll(closed, { timeout: 8_000 }).toBe(2);
  return { story, films };
}

/** Returns the films that play in the channel's threads. */
function filmsIn({ sandbox }: Story): readonly string[] {
  return sandbox.slack.messages("ben").flatMap(({ films = [] }) => films);
}

describe("on slack", () => {
  test("the parts of a chain become one video beside their card, for free, from the files in the cards", async () => {
    const { story, films } = await twoParts();
    const before = films.read.length;
    await story.press("Join");
    await story.until(says(/Joining 2 parts…/, /free/));
    await story.until(says(/2 parts joined/, /free/));
    await story.until((seen) => !says(/Joining 2 parts…/)(seen));
    expect(films.read.slice(before).map(({ kind }) => kind)).toEqual(["platform", "platform"]);
    const [whole = "", ...more] = filmsIn(story).slice(2);
    expect(more).toEqual([]);
    expect((await fetch(whole)).status).toBe(200);
    expect(story.sandbox.slack.messages("ben").at(-1)).toMatchObject({ threadTs: expect.any(String) });
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });
});
