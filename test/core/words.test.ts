import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUTTONS, type ButtonAction, buttonId, readButtonId } from "../../src/core/button.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { jobIdFrom } from "../../src/core/job/ids.ts";

describe("the commands on Discord and Slack", () => {
  test("begin with the configured prefix", () => {
    expect(commandSpecs("clip").map(({ name }) => name)).toEqual([
      ...["clip", "clip-batch", "clip-key", "clip-style", "clip-jobs", "clip-settings"],
      ...["clip-team", "clip-data", "clip-help"],
    ]);
  });

  test("include /video, whose only required option is the prompt", () => {
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

  test.for(actions.map((action) => [action.kind, action] as const))(
    "for the action “%s” is at most 100 characters long and is read back unchanged",
    ([, action]) => {
      expect(readButtonId(buttonId(action))).toEqual(action);
      expect(buttonId(action).length).toBeLessThanOrEqual(100);
    },
  );

  test.for([
    ["is empty", ""],
    ["has no job id", "again"],
    ["has an empty job id", "again:"],
    ["has an invalid job id", "again:xyz"],
    ["has a short job id in capital letters", "again:ABCDEF"],
    ["has an extra value after the job id", `again:${jobId}:1`],
    ["has a job id for an action without a job", `add_key:${jobId}`],
    ["has an unknown action", `remix:${jobId}`],
    ["has an unknown payer", `pay_kept:${jobId}:yours`],
    ["has no payer", `pay_kept:${jobId}`],
    ["has an extra value after the payer", `pay_kept:${jobId}:mine:0`],
    ["has no time", `delete_data:${jobId}`],
    ["has an invalid time", `delete_data:${jobId}:1`],
    ["has an invalid person", "delete_data:xyz:1795219200"],
    ["has no page number", "jobs"],
    ["has a page number with a leading zero", "jobs:01"],
    ["has a page number above the maximum", "jobs:1000"],
  ] as const)("is not recognized if it %s", ([, id]) => {
    expect(readButtonId(id)).toBeNull();
  });

  test("is recognized only if the bot itself would write exactly the same id", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const action = readButtonId(id);
        if (action) expect(buttonId(action)).toBe(id);
      }),
    );
  });
});
