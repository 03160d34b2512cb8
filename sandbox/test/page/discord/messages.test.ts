import { expect, test } from "vitest";
import { aboutFilm, shapeOfFile, sizeInWords } from "../../../src/page/chat/film.ts";
import { readState } from "../../../src/page/core/page-state.ts";
import { isContinued, quoteOf } from "../../../src/page/discord/commands.ts";

const first = { authorId: "1", ephemeralFor: null, createdAt: 0, reference: null, interaction: null };

test.for<[string, boolean, object]>([
  ["of the same author, soon", true, { createdAt: 60_000 }],
  ["of somebody else", false, { authorId: "2" }],
  ["that only one person sees", false, { ephemeralFor: "3" }],
  ["that comes seven minutes later", false, { createdAt: 7 * 60_000 }],
  ["that replies", false, { reference: "4" }],
  ["that answers a command", false, { interaction: { name: "video", userId: "3" } }],
])("a message %s stands under the head above it: %s", ([, isSo, message]) => {
  expect(isContinued({ ...first, ...message }, first)).toBe(isSo);
  expect(isContinued({ ...first, ...message }, undefined)).toBe(false);
});

const card = {
  components: [{ type: 17, components: [{ type: 14 }, { type: 10, content: "### The video is **ready**" }] }],
};

test.for<[string, object]>([
  ["a *boat*", { content: "a *boat*", ...card, attachments: [{}] }],
  ["### The video is **ready**", card],
  ["Click to see attachment", { content: "", attachments: [{}] }],
  ["", { content: "" }],
])("a reply quotes %j", ([words, message]) => {
  expect(quoteOf({ ...message })).toBe(words);
});

test("a film has the shape and the prompt of the task that it comes from, wherever the message names it", () => {
  const videoUrl = "http://127.0.0.1:1/videos/task_1.mp4";
  const card = { ts: "1.0", text: `<${videoUrl}|Watch>` };
  const state = readState({
    video: { tasks: [{ videoUrl, aspectRatio: "9:16", prompt: "a boat" }] },
    slack: { people: { ada: { messages: [card] } } },
  });
  const about = (message: object) => aboutFilm({ ...message }, { state, place: "slack", personId: "ada" });
  const known = { shape: "9 / 16", prompt: "a boat" };
  expect(about({ components: [{ content: `[Watch](${videoUrl})` }] })).toEqual(known);
  // A file in the card's thread has an address of its own.
  expect(about({ ts: "2.0", threadTs: "1.0", films: ["http://127.0.0.1:2/files/F1/videos/a.mp4"] })).toEqual(known);
  for (const message of [{ content: "http://127.0.0.1:1/videos/task_2.mp4" }, { content: "no film" }])
    expect(about(message)).toEqual({ shape: undefined, prompt: undefined });
});

test("a film in the thread of several is captioned by the prompt that its file is named after", () => {
  const urlOf = (nth: number) => `http://127.0.0.1:1/videos/task_${nth}.mp4`;
  const card = { ts: "1.0", text: `<${urlOf(1)}|Watch> <${urlOf(2)}|Watch>` };
  const tasks = ["An owl", "Élan, a moose"].map((prompt, index) => ({ videoUrl: urlOf(index + 1), prompt }));
  const state = readState({ video: { tasks }, slack: { people: { ada: { messages: [card] } } } });
  const promptOf = (name: string) =>
    aboutFilm({ ts: "2.0", threadTs: "1.0", files: [{ name }] }, { state, place: "slack", personId: "ada" }).prompt;
  expect(promptOf("1-an-owl.mp4")).toBe("An owl");
  expect(promptOf("2-elan-a-moose.mp4")).toBe("Élan, a moose");
  expect(promptOf("2-video.mp4")).toBe("An owl");
});

test("a picture keeps its room only where its size is told", () => {
  expect(shapeOfFile({ width: 720, height: 1280 })).toBe("720 / 1280");
  expect(shapeOfFile({ width: 720, height: null })).toBeUndefined();
});

test.for<[number, string]>([
  [812, "812 bytes"],
  [34_400, "34 kB"],
  [4_240_000, "4.2 MB"],
])("%i bytes are %j", ([bytes, words]) => {
  expect(sizeInWords(bytes)).toBe(words);
});
