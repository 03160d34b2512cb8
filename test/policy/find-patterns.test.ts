import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { FOUND_WITHIN_MS, patternThread } from "../../src/policy/find-patterns.ts";
import { COST_MAX, costOf, patternFinder } from "../../src/policy/pattern-set.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { buildBot } from "../story/process/built-bot.ts";

/** A search by that program, and the errors with which its threads ended. */
function searchBy(program: string, patterns: readonly string[] = [], clock = manualClock()) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const errors: unknown[] = [];
  const failed = (error: unknown) => void errors.push(error);
  return { find: patternThread({ patterns, clock, stopping: ending.signal, failed, program }), errors };
}

/** A thread that does that with each text. */
function aProgram(act: string): string {
  const dir = mkdtempSync(join(tmpdir(), "reelay-thread-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "thread.cjs");
  writeFileSync(
    path,
    `const { parentPort } = require("node:worker_threads");
    let texts = 0;
    parentPort.on("message", (text) => { texts += 1; ${act} });
    parentPort.postMessage("ready");`,
  );
  return path;
}

const built = async () => join((await buildBot()).dir, "dist/policy/pattern-thread.js");

test("patterns are looked for in a thread of the bot as it is built", async () => {
  const { find, errors } = searchBy(await built(), ["famous (actor|singer)", "[0-9]{8}"]);
  expect(await Promise.all(["call 12345678", "a boat", "A FAMOUS singer"].map(find))).toEqual([1, null, 0]);
  expect(errors).toEqual([]);
}, 60_000);

test("the dearest patterns there may be hold up nothing but prompts", async () => {
  const patterns = Array.from({ length: 48 }, (_, nth) => `[ab]{1,10}.{${50 + nth}}X${nth}`);
  const cost = patterns.map(costOf).reduce((sum, one) => sum + one, 0);
  expect(cost).toBeLessThan(COST_MAX);
  expect(cost).toBeGreaterThan(0.9 * COST_MAX);
  const { find } = searchBy(await built(), patterns);
  await find("a boat");
  const began = performance.now();
  let turns = 0;
  let isFound = false;
  const letters = Array.from({ length: PROMPT_MAX }, (_, nth) => "ab  c"[(nth * nth * 7 + nth) % 5]).join("");
  const finding = find(letters).finally(() => {
    isFound = true;
  });
  while (!isFound) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.stdout.write(`${cost} instructions: ${(performance.now() - began).toFixed()} ms, ${turns} turns meanwhile\n`);
  expect(await finding).toBeNull();
  expect(turns).toBeGreaterThan(3);
}, 60_000);

test("a prompt whose patterns are not found out in time is late, as are those that wait for it, and no later one", async () => {
  const clock = manualClock();
  const program = aProgram(`if (text !== "slow") parentPort.postMessage(text.length);`);
  const { find, errors } = searchBy(program, [], clock);
  expect(await find("four")).toBe(4);
  const [slow, next] = [find("slow"), find("next")];
  await clock.advance(FOUND_WITHIN_MS);
  expect(await Promise.all([slow, next])).toEqual(["late", "late"]);
  expect(await find("a boat")).toBe(6);
  expect(errors).toEqual([]);
});

test("a thread that is slow to start is waited for, and not ended", async () => {
  const clock = manualClock();
  const { find } = searchBy(aProgram("parentPort.postMessage(texts);"), [], clock);
  const first = find("a boat");
  await clock.advance(FOUND_WITHIN_MS);
  expect(await first).toBe("late");
  // The same thread still looks for the first, and then for this.
  expect(await find("a boat")).toBe(2);
});

test("a thread's end is reported, and the next prompt has a new one", async () => {
  const { find, errors } = searchBy(
    aProgram(`if (text === "end") throw new Error("ended"); parentPort.postMessage(2);`),
  );
  expect(await find("end")).toBe("late");
  expect(errors).toMatchObject([{ message: "ended" }]);
  expect(await find("a boat")).toBe(2);
});

test("a pattern is looked for anywhere, in any case, and the first that is there is named", () => {
  const find = patternFinder([String.raw`\+\d{2}[\d ]{6,}`, "famous (actor|singer)", "singer"]);
  expect(find("call +49 170 1234567")).toBe(0);
  expect(find("a Famous Singer in the rain")).toBe(1);
  expect(find("a singer")).toBe(2);
  expect(find("a famous boat")).toBeNull();
});

test.for(["(a", String.raw`(a)\1`, "(?=a)b", "((a{100}){100}){100}"])("the pattern %s is refused", (pattern) => {
  expect(() => costOf(pattern)).toThrow(/regexp/);
});

test("what a counted repeat costs is what it stands for", () => {
  expect(costOf("a{500}")).toBeGreaterThan(500);
  expect(costOf("famous (actor|singer)")).toBeLessThan(30);
});
