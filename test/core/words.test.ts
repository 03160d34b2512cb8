import { format, inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUTTONS, type ButtonAction, buttonId, readButtonId } from "../../src/core/button.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { jobIdFrom } from "../../src/core/job/ids.ts";
import { Secret } from "../../src/core/text/secret.ts";

describe("specs", () => {
  test("commands are named after the prefix", () => {
    expect(commandSpecs("clip").map(({ name }) => name)).toEqual([
      "clip",
      "clip-batch",
      "clip-key",
      "clip-style",
      "clip-jobs",
      "clip-settings",
      "clip-team",
      "clip-data",
      "clip-help",
    ]);
  });

  test("the prompt is the only option that must be given", () => {
    const [make, , key] = commandSpecs("video");
    expect(make?.options.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ["prompt", true],
      ["ratio", false],
      ["duration", false],
      ["resolution", false],
      ["image", false],
      ["image_url", false],
      ["pay", false],
      ["style", false],
    ]);
    expect(make?.options.filter(({ autocomplete }) => autocomplete).map(({ name }) => name)).toEqual([
      "prompt",
      "style",
    ]);
    expect(key?.subcommands.map(({ name }) => name)).toEqual(["set", "status", "remove"]);
  });
});

describe("a button's id", () => {
  const jobId = jobIdFrom("any");
  const values = { jobId, page: 199, person: jobId, askedAtSeconds: 1_795_219_200, pay: "mine", when: "clear" };
  // Each part is of the kind that its name says.
  const actions = Object.entries(BUTTONS).map(
    ([kind, { carries }]) =>
      ({ kind, ...Object.fromEntries(carries.map(({ name }) => [name, values[name]])) }) as ButtonAction,
  );

  test.for(actions)("carries %j whole, within the 100 characters a platform takes", (action) => {
    expect(readButtonId(buttonId(action))).toEqual(action);
    expect(buttonId(action).length).toBeLessThanOrEqual(100);
  });

  test.for([
    "",
    "again",
    "again:",
    "again:xyz",
    `again:${jobId}:1`,
    `add_key:${jobId}`,
    `pay_kept:${jobId}:yours:now`,
    `pay_kept:${jobId}:mine`,
    `pay_kept:${jobId}:mine:now:0`,
    `remix:${jobId}`,
    `delete_data:${jobId}`,
    `delete_data:${jobId}:1`,
    `delete_data:${jobId}:1795219200:1`,
    "delete_data:xyz:1795219200",
    "jobs",
    "jobs:01",
    "jobs:1000",
    "again:ABCDEF",
  ])("%j is none of ours", (id) => {
    expect(readButtonId(id)).toBeNull();
  });

  test("whatever it is, reading it never throws and gives back only what it says", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const action = readButtonId(id);
        if (action) expect(buttonId(action)).toBe(id);
      }),
    );
  });
});

describe("a secret", () => {
  const secret = new Secret("sk-live-0123456789");

  test.for([
    ["template", `${secret}`],
    ["JSON", JSON.stringify({ key: secret })],
    ["inspect", inspect({ deep: { key: secret } }, { depth: null, showHidden: true })],
    ["format", format("%s %o %j", secret, secret, secret)],
    ["error", String(new Error(`failed with ${secret}`))],
    ["entries", JSON.stringify(Object.entries(secret))],
  ])("prints as nothing in a %s", ([, printed]) => {
    expect(printed).not.toContain("0123456789");
  });

  test("equals another of the same text only", () => {
    expect(secret.equals(new Secret("sk-live-0123456789"))).toBe(true);
    expect(secret.equals(new Secret("sk-live-0123456780"))).toBe(false);
  });

  test("is recognised by its last four, a short one not at all", () => {
    expect(secret.lastFour()).toBe("6789");
    expect(new Secret("12345678901").lastFour()).toBe("");
    expect(secret.reveal()).toBe("sk-live-0123456789");
  });
});
