import { expect, test } from "vitest";
import { unjudged } from "./listening.ts";
import { slackOnEmulator } from "./on-emulators.ts";
import { openRecorder } from "./recorder.ts";
import { runChecks } from "./run-checks.ts";
import { shaper } from "./shape.ts";

const atTheEnd = unjudged();

test("a shape tells a secret neither by a name nor by a value, wherever it stands", () => {
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

test("one id is one hash in a transcript, and another one in the next", () => {
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

test("an error's own words, which may hold an address with a token, do not come into the transcript", async () => {
  const { person, stop } = await slackOnEmulator();
  atTheEnd(stop);
  const run = async () => {
    throw new TypeError("Failed to parse URL from http://x/xoxb-secret");
  };
  const side = {
    checks: [{ name: "slack/x", run } as const],
    wait: async () => {},
    codeOf: () => null,
    contextOf: () => null,
  };
  const seen = await runChecks(side, {
    isChosen: () => true,
    skipsSlow: false,
    inAllLanguages: true,
    onVerdict: () => {},
    person,
  });
  expect(JSON.stringify(seen)).not.toContain("secret");
  expect(seen[0]?.verdict).toEqual({ kind: "failed", why: ["it stopped with a TypeError"] });
});
