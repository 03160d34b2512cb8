import { expect, test } from "vitest";
import { openFailures } from "../../src/page/chat/failures.ts";
import { aboutFilm, filmIn, hidesPreviews, shapeOfFile, sizeInWords } from "../../src/page/chat/film.ts";
import { readState } from "../../src/page/core/page-state.ts";
import { setLanguage, worded } from "../../src/page/core/time.ts";
import { quoteOf } from "../../src/page/discord/commands.ts";
import { readProblem } from "../../src/page/forms/problem.ts";
import { threadsIn } from "../../src/page/slack/threads.ts";

test.for([
  ["shows", "without flags", {}],
  ["shows", "with an unrelated flag", { flags: 1 << 6 }],
  ["hides", "with the flag for suppressed embeds", { flags: (1 << 2) | (1 << 12) }],
] as const)("the sandbox page %s the video below a link in a Discord message %s", ([verb, , message]) => {
  expect(hidesPreviews(message)).toBe(verb === "hides");
});

test.for([
  ["prompt: Please complete this required field.", "Please complete this required field."],
  ["prompt: at most 3000 characters, not 3001", "At most 3000 characters, not 3001."],
  ['"prompt" is required', "This is required."],
  ['"prompt" is longer than 1500', "This is longer than 1500."],
])("the sandbox page shows the form error “%s” as “%s” at the field", ([why = "", words]) => {
  expect(readProblem(why, ["prompt", "image"])).toEqual({ name: "prompt", words });
});

test.for(["other: at most 3000 characters", "Ada has no form open, not V1"])(
  "the sandbox page assigns the form error “%s” to no field of the form",
  (why) => {
    expect(readProblem(why, ["prompt", "image"])).toBeUndefined();
  },
);

const DAY_MS = 86_400_000;

test.for<[what: string, style: string, words: string, awayMs: number]>([
  ["a future time with Discord's format", "R", "in 2 days", 2 * DAY_MS + 60_000],
  ["a past time with Discord's format", "R", "2 days ago", -2 * DAY_MS - 60_000],
  ["a future time with Slack's format", "due {ago}", "due in 2 days", 2 * DAY_MS + 60_000],
])("the sandbox page writes %s “%s” as “%s”", ([, style, words, awayMs]) => {
  expect(worded(Date.now() + awayMs, style)).toBe(words);
});

test.for(["{constructor} {none}", "toString"])(
  "the sandbox page shows the unknown time format “%s” unchanged",
  (style) => {
    expect(worded(Date.now(), style)).toBe(style);
  },
);

test("the sandbox page writes a time in the reader's language", () => {
  const at = Date.UTC(2026, 11, 28, 12);
  setLanguage("de");
  expect([worded(at, "D"), worded(at, "{date_long}")]).toEqual(["28. Dezember 2026", "Montag, 28. Dezember 2026"]);
  expect(worded(Date.now() + 20 * DAY_MS + 60_000, "R")).toBe("in 20 Tagen");
  setLanguage("en");
  expect(worded(at, "D")).toBe("December 28, 2026");
});

test.for(["R", "f", "F", "{date} at {time}", "{ago}"])(
  "the sandbox page writes an invalid time with the format “%s” as “Invalid date”",
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

test("the sandbox page shows a Slack reply in the thread and not in the channel", () => {
  const reply = aMessage("3.0", { threadTs: "1.0", userId: "U2" });
  const threads = threadsIn([aMessage("1.0"), aMessage("2.0"), reply]);
  expect(threads.rows.map(({ ts }) => ts)).toEqual(["1.0", "2.0"]);
  expect(threads.rows[0]).toMatchObject({ replies: { count: 1, lastAt: 3, authors: ["U2"] } });
  expect(threads.rows[1]).not.toHaveProperty("replies");
  expect([threads.of("1.0"), threads.of("2.0")]).toEqual([[reply], []]);
});

test("the sandbox page shows a Slack reply in the thread and in the channel if the reply was also sent to the channel", () => {
  const threads = threadsIn([aMessage("1.0"), aMessage("2.0", { threadTs: "1.0", isBroadcast: true })]);
  expect([threads.rows.length, threads.of("1.0").length]).toEqual([2, 1]);
});

test("the sandbox page shows the first message of a Slack thread in the channel", () => {
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

test("the sandbox page shows a failed button press until the person dismisses the failure or presses a button of the same message again", () => {
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

test("the sandbox page shows no failure for an interaction that was answered or that the page never saw", () => {
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

test.for<[quoted: string, what: string, words: string, message: object]>([
  ["the text", "with text", "a *boat*", { content: "a *boat*", ...card, attachments: [{}] }],
  ["the first text of the card", "with a card", "### The video is **ready**", card],
  ["“Click to see attachment”", "with only a file", "Click to see attachment", { content: "", attachments: [{}] }],
  ["nothing", "without content", "", { content: "" }],
])("the sandbox page quotes %s in a reply to a Discord message %s", ([, , words, message]) => {
  expect(quoteOf({ ...message })).toBe(words);
});

test("the sandbox page shows a video with the aspect ratio and prompt of the video's task", () => {
  const videoUrl = "http://127.0.0.1:1/videos/task_1.mp4";
  const card = { ts: "1.0", text: `<${videoUrl}|Watch>` };
  const state = readState({
    video: { tasks: [{ videoUrl, aspectRatio: "9:16", prompt: "a boat" }] },
    slack: { people: { ada: { messages: [card] } } },
  });
  const about = (message: object) => aboutFilm({ ...message }, { state, place: "slack", personId: "ada" });
  const facts = { shape: "9 / 16", prompt: "a boat" };
  expect(about({ components: [{ content: `[Watch](${videoUrl})` }] })).toEqual(facts);
  // A file in the card's thread has a different URL.
  expect(about({ ts: "2.0", threadTs: "1.0", films: ["http://127.0.0.1:2/files/F1/videos/a.mp4"] })).toEqual(facts);
  for (const message of [{ content: "http://127.0.0.1:1/videos/task_2.mp4" }, { content: "no film" }])
    expect(about(message)).toEqual({ shape: undefined, prompt: undefined });
});

test("on the sandbox page, the caption of a video in a batch's thread is the prompt that matches the file name", () => {
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
  ["Slack", { text: "Ready\n&gt; a &lt;b&gt;kite&lt;/b&gt;" }],
  ["Discord", { components: [{ content: "### Ready\n> a \\<b\\>kite\\</b\\>" }] }],
])("on the sandbox page, the caption of a stored video is the prompt from the video's card on %s", ([, message]) => {
  const tasks = ["another kite", "a <b>kite</b>"].map((prompt) => ({ prompt, videoUrl: "http://127.0.0.1:1/v.mp4" }));
  const state = readState({ video: { tasks } });
  const kept = { ...message, link: "http://127.0.0.1:3000/films/abcdefghijklmnopqrstuv" };
  expect(filmIn(kept)).toBe(kept.link);
  expect(aboutFilm(kept, { state, place: "slack", personId: "ada" }).prompt).toBe("a <b>kite</b>");
});

test("the sandbox page reserves space for a picture only if the picture's size is known", () => {
  expect(shapeOfFile({ width: 720, height: 1280 })).toBe("720 / 1280");
  expect(shapeOfFile({ width: 720, height: null })).toBeUndefined();
});

test.for<[number, string]>([
  [812, "812 bytes"],
  [34_400, "34 kB"],
  [4_240_000, "4.2 MB"],
])("the sandbox page writes a size of %i bytes as “%s”", ([bytes, words]) => {
  expect(sizeInWords(bytes)).toBe(words);
});
