import { expect, test } from "vitest";
import { readMessageShortcut } from "../../../../src/frontends/slack/in/read-slack.ts";

const png = { id: "F1", name: "cat.png", mimetype: "image/png", size: 9, original_w: 3, original_h: 4 };
const read = (message: object, over: object = {}) =>
  readMessageShortcut(
    {
      type: "message_action",
      callback_id: "animate_this",
      trigger_id: "17.1.x",
      channel: { id: "C1" },
      user: { id: "U1" },
      team: { id: "T1" },
      response_url: "https://hooks.slack.com/app/1",
      message,
      ...over,
    },
    { prefix: "video", now: 0 },
  );
const actOf = (message: object) => read(message)?.command.act;

test("a message's own pictures are found, each with where Slack keeps it", () => {
  expect(actOf({ files: [png] })).toEqual({
    kind: "animate",
    pictures: [
      {
        source: "attachment",
        name: "cat.png",
        file: {
          url: "",
          contentType: "image/png",
          sizeBytes: 9,
          width: 3,
          height: 4,
          file: { platform: "slack", teamId: "T1", id: "F1" },
        },
      },
    ],
    others: [],
  });
});

test("so are those of links and blocks, once each", () => {
  const attachments = [{ title: "A cat", image_url: "https://a.example/cat.png", image_width: 3, image_height: 4 }, {}];
  const blocks = [{ type: "image", image_url: "https://a.example/cat.png" }, { type: "section" }];
  expect(actOf({ attachments, blocks })).toMatchObject({
    pictures: [{ source: "address", name: "A cat", url: "https://a.example/cat.png", width: 3, height: 4 }],
  });
});

test("a video and other files are none", () => {
  const files = [
    { id: "F2", mimetype: "video/mp4" },
    { id: "F3", mimetype: "text/plain" },
  ];
  expect(actOf({ files })).toEqual({ kind: "animate", pictures: [], others: ["video"] });
  expect(actOf({})).toEqual({ kind: "animate", pictures: [], others: [] });
});

test("the answer lives where the message is, in its thread", () => {
  expect(read({ thread_ts: "1.1" })?.reply).toMatchObject({ channelId: "C1", threadTs: "1.1" });
  expect(read({})?.reply).not.toHaveProperty("threadTs");
  expect(read({}, { callback_id: "x" })?.command.act).toEqual({ kind: "unknown", what: "shortcut x" });
  expect(read({}, { channel: null })).toBeNull();
});
