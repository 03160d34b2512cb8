import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { codeOf, slackWorld } from "../slack-world.ts";

const ada = "U00000ADA1";
const bytes = Buffer.alloc(5_000, "film");

test("a video uploaded into a Slack thread with @slack/web-api can be downloaded unchanged", async () => {
  const { slack, web } = await slackWorld();
  const { ts = "" } = await web.chat.postMessage({ channel: slack.channelId, text: "card" });
  await web.filesUploadV2({ channel_id: slack.channelId, thread_ts: ts, file: bytes, filename: "video.mp4" });
  const shared = slack.messages("ben").at(-1);
  expect(shared).toMatchObject({ threadTs: ts, fileIds: [expect.any(String)], films: [expect.any(String)] });
  const played = await fetch(shared?.films[0] ?? "");
  expect(Buffer.from(await played.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Buffer.from(slack.file(shared?.fileIds[0] ?? "")?.bytes ?? []).equals(bytes)).toBe(true);
});

test("a Slack bot can share a file only once, after a complete upload, in a channel that the bot has joined", async () => {
  const { slack, web } = await slackWorld();
  const ask = async (method: string, args: object) =>
    web.apiCall(method, { ...args }).then(
      (answer) => ({ upload_url: "", file_id: "", error: "", ...answer }),
      (error: { data: { error: string } }) => ({ upload_url: "", file_id: "", error: error.data.error }),
    );
  const share = (id: string, channel_id: string) =>
    ask("files.completeUploadExternal", { files: [{ id }], channel_id });
  const { upload_url, file_id } = await ask("files.getUploadURLExternal", { filename: "v.mp4", length: bytes.length });
  const put = async (body: Buffer) => (await fetch(upload_url, { method: "POST", body: new Uint8Array(body) })).status;

  expect((await share(file_id, slack.channelId)).error).toBe("file_not_found");
  expect(await put(bytes.subarray(1))).toBe(400);
  expect(await put(bytes)).toBe(200);
  expect(await put(bytes)).toBe(400);
  expect((await share(file_id, slack.unjoinedChannelId)).error).toBe("not_in_channel");
  expect((await share(file_id, slack.foreignChannelId)).error).toBe("channel_not_found");
  expect((await share(file_id, ada)).error).toBe("invalid_arguments");
  expect((await share(file_id, slack.channelId)).error).toBe("");
  expect((await share(file_id, slack.channelId)).error).toBe("file_not_found");
  expect((await ask("files.getUploadURLExternal", { filename: "v.mp4", length: 0 })).error).toBe("invalid_arguments");
  slack.uploadRules.begin = "storage_limit_reached";
  expect((await ask("files.getUploadURLExternal", { filename: "v.mp4", length: 1 })).error).toBe(
    "storage_limit_reached",
  );
});

test("Slack's files.info lists the messages with a file, and files.delete removes the file from those messages", async () => {
  const { slack, web } = await slackWorld();
  const { ts = "" } = await web.chat.postMessage({ channel: slack.channelId, text: "card" });
  await web.filesUploadV2({ channel_id: slack.channelId, thread_ts: ts, file: bytes, filename: "video.mp4" });
  const shared = slack.messages("ben").at(-1);
  const file = shared?.fileIds[0] ?? "";
  const info = await web.files.info({ file });
  expect(info.file?.shares?.public).toEqual({ [slack.channelId]: [{ ts: shared?.ts, thread_ts: ts }] });
  await web.files.delete({ file });
  expect(slack.messages("ben").at(-1)).toMatchObject({ ts: shared?.ts, fileIds: [], films: [] });
  expect(slack.messages("ben").at(-1)?.text).toBe("This file was deleted.");
  expect(await codeOf(web.files.delete({ file }))).toBe("file_not_found");
});

test("a Slack bot cannot delete a person's file", async () => {
  const { slack, web } = await slackWorld();
  const file = slack.upload("ada", { name: "a.png", contentType: "image/png", bytes: new Uint8Array(9) });
  expect(await codeOf(web.files.delete({ file }))).toBe("cant_delete_file");
});

test("a thread reply in Slack direct messages notifies the person only if the reply contains a mention", async () => {
  const { slack, web, entries } = await slackWorld();
  const channel = slack.dmChannelId("ada");
  const { ts = "" } = await web.chat.postMessage({ channel, text: "card" });
  expect(entries("pinged")).toHaveLength(1);
  await web.chat.postMessage({ channel, text: "quiet", thread_ts: ts });
  expect(entries("pinged")).toHaveLength(1);
  await web.chat.postMessage({ channel, text: `<@${ada}> done`, thread_ts: ts });
  expect(entries("pinged")).toHaveLength(2);
});

test("an uploaded picture is shown on Slack with its dimensions, title and alternative text", async () => {
  const { slack, web } = await slackWorld();
  const { ts = "" } = await web.chat.postMessage({ channel: slack.channelId, text: "card" });
  const png = await readFile("sandbox/assets/portrait.png");
  const asked = { filename: "frame.png", length: png.length, alt_txt: "a boat" };
  const { upload_url, file_id } = { upload_url: "", file_id: "", ...(await web.files.getUploadURLExternal(asked)) };
  await fetch(upload_url, { method: "POST", body: new Uint8Array(png) });
  const files = [{ id: file_id, title: "The first frame" }] as const;
  await web.apiCall("files.completeUploadExternal", { files, channel_id: slack.channelId, thread_ts: ts });
  const shared = slack.messages("ben").at(-1);
  expect(shared?.films).toEqual([]);
  const [shown] = shared ? slack.filesOf(shared) : [];
  expect(shown).toMatchObject({ title: "The first frame", alt: "a boat", width: 360, height: 640 });
  expect((await fetch(shown?.url ?? "")).headers.get("content-type")).toBe("image/png");
  expect((await web.files.info({ file: file_id })).file).toMatchObject({ title: "The first frame", original_w: 360 });
});
