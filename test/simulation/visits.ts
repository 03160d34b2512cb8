import type { EpochMs } from "../../src/core/clock.ts";
import type { Job, JobState } from "../../src/core/job/job.ts";
import type { Random } from "./random.ts";
import { type Deed, type DeedWorld, deed } from "./waiting/deeds.ts";
import type { Bot } from "./world/front-desk.ts";

/** What else people do to a job, at some time. */
export interface Visit {
  /** After the command, or after a job of it has come into that state; of those with an outcome, the one with the card. */
  readonly afterMs: number;
  readonly on?: JobState["status"];
  readonly what: Deed;
}

const MINUTE = 60_000;

/** Some of them, most within the time that a video takes. */
export function visitsOf(dice: Random): readonly Visit[] {
  const some = dice.pick([1, 1, 2, 3]);
  return Array.from({ length: some }, () => ({
    afterMs: dice.chance(0.7) ? dice.between(1_000, 4 * MINUTE) : dice.between(MINUTE, 80 * MINUTE),
    what: dice.pick(["unlistens", "asks for the link", "asks for the link", "uninstalls"]),
  }));
}

export interface VisitWorld extends DeedWorld {
  alive(): Bot | undefined;
  trace(line: string): void;
}

/** What the store, a dying process, or a paid call under way keeps from happening is tried again. */
const AGAIN_MS = 5_000;
const TRIES = 50;
/** A workspace that has left is forgotten as soon as the store can. */
const UNINSTALLS = 1_000;

/** A message that was on its way then has landed. */
const LANDED_MS = 180_000;

/** Whether nothing may come of what was before that time; null: it never was. */
export function isLongAfter(at: EpochMs | null, now: EpochMs): boolean {
  return at !== null && now > at + LANDED_MS;
}

/** Lets each of them happen at its time, through a process that is there then; tells it of each state that a job enters. */
export function visits(world: VisitWorld, wanted: readonly Visit[]): (entered: Job) => void {
  const { clock, alive, trace } = world;
  const waiting = new Set(wanted.filter(({ on }) => on !== undefined));

  function arrange({ afterMs, what }: Visit): void {
    let [tries, isDone] = [0, false];
    function begin(): void {
      const bot = alive();
      if (isDone || tries >= (what === "uninstalls" ? UNINSTALLS : TRIES)) return;
      if (bot) {
        tries += 1;
        trace(`somebody ${what}`);
        deed(world, bot, what).then(
          (done) => {
            isDone = done;
          },
          () => {},
        );
      }
      // A process that ends meanwhile says nothing more.
      clock.after(AGAIN_MS, begin);
    }
    clock.after(afterMs, begin);
  }

  for (const visit of wanted) if (!waiting.has(visit)) arrange(visit);
  return ({ state, partOf }) => {
    // Its card goes on when the first of its videos has ended.
    if (partOf && "outcome" in state) return;
    for (const visit of waiting)
      if (visit.on === state.status) {
        waiting.delete(visit);
        arrange(visit);
      }
  };
}
