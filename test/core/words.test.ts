import { format, inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ButtonAction, buttonId, readButtonId } from "../../src/core/button.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { jobIdFrom, ownerName } from "../../src/core/job/ids.ts";
import { priceOf } from "../../src/core/request/price.ts";
import { Secret } from "../../src/core/text/secret.ts";

describe("prices", () => {
  test.for([
    ["480p", 10, 95],
    ["480p", 15, 143],
    ["720p", 10, 205],
    ["720p", 15, 308],
  ] as const)("%s for %i seconds costs %i credits", ([resolution, duration, credits]) => {
    expect(priceOf(resolution, duration)).toBe(credits);
  });
});

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
  const actions: readonly ButtonAction[] = [
    { kind: "add_key" },
    { kind: "remove_key" },
    { kind: "cancel" },
    { kind: "notify_me", jobId },
    { kind: "start_kept", jobId },
    { kind: "start_typed", jobId },
    { kind: "wait_kept", jobId },
    { kind: "pay_kept", jobId, pay: "mine", when: "now" },
    { kind: "pay_kept", jobId, pay: "team", when: "clear" },
    { kind: "own_key", jobId },
    { kind: "show_picture", jobId },
    { kind: "keep_data" },
    { kind: "delete_data", person: jobId, askedAtSeconds: 1_795_219_200 },
    { kind: "jobs", page: 0 },
    { kind: "jobs", page: 199 },
    { kind: "show_job", jobId },
    { kind: "edit", jobId },
    { kind: "in_720p", jobId },
    { kind: "fresh_link", jobId },
    { kind: "again", jobId },
    { kind: "delete", jobId },
    { kind: "retry_failed", jobId },
  ];

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

describe("ids", () => {
  test("the same event is the same job, and parts do not run together", () => {
    expect(jobIdFrom("discord", "1")).toBe(jobIdFrom("discord", "1"));
    expect(jobIdFrom("ab", "c")).not.toBe(jobIdFrom("a", "bc"));
    expect(jobIdFrom("x")).toMatch(/^[0-9a-f]{20}$/);
  });

  test("a person on two Slack teams is two owners", () => {
    const at = (teamId: string) => ownerName({ platform: "slack", teamId, userId: "U1" });
    expect(at("T1")).not.toBe(at("T2"));
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
