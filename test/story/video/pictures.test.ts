import { expect, test } from "vitest";
import { boat, endless, hasVideo, type Story, tell } from "../stage.ts";

/** A picture of the sandbox's. */
async function sample(story: Story, name: "portrait.png" | "landscape.png", named: string = name) {
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/${name}`)).arrayBuffer());
  const [width, height] = name === "portrait.png" ? [360, 640] : [640, 360];
  return { name: named, contentType: "image/png", bytes, width, height };
}

/** Puts one into Slack. */
const upload = async (story: Story, name: "portrait.png" | "landscape.png", personId = "ada") =>
  story.sandbox.slack.upload(personId, await sample(story, name));

test("on slack a picture given to a form is served for that one video, and not after it", async () => {
  const story = await tell("slack", endless);
  const { slack, video } = story.sandbox;
  const fileId = await upload(story, "portrait.png");
  await slack.command("ada", "/video");
  await story.fillForm({ ...boat, image: fileId });
  await story.taskId(0);
  const { imageUrl = "" } = video.tasks()[0] ?? {};
  expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video" }]);
  expect(imageUrl).toMatch(/\/pictures\/[0-9a-f]{20}\.[\w-]{43}$/);
  const served = await fetch(imageUrl);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  await story.finish();
  await story.until(hasVideo);
  expect((await fetch(imageUrl)).status).toBe(404);

  await story.press("Again");
  await story.taskId(1);
  const second = video.tasks()[1]?.imageUrl ?? "";
  expect(second).not.toBe(imageUrl);
  expect((await fetch(second)).status).toBe(200);
  await story.finish(1);
  await story.until((seen) => seen.filter(({ text }) => /credits used/.test(text)).length === 2);

  slack.removeFile(fileId);
  await story.press("Again");
  await story.openForm();
  expect(JSON.stringify(slack.openForms("ada"))).toContain("can no longer be opened");
  await story.fillForm({ image: await upload(story, "landscape.png") });
  await story.taskId(2);
  expect((await fetch(video.tasks()[2]?.imageUrl ?? "")).status).toBe(200);
  expect(story.entries("refused").filter(({ payload }) => !/file_not_found/.test(JSON.stringify(payload)))).toEqual([]);
});
