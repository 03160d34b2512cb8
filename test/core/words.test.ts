import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUTTONS, type ButtonAction, buttonId, readButtonId } from "../../src/core/button.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { jobIdFrom } from "../../src/core/job/ids.ts";

describe("the platforms' commands", () => {
  test("begin with the configured prefix", () => {
    expect(commandSpecs("clip").map(({ name }) => name)).toEqual([
      ...["clip", "clip-batch", "clip-key", "clip-style", "clip-jobs", "clip-settings"],
      ...["clip-team", "clip-data", "clip-help"],
    ]);
  });

  test("require only the prompt option", () => {
    const [make, , key] = commandSpecs("video");
    const named = (options = make?.options) => options?.map(({ name }) => name);
    expect(named()).toEqual(["prompt", "ratio", "duration", "resolution", "image", "image_url", "pay", "style"]);
    expect(named(make?.options.filter(({ isRequired }) => isRequired))).toEqual(["prompt"]);
    expect(named(make?.options.filter(({ autocomplete }) => autocomplete))).toEqual(["prompt", "style"]);
    expect(key?.subcommands.map(({ name }) => name)).toEqual(["set", "status", "remove"]);
  });
});

describe("a button's id", () => {
  const jobId = jobIdFrom("any");
  const rules = {
    teamCaps: "100000000-100000000",
    personCaps: "100000000-100000000",
    askAbove: "1000000",
    approvals: "9".repeat(20),
    approveOwn: "yes",
    version: 999_999_999_999,
  };
  const values = {
    jobId,
    page: 199,
    person: jobId,
    askedAtSeconds: 1_795_219_200,
    pay: "mine",
    when: "clear",
    ...rules,
  };
  // The value for each part of a button's id, by name.
  const actions = Object.entries(BUTTONS).map(
    ([kind, { carries }]) =>
      ({ kind, ...Object.fromEntries(carries.map(({ name }) => [name, values[name]])) }) as ButtonAction,
  );

  test.for(actions)("contains all values of the action $kind in at most 100 characters", (action) => {
    expect(readButtonId(buttonId(action))).toEqual(action);
    expect(buttonId(action).length).toBeLessThanOrEqual(100);
  });

  test.for([
    ...["", "again", "again:", "again:xyz", "again:ABCDEF", `again:${jobId}:1`, `add_key:${jobId}`, `remix:${jobId}`],
    ...[`pay_kept:${jobId}:yours`, `pay_kept:${jobId}`, `pay_kept:${jobId}:mine:0`],
    ...[`delete_data:${jobId}`, `delete_data:${jobId}:1`, "delete_data:xyz:1795219200"],
    ...["jobs", "jobs:01", "jobs:1000"],
  ])("is not recognized if it is %j", (id) => {
    expect(readButtonId(id)).toBeNull();
  });

  test("is recognized, for any text, only if it is exactly what the bot would write", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const action = readButtonId(id);
        if (action) expect(buttonId(action)).toBe(id);
      }),
    );
  });
});
