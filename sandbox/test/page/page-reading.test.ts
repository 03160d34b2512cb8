import { expect, test } from "vitest";
import { openFailures } from "../../src/page/chat/failures.ts";
import { aboutFilm, filmIn, hidesPreviews, shapeOfFile, sizeInWords } from "../../src/page/chat/film.ts";
import { readState } from "../../src/page/core/page-state.ts";
import { setLanguage, worded } from "../../src/page/core/time.ts";
import { quoteOf } from "../../src/page/discord/commands.ts";
import { readProblem } from "../../src/page/forms/problem.ts";
import { threadsIn } from "../../src/page/slack/threads.ts";

test.for([
  ["no flags", "shows", {}],
  ["another flag", "shows", { flags: 1 << 6 }],
  ["embeds that are suppressed", "hides", { flags: (1 << 2) | (1 << 12) }],
] as const)("a message with %s %s the video below its link", ([, verb, message]) => {
  expect(hidesPreviews(message)).toBe(verb === "hides");
});

test.for([
  ["prompt: Please complete this required field.", "Please complete this required field."],
  ["prompt: at most 3000 characters, not 3001", "At most 3000 characters, not 3001."],
  ['"prompt" is required', "This is required."],
  ['"prompt" is longer than 1500', "This is longer than 1500."],
])("the error %j is shown at its field as %j", ([why = "", words]) => {
  expect(readProblem(why, ["prompt", "image"])).toEqual({ name: "prompt", words });
});

test.for(["other: at most 3000 characters", "Ada has no form open, not V1"])(
  "the error %j is shown at no field, because it names none of the form's fields",
  (why) => {
    expect(readProblem(why, ["prompt", "image"])).toBeUndefined();
  },
);

const DAY_MS = 86_400_000;

test.for<[string, string, number]>([
  ["in 2 days", "R", 2 * DAY_MS + 60_000],
  ["2 days ago", "R", -2 * DAY_MS - 60_000],
  ["due in 2 days", "due {ago}", 2 * DAY_MS + 60_000],
  ["{constructor} {none}", "{constructor} {none}", 0],
  ["toString", "toString", 0],
])("a time is shown as %j in the style %j", ([words, style, awayMs]) => {
  expect(worded(Date.now() + awayMs, style)).toBe(words);
});

test("a time is written in the reader's language", () => {
  const at = Date.UTC(2026, 11, 28, 12);
  setLanguage("de");
  expect([worded(at, "D"), worded(at, "{date_long}")]).toEqual(["28. Dezember 2026", "Montag, 28. Dezember 2026"]);
  expect(worded(Date.now() + 20 * DAY_MS + 60_000, "R")).toBe("in 20 Tagen");
  setLanguage("en");
  expect(worded(at, "D")).toBe("December 28, 2026");
});

test.for(["R", "f", "F", "{date} at {time}", "{ago}"])(
  "an invalid timestamp in the style %s causes no error",
  (style) => {
    for (const ms of [Number.POSITIVE_INFINITY, Number.NaN, 99_999_999_999_999_000])
      expect(worded(ms, style)).toBe("Invalid date");
  },
);

const aMessage = (ts: string, more: object = {}) => ({
  ts,
  threadTs: null,
  userId: "U1",
  createdAt: Number(ts),
  ...more,
});

test("a reply on Slack is shown in its thread and not in the channel", () => {
  const reply = aMessage("3.0", { threadTs: "1.0", userId: "U2" });
  const threads = threadsIn([aMessage("1.0"), aMessage("2.0"), reply]);
  expect(threads.rows.map(({ ts }) => ts)).toEqual(["1.0", "2.0"]);
  expect(threads.rows[0]).toMatchObject({ replies: { count: 1, lastAt: 3, authors: ["U2"] } });
  expect(threads.rows[1]).not.toHaveProperty("replies");
  expect([threads.of("1.0"), threads.of("2.0")]).toEqual([[reply], []]);
});

test("a reply also sent to the channel is shown in both places", () => {
  const threads = threadsIn([aMessage("1.0"), aMessage("2.0", { threadTs: "1.0", isBroadcast: true })]);
  expect([threads.rows.length, threads.of("1.0").length]).toEqual([2, 1]);
});

test("a message that starts a thread is not a reply", () => {
  expect(threadsIn([aMessage("1.0", { threadTs: "1.0" })]).rows).toHaveLength(1);
});

const about = {
  seq: 0,
  at: 0,
  times: 1,
  place: "discord",
  personId: "ada",
  channelId: "c",
  messageId: "m",
  payload: {},
} as const;
const press = (interactionId: string, more: object = {}) => ({ ...about, kind: "press", interactionId, ...more });
const silence = (interactionId: string) => ({ ...about, kind: "unanswered", interactionId });

test("a failure is shown to its person until it is dismissed or the same message is pressed again", () => {
  const failures = openFailures();
  const ids = (personId = "ada") => failures.at("discord", personId).map(({ id }) => id);
  for (const id of ["1", "2"]) {
    failures.add(press(id, { messageId: `m${id}` }));
    failures.add(silence(id));
  }
  expect([ids(), ids("ben"), failures.at("slack", "ada")]).toEqual([["1", "2"], [], []]);
  failures.add(press("3", { messageId: "m1", personId: "ben" }));
  expect(ids()).toEqual(["1", "2"]);
  failures.add(press("4", { messageId: "m1" }));
  expect(ids()).toEqual(["2"]);
  failures.dismiss("2");
  expect(ids()).toEqual([]);
});

test("an answered interaction, or an interaction that the page never received, is no failure", () => {
  const failures = openFailures();
  failures.add(press("1"));
  failures.add({ ...silence("1"), kind: "answered" });
  failures.add(silence("1"));
  failures.add(silence("2"));
  expect(failures.at("discord", "ada")).toEqual([]);
});

const card = {
  components: [{ type: 17, components: [{ type: 14 }, { type: 10, content: "### The video is **ready**" }] }],
};

test.for<[string, object]>([
  ["a *boat*", { content: "a *boat*", ...card, attachments: [{}] }],
  ["### The video is **ready**", card],
  ["Click to see attachment", { content: "", attachments: [{}] }],
  ["", { content: "" }],
])("a reply on Discord quotes %j", ([words, message]) => {
  expect(quoteOf({ ...message })).toBe(words);
});

test("a video on the page has the shape and prompt of its task, wherever the message contains the link", () => {
  const videoUrl = "http://127.0.0.1:1/videos/task_1.mp4";
  const card = { ts: "1.0", text: `<${videoUrl}|Watch>` };
  const state = readState({
    video: { tasks: [{ videoUrl, aspectRatio: "9:16", prompt: "a boat" }] },
    slack: { people: { ada: { messages: [card] } } },
  });
  const about = (message: object) => aboutFilm({ ...message }, { state, place: "slack", personId: "ada" });
  const facts = { shape: "9 / 16", prompt: "a boat" };
  expect(about({ components: [{ content: `[Watch](${videoUrl})` }] })).toEqual(facts);
  // A file in the card's thread has an address of its own.
  expect(about({ ts: "2.0", threadTs: "1.0", films: ["http://127.0.0.1:2/files/F1/videos/a.mp4"] })).toEqual(facts);
  for (const message of [{ content: "http://127.0.0.1:1/videos/task_2.mp4" }, { content: "no film" }])
    expect(about(message)).toEqual({ shape: undefined, prompt: undefined });
});

test("a video in the thread of a batch is captioned with the prompt in its file name", () => {
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

test.for<[string, object]>([
  ["on Slack", { text: "Ready\n&gt; a &lt;b&gt;kite&lt;/b&gt;" }],
  ["on Discord", { components: [{ content: "### Ready\n> a \\<b\\>kite\\</b\\>" }] }],
])("a kept video is captioned with the prompt on its card, %s", ([, message]) => {
  const tasks = ["another kite", "a <b>kite</b>"].map((prompt) => ({ prompt, videoUrl: "http://127.0.0.1:1/v.mp4" }));
  const state = readState({ video: { tasks } });
  const kept = { ...message, link: "http://127.0.0.1:3000/films/abcdefghijklmnopqrstuv" };
  expect(filmIn(kept)).toBe(kept.link);
  expect(aboutFilm(kept, { state, place: "slack", personId: "ada" }).prompt).toBe("a <b>kite</b>");
});

test("space for a picture is reserved only if its size is known", () => {
  expect(shapeOfFile({ width: 720, height: 1280 })).toBe("720 / 1280");
  expect(shapeOfFile({ width: 720, height: null })).toBeUndefined();
});

test.for<[number, string]>([
  [812, "812 bytes"],
  [34_400, "34 kB"],
  [4_240_000, "4.2 MB"],
])("%i bytes are written as %j", ([bytes, words]) => {
  expect(sizeInWords(bytes)).toBe(words);
});
