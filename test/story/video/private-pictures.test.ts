import { expect, test } from "vitest";
import { boat, endless, hasVideo, type Story, says, tell } from "../stage.ts";

async function sample(story: Story, name: string, personId = "ada") {
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/${name}`)).arrayBuffer());
  return story.sandbox.slack.upload(personId, { name, contentType: "image/png", bytes });
}

test("on slack a picture given to a form is served for that one video, and not after it", async () => {
  const story = await tell("slack", endless);
  const { slack, video } = story.sandbox;
  const fileId = await sample(story, "portrait.png");
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
  await story.fillForm({ image: await sample(story, "landscape.png") });
  await story.taskId(2);
  expect((await fetch(video.tasks()[2]?.imageUrl ?? "")).status).toBe(200);
  expect(story.entries("refused").filter(({ payload }) => !/file_not_found/.test(JSON.stringify(payload)))).toEqual([]);
});

test("on slack what is no picture costs nothing, at its field or before the video is paid for", async () => {
  const story = await tell("slack");
  const { slack, video } = story.sandbox;
  const text = new TextEncoder().encode("<html>no picture</html>");
  await slack.command("ada", "/video");
  const gif = slack.upload("ada", { name: "a.gif", contentType: "text/plain", bytes: text });
  await story.fillForm({ ...boat, image: gif });
  await story.until(() => Object.keys(slack.openForms("ada")[0]?.errors ?? {}).length > 0);
  expect(slack.openForms("ada")[0]?.errors).toMatchObject({ image: expect.stringMatching(/not a picture/) });
  const empty = slack.upload("ada", { name: "a.png", contentType: "image/png", bytes: new Uint8Array(0) });
  await story.fillForm({ ...boat, image: empty });
  await story.until(() => /0 bytes/.test(slack.openForms("ada")[0]?.errors?.image ?? ""));
  await story.fillForm({
    ...boat,
    image: slack.upload("ada", { name: "a.png", contentType: "image/png", bytes: text }),
  });
  await story.until(says(/not a picture|could not be opened/));
  expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
});
