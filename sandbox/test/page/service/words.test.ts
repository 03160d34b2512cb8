import { expect, test } from "vitest";
import { killWords, ledgerWords, readKill, shapeOf, statusOf } from "../../../src/page/service/words.ts";

const now = 1_000_000;
const task = { status: "running", progress: 42, startedAt: now - 3_000, endsAt: now + 6_200, creditsUsed: 95 };
const never = { endsAt: Number.MAX_SAFE_INTEGER };

test.for<[string, object]>([
  ["Running 42 %, ends in 7 s", {}],
  ["Running 42 %, ends in 1 s", { endsAt: now - 1 }],
  ["Running 42 %, will get stuck", { ...never, isStuck: false }],
  ["Stuck at 63 %", { ...never, isStuck: true, progress: 63 }],
  ["Failed at 42 %, 95 credits were refunded", { status: "failed" }],
  ["Done after 10 s", { status: "succeeded", progress: 100, endsAt: now + 6_200 }],
])("a task is told as %j", ([words, changes]) => {
  expect(statusOf({ ...task, ...changes }, now)).toBe(words);
});

test.for<[string, object]>([
  ["16:9 · 10 s · 480p · from words · 95 credits", { type: "text2video" }],
  ["16:9 · 10 s · 480p · from a picture · 95 credits", { type: "image2video" }],
])("what was asked for is told as %j", ([words, type]) => {
  expect(shapeOf({ ...task, ...type, aspectRatio: "16:9", duration: 10, resolution: "480p" })).toBe(words);
});

test.for<[string, number, number, number]>([
  ["Nothing was charged yet.", 0, 0, 0],
  ["95 charged − 0 refunded = 95 spent, one task", 95, 0, 1],
  ["1,190 charged − 95 refunded = 1,095 spent, 9 tasks", 1_190, 95, 9],
])("the ledger says %j", ([words, charged, refunded, tasks]) => {
  expect(ledgerWords({ charged, refunded, tasks })).toBe(words);
});

const entry = (place: "bot" | "video", kind: string, payload: object) =>
  ({ place, kind, at: now, payload, seq: 1, times: 1 }) as unknown as Parameters<typeof readKill>[1];

test.for<[string, number, readonly object[]]>([
  ["This video: 1 charge, 95 credits. The video goes on.", 95, []],
  ["This video: 2 charges, 190 credits. The video goes on.", 95, [{ creditsUsed: 95 }]],
])("a bot that was killed in the middle of a third video says %j", ([words, price, again]) => {
  const killed = entry("bot", "ended", { signal: "SIGKILL", charges: 3, credits: 285, running: ["t3"] });
  const all = [killed, ...again.map((paid) => entry("video", "submitted", paid)), entry("bot", "connected", {})];
  const kill = all.reduce<ReturnType<typeof readKill>>(readKill, undefined) ?? expect.unreachable();
  expect(killWords(kill, [{ id: "t3", status: "running", creditsUsed: price }])).toContain(words);
});
