import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import type { Suggested } from "../../../src/core/option-specs.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { commandWorld, keyedWorld, makeVideo, never } from "../command-world.ts";

const typing = (typed: string, option: Suggested = "prompt"): Act => ({ kind: "suggest", option, typed });
const none = { kind: "suggestions", choices: [] };
const stranger = { owner: anOwner("200000000000000009") };

/** A person with a video of each prompt, the newest last, and the suggestions while they type. */
async function withPrompts(...prompts: readonly string[]) {
  const jobs = prompts.map((prompt, n) =>
    aClosedJob({ id: aJobId(n), acceptedAt: TEST_START + n, request: aRequest({ prompt }) }),
  );
  const world = await keyedWorld({}, ...jobs);
  const choices = async (act: Act, command = {}) => {
    const answer = await world.does(act, command);
    if (answer.kind !== "suggestions") throw new Error(answer.kind);
    return answer.choices;
  };
  const values = async (typed: string, command = {}) =>
    (await choices(typing(typed), command)).map(({ value }) => value);
  return { ...world, choices, values };
}

describe("autocomplete for a prompt", () => {
  test("offers the typed text, then the person's matching prompts from newest to oldest", async () => {
    const { choices, values } = await withPrompts("a boat", "a fox", "a Boat\nat night", "a boat");
    expect(await choices(typing(" bOat "))).toEqual([
      { label: "bOat", value: "bOat" },
      { label: "a boat", value: "a boat" },
      { label: "a Boat at night", value: "a Boat\nat night" },
    ]);
    expect(await values("a boat")).toEqual(["a boat", "a Boat\nat night"]);
    expect(await values("boat", stranger)).toEqual(["boat"]);
  });

  test("does not offer the typed text if the text exceeds the length limit of a choice", async () => {
    const { values } = await withPrompts();
    expect(await values("x ".repeat(50))).toEqual(["x ".repeat(50).trim()]);
    expect(await values("ein Boot ".repeat(12))).toEqual([]);
  });

  test("offers neither the person's key nor text that looks like a key", async () => {
    const { values, vault } = await withPrompts("a boat");
    await vault.put(anOwner(), new Secret("only-letters-and-dashes"));
    for (const typed of ["a boat only-letters-and-dashes", "sk-proj-A1b2C3d4E5f6G7h8I9j0K1l2M3n4"])
      expect(await values(typed)).toEqual([]);
  });

  test("offers at most 25 prompts", async () => {
    const { values } = await withPrompts(...Array.from({ length: 30 }, (_, n) => `boat ${n}`));
    expect(await values("")).toEqual(Array.from({ length: 25 }, (_, n) => `boat ${29 - n}`));
  });

  test("shows only the beginning of a long prompt, but selecting the suggestion uses the whole prompt", async () => {
    const long = "a boat ".repeat(40).trim();
    const { choices, does, orders } = await withPrompts(long);
    const [, choice] = await choices(typing("boat"));
    expect(choice?.label).toHaveLength(100);
    expect(choice?.value.length).toBeLessThanOrEqual(100);
    await does(makeVideo({ prompt: choice?.value ?? "" }));
    expect(orders.map(({ request }) => request.prompt)).toEqual([long]);
  });

  test("gives no access to the long prompt of another person or of a deleted video", async () => {
    const { has, reads, orders } = await withPrompts("a boat");
    await has(aJob({ id: aJobId(7), ...stranger }));
    for (const id of [aJobId(7), aJobId(8)])
      expect(await reads(makeVideo({ prompt: `prompt of video ${id}` }))).toContain(
        "That prompt is no longer saved. Nothing was charged.",
      );
    expect(orders).toEqual([]);
  });
});

test("autocomplete for /video-jobs finds the person's videos by state, prompt or id", async () => {
  const { choices, has } = await withPrompts("a boat");
  const request = aRequest({ prompt: "a fox" });
  await has(aJob({ id: aJobId(1), acceptedAt: TEST_START + 1, request, state: aRunning({ percent: 42 }) }));
  const fox = { label: "42% done: a fox", value: aJobId(1) };
  expect(await choices(typing("", "show"))).toMatchObject([fox, { label: "Ready: a boat" }]);
  for (const typed of ["fox", "42%", aJobId(1).slice(0, 8)])
    expect(await choices(typing(typed, "show"))).toEqual([fox]);
});

test("autocomplete offers nothing if the store fails or hangs", async () => {
  const world = await withPrompts("a boat");
  world.jobs.failNext();
  expect(await world.does(typing(""))).toEqual(none);
  const hanging = commandWorld({ jobs: { ...world.jobs, jobsOf: never } });
  const answering = hanging.does(typing(""));
  await hanging.clock.advance(1_000);
  expect(await answering).toEqual(none);
});

test("autocomplete requests do not count toward the command limit", async () => {
  const world = commandWorld({ rules: { commandsPerMinute: 1 } });
  for (let n = 0; n < 3; n += 1) expect(await world.does(typing("a"))).toMatchObject({ kind: "suggestions" });
  expect(await world.reads({ kind: "help" })).toContain("How to make a video");
});
