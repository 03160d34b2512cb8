import { describe, expect, test } from "vitest";
import {
  boat,
  endless,
  hasVideo,
  late,
  makeLateVideo,
  mostly,
  onItsOwnClock,
  places,
  type Story,
  says,
  tell,
  testsOn,
} from "../stage.ts";
import type { Seen } from "../world.ts";

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("a double press of Again is one video", async () => {
    const story = await tell(place, endless);
    await story.makeVideo(boat);
    await story.finish();
    await story.until(hasVideo);
    await Promise.all([story.press("Again"), story.press("Again")]);
    await story.finish(1);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger().tasks).toBe(2);
  });

  test("the buttons are their owner's alone", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo, "ben");
    await story.press("Again", "ben");
    await story.until((messages) => messages.some(({ isPrivate }) => isPrivate), "ben");
    await story.press("Delete", "ben");
    await story.until((messages) => messages.filter(({ isPrivate }) => isPrivate).length === 2, "ben");
    expect(story.sandbox.video.ledger().tasks).toBe(1);
    expect(hasVideo(story.seen("ada"))).toBe(true);
  });

  test("Notify me too names the presser in the one message at the end", async () => {
    const story = await tell(place, endless);
    await story.makeVideo(boat);
    await story.until(says(/Notify me too/), "ben");
    await story.press("Notify me too", "ben");
    await story.until(says(/You'll be notified too/), "ben");
    await story.press("Notify me too", "ben");
    await story.until(says(/already on the list/), "ben");
    await story.press("Notify me too");
    await story.until(says(/You'll be notified anyway/));
    await story.restart();
    await story.finish();
    await story.until(hasVideo, "ben");
    await story.until(() => story.entries("pinged").length > 0);
    const named = story.entries("pinged").map(({ payload }) => payload);
    expect(named).toEqual([{ personIds: [expect.stringMatching(/1$/), expect.stringMatching(/2$/)] }]);
  });

  test("In 720p names its price, and Start it pays it once, from a card of before a restart", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.restart();
    await story.press("In 720p", "ben");
    await story.until(says(/Only the person who asked/), "ben");
    await story.press("In 720p");
    await story.until(says(/It costs 205 credits/, /Start it/));
    expect(story.seen("ben").some(({ text }) => /205 credits/.test(text))).toBe(false);
    expect(story.sandbox.video.ledger().tasks).toBe(1);
    await story.restart();
    await Promise.all([story.press("Start it"), story.press("Start it")]);
    await story.until(says(/205 credits used/), "ben");
    expect(story.sandbox.video.tasks()[1]).toMatchObject({ ...boat, resolution: "720p" });
    expect(story.sandbox.video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
  });

  test("Fresh link puts a new link on the card and tells its owner alone, and calls nobody", async () => {
    const time = onItsOwnClock();
    const story = await tell(place, { ...late, clock: time.clock });
    await makeLateVideo(story, time);
    await story.until(() => story.entries("pinged").length === 1);
    await story.press("Fresh link", "ben");
    await story.until(says(/Only the person who asked/), "ben");
    await story.restart();
    await story.press("Fresh link");
    await story.until(says(/works until/));
    story.sandbox.video.moveVideo(await story.taskId());
    await story.press("Fresh link");
    await story.until((messages) => messages.filter(({ text }) => /mp4\?moved=1/.test(text)).length === 2);
    await story.until((messages) => /mp4\?moved=1/.test(messages[0]?.text ?? ""), "ben");
    expect(story.seen("ben").filter(({ text }) => /moved=1/.test(text))).toHaveLength(1);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("buttons of a card from before a restart work", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.restart();
    await story.press("Again");
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
  });
});

test("on slack, /video alone opens a form, and the form makes the video", async () => {
  const story = await tell("slack");
  await story.sandbox.slack.command("ada", "/video");
  await story.fillForm({ prompt: "a boat from a form", ratio: "9:16", duration: "15", resolution: "720p" });
  await story.until(hasVideo);
  expect(story.sandbox.video.tasks()).toEqual([
    expect.objectContaining({ prompt: "a boat from a form", aspectRatio: "9:16", duration: 15, resolution: "720p" }),
  ]);
});

test("on discord, a picture given as an attachment goes to the service with its own shape", async () => {
  const story = await tell("discord");
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/portrait.png`)).arrayBuffer());
  const image = { name: "portrait.png", contentType: "image/png", bytes, width: 360, height: 640 };
  await story.sandbox.discord.command("ada", "video", { prompt: "a boat", image });
  await story.until(hasVideo);
  expect(story.sandbox.video.tasks()).toEqual([
    expect.objectContaining({
      type: "image2video",
      aspectRatio: "9:16",
      imageUrl: expect.stringContaining("portrait.png"),
    }),
  ]);
});

/** Returns whether the film is visible, in the card or in its thread. */
function hasFilm({ sandbox }: Story): boolean {
  const onDiscord = sandbox.discord.messages("ben").some(({ attachments }) => attachments.length > 0);
  return onDiscord || sandbox.slack.messages("ben").some(({ films }) => films.length > 0);
}

describe.for(mostly("discord"))("on %s", (place) => {
  test("Delete asks once, and takes the card away with its notification and its film", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length === 1);
    await story.until(() => hasFilm(story));
    // A bot that is stopped before it has noted where the film is takes half a minute to be sure.
    const isClosed = () => story.log.lines.some(({ event }) => event === "job closed");
    await expect.poll(isClosed, { timeout: 8_000 }).toBe(true);
    const all = story.seen("ben");
    expect(all.length).toBeGreaterThan(1);
    await story.restart();
    await story.press("Delete");
    const [question] = (await story.until(says(/Delete this card\?/))).filter(({ isPrivate }) => isPrivate);
    expect(story.seen("ben").map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    await story.press("Delete");
    await story.until(says(/^The card is deleted\.$/));
    expect(story.seen().map(({ text }) => text)).toEqual(["The card is deleted."]);
    expect(place === "slack" || story.seen()[0]?.id === question?.id).toBe(true);
    expect(story.seen("ben")).toEqual([]);
    expect(hasFilm(story)).toBe(false);
    expect(story.entries("refused")).toEqual([]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });
});

const hasTwo = (messages: readonly Seen[]) => messages.filter(({ text }) => /credits used/.test(text)).length === 2;

async function sample(story: Story, name: string) {
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/${name}`)).arrayBuffer());
  return { name, contentType: "image/png", bytes };
}

describe.for(mostly("slack"))("on %s", (place) => {
  test("Edit & run opens a form with the old request in it, and makes what is in it then", async () => {
    const story = await tell(place);
    const typed = { ...boat, ratio: "9:16", duration: 15, resolution: "720p" };
    await story.makeVideo(typed);
    await story.until(hasVideo, "ben");
    await story.press("Edit & run", "ben");
    await story.until(says(/Only the person who asked/), "ben");
    await story.restart();
    await story.press("Edit & run");
    await story.fillForm({ prompt: "a paper boat in the sun" });
    await story.until(hasTwo, "ben");
    const [first, second] = story.sandbox.video.tasks();
    expect(first).toMatchObject(boat);
    expect(second).toMatchObject({ aspectRatio: "9:16", duration: 15, resolution: "720p" });
    expect(second?.prompt).toBe("a paper boat in the sun");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 616, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });
});

test("on discord, an uploaded picture takes the old one's place, and an attached one is kept", async () => {
  const story = await tell("discord");
  const { discord, video } = story.sandbox;
  await discord.command("ada", "video", { ...boat, image: await sample(story, "portrait.png") });
  await story.until(hasVideo);
  await story.press("Edit & run");
  await story.fillForm({ prompt: "another boat" });
  await story.until(hasTwo);
  expect(video.tasks()[1]?.imageUrl).toBe(video.tasks()[0]?.imageUrl);

  await story.press("Edit & run");
  const form = await story.openForm();
  await discord.submitForm("ada", form, { image: await sample(story, "landscape.png") });
  await story.taskId(2);
  expect(video.tasks()[2]).toMatchObject({ prompt: "another boat", type: "image2video" });
  expect(video.tasks()[2]?.imageUrl).toContain("landscape.png");
});
