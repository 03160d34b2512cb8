import { closeSync, openSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import { type ChildBounds, childRunner } from "../../src/films/run-child.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { children, forever } from "./world.ts";

const bounds: ChildBounds = { limitMs: 10_000, memoryKb: 1_000_000, cpuSeconds: 10, niceness: 0 };

/** Runs a program with this source as the film reader. */
function runner(words: string, changed: Partial<ChildBounds> = {}) {
  const program = join(aFolder(), "program.mjs");
  writeFileSync(program, words);
  const run = childRunner({ program, clock: machineClock, bounds: { ...bounds, ...changed } });
  return (signal = forever, files: readonly number[] = []) =>
    run({ task: ["frame", "5"], files, maxBytes: 1_000, signal });
}

const say = (what: string) => `process.stdout.write(JSON.stringify(${what}) + "\\n" + "abc")`;

test("a child process gets a task and an open file, but not the bot's environment or working directory", async () => {
  const file = join(aFolder(), "film");
  writeFileSync(file, "film");
  const handle = openSync(file, "r");
  const args = "args: process.argv.slice(2), film: fs.readFileSync(3, 'utf8')";
  const words = `import fs from "node:fs"; ${say(`{ ${args}, env: Object.keys(process.env), dir: process.cwd() }`)}`;
  const answer = await runner(words)(forever, [handle]);
  closeSync(handle);
  // The shell sets PWD itself.
  const head = { args: ["frame", "5"], film: "film", env: ["PWD"], dir: "/" };
  expect(answer).toMatchObject({ kind: "answered", head });
  expect(answer.kind === "answered" && Buffer.from(answer.bytes).toString()).toBe("abc");
});

test.for([
  ["ends without output", ""],
  ["writes invalid output", 'process.stdout.write("no sense\\n")'],
  [
    "writes a file",
    `import fs from "node:fs"; fs.writeFileSync("${join(tmpdir(), "reelay-child-wrote")}", "x"); ${say("{}")}`,
  ],
  ["exceeds its memory limit", `globalThis.held = Buffer.alloc(1_200_000_000, 1); ${say("{}")}`],
])("a child process that %s is treated as failed", async ([, words = ""]) => {
  expect(await runner(words)()).toEqual({ kind: "ended" });
  expect(children()).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a child process has the highest OOM score, so that the kernel kills the child before the bot",
  async () => {
    const own = `import fs from "node:fs"; ${say('{ score: fs.readFileSync("/proc/self/oom_score_adj", "utf8").trim() }')}`;
    expect(await runner(own)()).toMatchObject({ head: { score: "1000" } });
  },
);

test("a child process runs with the configured lower priority", async () => {
  const own = `import { getPriority } from "node:os"; ${say("{ niceness: getPriority() }")}`;
  expect(await runner(own, { niceness: 5 })()).toMatchObject({ head: { niceness: Math.min(19, getPriority() + 5) } });
});

test("a child process that writes too much output is killed", async () => {
  const endless = runner(`${say("{}")}; setInterval(() => process.stdout.write("x".repeat(10_000)), 1)`);
  expect(await endless()).toEqual({ kind: "ended" });
});

test.for([
  ["never returns to the event loop", "for (;;);"],
  ["ignores SIGTERM", 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000)'],
])("a child process that %s is killed at its time limit", async ([, words = ""]) => {
  expect(await runner(words, { limitMs: 400 })()).toEqual({ kind: "too_slow" });
  expect(children()).toEqual([]);
});

test("a child process is killed at once when its work is aborted", async () => {
  const giveUp = new AbortController();
  const run = runner("setInterval(() => {}, 1_000)");
  const both = [run(giveUp.signal), run(giveUp.signal)];
  giveUp.abort();
  expect(await Promise.all(both)).toEqual([{ kind: "ended" }, { kind: "ended" }]);
  expect(children()).toEqual([]);
});
