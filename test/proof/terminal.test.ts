import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { Check } from "./check.ts";
import { runChecks } from "./run-checks.ts";
import { terminalPerson } from "./terminal-person.ts";

/** Somebody at a keyboard, and what they read. */
function aTerminal() {
  const keys = new PassThrough();
  const read: string[] = [];
  const person = terminalPerson(keys, (text) => void read.push(text));
  onTestFinished(() => person.close());
  return { person, read, types: (text: string) => void keys.write(`${text}\n`), leaves: () => void keys.end() };
}

/** Runs one check, and returns its verdict. */
async function tried(
  check: Omit<Check<null>, "name" | "platform">,
  terminal: ReturnType<typeof aTerminal>,
  skipsSlow = false,
) {
  const side = {
    checks: [{ name: "slack/x", ...check } as const],
    wait: async () => {},
    codeOf: () => null,
    contextOf: () => null,
  };
  const chosen = {
    isChosen: () => true,
    skipsSlow,
    inAllLanguages: false,
    person: terminal.person,
    onVerdict: () => {},
  };
  const [seen] = await runChecks(side, chosen);
  return seen?.verdict;
}

test("what others could see is done for a yes alone", async () => {
  const terminal = aTerminal();
  const run = async () => {};
  const asked = tried({ shows: "a message", run }, terminal);
  terminal.types("y");
  expect(await asked).toEqual({ kind: "passed" });
  const again = tried({ shows: "a message", run }, terminal);
  terminal.types("");
  expect(await again).toMatchObject({ kind: "not tried" });
  expect(terminal.read.join("")).toContain("Others could see this: a message.");
});

test("what is waited for is left out by a word, and when nobody is there any more", async () => {
  const terminal = aTerminal();
  const run = async () => {
    const signal = terminal.person.skipped();
    const left = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    await Promise.all([left, terminal.person.does("slack", { kind: "slash", text: "/video a boat" })]);
  };
  const asked = tried({ run }, terminal);
  terminal.types("s");
  expect(await asked).toEqual({ kind: "not tried", why: "you left it out" });
  expect(terminal.read.join("")).toContain("type /video a boat in your test channel.");
  const again = tried({ run }, terminal);
  terminal.leaves();
  expect(await again).toEqual({ kind: "not tried", why: "nobody is there to do it" });
});

test("what a person sees is yes, no, or left out", async () => {
  const terminal = aTerminal();
  const answerTo = async (word: string) => {
    const asked = terminal.person.sees("Did it ring?");
    terminal.types(word);
    return asked;
  };
  expect([await answerTo("y"), await answerTo("no"), await answerTo("s")]).toEqual([true, false, null]);
});

test("what takes minutes is left out on demand", async () => {
  expect(await tried({ isSlow: true, run: async () => {} }, aTerminal(), true)).toMatchObject({ kind: "not tried" });
});
