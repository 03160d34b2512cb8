import { expect, test } from "vitest";
import { boat, hasVideo, type Story, says, tell } from "../stage.ts";
import type { Seen } from "../world.ts";

const hasTwo = (messages: readonly Seen[]) => messages.filter(({ text }) => /credits used/.test(text)).length === 2;

async function sample(story: Story, name: "portrait.png" | "landscape.png", named: string = name) {
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/${name}`)).arrayBuffer());
  const [width, height] = name === "portrait.png" ? [360, 640] : [640, 360];
  return { name: named, contentType: "image/png", bytes, width, height };
}

/** Ada uses *Animate this* on a message. */
const animate = (story: Story, messageId: string) =>
  story.sandbox.discord.command("ada", "Animate this", {}, { messageId });

test("Animate this on a picture makes a video of it, in its shape, after a restart too", async () => {
  const story = await tell("discord");
  const { discord, video } = story.sandbox;
  await animate(story, discord.post("ben", "my cat", [await sample(story, "portrait.png", "SPOILER_cat.png")]));
  const form = await story.openForm();
  await story.restart();
  await discord.submitForm("ada", form, { prompt: "it yawns" });
  await story.until(hasVideo, "ben");
  const [task] = video.tasks();
  expect(task).toMatchObject({ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" });
  expect(task?.imageUrl).toContain("SPOILER_cat.png");
  expect(story.entries("refused")).toEqual([]);
});

test("Animate this on several pictures asks which, and takes that one's shape", async () => {
  const story = await tell("discord");
  const { discord, video } = story.sandbox;
  const files = [await sample(story, "landscape.png"), await sample(story, "portrait.png")];
  await animate(story, discord.post("ada", "", [], { forwards: discord.post("ben", "my cats", files) }));
  const form = await story.openForm();
  expect(JSON.stringify(discord.openForms("ada"))).toContain("2: portrait.png, 360 x 640");
  await discord.submitForm("ada", form, { prompt: "they dance", image: "1" });
  await story.until(hasVideo);
  const chosen = { imageUrl: expect.stringContaining("portrait.png"), aspectRatio: "9:16" };
  expect(video.tasks()).toMatchObject([chosen]);

  await story.press("Again");
  await story.until(hasTwo);
  expect(video.tasks()).toMatchObject([chosen, { ...chosen, prompt: "they dance" }]);
});

test("Animate this on an address judges what is there, before anything is paid", async () => {
  const story = await tell("discord");
  const { discord, video } = story.sandbox;
  const link = (name: string) => ({ url: `${video.url}/samples/${name}`, width: 0, height: 0 });
  await animate(story, discord.post("ben", "look", [], { link: link("portrait.png") }));
  await discord.submitForm("ada", await story.openForm(), { prompt: "it yawns" });
  await story.until(hasVideo);
  expect(video.tasks()).toMatchObject([{ imageUrl: link("portrait.png").url, aspectRatio: "9:16" }]);

  await animate(story, discord.post("ben", "and here", [], { link: link("nothing.png") }));
  await discord.submitForm("ada", await story.openForm(), { prompt: "it yawns" });
  await story.until(says(/picture could not be opened/));
  expect(video.ledger().tasks).toBe(1);
});

test("Animate this on a sticker, or on words alone, says why not, to its person alone", async () => {
  const story = await tell("discord");
  const { discord } = story.sandbox;
  await animate(story, discord.post("ben", "", [], { sticker: "lottie" }));
  await story.until(says(/A sticker cannot be animated/));
  await animate(story, discord.post("ben", "hello"));
  const seen = await story.until(says(/There is no picture in this message/));
  expect(seen.filter(({ text }) => /Nothing to animate/.test(text)).map(({ isPrivate }) => isPrivate)).toEqual([
    true,
    true,
  ]);
  expect(discord.openForms("ada")).toEqual([]);
});

test.for([
  ["of 0 bytes", { bytes: new Uint8Array(0), width: 640, height: 360 }, /0 bytes/],
  ["that Discord found no width and height in", { bytes: new Uint8Array(99) }, /damaged/],
] as const)("a picture %s is refused privately, in a command and in a message", async ([, file, why]) => {
  const story = await tell("discord");
  const { discord, video } = story.sandbox;
  const image = { name: "a.png", contentType: "image/png", ...file };
  await discord.command("ada", "video", { ...boat, image });
  await story.until(says(why, /nothing was charged/i));
  await animate(story, discord.post("ben", "look", [image]));
  await story.until((seen) => seen.filter(({ text }) => why.test(text)).length === 2);
  expect(story.seen("ben").filter(({ text }) => why.test(text))).toEqual([]);
  expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
});
