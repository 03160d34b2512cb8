import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { localServer } from "../../video-api/local-server.ts";
import { jumpingClock } from "../load/jumping-clock.ts";
import { boat, claimsBrokenIn, endless, hasFilm, hasVideo, oneOf, places, says, startStory } from "../stage.ts";

describe.for(places)("on %s", (place) => {
  test("a finished video appears on the video's card, and one message notifies the requester", async () => {
    const story = await startStory(place);
    await story.makeVideo({ ...boat, ratio: "9:16", duration: 15, resolution: "720p" });
    await story.until(says(/\/videos\/\S+\.mp4/, /308 credits used/));
    await story.until(() => story.entries("pinged").length > 0);

    const [task] = story.sandbox.video.tasks();
    expect(task).toMatchObject({ ...boat, aspectRatio: "9:16", duration: 15, resolution: "720p", type: "text2video" });
    expect(story.sandbox.video.ledger()).toEqual({ charged: 308, refunded: 0, tasks: 1 });
    expect(claimsBrokenIn(story, place, boat)).toEqual([]);
    expect(story.entries("refused")).toEqual([]);
    const url = /https?:\S+?\.mp4/.exec(story.seen()[0]?.text ?? "")?.[0] ?? "";
    const download = await fetch(url);
    expect(download.headers.get("content-type")).toBe("video/mp4");
  });
});

test.for(oneOf("discord"))(
  "on %s a video file is attached to the card even if the download works only after a few seconds",
  async (place) => {
    const clock = jumpingClock();
    const story = await startStory(place, { ...endless, clock, transport: "socket" });
    const { video } = story.sandbox;
    video.killLinks(true);
    await story.makeVideo(boat);
    await story.finish();
    const isTried = () => story.log.lines.some(({ event }) => event === "video not attached");
    await expect.poll(isTried, { timeout: 8_000 }).toBe(true);
    video.killLinks(false);
    clock.jump(10_000);
    await story.until(() => hasFilm(story, place));
    expect(story.seen().some(({ text }) => text.includes("could not be posted"))).toBe(false);
  },
);

test("on slack the card of a failed video shows the refund", async () => {
  const story = await startStory("slack");
  story.sandbox.video.nextFate("fails");
  await story.makeVideo(boat);
  await story.until(says(/95 credits were refunded/));
  await story.until(() => story.entries("pinged").length > 0);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 95, tasks: 1 });
  expect(claimsBrokenIn(story, "slack", boat)).toEqual([]);
});

test.for(oneOf("slack"))("on %s the reason for a failed video is shown without mentions or links", async (place) => {
  const story = await startStory(place, endless);
  await story.makeVideo(boat);
  const hostile = "No *faces* <@U0000000001> <@123456789012345678> @everyone, see https://evil.example/x";
  story.sandbox.video.settle(await story.taskId(), "failed", hostile);
  const plain = /“No faces everyone, see”/;
  await story.until(says(/95 credits were refunded/, plain));
  await story.until(() => story.entries("pinged").length > 0);
  await story.type("video-jobs", "");
  await story.until((messages) => messages.some(({ text }) => /Your videos/.test(text) && plain.test(text)));
  expect(story.entries("pinged")).toHaveLength(1);
  expect(story.log.lines).toContainEqual(
    expect.objectContaining({ event: "job settled", fields: expect.objectContaining({ reason: "given" }) }),
  );
  expect(JSON.stringify(story.log.lines)).not.toContain("faces");
});

test.for(oneOf("discord"))(
  "on %s a card reports after a minute that the video service does not respond, and later shows the video",
  async (place) => {
    const clock = jumpingClock();
    const story = await startStory(place, { ...endless, clock, transport: "socket" });
    story.sandbox.video.nextFate("silent");
    await story.makeVideo(boat);
    await story.taskId();
    const isAsked = () => story.log.lines.some(({ event }) => event === "poll refused");
    await expect.poll(isAsked, { timeout: 8_000 }).toBe(true);
    clock.jump(61_000);
    await story.until(says(/In progress/, /isn't giving usable answers right now/));
    await story.finish();
    clock.jump(61_000);
    await story.until(hasVideo);
    expect(story.seen().some(({ text }) => /usable answers/.test(text))).toBe(false);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  },
);

test("on discord a picture at a private IP address is refused with a private message", async () => {
  const story = await startStory("discord");
  await story.makeVideo({ ...boat, image_url: "https://10.0.0.1/cat.png" });
  await story.until((messages) => messages.length === 1 && messages[0]?.isPrivate === true);
  expect(story.seen("ben")).toEqual([]);
});

test("on slack the video service's address is accepted for a finished video and refused for a person's picture", async () => {
  const story = await startStory("slack", { env: { TRUSTED_ORIGINS: "" } });
  await story.makeVideo({ ...boat, image_url: `${story.sandbox.video.url}/samples/portrait.png` });
  await story.until((messages) => messages.length === 1 && messages[0]?.isPrivate === true);
  expect(story.sandbox.video.ledger().tasks).toBe(0);
  await story.makeVideo(boat);
  await story.until(hasVideo);
});

const REFUSED = "a forbidden boat in the rain";

function aFile(): string {
  const dir = mkdtempSync(join(tmpdir(), "reelay-policy-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "policy.yaml");
  writeFileSync(path, "rules:\n  - { name: Nothing forbidden, words: [forbidden] }\n");
  return path;
}

test("on slack a prompt that breaks a rule of the operator is refused privately at no cost", async () => {
  const story = await startStory("slack", { env: { POLICY_FILE: aFile() } });
  const { slack, video } = story.sandbox;
  const type = (prompt: string) => slack.command("ada", `/video ${prompt}`);
  await type(REFUSED);
  const seen = await story.until(says(/breaks the rule “Nothing forbidden”/, /Nothing was charged/));
  expect(seen.find(({ text }) => text.includes("breaks the rule"))?.isPrivate).toBe(true);
  expect(story.seen("ben").filter(({ text }) => text.includes("rule"))).toEqual([]);
  expect(seen.map(({ text }) => text).join()).not.toContain(REFUSED);
  expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  await type("a paper boat in the rain");
  await story.until(hasVideo);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

test("on discord a video is refused within 3 s at no cost if the operator's prompt check does not respond", async () => {
  const server = await localServer(() => {});
  const story = await startStory("discord", { env: { POLICY_URL: server.origin } });
  await story.sandbox.discord.command("ada", "video", { prompt: "a paper boat in the rain" });
  await story.until(says(/that check didn't answer/, /Nothing was charged/));
  // Discord stops waiting after three seconds.
  expect(story.entries("unanswered")).toEqual([]);
  expect(server.received).toMatchObject([{ body: { text: "a paper boat in the rain", platform: "discord" } }]);
  expect(story.sandbox.video.tasks()).toEqual([]);
});

test.for(oneOf("slack"))(
  "on %s a person must confirm a prompt with Midjourney flags before the video is charged",
  async (place) => {
    const story = await startStory(place);
    const { video } = story.sandbox;
    await story.makeVideo({ prompt: "a red fox in the snow --ar 9:16 --v 6 --stylize 100 --no text" });
    const seen = await story.until(
      says(/Did you mean this\?/, /Reelay cannot use `?--v 6 --stylize 100 --no text`?, so they are/),
    );
    expect(seen).toMatchObject([
      { isPrivate: true, text: expect.stringMatching(/a red fox in the snow\n[\s\S]*9:16 · 10 seconds/) },
    ]);
    expect(video.ledger().tasks).toBe(0);
    await story.press("Start it");
    await story.until(hasVideo);
    expect(video.tasks()).toMatchObject([{ prompt: "a red fox in the snow", aspectRatio: "9:16" }]);
    expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  },
);

test.for(oneOf("discord"))(
  "on %s a flag with an invalid value is refused with a list of the valid values",
  async (place) => {
    const story = await startStory(place);
    await story.makeVideo({ prompt: "a red fox in the snow --ar 1:1" });
    await story.until(
      says(/--ar takes 16:9 or 9:16, not “1:1”/, /Nothing was charged/, /a red fox in the snow --ar 1:1/),
    );
    expect(story.sandbox.video.ledger().tasks).toBe(0);
  },
);
