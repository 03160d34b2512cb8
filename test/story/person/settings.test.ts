import { describe, expect, test } from "vitest";
import { boat, hasVideo, mostly, type Story, says, tell } from "../stage.ts";
import type { Place } from "../world.ts";

/** Sets something the way the platform has for it. */
async function set(story: Story, place: Place, given: Readonly<Record<string, string>>): Promise<void> {
  const saved = () => story.seen().filter(({ text }) => /Your settings are saved/.test(text)).length;
  const before = saved();
  if (place === "discord") {
    const numbers = new Set(["duration", "confirm_above"]);
    const entries = Object.entries(given).map(([name, word]) => [name, numbers.has(name) ? Number(word) : word]);
    const options = Object.fromEntries(entries);
    await story.sandbox.discord.command("ada", "video-settings", options);
  } else {
    await story.type("video-settings");
    await story.fillForm(given);
  }
  await story.until(() => saved() > before);
}

describe.for(mostly("slack"))("on %s", (place) => {
  test("settings are what a video is like where nothing else is said, until something is", async () => {
    const story = await tell(place);
    await set(story, place, { ratio: "9:16", duration: "15", resolution: "720p" });
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.makeVideo({ ...boat, ratio: "16:9", resolution: "480p" });
    await story.taskId(1);
    await story.makeVideo({ ...boat, image_url: `${story.sandbox.video.url}/samples/landscape.png` });
    await story.taskId(2);
    expect(story.sandbox.video.tasks()).toMatchObject([
      { aspectRatio: "9:16", duration: 15, resolution: "720p" },
      { aspectRatio: "16:9", duration: 15, resolution: "480p" },
      { aspectRatio: "16:9", duration: 15, resolution: "720p", type: "image2video" },
    ]);
    await story.makeVideo(boat, "ben");
    expect(story.entries("refused")).toEqual([]);
  });

  test("settings outlive a restart", async () => {
    const story = await tell(place);
    await set(story, place, { resolution: "720p" });
    await story.restart();
    await story.makeVideo(boat);
    await story.taskId();
    expect(story.sandbox.video.tasks()).toMatchObject([{ resolution: "720p" }]);
  });

  test("a private card lives and ends before its person alone", async () => {
    const story = await tell(place);
    story.sandbox.video.nextFate("stuck");
    await set(story, place, { visibility: "private" });
    await story.makeVideo(boat);
    await story.until(says(/[1-9]\d? ?% done/));
    await story.finish();
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length > 0);
    await story.press("Again");
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.seen("ben")).toEqual([]);
    if (place === "slack") {
      const { slack } = story.sandbox;
      expect(JSON.stringify(slack.messages("ada", slack.dmChannelId("ada")))).toContain(".mp4");
      expect(story.seen().some(({ text }) => /card is in your direct messages/.test(text))).toBe(true);
    }
    // A rate limit may pass; anything else would be a card that nobody can see.
    const refused = story.entries("refused").filter(({ payload }) => !JSON.stringify(payload).includes("429"));
    expect(refused).toEqual([]);
  });

  test("a price above the chosen one is asked about, and started or not", async () => {
    const story = await tell(place);
    await set(story, place, { confirm_above: "143" });
    await story.makeVideo({ ...boat, resolution: "720p" });
    await story.until(says(/Start it for 205 credits\?/, /Nothing has been charged yet/, /\[Start it\] \[Cancel\]/));
    await story.press("Cancel");
    await story.until(says(/Nothing was started\./));
    expect(says(/Start it for/)(story.seen())).toBe(false);

    await story.makeVideo({ ...boat, resolution: "720p" });
    await story.until(says(/Start it for 205 credits\?/));
    await story.restart();
    await Promise.all([story.press("Start it"), story.press("Start it")]);
    await story.until(hasVideo, "ben");
    await story.makeVideo(boat);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });

  test("Again asks before it pays where its price is above the chosen one", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await set(story, place, { confirm_above: "1" });
    await story.press("Again");
    await story.until(says(/Start it for 95 credits\?/, /\[Start it\] \[Cancel\]/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    await Promise.all([story.press("Start it"), story.press("Start it")]);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });

  test("with the ping off, the card ends and nothing notifies", async () => {
    const story = await tell(place);
    await set(story, place, { ping: "off" });
    await story.makeVideo(boat);
    await story.until(hasVideo);
    // The next one's ping would come after it.
    await set(story, place, { ping: "on" });
    await story.makeVideo({ prompt: "a second boat" });
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toHaveLength(1);
  });
});

test.for(mostly("slack"))("on %s, Change opens the settings as they are, and stores what is changed", async (place) => {
  const story = await tell(place);
  await set(story, place, { resolution: "720p" });
  await story.press("Change");
  await story.fillForm({ duration: "15" });
  await story.until(says(/Your settings are saved/, /Length: 15/, /Resolution: 720p/));
  if (place === "discord") {
    await story.press("Change delivery");
    await story.fillForm({ visibility: "private" });
    await story.until(says(/Your settings are saved/, /Length: 15/, /Only I see the card/));
  }
  expect(story.entries("refused")).toEqual([]);
});

test("on discord, /video-settings alone shows them", async () => {
  const story = await tell("discord");
  await story.type("video-settings");
  const [shown] = await story.until(says(/Your settings/, /Shape: 16:9/, /480p/, /Everyone here sees the card/));
  expect(shown?.isPrivate).toBe(true);
});

test("on slack, /video alone opens a form that begins with the settings", async () => {
  const story = await tell("slack");
  await set(story, "slack", { ratio: "9:16", resolution: "720p" });
  await story.sandbox.slack.command("ada", "/video");
  await story.fillForm({ prompt: "a boat from a form" });
  await story.taskId();
  expect(story.sandbox.video.tasks()).toMatchObject([{ aspectRatio: "9:16", resolution: "720p", duration: 10 }]);
});
