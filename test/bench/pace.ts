import { shippedHazards } from "../../src/core/pace/shipped-hazards.ts";
import { byHazards, live, type Policy } from "../pace/live.ts";
import { HELD_OUT_MIX, type Mix, type MixedTask, mixedTasks, STANDARD_MIX } from "../pace/standard-mix.ts";
import { random } from "../simulation/random.ts";
import { following } from "./least/follow.ts";
import { leastOf, prepare } from "./least/least.ts";
import { otherPolicies } from "./policies.ts";
import type { Scale } from "./scale.ts";
import type { Line, Target, Unit } from "./table/row.ts";
import { bootstrap, mean, percentile } from "./table/statistics.ts";
import { numberText } from "./table/table.ts";

/** The bot's own POLL_MIN_MS. */
const POLL_MIN_MS = 2_000;
/** What no rule may exceed until ten minutes have passed, as ours does not; steps half as long change the least by 0.1 %. */
const BOUNDS = { leastGapS: POLL_MIN_MS / 1_000, mostGapS: 8 };
const STEP_S = 1;
/** None of these tasks was used for the shipped table. */
const SEED = 20_261_121;

interface Life {
  readonly polls: number;
  readonly lagS: number;
}

const pollsOf = (lives: readonly Life[]) => mean(lives.map(({ polls }) => polls));
const lagOf = (lives: readonly Life[]) => mean(lives.map(({ lagS }) => lagS));
const p99Of = (lives: readonly Life[]) =>
  percentile(
    lives.map(({ lagS }) => lagS),
    0.99,
  );
const productOf = (lives: readonly Life[]) => pollsOf(lives) * lagOf(lives);

/** How often tasks are polled, and how late their ends are seen: every policy on the very same tasks. */
export async function pace({ lives }: Scale): Promise<readonly Line[]> {
  const { fraction } = random(9);
  const standard = mixedTasks(STANDARD_MIX, lives, SEED);
  const heldOut = mixedTasks(HELD_OUT_MIX, lives, SEED + 1);
  const rule = byHazards(shippedHazards(), POLL_MIN_MS);
  const ours = livesOf(standard, rule);
  const oursHeldOut = livesOf(heldOut, rule);

  const line = (
    what: string,
    unit: Unit,
    of: (lives: readonly Life[]) => number,
    some: readonly Life[],
    target: Target | null,
  ): Line => ({
    what,
    unit,
    target,
    figure: bootstrap(some, of, fraction),
    beside: besideOf(some),
    whyNot: "the rule is a table that is learned from the tasks themselves, and was not fitted to the figure",
  });
  return [
    line("polls × mean lag on the standard mix, our rule", "polls × s", productOf, ours, { atMost: 45 }),
    line("polls of a task, our rule", "polls", pollsOf, ours, { atMost: 32 }),
    line("lag until an end is seen, mean, our rule", "s", lagOf, ours, { atMost: 1.4 }),
    line("lag until an end is seen, p99, our rule", "s", p99Of, ours, { atMost: 8 }),
    ...otherPolicies(random(10)).map(([name, policy]) =>
      line(`polls × mean lag, ${name}`, "polls × s", productOf, livesOf(standard, policy), null),
    ),
    line("polls × mean lag on the held-out mix, our rule", "polls × s", productOf, oursHeldOut, null),
    line(
      "polls × mean lag on the held-out mix, every 5 s",
      "polls × s",
      productOf,
      livesOf(heldOut, () => 5_000),
      null,
    ),
    besideTheLeast("standard", { mix: STANDARD_MIX, tasks: standard, ours, atMost: 1.15 }, fraction),
    besideTheLeast("held-out", { mix: HELD_OUT_MIX, tasks: heldOut, ours: oursHeldOut, atMost: 1.25 }, fraction),
  ];
}

interface Measured {
  readonly mix: Mix;
  readonly tasks: readonly MixedTask[];
  readonly ours: readonly Life[];
  readonly atMost: number;
}

/** Ours beside what no rule can go below that knows the mix and sees what ours sees. */
function besideTheLeast(name: string, { mix, tasks, ours, atMost }: Measured, fraction: () => number): Line {
  const prepared = prepare(mix, STEP_S, BOUNDS);
  const plan = leastOf(prepared);
  const followed = tasks.map((task) => lifeOf(task, following(prepared, plan, task)));
  return {
    what: `polls × mean lag on the ${name} mix, our rule beside what no rule with the same view can go below`,
    unit: "×",
    target: { atMost },
    figure: bootstrap(ours, (lives) => productOf(lives) / plan.product, fraction),
    beside: `${numberText(productOf(ours))} against ${numberText(plan.product)} polls × s (${numberText(plan.polls)} polls, ${numberText(plan.lagS)} s); its plan, which is told the pace of what moves, came to ${numberText(productOf(followed))} on the same tasks`,
    whyNot: "what moves tells the rule its end only poll by poll, and its table holds for stretches of a task's age",
  };
}

function livesOf(tasks: readonly MixedTask[], policy: Policy): readonly Life[] {
  return tasks.map((task) => lifeOf(task, policy));
}

function lifeOf(task: MixedTask, policy: Policy): Life {
  const { polls, lagMs } = live(task, policy);
  return { polls, lagS: lagMs / 1_000 };
}

function besideOf(lives: readonly Life[]): string {
  return `${numberText(pollsOf(lives))} polls, lag ${numberText(lagOf(lives))} s in the mean and ${numberText(p99Of(lives))} s at p99; ${numberText(lives.length)} tasks`;
}
