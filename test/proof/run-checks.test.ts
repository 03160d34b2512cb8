import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { Check, Person } from "./check.ts";
import { compare } from "./compare.ts";
import { agreeing as agrees } from "./on-emulators.ts";
import { openRecorder } from "./recorder.ts";
import { runChecks } from "./run-checks.ts";
import { shaper } from "./shape.ts";
import { terminalPerson } from "./terminal-person.ts";
import type { Transcript } from "./transcript.ts";

const agreeing: Person = { ...agrees, does: async () => {} };

test("the transcript of a platform check contains no secret in a field name or value", () => {
  const secrets = [
    "xoxb-1-2-abc",
    "MTAw.Gx.abc_def",
    "100000000000000001",
    "U00000ADA1",
    "sk_live_51Habc123def",
    "Ada Lovelace",
  ];
  const shapeOf = shaper("salt");
  for (const secret of secrets) {
    const places = {
      type: secret,
      error: secret,
      code: [secret],
      text: secret,
      list: [{ id: secret }],
      [secret]: { [secret]: 1 },
    };
    expect(JSON.stringify(shapeOf(places)), secret).not.toContain(secret);
  }
  expect(shapeOf({ error: "invalid_auth", type: 4 })).toEqual({ error: "=invalid_auth", type: "=4" });
});

test("an id has the same hash throughout a platform check's transcript and a different hash in the next transcript", () => {
  const hashOf = () => {
    const recorder = openRecorder(() => null);
    for (const id of ["100000000000000001", "100000000000000001", "100000000000000002"])
      recorder.event("x", { type: "x", payload: { id } }, []);
    return recorder.steps.map((step) => ("shape" in step ? JSON.stringify(step.shape) : ""));
  };
  const [first, again, other] = hashOf();
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  expect(hashOf()[0]).not.toBe(first);
});

/** Runs one check, and returns its transcript entry. */
async function tried(check: Omit<Check<null>, "name">, person: Person = agreeing, skipsSlow = false) {
  const checks = [{ name: "slack/x", ...check }];
  const side = { checks, wait: async () => {}, codeOf: () => null, contextOf: () => null };
  const chosen = { isChosen: () => true, skipsSlow, inAllLanguages: false, person, onVerdict: () => {} };
  const [seen] = await runChecks(side, chosen);
  return seen;
}

test("the transcript of a platform check contains the type of an error but not the error's message", async () => {
  const run = () => Promise.reject(new TypeError("Failed to parse URL from http://x/xoxb-secret"));
  const seen = await tried({ run });
  expect(JSON.stringify(seen)).not.toContain("secret");
  expect(seen?.verdict).toEqual({ kind: "failed", why: ["it stopped with a TypeError"] });
});

/** A person at a terminal, and the text they read. */
function aTerminal() {
  const keys = new PassThrough();
  const read: string[] = [];
  const person = terminalPerson(keys, (text) => void read.push(text));
  onTestFinished(() => person.close());
  return { person, read, types: (text: string) => void keys.write(`${text}\n`), leaves: () => void keys.end() };
}

test("if other people can see the effects of a platform check, the check runs only after the answer “yes”", async () => {
  const terminal = aTerminal();
  const run = async () => {};
  const asked = tried({ shows: "a message", run }, terminal.person);
  terminal.types("y");
  expect((await asked)?.verdict).toEqual({ kind: "passed" });
  const again = tried({ shows: "a message", run }, terminal.person);
  terminal.types("");
  expect((await again)?.verdict).toMatchObject({ kind: "not tried" });
  expect(terminal.read.join("")).toContain("Others could see this: a message.");
});

test("a platform check stops waiting for a person if the person skips the check or closes the terminal", async () => {
  const terminal = aTerminal();
  const run = async () => {
    const signal = terminal.person.skipped();
    const left = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    await Promise.all([left, terminal.person.does("slack", { kind: "slash", text: "/video a boat" })]);
  };
  const asked = tried({ run }, terminal.person);
  terminal.types("s");
  expect((await asked)?.verdict).toEqual({ kind: "not tried", why: "you skipped it" });
  expect(terminal.read.join("")).toContain("type /video a boat in your test channel.");
  const again = tried({ run }, terminal.person);
  terminal.leaves();
  expect((await again)?.verdict).toEqual({ kind: "not tried", why: "the input has ended" });
});

test("a person can answer a question of a platform check with yes, no or skip", async () => {
  const terminal = aTerminal();
  const answerTo = async (word: string) => {
    const asked = terminal.person.sees("Did it ring?");
    terminal.types(word);
    return asked;
  };
  expect([await answerTo("y"), await answerTo("no"), await answerTo("s")]).toEqual([true, false, null]);
});

test("a slow platform check is not run if slow checks are skipped", async () => {
  const seen = await tried({ isSlow: true, run: async () => {} }, agreeing, true);
  expect(seen?.verdict).toMatchObject({ kind: "not tried" });
});

/** A transcript of one check with these events. */
const seeing = (...steps: readonly { readonly shape: object; readonly failed?: string }[]) =>
  ({
    version: 1,
    checks: [
      {
        name: "slack/x",
        verdict: { kind: "passed" },
        steps: steps.map((step) => ({ kind: "event", rule: "x", type: "x", ...step })),
      },
    ],
  }) as Transcript;

test.for([
  [
    "a field of a different type",
    [{ a: "boolean" }],
    [{ a: "text" }],
    "a is boolean on the platform and text on the emulator",
  ],
  [
    "two different ids where the platform repeats one id",
    [{ id: "id:1" }, { id: "id:1" }],
    [{ id: "id:2" }, { id: "id:3" }],
    "id is an earlier id on one side, but a different id on the other side",
  ],
] as const)(
  "the comparison of an emulator's transcript with a platform's transcript finds %s",
  ([, platform, emulator, why]) => {
    const [one, other] = [platform, emulator].map((shapes) => seeing(...shapes.map((shape) => ({ shape }))));
    expect(compare(one ?? seeing(), other ?? seeing()).wrong).toMatchObject([{ check: "slack/x", rule: "x", why }]);
  },
);

test("the comparison of an emulator's transcript with a platform's transcript finds a check that failed only on the emulator", () => {
  const failing = seeing({ shape: {}, failed: "lacks a" });
  expect(compare(seeing({ shape: {} }), failing).wrong).toMatchObject([{ why: "fails only on the emulator: lacks a" }]);
  expect(compare(failing, failing).wrong).toEqual([]);
});
