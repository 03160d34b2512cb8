import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleFilms } from "../../fakes/film/sample-films.ts";
import { jumpingClock } from "../load/jumping-clock.ts";
import { boat, endless, hasVideo, type Story, says, startStory } from "../stage.ts";
import type { Place } from "../world.ts";

const HOUR = 3_600_000;
const rain = { prompt: "and then it rains", duration: "10", resolution: "480p" };
const OURS = /http:\/\/[^\s<>|)]+\/films\/[\w-]{22}/;
/** Over HTTP the bot's clock would reject Slack's signatures as too old. */
const keeping = { ...endless, env: { KEEP_VIDEOS_DAYS: "30", ATTACH_VIDEOS: "off" }, transport: "socket" } as const;

/** A finished video that the bot keeps, without a file in its card. */
async function aKept(place: Place) {
  const [films, clock] = [sampleFilms(), jumpingClock()];
  const story = await startStory(place, { ...keeping, clock, films: () => films });
  await story.makeVideo(boat);
  await story.finish();
  await story.until(says(OURS));
  return { story, films, clock };
}

const linksOn = (story: Story) => story.seen().flatMap(({ text }) => OURS.exec(text)?.[0] ?? []);
const statusOf = async (url: string) => (await fetch(url)).status;
const filesIn = async (story: Story) => (await readdir(join(story.dir, "films"))).filter((name) => !name.includes("."));

test("on discord a stored video can be watched, continued and joined after the service's link has expired", async () => {
  const { story, films, clock } = await aKept("discord");
  const [link = ""] = linksOn(story);
  const served = await fetch(link);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  expect(served.headers.get("content-disposition")).toContain("paper");
  clock.jump(3 * HOUR);
  expect(await statusOf(link)).toBe(200);
  await story.press("Continue");
  await story.fillForm(rain);
  await story.finish(1);
  await story.until(() => linksOn(story).length === 2);
  await story.press("Join");
  await story.until(says(/2 parts joined/, /free/));
  expect(films.read.map(({ kind }) => kind)).toEqual(["platform", "platform", "platform"]);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  expect(story.entries("refused")).toEqual([]);
});

test("on discord “Fresh link” replies that the bot still has the stored video if the bot has no public address", async () => {
  const [films, clock] = [sampleFilms(), jumpingClock()];
  const env = { ...keeping.env, PUBLIC_URL: "" };
  const story = await startStory("discord", { ...keeping, env, clock, films: () => films });
  await story.makeVideo(boat);
  await story.finish();
  await story.until(hasVideo);
  await expect.poll(() => filesIn(story)).toHaveLength(1);
  clock.jump(3 * HOUR);
  await story.until(says(/Reelay keeps the video until .*: press Fresh link/, /\[Fresh link\]/));
  await story.press("Fresh link");
  await story.until(says(/Reelay still has the video/, /Reelay keeps it until .*: Continue and Join still work/));
  await story.press("Continue");
  await story.fillForm(rain);
  await story.finish(1);
  await story.until((messages) => messages.filter(({ text }) => /The video is ready/.test(text)).length === 2);
  expect(films.read.map(({ kind }) => kind)).toEqual(["platform"]);
});

test("on slack, deleting a card also deletes the stored video", async () => {
  const { story } = await aKept("slack");
  const [link = ""] = linksOn(story);
  await story.press("Delete");
  await story.until(says(/Delete this card\?/, /This also deletes the saved video; its link stops working now\./));
  await story.press("Delete");
  await story.until(says(/^The card is deleted\.$/));
  expect(await statusOf(link)).toBe(404);
  await expect.poll(() => filesIn(story)).toEqual([]);
});

test("on discord “Remove the card only” does not delete the stored video", async () => {
  const { story } = await aKept("discord");
  const [link = ""] = linksOn(story);
  await story.press("Delete");
  await story.until(says(/Delete this card\?/));
  await story.press("Remove the card only");
  await story.until(says(/^The card is deleted\.\s+The saved video stays: .*\/video-jobs.* shows it\.$/));
  expect(linksOn(story)).toEqual([]);
  expect(await statusOf(link)).toBe(200);
  expect(await filesIn(story)).toHaveLength(1);
});

test("on discord a running video is delivered but not stored if the requester deletes all personal data", async () => {
  const films = sampleFilms();
  const story = await startStory("discord", { ...keeping, films: () => films });
  await story.makeVideo(boat);
  await story.type("video-data", "delete");
  await story.until(says(/\[Delete my data\]/));
  await story.press("Delete my data");
  await story.until(says(/Your data is deleted/));
  await story.finish();
  await story.until(hasVideo);
  const isClosed = () => story.log.lines.some(({ event }) => event === "job closed");
  await expect.poll(isClosed, { timeout: 8_000 }).toBe(true);
  expect([linksOn(story), existsSync(join(story.dir, "films"))]).toEqual([[], false]);
});

test("on slack a restarted bot still serves the videos that were stored before the restart", async () => {
  const { story } = await aKept("slack");
  const [link = ""] = linksOn(story);
  await story.restart();
  const { pathname } = new URL(link);
  expect(await statusOf(`${story.origin()}${pathname}`)).toBe(200);
});
