import { type Experience, experienceOf, shippedExperience } from "../../src/core/pace/experience.ts";
import { foresee } from "../../src/core/pace/foresight.ts";
import { aRunning } from "../fakes/jobs.ts";
import { taughtBy } from "../pace/learn-from.ts";
import { byHazards, live } from "../pace/live.ts";
import { HELD_OUT_MIX, type Mix, type MixedTask, mixedTasks, STANDARD_MIX } from "../pace/standard-mix.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import type { Line } from "./table/row.ts";
import { bootstrap, mean, median } from "./table/statistics.ts";
import { numberText } from "./table/table.ts";

/** The bot's own POLL_MIN_MS. */
const POLL_MIN_MS = 2_000;
const KIND = "480p-10";
/** Tasks of a kind that were seen before: what they teach is judged on others. */
const SEEN = [40, 200] as const;
/** Other tasks that teach, and others to judge by, for each draw. */
const DRAWS = 12;
/** Not those of the shipped table, nor of the other rows. */
const SEED = 77_000_000;

/** The last two are of a service that is unlike what the shipped table expects. */
const MIXES: Readonly<Record<string, Mix>> = {
  standard: STANDARD_MIX,
  "held-out": HELD_OUT_MIX,
  "three times as fast": { ...HELD_OUT_MIX, medianS: 70, leastS: 15, mostS: 200 },
  "three times as slow": { ...HELD_OUT_MIX, medianS: 630, leastS: 135, mostS: 1_800 },
};

interface Figures {
  /** Polls × mean lag, in polls × s. */
  readonly product: number;
  /** By how much the time left was off, in seconds, in the mean over the same polls, of which both say something. */
  readonly offS: number;
}

/**
 * What the tasks that a bot has seen teach it beside the shipped table: of when to poll, which it does not learn for it gains
 * nothing, of the time left, and of how long a task takes that has not begun, which nothing else tells.
 */
export async function learned({ lives }: Scale): Promise<readonly Line[]> {
  const { fraction } = random(13);
  const lines: Line[] = [];
  for (const [name, mix] of Object.entries(MIXES))
    for (const seen of SEEN) {
      const draws = Array.from({ length: DRAWS }, (_, nth) => compare(mix, { seen, judged: lives / DRAWS, nth }));
      const row = (what: string, of: (one: Figures) => number, unit: string): Line => ({
        what: `${what} after ${numberText(seen)} tasks of the ${name} mix, beside the shipped table's`,
        unit: "×",
        figure: bootstrap(
          draws.map(({ taught, shipped }) => of(taught) / of(shipped)),
          mean,
          fraction,
        ),
        target: null,
        beside: `${numberText(mean(draws.map(({ taught }) => of(taught))))} against ${numberText(mean(draws.map(({ shipped }) => of(shipped))))} ${unit}`,
      });
      lines.push(row("polls × mean lag", ({ product }) => product, "polls × s"));
      lines.push(row("error of the time left", ({ offS }) => offS, "s"));
      const turnOffs = draws.map(({ turnOff }) => 100 * turnOff);
      lines.push({
        what: `how long a task takes that has not begun, after ${numberText(seen)} tasks of the ${name} mix: off by, median`,
        unit: "%",
        figure: bootstrap(turnOffs, mean, fraction),
        target: null,
        beside: "before 20 tasks were seen nothing is said, and no turn is predicted",
      });
    }
  return lines;
}

function compare(
  mix: Mix,
  { seen, judged, nth }: { readonly seen: number; readonly judged: number; readonly nth: number },
) {
  const shipped = shippedExperience(KIND);
  const policy = byHazards(shipped.hazards, POLL_MIN_MS);
  const lives = mixedTasks(mix, seen, SEED + 2 * nth).map((task) => live(task, policy));
  const tasks = mixedTasks(mix, Math.round(judged), SEED + 2 * nth + 1);
  const taught = { ...experienceOf(KIND, lives), hazards: taughtBy(lives, shipped.hazards) };
  const offs = offsOf(tasks, [shipped, taught]);
  return {
    shipped: { product: productOf(tasks, shipped), offS: mean(offs.map(([off]) => off)) },
    taught: { product: productOf(tasks, taught), offS: mean(offs.map(([, off]) => off)) },
    turnOff: median(tasks.map(({ endsMs }) => Math.abs((taught.typicalMs ?? 0) - endsMs) / endsMs)),
  };
}

function productOf(tasks: readonly MixedTask[], { hazards }: Experience): number {
  const lives = tasks.map((task) => live(task, byHazards(hazards, POLL_MIN_MS)));
  return mean(lives.map(({ polls }) => polls)) * mean(lives.map(({ lagMs }) => lagMs / 1_000));
}

/** How far from the truth is what the card would say, in seconds, by one and the other: at the same polls, where both say something. */
function offsOf(
  tasks: readonly MixedTask[],
  [one, other]: readonly [Experience, Experience],
): readonly (readonly [number, number])[] {
  const policy = byHazards(one.hazards, POLL_MIN_MS);
  const offs: [number, number][] = [];
  for (const task of tasks)
    live(task, (trace, atMs) => {
      const state = aRunning({ since: 0, lastRunningAt: atMs, trace, percent: task.percentAt(atMs) });
      const [ends, othersEnds] = [foresee(state, atMs, one).endsAt, foresee(state, atMs, other).endsAt];
      if (ends !== null && othersEnds !== null)
        offs.push([Math.abs(ends - task.endsMs) / 1_000, Math.abs(othersEnds - task.endsMs) / 1_000]);
      return policy(trace, atMs);
    });
  return offs;
}
