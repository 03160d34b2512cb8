import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import type { Suggested } from "../../../src/core/option-specs.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { commandWorld, keyedWorld, makeVideo, never } from "../command-world.ts";

const typing = (typed: string, option: Suggested = "prompt"): Act => ({ kind: "suggest", option, typed });

async function withPrompts(...prompts: readonly string[]) {
  const world = await keyedWorld();
  for (const [n, prompt] of prompts.entries())
    await world.has(aClosedJob({ id: aJobId(n), acceptedAt: TEST_START + n, request: aRequest({ prompt }) }));
  return world;
}

describe("while somebody types a prompt", () => {
  test("what is typed comes first, so that they can keep their own words", async () => {
    const world = await withPrompts("a boat at night", "a boat");
    expect(await world.does(typing(" a boat "))).toEqual({
      kind: "suggestions",
      choices: [
        { label: "a boat", value: "a boat" },
        { label: "a boat at night", value: "a boat at night" },
      ],
    });
    expect(await world.does(typing("a whale"))).toEqual({
      kind: "suggestions",
      choices: [{ label: "a whale", value: "a whale" }],
    });
  });

  test("what is typed is not offered where a choice would cut it, for then its end would be lost", async () => {
    const world = commandWorld();
    const typed = async (text: string) => {
      const answer = await world.does(typing(text));
      return answer.kind === "suggestions" ? answer.choices.map(({ value }) => value) : null;
    };
    expect(await typed("x ".repeat(50))).toEqual(["x ".repeat(50).trim()]);
    expect(await typed("ein Boot ".repeat(12))).toEqual([]);
  });

  test("a suggestion repeats neither the person's key nor text that looks like one", async () => {
    const world = await withPrompts("a boat");
    const own = "only-letters-and-dashes";
    await world.vault.put(anOwner(), new Secret(own));
    for (const typed of [`a boat ${own}`, "sk-proj-A1b2C3d4E5f6G7h8I9j0K1l2M3n4"])
      expect(await world.does(typing(typed))).toEqual({ kind: "suggestions", choices: [] });
  });

  test("their own recent ones that contain it are offered, newest first and each once", async () => {
    const world = await withPrompts("a boat", "a fox", "a Boat\nat night", "a boat");
    expect(await world.does(typing(" bOat"))).toEqual({
      kind: "suggestions",
      choices: [
        { label: "bOat", value: "bOat" },
        { label: "a boat", value: "a boat" },
        { label: "a Boat at night", value: "a Boat\nat night" },
      ],
    });
    expect(await world.does(typing("boat"), { owner: anOwner("200000000000000009") })).toMatchObject({
      choices: [{ value: "boat" }],
    });
  });

  test("25 are offered at most", async () => {
    const world = await withPrompts(...Array.from({ length: 30 }, (_, n) => `boat ${n}`));
    const answer = await world.does(typing(""));
    expect(answer.kind === "suggestions" && answer.choices.map(({ value }) => value)).toEqual(
      Array.from({ length: 25 }, (_, n) => `boat ${29 - n}`),
    );
  });

  test("a long one is offered by its beginning and made whole", async () => {
    const long = "a boat ".repeat(40).trim();
    const world = await withPrompts(long);
    const answer = await world.does(typing("boat"));
    const [, choice] = answer.kind === "suggestions" ? answer.choices : [];
    expect(choice?.label).toHaveLength(100);
    expect(choice?.value.length).toBeLessThanOrEqual(100);
    await world.does(makeVideo({ prompt: choice?.value ?? "" }));
    expect(world.orders.map(({ request }) => request.prompt)).toEqual([long]);
  });

  test("a long one of somebody else's, or a forgotten one, makes nothing", async () => {
    const world = await withPrompts("a boat");
    await world.has(aJob({ id: aJobId(7), owner: anOwner("200000000000000009") }));
    for (const id of [aJobId(7), aJobId(8)])
      expect(await world.reads(makeVideo({ prompt: `prompt of video ${id}` }))).toContain(
        "That prompt is no longer saved. Nothing was charged.",
      );
    expect(world.orders).toEqual([]);
  });
});

describe("while somebody names a video", () => {
  test("their own are offered by state and prompt, and found by id too", async () => {
    const world = await withPrompts("a boat", "a fox");
    await world.has(
      aJob({
        id: aJobId(1),
        acceptedAt: TEST_START + 1,
        request: aRequest({ prompt: "a fox" }),
        state: aRunning({ percent: 42 }),
      }),
    );
    const fox = { label: "42% done: a fox", value: aJobId(1) };
    expect(await world.does(typing("", "show"))).toMatchObject({ choices: [fox, { label: "Ready: a boat" }] });
    for (const typed of ["fox", "42%", aJobId(1).slice(0, 8)])
      expect(await world.does(typing(typed, "show"))).toEqual({ kind: "suggestions", choices: [fox] });
  });
});

test("a store that fails or hangs offers nothing", async () => {
  const world = await withPrompts("a boat");
  world.jobs.failNext();
  expect(await world.does(typing(""))).toEqual({ kind: "suggestions", choices: [] });
  const stuck = commandWorld();
  const hanging = commandWorld({ jobs: { ...stuck.jobs, jobsOf: never } });
  const answering = hanging.does(typing(""));
  await hanging.clock.advance(1_000);
  expect(await answering).toEqual({ kind: "suggestions", choices: [] });
});

test("typing is not counted as commands", async () => {
  const world = commandWorld({ rules: { commandsPerMinute: 1 } });
  for (let n = 0; n < 5; n += 1) expect(await world.does(typing("a"))).toMatchObject({ kind: "suggestions" });
  expect(await world.reads({ kind: "help" })).toContain("How to make a video");
});
