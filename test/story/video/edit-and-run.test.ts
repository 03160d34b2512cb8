import { describe, expect, test } from "vitest";
import { boat, endless, hasVideo, mostly, type Story, says, tell } from "../stage.ts";
import type { Seen } from "../world.ts";

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

  test("a picture of before is kept where nothing is said about it", async () => {
    const story = await tell(place);
    const image = `${story.sandbox.video.url}/samples/portrait.png`;
    await story.makeVideo({ ...boat, image_url: image });
    await story.until(hasVideo);
    await story.press("Edit & run");
    await story.fillForm({ prompt: "another boat" });
    await story.until(hasTwo);
    const [, second] = story.sandbox.video.tasks();
    expect(second).toMatchObject({ type: "image2video", imageUrl: image, aspectRatio: "9:16", prompt: "another boat" });
  });

  test("two forms of one card make one video", async () => {
    const story = await tell(place, endless);
    await story.makeVideo(boat);
    await story.finish();
    await story.until(hasVideo);
    await story.press("Edit & run");
    await story.press("Edit & run");
    await story.until(() => story.entries("form").length === 2);
    await story.fillForm({ prompt: "another boat" });
    await story.until(() => story.entries("form_closed").length === 1);
    await story.fillForm({ prompt: "one more boat" });
    await story.until(says(/already in progress/));
    await story.finish(1);
    await story.until(hasTwo);
    expect(story.sandbox.video.ledger().tasks).toBe(2);
  });

  test("what cannot be used costs nothing, and the form is open or can be opened again", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.press("Edit & run");
    if (place === "discord") {
      await story.fillForm({ prompt: "  " });
      await story.until(says(/what should happen/, /Edit & run/));
      await story.press("Edit & run");
    } else {
      await story.fillForm({ prompt: "another boat", image_url: "https://10.0.0.1/cat.png" });
      await story.until(() => story.entries("form_updated").length > 0);
      const [form] = story.sandbox.slack.openForms("ada");
      expect(form?.errors).toMatchObject({ image_url: expect.stringMatching(/not public/) });
    }
    await story.fillForm({ prompt: "another boat", ...(place === "slack" && { image_url: "" }) });
    await story.until(hasTwo);
    expect(story.sandbox.video.ledger().tasks).toBe(2);
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

test("on slack, an address that was emptied takes the picture away", async () => {
  const story = await tell("slack");
  await story.makeVideo({ ...boat, image_url: `${story.sandbox.video.url}/samples/portrait.png` });
  await story.until(hasVideo);
  await story.press("Edit & run");
  await story.fillForm({ image_url: "" });
  await story.taskId(1);
  expect(story.sandbox.video.tasks()[1]).toMatchObject({ ...boat, type: "text2video" });
});
