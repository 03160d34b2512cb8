import { byOurRule, live, type Policy } from "../pace/live.ts";
import { HELD_OUT_MIX, type MixedTask, mixedTasks, STANDARD_MIX } from "../pace/standard-mix.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, mean, percentile } from "./table/statistics.ts";
import type { Line, Target, Unit } from "./table/table.ts";
import { numberText } from "./table/table.ts";

/** The bot's own POLL_MIN_MS. */
const POLL_MIN_MS = 2_000;
/** The rule was tried out on other tasks. */
const SEED = 20_261_124;

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

/** Measures how often tasks are polled, and how late their ends are seen. */
export async function pace({ lives }: Scale): Promise<readonly Line[]> {
  const { fraction } = random(9);
  const standard = mixedTasks(STANDARD_MIX, lives, SEED);
  const heldOut = mixedTasks(HELD_OUT_MIX, lives, SEED + 1);
  const rule = byOurRule(POLL_MIN_MS);
  const ours = livesOf(standard, rule);
  const oursHeldOut = livesOf(heldOut, rule);

  const line = (
    what: string,
    unit: Unit,
    of: (lives: readonly Life[]) => number,
    some: readonly Life[],
    target: Target,
  ): Line => ({
    what,
    unit,
    target,
    figure: bootstrap(some, of, fraction),
    beside: besideOf(some),
    whyNot: "the rule is a few lines",
  });
  return [
    line("polls × mean lag on the standard mix, our rule", "polls × s", productOf, ours, { atMost: 30 }),
    line("polls of a task, our rule", "polls", pollsOf, ours, { atMost: 32 }),
    line("lag until an end is seen, mean, our rule", "s", lagOf, ours, { atMost: 1.4 }),
    line("lag until an end is seen, p99, our rule", "s", p99Of, ours, { atMost: 8 }),
    line("polls × mean lag on the held-out mix, our rule", "polls × s", productOf, oursHeldOut, { atMost: 30 }),
  ];
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
