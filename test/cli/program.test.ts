import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { withoutLinks } from "../../src/cli/demo.ts";
import { reelay } from "../../src/cli/reelay.ts";
import { nothing, readArguments } from "../programs/program.ts";

const root = resolve(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

test.for([
  ["with -h", ["-h"]],
  ["with an unknown option and --help", ["--nonsense", "--help"]],
] as const)("a program for developers prints its usage if it is called %s", ([, words]) => {
  expect(readArguments(words, nothing)).toEqual({ kind: "help" });
});

test("a program for developers reports an invalid argument in one sentence without a stack trace", () => {
  expect(readArguments([], nothing)).toEqual({ kind: "go", options: {} });
  expect(readArguments(["--fast"], nothing)).toEqual({
    kind: "wrong",
    sentence: "This takes no arguments, but was given --fast.",
  });
  const thrown = readArguments([], () => {
    throw new Error("Unknown option '--bogus'");
  });
  expect(thrown).toEqual({ kind: "wrong", sentence: "Unknown option '--bogus'" });
});

/** The source of the developer program that a script runs, or null for another script. */
function programOf(script: string): string | null {
  const [, path] = /node --disable-warning=\S+ dist\/programs\/(\S+)\.js/.exec(script) ?? [];
  return path === undefined ? null : `${path}.ts`;
}

test("every program for developers parses its arguments with the same function and names its npm script in its usage text", () => {
  const programs = Object.entries(scripts).flatMap(([name, script]) => {
    const path = programOf(script);
    return path === null ? [] : [[name, path] as const];
  });
  expect(programs.length).toBeGreaterThan(5);
  for (const [name, path] of programs) {
    const text = readFileSync(join(root, path), "utf8");
    expect(text, path).toMatch(/optionsOr\(USAGE, /);
    expect(text, path).toMatch(new RegExp(`USAGE = \`npm run ${name}\\b`));
  }
});

const { commands } = reelay();

test("reelay has exactly the expected commands, four of which are also npm scripts", () => {
  const names = "backup demo doctor forget invite manifest migrate rotate-keys sandbox setup start stats";
  expect(commands.map((each) => each.name()).toSorted()).toEqual(names.split(" "));
  for (const name of ["start", "setup", "doctor", "demo"]) expect(scripts[name]).toBe(`node dist/main.js ${name}`);
});

test.for(commands.map((command) => [command.name(), command] as const))(
  "the help of “reelay %s” has a valid example and lists the exit codes",
  async ([name, command]) => {
    const help = helpOf(command);
    const [, example = ""] = /\nExample:\n {2}npx reelay (.+)\n/.exec(help) ?? [];
    const words = [...example.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    expect(words[0]).toBe(name);
    expect(help).toMatch(/\nExit code:\n {2}0 .+ 1[ ,.]/);
    let isRun = false;
    command.exitOverride().action(() => {
      isRun = true;
    });
    await command.parseAsync(words.slice(1), { from: "user" });
    expect(isRun).toBe(true);
  },
);

function helpOf(command: Command): string {
  const lines: string[] = [];
  command.configureOutput({ writeOut: (text) => void lines.push(text) }).outputHelp();
  return lines.join("");
}

test.for([
  ["strat", "unknown command 'strat'", "\n(Did you mean start?)\n\nUsage: npx reelay [options] [command]\n"],
  ["start --fast", "unknown option '--fast'", "\n\nUsage: npx reelay start [options]\n"],
  ["doctor --jobs --json", "option '--json' cannot be used with option '--jobs'", "\n"],
  ["migrate", "required option '--to <place>' not specified", "\n\nUsage: npx reelay migrate [options]\n"],
] as const)("“npx reelay %s” ends with exit code 1 and the error “%s”", async ([typed, error, usage]) => {
  const program = reelay();
  const lines: string[] = [];
  for (const each of [program, ...program.commands])
    each.exitOverride().configureOutput({ writeErr: (text) => void lines.push(text) });
  await expect(program.parseAsync(typed.split(" "), { from: "user" })).rejects.toMatchObject({ exitCode: 1 });
  expect(lines.join("")).toContain(`error: ${error}${usage}`);
});

/** Matches syntax that cmd.exe interprets differently from a POSIX shell, or does not support. */
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

/** Inside double quotes both shells keep these characters unchanged. */
const unquoted = (script: string) => script.replace(/"[^"$`%]*"/g, '""');

test("npm scripts use only syntax that cmd.exe understands", () => {
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

test("removing the links from reelay demo's output keeps the labels of the links", () => {
  expect(withoutLinks("ready | [Watch or download the video](http://127.0.0.1:1/v.mp4) | [Again]")).toBe(
    "ready | [Watch or download the video] | [Again]",
  );
  expect(withoutLinks("http://127.0.0.1:1/v.mp4 | more")).toBe("… | more");
});

test("the help of “reelay” lists the options -v and --version", () => {
  expect(helpOf(reelay())).toContain("-v, --version");
});
