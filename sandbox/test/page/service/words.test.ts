import { expect, test } from "vitest";
import { readEntry } from "../../../src/page/service/steps.ts";
import { killWords, ledgerWords, readKill, shapeOf, statusOf } from "../../../src/page/service/words.ts";

const now = 1_000_000;
const task = { status: "running", progress: 42, startedAt: now - 3_000, endsAt: now + 6_200, creditsUsed: 95 };
const never = { endsAt: Number.MAX_SAFE_INTEGER };

test.for<[what: string, words: string, changes: object]>([
  ["a running task", "Running 42 %, ends in 7 s", {}],
  ["a running task past its planned end", "Running 42 %, ends in 1 s", { endsAt: now - 1 }],
  ["a task before it gets stuck", "Running 42 %, will get stuck", { ...never, isStuck: false }],
  ["a stuck task", "Stuck at 63 %", { ...never, isStuck: true, progress: 63 }],
  ["a failed task", "Failed at 42 %, 95 credits were refunded", { status: "failed" }],
  ["a finished task", "Done after 10 s", { status: "succeeded", progress: 100, endsAt: now + 6_200 }],
])("the sandbox page describes %s as “%s”", ([, words, changes]) => {
  expect(statusOf({ ...task, ...changes }, now)).toBe(words);
});

test.for<[what: string, words: string, type: object]>([
  ["a text-to-video task", "16:9 · 10 s · 480p · from text · 95 credits", { type: "text2video" }],
  ["an image-to-video task", "16:9 · 10 s · 480p · from a picture · 95 credits", { type: "image2video" }],
])("the sandbox page describes the request of %s as “%s”", ([, words, type]) => {
  expect(shapeOf({ ...task, ...type, aspectRatio: "16:9", duration: 10, resolution: "480p" })).toBe(words);
});

test.for<[what: string, words: string, charged: number, refunded: number, tasks: number]>([
  ["no charge", "Nothing was charged yet.", 0, 0, 0],
  ["one charge", "95 charged − 0 refunded = 95 spent, one task", 95, 0, 1],
  ["nine charges and a refund", "1,190 charged − 95 refunded = 1,095 spent, 9 tasks", 1_190, 95, 9],
])("the sandbox page describes a ledger with %s as “%s”", ([, words, charged, refunded, tasks]) => {
  expect(ledgerWords({ charged, refunded, tasks })).toBe(words);
});

const aTask = (id: string, prompt: string, more: object = {}) => ({
  ...{ id, prompt, aspectRatio: "16:9", duration: 10, resolution: "480p", type: "text2video" },
  ...{ status: "succeeded", creditsUsed: 95, ...more },
});

/**
 * A bot that was killed and restarted after 1.5 s, with the number of tasks charged before and the ids of the running ones.
 */
const killedWith = (charges: number, running: readonly string[]) =>
  [
    { seq: 50, at: now, place: "bot", kind: "ended", payload: { signal: "SIGKILL", charges, credits: 0, running } },
    { seq: 60, at: now + 1_500, place: "bot", kind: "connected" },
  ]
    .map(readEntry)
    .reduce(readKill, undefined) ?? expect.unreachable();

const boat = aTask("t1", "a boat");
const killed = "The bot was killed during";

test.for([
  ["no video is running", "no charge", [], [], [], "The bot was killed and is back after 1.5 s."],
  [
    "one video is running",
    "one charge",
    ["t1"],
    [boat],
    [{ seq: 1, taskIds: ["t1"] }],
    `${killed} a video and is back after 1.5 s. This video: 1 charge, 95 credits. The video is ready.`,
  ],
  [
    "one of two identical videos is running",
    "one charge",
    ["t1"],
    [{ ...boat, status: "running" }, aTask("t2", "a boat")],
    [
      { seq: 1, taskIds: ["t1"] },
      { seq: 70, taskIds: ["t2"] },
    ],
    `${killed} a video and is back after 1.5 s. This video: 1 charge, 95 credits. The video goes on.`,
  ],
  [
    "the first of three chained videos is running",
    "one charge and two videos that started after the kill",
    ["t1"],
    [boat, aTask("t2", "night"), aTask("t3", "dawn")],
    [{ seq: 1, taskIds: ["t1", "t2", "t3"] }],
    `${killed} a video and is back after 1.5 s. This video: 1 charge, 95 credits. The video is ready. Since then it has started 2 more videos that were already requested: 190 credits.`,
  ],
  [
    "three of four identical videos are running",
    "three charges and one video that started after the kill",
    ["t1", "t2", "t3"],
    [boat, aTask("t2", "a boat"), aTask("t3", "a boat"), aTask("t4", "a boat")],
    ["t1", "t2", "t3", "t4"].map((id, nth) => ({ seq: nth, taskIds: [id] })),
    `${killed} 3 videos and is back after 1.5 s. These 3 videos: 3 charges, 285 credits. They are ready. Since then it has started another video that was already requested: 95 credits.`,
  ],
  [
    "a video that was charged twice is running",
    "two charges",
    ["t1"],
    [boat, aTask("t2", "a boat")],
    [{ seq: 1, taskIds: ["t1"] }],
    `${killed} a video and is back after 1.5 s. This video: 2 charges, 190 credits. The video is ready.`,
  ],
  [
    "a video without a recorded command is running, and the video fails later",
    "one charge and a refund",
    ["t1"],
    [{ ...boat, status: "failed" }, aTask("t2", "a boat")],
    [],
    `${killed} a video and is back after 1.5 s. This video: 1 charge, 95 credits. The video failed, and its credits were refunded.`,
  ],
] as const)("if the bot is killed while %s, the sandbox reports %s", ([, , running, tasks, acts, words]) => {
  expect(killWords(killedWith(running.length, running), tasks, acts)).toBe(words);
});

test("until a killed bot is back, the sandbox reports that the bot is being started again", () => {
  const payload = { signal: "SIGKILL", running: ["t1"] };
  const kill = readKill(undefined, readEntry({ seq: 1, place: "bot", kind: "ended", payload }));
  expect(kill && killWords(kill, [boat], [])).toBe(`${killed} a video. It is restarting…`);
});

test("the sandbox does not report that the bot was killed if the bot exited by itself", () => {
  expect(readKill(undefined, readEntry({ seq: 1, place: "bot", kind: "ended", payload: {} }))).toBeUndefined();
});
