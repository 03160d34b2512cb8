import { expect, test } from "vitest";
import { adopt, brokenCrashClaims, evidence, isOver, leftBehind, type Shown, type Trial } from "./claims.ts";
import type { Sight } from "./protocol.ts";

const T = 1_000_000;
const SMALL_PRINT = "kite w1 n0001\n16:9 · 10 seconds · 480p";
const starting = `Starting…\n${SMALL_PRINT}`;
const waiting = `Waiting for its turn\n${SMALL_PRINT}`;
const ready = `The video is ready\n95 credits used.\n${SMALL_PRINT}`;
const refunded = `Failed and refunded\nThe video failed. 95 credits were refunded.\n${SMALL_PRINT}`;
const notStarted = `Not started\nNothing was charged.\n${SMALL_PRINT}`;
const unsure = `We don't know whether this video was made\n${SMALL_PRINT}`;

/** A message whose texts are 100 ms apart. */
function message(texts: readonly string[], over: Partial<Shown> = {}): Shown {
  const timed = texts.map((text, index) => ({ at: T + 100 * index, text }));
  return { platform: "slack", messageId: texts.join(), replyTo: "", texts: timed, pings: 0, isGone: false, ...over };
}

const call = message(["Your video is ready."], { pings: 1 });
const task = { prompt: "kite w1 n0001", status: "succeeded", creditsUsed: 95 };
const good: Trial = {
  platform: "slack",
  prompt: "kite w1 n0001",
  typedAt: T,
  answer: "answered",
  isStored: true,
  stored: null,
  killsAt: [],
  shown: [message([starting, ready]), call],
  tasks: [task],
};

const onDiscord = { platform: "discord", shown: [{ ...message([ready]), platform: "discord" }] } as const;

const VERDICTS: readonly (readonly [what: string, over: Partial<Trial>, broken: readonly string[]])[] = [
  ["a finished video", {}, []],
  ["a command lost before the bot received it", { answer: "unanswered", isStored: false, shown: [], tasks: [] }, []],
  ["a video with an unknown outcome", { shown: [message([unsure]), call], tasks: [] }, []],
  ["a queued and then finished video", { shown: [message([waiting, starting, ready]), call] }, []],
  [
    "a video queued forever",
    { shown: [message([waiting])], tasks: [] },
    ["no final message", "a card still shows the video as under way"],
  ],
  [
    "a Slack card that never leaves the state “Making”",
    { shown: [message([`🎬 Making the video\n${SMALL_PRINT}`])] },
    ["no final message", "a card still shows the video as under way"],
  ],
  ["a charge before the confirmation", { isUndecided: true }, ["charged without a press"]],
  ["two tasks for one command", { tasks: [task, task] }, ["charged more than once"]],
  [
    "a card without a final message",
    { shown: [message([starting])] },
    ["no final message", "a card still shows the video as under way"],
  ],
  ["a deleted final message", { shown: [message([ready], { isGone: true }), call] }, ["no final message"]],
  ["a job without a card", { shown: [], tasks: [] }, ["no final message"]],
  ["two final messages", { shown: [message([ready]), message([unsure]), call] }, ["more than one final message"]],
  ["two notifications", { shown: [message([ready]), call, call] }, ["more than one notification"]],
  ["a missing notification on Slack", { shown: [message([ready])] }, ["no notification"]],
  ["a missing notification on Slack after a kill", { shown: [message([ready])], killsAt: [T + 50] }, []],
  ["a missing public notification on Discord after a kill", { ...onDiscord, killsAt: [T + 50] }, ["no notification"]],
  ["a missing private notification on Discord after a kill", { ...onDiscord, killsAt: [T + 50], isPrivate: true }, []],
  ["a charge for an unanswered command", { answer: "unanswered" }, ["charged without an answer"]],
  ["a charge without a stored job", { isStored: false, shown: [] }, ["charged without an answer"]],
  [
    "the text “Nothing was charged.” after a charge",
    { shown: [message([notStarted]), call] },
    ["“nothing was charged” despite a charge"],
  ],
  [
    "a message about a refund that was never made",
    { shown: [message([refunded]), call] },
    ["a refund that was not made"],
  ],
  ["a message about a price that was never charged", { tasks: [] }, ["a price that was not charged"]],
  [
    "a second card",
    { shown: [message([starting]), message([ready]), call] },
    ["a card still shows the video as under way", "a second card"],
  ],
];

/** The wording in titles of what the crash test must report. */
const reported = (broken: readonly string[]) =>
  broken.length === 0 ? "nothing" : `“${broken.map((claim) => claim.replace(/“(.+)”/, "‘$1’")).join("” and “")}”`;

test.for(VERDICTS.map(([what, over, broken]) => [what, reported(broken), over, broken] as const))(
  "the crash test, given %s, reports %s",
  ([, , over, broken]) => {
    expect(brokenCrashClaims({ ...good, ...over })).toEqual(broken);
  },
);

test("the crash test allows a second card on Slack, but not on Discord, if a crash lost the first card's id", () => {
  const shown = [message([starting]), message([notStarted]), call];
  const trial: Trial = { ...good, shown, tasks: [], killsAt: [T + 20] };
  expect(brokenCrashClaims(trial)).toEqual([]);
  expect(leftBehind(trial)).toBe(1);
  const onDiscord = shown.map((each) => ({ ...each, platform: "discord" as const }));
  expect(brokenCrashClaims({ ...trial, platform: "discord", shown: onDiscord })).toContain("a second card");
});

test("the crash test waits for the final message and the notification of every command that the bot accepted", () => {
  expect(isOver(good, T)).toBe(true);
  expect(isOver({ ...good, shown: [message([starting])] }, T + 600_000)).toBe(false);
  expect(isOver({ ...good, shown: [message([ready])] }, T + 1_000)).toBe(false);
  const untaken: Trial = { ...good, isStored: false, shown: [], tasks: [] };
  expect(isOver({ ...untaken, answer: null }, T + 1_000)).toBe(false);
  expect(isOver({ ...untaken, answer: "unanswered" }, T + 1_000)).toBe(true);
  expect(isOver(untaken, T + 1_000)).toBe(false);
  expect(isOver({ ...untaken, killsAt: [T + 20] }, T + 1_000)).toBe(true);
});

test("the crash test assigns a notification without a prompt to the command that has no other notification", () => {
  const silent: Trial = { ...good, prompt: "kite w1 n0002", shown: [message([unsure])], tasks: [] };
  const orphan = message(["Your video was not started."], { pings: 1 });
  const counts = (orphans: readonly Shown[]) =>
    adopt([good, silent], orphans).map((trial) => brokenCrashClaims(trial).filter((claim) => claim.includes("notif")));
  expect(counts([])).toEqual([[], ["no notification"]]);
  expect(counts([orphan])).toEqual([[], []]);
  expect(counts([orphan, orphan]).flat()).toEqual(["more than one notification"]);
});

const PROMPT = "kite w1 n0001";
const QUESTION = `A video started now may fail.\n${PROMPT}`;

test("the crash test ignores a message that asks a question until an edit turns the message into a card", () => {
  const seen = evidence();
  const say = (what: Sight["what"], text: string) =>
    seen.take({ platform: "discord", at: 1, what, messageId: "question", text });
  say("message", QUESTION);
  expect(seen.about(PROMPT)).toEqual([]);
  say("edited", "Not started\nNothing was charged.\n16:9 · 10 seconds · 480p");
  expect(seen.about(PROMPT).flatMap(({ texts }) => texts.map(({ text }) => text))).toEqual([
    "Not started\nNothing was charged.\n16:9 · 10 seconds · 480p",
  ]);
  expect(seen.isAsked(PROMPT)).toBe(true);
});
