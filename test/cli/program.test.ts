import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { nothing, orSentence, readArguments } from "../../src/app/program/program.ts";
import { withoutLinks } from "../../src/cli/demo/seen.ts";

const root = resolve(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

test.for([["--help"], ["-h"], ["a prompt", "--help"], ["--nonsense", "--help"]])("%j asks for the usage", (words) => {
  expect(readArguments(words, nothing)).toEqual({ kind: "help" });
});

test("what a program does not understand is a sentence, never a stack", () => {
  expect(readArguments([], nothing)).toEqual({ kind: "go", options: {} });
  expect(readArguments(["--fast"], nothing)).toEqual({
    kind: "wrong",
    sentence: "This takes no arguments, but was given --fast.",
  });
  const thrown = orSentence(() => {
    throw new Error("Unknown option '--bogus'");
  });
  expect(thrown).toBe("Unknown option '--bogus'");
});

/** The source of the program that a script runs, below the project; null where it runs a tool of somebody else's. */
function programOf(script: string): string | null {
  const [, path] = /node --disable-warning=\S+ dist\/(\S+)\.js/.exec(script) ?? [];
  if (path === undefined) return null;
  return path.startsWith("programs/") ? `${path.slice("programs/".length)}.ts` : `src/${path}.ts`;
}

const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const path = programOf(script);
  return path === null ? [] : [[name, path] as const];
});

test("every program of ours reads its arguments in one way, and names itself in its usage", () => {
  expect(programs.length).toBeGreaterThan(13);
  for (const [name, path] of programs) {
    const text = readFileSync(join(root, path), "utf8");
    expect(text, path).toMatch(/optionsOr\(USAGE, /);
    const usage = path === "src/cli/demo.ts" ? readFileSync(join(root, "src/cli/demo/options.ts"), "utf8") : text;
    expect(usage, path).toMatch(new RegExp(`USAGE = \`npm ${name === "start" ? "" : "run "}${name}\\b`));
  }
});

/** What cmd.exe takes for something else than a POSIX shell does, or does not know at all. */
const NOT_ON_WINDOWS = [
  /\bexec\b/,
  /(?:^|[\s(])'/,
  /\$[\w({]/,
  /`/,
  /;/,
  /^\w+=/,
  /&&\s*\w+=/,
  /\\(?!")/,
  /2>|\/dev\//,
];

/** Between double quotes both shells take the same letters as they are. */
const unquoted = (script: string) => script.replace(/"[^"$`%]*"/g, '""');

test("npm scripts hold nothing that cmd.exe does not understand", () => {
  const faults = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).filter(([, script]) => NOT_ON_WINDOWS.some((each) => each.test(unquoted(script))));
  expect(faults(scripts)).toEqual([]);
  for (const planted of [
    "exec node a.js",
    "echo 'two words'",
    "PORT=1 node a.js",
    "tsc && PORT=1 node a.js",
    "node $FILE",
    "node a.js; node b.js",
  ])
    expect(faults({ planted }), planted).toHaveLength(1);
});

test("where nobody can open them, the demo's lines name no addresses", () => {
  expect(withoutLinks("ready | [Watch or download the video](http://127.0.0.1:1/v.mp4) | [Again]")).toBe(
    "ready | [Watch or download the video] | [Again]",
  );
  expect(withoutLinks("http://127.0.0.1:1/v.mp4 | more")).toBe("… | more");
});
