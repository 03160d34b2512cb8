import { describe, expect, test } from "vitest";
import type { Answer } from "../../../src/core/command.ts";
import type { JudgePrompts, PolicyRefusal } from "../../../src/core/prompt-policy.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJobId, anOwner, aRequest, TEST_KEY } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { keyedWorld, makeVideo, messageOf, press, pressOf, setting } from "../command-world.ts";

const PROMPT = "a forbidden boat";
const BATCH = aJobId(50);
const rule = { kind: "rule", name: "No boats" } as const;

/** A world whose place refuses every prompt with "forbidden" in it, once that is told. */
async function aWorld(by: PolicyRefusal = rule) {
  let isTold = true;
  const judgePrompts: JudgePrompts = async ({ prompts }) =>
    isTold && prompts.some((prompt) => prompt.includes("forbidden")) ? by : null;
  const world = await keyedWorld({ judgePrompts });
  const forbid = (is: boolean) => {
    const was = isTold;
    isTold = is;
    return was;
  };
  return { ...world, forbid };
}
type World = Awaited<ReturnType<typeof aWorld>>;

/** A press of *Start it* on a question about a card that was asked before the rule was made. */
async function startIt(world: World, button: "again" | "in_720p" | "retry_failed", jobId = aJobId()): Promise<Answer> {
  const was = world.forbid(false);
  await world.does(setting({ confirm_above: "1" }));
  const start = pressOf(await world.does(press(button, jobId)));
  world.forbid(was);
  return world.does(start);
}

/** The question that was asked before the rule was made. */
async function asked(world: World): Promise<string> {
  const was = world.forbid(false);
  await world.does(setting({ confirm_above: "1" }));
  const question = messageOf(await world.does(makeVideo({ prompt: PROMPT })));
  world.forbid(was);
  return question.buttons[0]?.id.split(":")[1] ?? "";
}

const card = (world: World) => world.has(aClosedJob({ request: aRequest({ prompt: PROMPT }) }));

async function failedBatch(world: World): Promise<void> {
  const [batch, ...parts] = aBatch(["ready", "failed"]);
  const forbidden = parts.map((part) => ({ ...part, request: { ...part.request, prompt: PROMPT } }));
  await world.jobs.insert(batch, undefined, forbidden);
}

/** Every way in which a prompt becomes a video. */
const WAYS: readonly (readonly [string, (world: World) => Promise<Answer>])[] = [
  ["a command", (world) => world.does(makeVideo({ prompt: PROMPT }))],
  ["a form", (world) => world.does(makeVideo({ prompt: PROMPT }, "form"))],
  [
    "a command whose price is asked about",
    async (world) => {
      await world.does(setting({ confirm_above: "1" }));
      return world.does(makeVideo({ prompt: PROMPT }));
    },
  ],
  ["a question's Start it", async (world) => world.does(press("start_kept", await asked(world)))],
  ["a question's Start when it clears", async (world) => world.does(press("wait_kept", await asked(world)))],
  [
    "a form of Edit & run",
    async (world) => {
      await world.has(aClosedJob());
      const edits = { jobId: aJobId(), nth: 0 };
      return world.does({ kind: "make_video", draft: aDraft({ prompt: PROMPT }), from: "form", edits });
    },
  ],
  [
    "Again",
    async (world) => {
      await card(world);
      return world.does(press("again", aJobId()));
    },
  ],
  [
    "Again's Start it",
    async (world) => {
      await card(world);
      return startIt(world, "again");
    },
  ],
  [
    "In 720p",
    async (world) => {
      await card(world);
      return world.does(press("in_720p", aJobId()));
    },
  ],
  [
    "In 720p's Start it",
    async (world) => {
      await card(world);
      return startIt(world, "in_720p");
    },
  ],
  [
    "several videos",
    (world) => {
      const draft = aDraft({ prompt: `a boat\n${PROMPT}` });
      return world.does({ kind: "make_batch", from: "form", make: "scenes", draft });
    },
  ],
  [
    "what failed of several",
    async (world) => {
      await failedBatch(world);
      return world.does(press("retry_failed", BATCH));
    },
  ],
  [
    "the Start of what failed",
    async (world) => {
      await failedBatch(world);
      return startIt(world, "retry_failed", BATCH);
    },
  ],
];

describe("a prompt that the rules of its place refuse", () => {
  test.for(WAYS)("by %s starts nothing, and gets a private refusal with the rule's name alone", async ([, way]) => {
    const world = await aWorld();
    const answer = await way(world);
    expect(["private", "form_error", "replace_message"]).toContain(answer.kind);
    const shown = wordsOf(messageOf(answer));
    expect(shown).toContain("This prompt breaks the rule “No boats”.");
    expect(shown).toContain("Nothing was charged.");
    expect(JSON.stringify(answer)).not.toContain("forbidden");
    expect(world.orders).toEqual([]);
  });

  test.for(WAYS)("by %s is no obstacle once the rule is gone", async ([, way]) => {
    const world = await aWorld();
    world.forbid(false);
    const answer = await way(world);
    expect(wordsOf("form" in answer ? messageOf(await world.does({ kind: "help" })) : messageOf(answer))).not.toContain(
      "breaks the rule",
    );
  });

  test("that waited for a key is refused when the key comes", async () => {
    const world = await aWorld();
    await world.vault.remove(anOwner());
    world.forbid(false);
    await world.does(makeVideo({ prompt: PROMPT }));
    world.forbid(true);
    const { message, card: made } = await world.ends({ kind: "give_key", key: new Secret(TEST_KEY) });
    expect(wordsOf(message)).toContain("This prompt breaks the rule “No boats”.");
    expect(made).toBeUndefined();
    expect(world.orders).toEqual([]);
  });

  test.for([
    [{ kind: "team_words" }, "a word that isn't allowed here"],
    [{ kind: "service", reason: null }, "This prompt isn't allowed here. Change it"],
    [{ kind: "service", reason: "No brands." }, "This prompt isn't allowed here: No brands."],
    [{ kind: "unanswered" }, "that check didn't answer. Try again in a minute."],
  ] as const)("by %j is told why", async ([by, says]) => {
    const world = await aWorld(by);
    expect(wordsOf(messageOf(await world.does(makeVideo({ prompt: PROMPT }))))).toContain(says);
  });
});

test("the rules hear of the place, and never of the person", async () => {
  const heard: unknown[] = [];
  const world = await keyedWorld({
    judgePrompts: async (prompted) => {
      heard.push(prompted);
      return null;
    },
  });
  await world.does(makeVideo({ prompt: "a boat" }));
  await world.does(makeVideo({ prompt: "a boat" }), { workspace: null });
  const place = { prompts: ["a boat"], platform: "discord", teamWords: [] };
  expect(heard).toEqual([
    { ...place, team: "300000000000000003" },
    { ...place, team: null },
  ]);
});

test("a request that finds no free place is judged once, and waits", async () => {
  const heard: unknown[] = [];
  const world = await keyedWorld({
    rules: { maxJobsPerUser: 1 },
    judgePrompts: async ({ prompts }) => {
      heard.push(...prompts);
      return null;
    },
  });
  await world.does(makeVideo({ prompt: "a boat" }));
  await world.does(makeVideo({ prompt: "a second boat" }));
  expect(world.orders.map(({ wait }) => wait?.for ?? null)).toEqual([null, "turn"]);
  expect(heard).toEqual(["a boat", "a second boat"]);
});
