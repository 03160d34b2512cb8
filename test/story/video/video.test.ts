import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { localServer } from "../../video-api/local-server.ts";
import { boat, hasVideo, mostly, places, says, tell, testsOn } from "../stage.ts";
import type { Seen } from "../world.ts";

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("a video arrives on its card, and one message notifies its person", async () => {
    const story = await tell(place);
    await story.makeVideo({ ...boat, ratio: "9:16", duration: 15, resolution: "720p" });
    await story.until(says(/\/videos\/\S+\.mp4/, /308 credits used/));
    await story.until(() => story.entries("pinged").length > 0);

    const [task] = story.sandbox.video.tasks();
    expect(task).toMatchObject({ ...boat, aspectRatio: "9:16", duration: 15, resolution: "720p", type: "text2video" });
    expect(story.sandbox.video.ledger()).toEqual({ charged: 308, refunded: 0, tasks: 1 });
    expect(story.seen()).toHaveLength(2);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.entries("refused")).toEqual([]);
    const url = /https?:\S+?\.mp4/.exec(story.seen()[0]?.text ?? "")?.[0] ?? "";
    const download = await fetch(url);
    expect(download.headers.get("content-type")).toBe("video/mp4");
  });

  test("the card moves while the video is made", async () => {
    const story = await tell(place, { taskMs: 1_500, env: { POLL_MIN_MS: "30" } });
    await story.makeVideo(boat);
    await story.until(says(/[1-9]\d? ?%/));
    await story.until(hasVideo);
    expect(story.entries("edited").length).toBeGreaterThanOrEqual(2);
  });

  test("a video that fails tells the refund", async () => {
    const story = await tell(place);
    story.sandbox.video.nextFate("fails");
    await story.makeVideo(boat);
    await story.until(says(/95 credits were refunded/));
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 95, tasks: 1 });
    expect(story.entries("pinged")).toHaveLength(1);
  });

  test.for([
    ["no_credits", /95 credits/],
    ["bad_key", /\[Add my key\]/],
    ["bad_request", /nothing was charged/i],
  ] as const)("a start answered with %s is refused privately, and the card goes", async ([fate, words]) => {
    const story = await tell(place);
    story.sandbox.video.nextFate(fate);
    await story.makeVideo(boat);
    const isPrivateAnswer = (messages: readonly Seen[]) => messages.length === 1 && messages[0]?.isPrivate === true;
    const [message] = await story.until(isPrivateAnswer);
    expect(message?.text).toMatch(words);
    expect(message?.text).toMatch(/nothing was charged/i);
    expect(story.seen("ben")).toEqual([]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  });

  test.for(["lost_answer", "server_error"] as const)(
    "after %s nobody claims to know, and nothing is sent twice",
    async (fate) => {
      const story = await tell(place);
      story.sandbox.video.nextFate(fate);
      await story.makeVideo(boat);
      await story.until(says(/may have been charged/i));
      await story.until(() => story.entries("pinged").length > 0);
      expect(story.seen()[0]?.text).not.toMatch(/nothing was charged/i);
      expect(story.sandbox.journal.since(0).filter(({ kind }) => kind === "submitted").length).toBeLessThan(2);
    },
  );

  test.for(["accepted_202", "error_with_task"] as const)(
    "after %s the video that was paid for comes, and nothing is sent twice",
    async (fate) => {
      const story = await tell(place);
      story.sandbox.video.nextFate(fate);
      await story.makeVideo(boat);
      await story.until(hasVideo);
      expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
      expect(story.sandbox.journal.since(0).filter(({ kind }) => kind === "submitted")).toHaveLength(1);
    },
  );

  test("a picture's address goes to the service, and its shape decides the ratio", async () => {
    const story = await tell(place);
    const image = `${story.sandbox.video.url}/samples/portrait.png`;
    await story.makeVideo({ ...boat, image_url: image });
    await story.until(hasVideo);
    const [task] = story.sandbox.video.tasks();
    expect(task).toMatchObject({ type: "image2video", imageUrl: image, aspectRatio: "9:16" });
  });

  test("a private address is refused before the answer", async () => {
    const story = await tell(place);
    await story.makeVideo({ ...boat, image_url: "https://10.0.0.1/cat.png" });
    await story.until((messages) => messages.length === 1 && messages[0]?.isPrivate === true);
    expect(story.seen("ben")).toEqual([]);
  });

  test("the video service's own address is trusted for its videos, not for a picture that a person names", async () => {
    const story = await tell(place, { env: { TRUSTED_ORIGINS: "" } });
    await story.makeVideo({ ...boat, image_url: `${story.sandbox.video.url}/samples/portrait.png` });
    await story.until((messages) => messages.length === 1 && messages[0]?.isPrivate === true);
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.makeVideo(boat);
    await story.until(hasVideo);
  });
});

test.for([
  ["discord", "a boat --ratio 9:16"],
  ["discord", "a boat --ration 9:16"],
  ["slack", "a boat --ration 9:16"],
] as const)("on %s, flags in a prompt are asked about and start as meant: %s", async ([place, typed]) => {
  const story = await tell(place);
  const { discord, slack, video } = story.sandbox;
  const type = () =>
    place === "discord" ? discord.command("ada", "video", { prompt: typed }) : slack.command("ada", `/video ${typed}`);
  await type();
  const seen = await story.until(
    says(/Did you mean this\?/, /--ration? 9:16/, /It costs 95 credits/, /Nothing has been charged yet/),
  );
  expect(seen.find(({ text }) => /Did you mean/.test(text))?.isPrivate).toBe(true);
  await story.press("Cancel");
  await story.until(says(/Nothing was started\./));
  expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });

  await type();
  await story.until(says(/\[Start it\] \[Use my words as they are\] \[Cancel\]/));
  await Promise.all([story.press("Start it"), story.press("Start it")]);
  await story.until(hasVideo);
  expect(video.tasks()).toMatchObject([{ prompt: "a boat", aspectRatio: "9:16" }]);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

const REFUSED = "a forbidden boat in the rain";

/** The operator's file, with one rule. */
function aFile(): string {
  const dir = mkdtempSync(join(tmpdir(), "reelay-policy-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "policy.yaml");
  writeFileSync(path, "rules:\n  - { name: Nothing forbidden, words: [forbidden] }\n");
  return path;
}

test.for(mostly("slack"))("a prompt that breaks a rule is refused on %s, privately and for nothing", async (place) => {
  const story = await tell(place, { env: { POLICY_FILE: aFile() } });
  const { discord, slack, video } = story.sandbox;
  const type = (prompt: string) =>
    place === "discord" ? discord.command("ada", "video", { prompt }) : slack.command("ada", `/video ${prompt}`);
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

test("while the operator's service hangs, people are told in time, and nothing is paid for", async () => {
  const server = await localServer(() => {});
  const story = await tell("discord", { env: { POLICY_URL: server.origin } });
  await story.sandbox.discord.command("ada", "video", { prompt: "a paper boat in the rain" });
  await story.until(says(/that check didn't answer/, /Nothing was charged/));
  // Discord hangs up after three seconds.
  expect(story.entries("unanswered")).toEqual([]);
  expect(server.received).toMatchObject([{ body: { text: "a paper boat in the rain", platform: "discord" } }]);
  expect(story.sandbox.video.tasks()).toEqual([]);
});
