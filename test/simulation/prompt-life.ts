import { madeId } from "../../src/core/button.ts";
import type { Act, Answer, Command } from "../../src/core/command.ts";
import { outcomeOf } from "../../src/core/job/job.ts";
import type { JudgePrompts } from "../../src/core/prompt-policy.ts";
import { styleId } from "../../src/core/style.ts";
import { judgePrompts } from "../../src/policy/judge-prompts.ts";
import { press } from "../commands/command-world.ts";
import { team, teamWorld, unknownPeople } from "../commands/team/team-world.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aClosedJob } from "../fakes/jobs.ts";
import { wordsOf } from "../messages/words-of.ts";
import { type Random, random } from "./random.ts";

/** No video may contain these words. They are forbidden by the operator, the operator's service, and the team. */
const FORBIDDEN = ["weapon", "brand", "blood"] as const;
const ACTS = 25;

interface PromptLife {
  readonly broken: readonly string[];
  readonly made: number;
  readonly denied: number;
}

/** The operator's checks: a rule with words, and a service that sometimes does not answer. */
function rulesOf(chance: Random): JudgePrompts {
  return judgePrompts({
    rules: [{ name: "No weapons", words: [FORBIDDEN[0]] }],
    service: async ({ text }) => {
      if (chance.chance(0.1)) return { kind: "unanswered" };
      return text.includes(FORBIDDEN[1]) ? { kind: "service", reason: null } : null;
    },
  });
}

/** Simulates a server whose people make videos in every possible way while its styles and forbidden words change. */
export async function promptLife(seed: number): Promise<PromptLife> {
  const chance = random(seed);
  const broken = new Set<string>();
  const claim = (isKept: boolean, words: string) => void (isKept || broken.add(words));
  // One server in four allows videos only in age-restricted channels. A separate generator draws the channel.
  const isAgeRestrictedOnly = seed % 4 === 3;
  const places = random(seed + 1_000_000);
  let isAgeRestricted: boolean | null = null;
  const world = await teamWorld(
    { words: [FORBIDDEN[2]], isAgeRestrictedOnly },
    {
      people: { ...unknownPeople, isAgeRestricted: async () => isAgeRestricted },
      judgePrompts: rulesOf(chance),
      rules: { maxJobsPerUser: 999, maxJobsPerWorkspace: 999, commandsPerMinute: 999 },
    },
  );
  await world.withKey();
  let isPaused = false;
  let denied = 0;
  const prompt = () =>
    chance.pick(["a paper boat", "a cat asleep", "a red weapon", "a brand on a cup", "blood on snow", "rain"]);
  const style = () => chance.pick([null, null, "ink", "film", "none"]);
  /** Draws the channel of the next act, or a thread in such a channel. */
  function somewhere(): Pick<Command, "ageRestriction"> {
    isAgeRestricted = places.chance(0.3) ? null : places.chance(0.8);
    const isThread = isAgeRestricted === null || places.chance(0.5);
    return { ageRestriction: isThread ? "ask" : isAgeRestricted ? "yes" : "no" };
  }

  /** Makes a video, or an act that asks for confirmation first. */
  async function make(): Promise<Answer> {
    const jobs = await world.jobs.jobsOf((await aVideo()).owner, 50);
    const { id: jobId } = chance.pick([await aVideo(), ...jobs.filter((job) => outcomeOf(job) !== null && !job.parts)]);
    const text = prompt();
    const draft = aDraft({ prompt: text, style: style(), pay: chance.pick(["mine", "team"]) });
    const edits = { jobId, nth: 0 };
    const acts: readonly [Act, ...Act[]] = [
      { kind: "make_video", draft, from: chance.pick(["command", "form"]) },
      { kind: "make_video", draft: { ...draft, prompt: `${text} --duration 15` }, from: "command" },
      { kind: "make_video", draft, from: "form", edits },
      { kind: "make_batch", make: "scenes", draft: { ...draft, prompt: `rain\n${text}` } },
      press(chance.pick(["again", "in_720p"]), jobId),
      press("start_kept", madeId(chance.pick(["again", "in_720p"]), jobId, chance.between(0, 9))),
    ];
    const answer = await world.asMember(chance.pick(acts), somewhere());
    const shownText = "message" in answer ? wordsOf(answer.message) : "";
    if (/rule|allowed here|check didn't answer|age-restricted/.test(shownText)) {
      denied += 1;
      claim(!JSON.stringify(answer).includes(text), "a denial repeats the prompt");
      claim(answer.kind === "private" || answer.kind === "form_error", "a denial is visible to others");
    }
    return answer;
  }

  /** A card that was made before its words were forbidden. */
  const aVideo = () => world.has(aClosedJob({ request: { ...aClosedJob().request, prompt: "a red weapon, blood" } }));

  async function change(): Promise<void> {
    const text = chance.pick(["ink: {prompt}", "with blood", "35 mm", "a weapon of {prompt}"]);
    const before = JSON.stringify(await world.deps.styles.get(team));
    const act = chance.pick<Act>([
      { kind: "save_style", given: { name: chance.pick(["ink", "film"]), text, of: "team" } },
      press("remove_style", styleId({ of: "team", name: "film" })),
    ]);
    if (chance.chance(0.5)) {
      await world.asMember(act);
      claim(JSON.stringify(await world.deps.styles.get(team)) === before, "a member changed a team's style");
      return;
    }
    await world.asAdmin(act);
    if (chance.chance(0.3)) {
      isPaused = !isPaused;
      await world.asAdmin(press(isPaused ? "team_pause" : "team_go_on"));
    }
  }

  for (let nth = 0; nth < ACTS; nth += 1) {
    if (chance.chance(0.3)) {
      await change();
      continue;
    }
    const before = world.orders.length;
    const answer = await make();
    // The rules may change before the person confirms, and then apply to the video.
    if (answer.kind === "private") {
      const start = answer.message.buttons.find(({ id }) => id.startsWith("start_kept:"));
      if (start && chance.chance(0.5)) await change();
      if (start) await world.asMember(press("start_kept", start.id.split(":")[1] ?? ""), somewhere());
    }
    const orders = world.orders.slice(before);
    for (const { request, each = [request] } of orders) {
      claim(!isPaused, "a video was made while videos were paused");
      claim(!isAgeRestrictedOnly || isAgeRestricted === true, "a video was made outside age-restricted channels");
      for (const { prompt: sent, style: chosen } of each) {
        claim(!FORBIDDEN.some((word) => sent.includes(word)), "a forbidden prompt became a video");
        claim(chosen === undefined || sent.includes(chosen.typed), "a style lost its prompt");
      }
      if (answer.kind === "card" && each.length === 1)
        claim(answer.card.message.quote === request.prompt, "the card shows another prompt than is sent");
    }
  }
  return { broken: [...broken], made: world.orders.length, denied };
}
