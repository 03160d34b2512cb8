import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import { type ChildBounds, childRunner } from "../../src/films/run-child.ts";
import { aFolder } from "../fakes/a-folder.ts";
import { children, forever } from "./world.ts";

const bounds: ChildBounds = { limitMs: 10_000, memoryKb: 1_000_000, cpuSeconds: 10, atOnce: 2, niceness: 0 };

/** Makes a folder laid out like a build, with this repository's packages linked beside it. */
function aBuild(): string {
  const dir = aFolder();
  mkdirSync(join(dir, "dist/films/child"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
  return dir;
}

/** Runs a program of these words as if it read films. */
function runner(words: string, changed: Partial<ChildBounds> = {}, dir = aBuild()) {
  const program = join(dir, "dist/films/child/program.mjs");
  writeFileSync(program, words);
  const run = childRunner({ program, clock: machineClock, bounds: { ...bounds, ...changed } });
  return (signal = forever, maxBytes = 1_000, how: { isConfined?: true; files?: number[] } = {}) =>
    run({ task: ["frame", "5"], files: [], maxBytes, signal, ...how });
}

const say = (what: string) => `process.stdout.write(JSON.stringify(${what}) + "\\n" + "abc")`;

test("a child hears its task, and has nothing of the bot's environment, nor its folder", async () => {
  const answer = await runner(
    say("{ args: process.argv.slice(2), env: Object.keys(process.env), dir: process.cwd() }"),
  )();
  // PWD is the shell's own.
  expect(answer).toMatchObject({ kind: "answered", head: { args: ["frame", "5"], env: ["PWD"], dir: "/" } });
  expect(answer.kind === "answered" && Buffer.from(answer.bytes).toString()).toBe("abc");
});

test.for([
  ["ends without a word", ""],
  ["says no sense", 'process.stdout.write("no sense\\n")'],
  [
    "writes a file",
    `import fs from "node:fs"; fs.writeFileSync("${join(tmpdir(), "reelay-child-wrote")}", "x"); ${say("{}")}`,
  ],
  ["takes more memory than it may have", `globalThis.held = Buffer.alloc(1_200_000_000, 1); ${say("{}")}`],
])("a child that %s has ended", async ([, words = ""]) => {
  expect(await runner(words)()).toEqual({ kind: "ended" });
  expect(children()).toEqual([]);
});

test.runIf(process.platform === "linux")("where the machine's memory ends, the kernel ends a child first", async () => {
  const own = `import fs from "node:fs"; ${say('{ score: fs.readFileSync("/proc/self/oom_score_adj", "utf8").trim() }')}`;
  expect(await runner(own)()).toMatchObject({ head: { score: "1000" } });
});

test("a child stands behind the bot where both want a core, as far as it is told", async () => {
  const own = `import { getPriority } from "node:os"; ${say("{ niceness: getPriority() }")}`;
  expect(await runner(own, { niceness: 5 })()).toMatchObject({ head: { niceness: Math.min(19, getPriority() + 5) } });
});

test("a child that decodes nothing native reads what it is handed, its own code and packages, and nothing else", async () => {
  const dir = aBuild();
  const secret = join(dir, ".env");
  writeFileSync(secret, "TOKEN=x");
  writeFileSync(join(dir, "dist/own.mjs"), "export const own = 1");
  const words = `
    import fs from "node:fs";
    import { own } from "../../own.mjs";
    import { Output } from "mediabunny";
    const tried = async (act) => { try { return await act(), "done"; } catch { return "no"; } };
    const handed = Buffer.alloc(7);
    const head = {
      own, package: typeof Output, size: fs.fstatSync(3).size, handed: fs.readSync(3, handed) && String(handed),
      file: await tried(() => fs.readFileSync(${JSON.stringify(secret)})),
      program: await tried(async () => (await import("node:child_process")).execFileSync("/bin/true")),
      native: await tried(() => import("@napi-rs/webcodecs")),
    };
    ${say("head")}`;
  const handle = openSync(secret, "r");
  const answer = await runner(words, {}, dir)(forever, 1_000, { isConfined: true, files: [handle] });
  closeSync(handle);
  expect(answer).toMatchObject({
    kind: "answered",
    head: { own: 1, package: "function", size: 7, handed: "TOKEN=x", file: "no", program: "no", native: "no" },
  });
});

test("a child that says more than it may is killed while it does", async () => {
  const endless = runner(`${say("{}")}; setInterval(() => process.stdout.write("x".repeat(10_000)), 1)`);
  expect(await endless()).toEqual({ kind: "ended" });
});

test.for([
  ["never rests", "for (;;);"],
  ["hears no signal but the last", 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000)'],
])("a child that %s is killed in time", async ([, words = ""]) => {
  expect(await runner(words, { limitMs: 400 })()).toEqual({ kind: "too_slow" });
  expect(children()).toEqual([]);
});

test("a child whose work nobody wants any more is killed at once, and one that waits its turn is not begun", async () => {
  const giveUp = new AbortController();
  const run = runner("setInterval(() => {}, 1_000)", { atOnce: 1 });
  const both = [run(giveUp.signal), run(giveUp.signal)];
  giveUp.abort();
  expect(await Promise.all(both)).toEqual([{ kind: "ended" }, { kind: "ended" }]);
  expect(children()).toEqual([]);
});

test("no more run at once than may, and the others have their turn", async () => {
  const run = runner(`const begunAt = Date.now(); setTimeout(() => { ${say("[begunAt, Date.now()]")} }, 100)`, {
    atOnce: 1,
  });
  const answers = await Promise.all([run(), run(), run()]);
  const times = answers.map((answer) => (answer.kind === "answered" ? (answer.head as number[]) : []));
  const sorted = times.toSorted(([a = 0], [b = 0]) => a - b).flat();
  expect(sorted).toHaveLength(6);
  expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
});
