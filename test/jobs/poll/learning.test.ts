import Keyv from "keyv";
import { expect, test } from "vitest";
import type { TaskLife } from "../../../src/core/pace/hazards.ts";
import { learning } from "../../../src/jobs/poll/learning.ts";
import { aRequest } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";

const request = aRequest();
const life: TaskLife = { trace: [[8_000, 10]], lastRunningMs: 60_000, endedMs: 62_000, isFailed: false };

function aBot(keyv = new Keyv()) {
  const [clock, log] = [toldClock(), keptLog()];
  return { clock, log, keyv, learned: learning({ keyv, clock, log }) };
}

async function taught(count: number, keyv?: Keyv) {
  const bot = aBot(keyv);
  for (let n = 0; n < count; n += 1) bot.learned.ended(request, life);
  await bot.clock.advance(60_000);
  return bot;
}

test("ended tasks teach those of their kind, a minute later, and no others", async () => {
  const bot = aBot();
  for (let n = 0; n < 20; n += 1) bot.learned.ended(request, life);
  expect(bot.learned.experienceOf(request).isLearned).toBe(false);
  await bot.clock.advance(60_000);
  expect(bot.learned.experienceOf(request)).toMatchObject({ isLearned: true, slowAfterMs: 62_000 });
  expect(bot.learned.experienceOf(aRequest({ duration: 15 })).isLearned).toBe(false);
});

test("what was learned survives a restart, and two hundred lives of a kind are kept at most", async () => {
  const { keyv } = await taught(350);
  const kept = await keyv.get<{ lives: TaskLife[] }>("480p-10");
  expect(kept?.lives).toHaveLength(200);
  const next = aBot(keyv);
  await next.learned.load();
  expect(next.learned.experienceOf(request).isLearned).toBe(true);
});

test("a bot that stops keeps what it saw last", async () => {
  const bot = aBot();
  bot.learned.ended(request, life);
  await bot.learned.stop();
  expect(await bot.keyv.get("480p-10")).toMatchObject({ v: 1, lives: [life] });
});

test.for([
  ["of another version", { v: 2 }],
  ["torn", "{"],
  ["with a percentage that cannot be", { v: 1, lives: [{ ...life, trace: [[1, 1_000]] }] }],
] as const)("a record that is %s counts as none", async ([, record]) => {
  const bot = aBot();
  await bot.keyv.set("480p-10", record);
  await bot.learned.load();
  expect(bot.learned.experienceOf(request).isLearned).toBe(false);
});

test("a store that fails costs what it would have kept, and nothing else", async () => {
  const fails = () => Promise.reject(new Error("no disk"));
  const keyv = Object.assign(new Keyv(), { get: fails, set: fails });
  const bot = await taught(20, keyv);
  await bot.learned.load();
  expect(bot.learned.experienceOf(request).isLearned).toBe(true);
});

test("an end that nobody looked for in minutes, or that a clock set back has muddled, teaches nothing", async () => {
  const bot = aBot();
  bot.learned.ended(request, { ...life, endedMs: 60_000 + 120_001 });
  bot.learned.ended(request, { ...life, endedMs: 59_000 });
  bot.learned.ended(request, { ...life, lastRunningMs: -1 });
  await bot.learned.stop();
  expect(await bot.keyv.get("480p-10")).toBeUndefined();
});
