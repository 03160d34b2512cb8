import { describe, expect, test } from "vitest";
import { buttonOf } from "../../../src/cli/demo/seen.ts";
import { boat, endless, hasVideo, late, makeLateVideo, onItsOwnClock, places, says, tell, testsOn } from "../stage.ts";

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("Again makes the same video once more, as a new card with a new charge", async () => {
    const story = await tell(place);
    await story.makeVideo({ ...boat, ratio: "9:16", resolution: "720p" });
    await story.until(says(/205 credits used/));
    await story.press("Again");
    await story.taskId(1);
    expect(story.sandbox.video.tasks()[1]).toMatchObject({ ...boat, aspectRatio: "9:16", resolution: "720p" });
    await story.until((messages) => messages.filter(({ text }) => /205 credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 410, refunded: 0, tasks: 2 });
  });

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

  test("Start it is gone once it is answered: its result has the question's place", async () => {
    const story = await tell(place);
    const privately = () => story.seen().filter(({ isPrivate }) => isPrivate);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.press("In 720p");
    await story.until(says(/It costs 205 credits/, /Start it/));
    await story.press("Start it");
    await story.until(says(/^Your video has started\.$/));
    expect(privately().map(({ text }) => text)).toEqual(["Your video has started."]);
    await story.until(says(/205 credits used/), "ben");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });

  test("a question that is pressed twice at once starts one video, and is gone", async () => {
    const story = await tell(place);
    const privately = () => story.seen().filter(({ isPrivate }) => isPrivate);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.press("In 720p");
    await story.until(says(/It costs 205 credits/, /Start it/));
    const [question] = privately();
    const { sandbox } = story;
    const press = () =>
      place === "discord"
        ? sandbox.discord.press("ada", question?.id ?? "", buttonOf(question?.raw, "Start it") ?? "")
        : sandbox.slack.press("ada", question?.id ?? "", buttonOf(question?.raw, "Start it") ?? "");
    // As if somebody had pressed it twice before the first press was answered.
    await Promise.allSettled([press(), press()]);
    await story.until(says(/205 credits used/), "ben");
    await story.until(() => privately().every(({ text }) => !/Start it/.test(text)));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
  });

  test("Cancel starts nothing and says so in the place of the confirmation", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.press("In 720p");
    const [question] = (await story.until(says(/It costs 205 credits/))).filter(({ isPrivate }) => isPrivate);
    await story.press("Cancel");
    await story.until((messages) => messages.some(({ text }) => text === "Nothing was started."));
    const privately = story.seen().filter(({ isPrivate }) => isPrivate);
    expect(privately.map(({ text }) => text)).toEqual(["Nothing was started."]);
    expect(place === "slack" || privately[0]?.id === question?.id).toBe(true);
    expect(story.sandbox.video.ledger().tasks).toBe(1);
  });

  test("Again of a video that may have been charged repeats the risk before it starts", async () => {
    const story = await tell(place);
    story.sandbox.video.nextFate("lost_answer");
    await story.makeVideo(boat);
    await story.until(says(/may have been charged/, /Again/));
    const { tasks } = story.sandbox.video.ledger();
    await story.press("Again");
    await story.until(says(/may have been charged: up to 95 credits/, /Start it/));
    expect(story.sandbox.video.ledger().tasks).toBe(tasks);
    await story.press("Start it");
    await story.until(hasVideo);
    expect(story.sandbox.video.ledger().tasks).toBe(tasks + 1);
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

test("on slack, an unknown flag is refused with its name and the four there are", async () => {
  const story = await tell("slack");
  await story.sandbox.slack.command("ada", "/video a boat --mood oil");
  await story.until(says(/--mood/, /--ratio/, /--duration/, /--resolution/, /--image/));
  expect(story.sandbox.video.ledger().tasks).toBe(0);
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

test("on discord, an attachment that is no picture is not offered, and a picture of another kind is refused privately", async () => {
  const story = await tell("discord");
  const notes = { name: "notes.txt", contentType: "text/plain", bytes: new Uint8Array(10) };
  const { discord } = story.sandbox;
  await expect(discord.command("ada", "video", { prompt: "a boat", image: notes })).rejects.toThrow("does not take");
  const image = { name: "boat.svg", contentType: "image/svg+xml", bytes: new Uint8Array(10) };
  await story.sandbox.discord.command("ada", "video", { prompt: "a boat", image });
  await story.until(says(/PNG/, /nothing was charged/i));
  expect(story.seen("ben")).toEqual([]);
});
