import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import type { JudgePrompts, PolicyRefusal } from "../../../src/core/prompt-policy.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { key, keyedWorld, makeVideo, messageOf, press, setting } from "../command-world.ts";

const PROMPT = "a forbidden boat";
const BATCH = aJobId(50);
const rule = { kind: "rule", name: "No boats" } as const;
const breaksRule = "This prompt breaks the rule “No boats”.";

/** A world in which prompts with "forbidden" are rejected. It has a card and a batch from before the rule. */
async function strictWorld(by: PolicyRefusal = rule) {
  const place = { isStrict: true };
  const judgePrompts: JudgePrompts = async ({ prompts }) =>
    place.isStrict && prompts.some((prompt) => prompt.includes("forbidden")) ? by : null;
  const world = await keyedWorld({ judgePrompts }, aClosedJob({ request: aRequest({ prompt: PROMPT }) }));
  const [batch, ...parts] = aBatch(["ready", "failed"]);
  const forbidden = parts.map((part) => ({ ...part, request: { ...part.request, prompt: PROMPT } }));
  await world.jobs.insert(batch, { parts: forbidden });
  return { ...world, place };
}
type World = Awaited<ReturnType<typeof strictWorld>>;

const asked = (world: World) => world.does(setting({ confirm_above: "-1" }));
const does = (act: Act) => (world: World) => world.does(act);

/** Performs the act before the rule exists, and presses the question's button after that. */
const afterQuestion =
  (act: Act) =>
  async (world: World): Promise<Answer> => {
    const { isStrict } = world.place;
    world.place.isStrict = false;
    await asked(world);
    const id = messageOf(await world.does(act)).buttons[0]?.id.split(":")[1] ?? "";
    world.place.isStrict = isStrict;
    return world.does(press("start_kept", id));
  };

const make = makeVideo({ prompt: PROMPT });
const draft = aDraft({ prompt: PROMPT });
const edits = { jobId: aJobId(), nth: 0 };
const scenes: Act = {
  kind: "make_batch",
  make: "scenes",
  draft: aDraft({ prompt: `a boat\n${PROMPT}` }),
};
const [again, in720p, retry] = [press("again", aJobId()), press("in_720p", aJobId()), press("retry_failed", BATCH)];

/** Every way to make a video of a prompt. */
const WAYS: readonly (readonly [string, (world: World) => Promise<Answer>])[] = [
  ["the command /video", does(make)],
  ["the form of /video", does(makeVideo({ prompt: PROMPT }, "form"))],
  [
    "the command /video with “Ask me before spending” set to “Always”",
    (world) => asked(world).then(() => world.does(make)),
  ],
  ["“Start it” in a price question", afterQuestion(make)],
  ["the form of “Edit & run”", does({ kind: "make_video", draft, from: "form", edits })],
  ["“Again”", does(again)],
  ["“Start it” after “Again”", afterQuestion(again)],
  ["“In 720p”", does(in720p)],
  ["“Start it” after “In 720p”", afterQuestion(in720p)],
  ["the form for several videos", does(scenes)],
  ["“Retry what failed”", does(retry)],
  ["“Start” after “Retry what failed”", afterQuestion(retry)],
];

describe("a prompt that breaks a rule", () => {
  test.for(WAYS)("starts no video, and the refusal shows only the rule's name (attempted with %s)", async ([, way]) => {
    const world = await strictWorld();
    const answer = await way(world);
    expect(["private", "form_error", "replace_message"]).toContain(answer.kind);
    const shown = wordsOf(messageOf(answer));
    expect(shown).toContain(breaksRule);
    expect(shown).toContain("Nothing was charged.");
    expect(JSON.stringify(answer)).not.toContain("forbidden");
    expect(world.orders).toEqual([]);
    const lenient = await strictWorld();
    lenient.place.isStrict = false;
    expect(JSON.stringify(await way(lenient))).not.toContain("breaks the rule");
  });

  test("is refused when the missing API key is saved, even if the rule is newer than the request", async () => {
    const world = await strictWorld();
    await world.vault.remove(anOwner());
    world.place.isStrict = false;
    await world.does(make);
    world.place.isStrict = true;
    const { message, card } = await world.ends({ kind: "give_key", key });
    expect(wordsOf(message)).toContain(breaksRule);
    expect([card, world.orders]).toEqual([undefined, []]);
  });
});

test.for([
  ["the team forbids a word of the prompt", { kind: "team_words", word: null }, "a word that isn't allowed here"],
  [
    "the policy service refuses the prompt without a reason",
    { kind: "service", reason: null },
    "This prompt isn't allowed here. Change it",
  ],
  [
    "the policy service refuses the prompt with a reason",
    { kind: "service", reason: "No brands." },
    "This prompt isn't allowed here: No brands.",
  ],
  ["the policy service does not respond", { kind: "unanswered" }, "that check didn't answer. Try again in a minute."],
] as const)("a prompt is refused with a matching explanation if %s", async ([, by, says]) => {
  expect(await (await strictWorld(by)).reads(make)).toContain(says);
});

test("a refusal of a prompt quotes the forbidden word only if the person typed the word and the answer is private", async () => {
  const typed = await strictWorld({ kind: "team_words", word: "forbidden" });
  expect(await typed.reads(make)).toContain("“forbidden” isn't allowed in prompts here. Change it");
  const unquoted = "a word that isn't allowed here";
  expect(wordsOf(messageOf(await typed.does(make, { isMessage: true })))).toContain(unquoted);
  const ofStyle = await strictWorld({ kind: "team_words", word: "from the style" });
  expect(await ofStyle.reads(make)).toContain(unquoted);
});

test("the prompt check is called once per request, with the platform and the team but not the person", async () => {
  const received: unknown[] = [];
  const world = await keyedWorld({
    rules: { maxJobsPerUser: 1 },
    async judgePrompts(prompted) {
      received.push(prompted);
      return null;
    },
  });
  await world.does(makeVideo({ prompt: "a boat" }));
  await world.does(makeVideo({ prompt: "a second boat" }), { workspace: null });
  expect(world.orders.map(({ wait }) => wait?.for ?? null)).toEqual([null, "turn"]);
  const place = { platform: "discord", teamWords: [] };
  expect(received).toEqual([
    { ...place, prompts: ["a boat"], team: "300000000000000003" },
    { ...place, prompts: ["a second boat"], team: null },
  ]);
});
