import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId } from "../../src/core/job/ids.ts";
import type { Facts } from "./facts.ts";
import type { Random } from "./random.ts";
import type { Bot } from "./world/front-desk.ts";
import { LISTENER } from "./world/screen.ts";
import type { SimClock } from "./world/sim-clock.ts";

/** What else others do to a job: somebody no longer wants to be told, its link is asked for once more, or its workspace removes the bot. */
export interface Visit {
  readonly afterMs: number;
  readonly what: "unlistens" | "asks for the link" | "uninstalls";
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

export interface VisitWorld {
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly id: JobId;
  alive(): Bot | undefined;
  trace(line: string): void;
}

/** What the store, a dying process, or a paid call under way keeps from happening is tried again. */
const AGAIN_MS = 5_000;
const TRIES = 50;

/** A message that was on its way then has landed. */
const LANDED_MS = 180_000;

/** Whether nothing may come of what was before that time; null: it never was. */
export function isLongAfter(at: EpochMs | null, now: EpochMs): boolean {
  return at !== null && now > at + LANDED_MS;
}

/** Lets each of them happen at its time, through a process that is there then. */
export function visits(world: VisitWorld, wanted: readonly Visit[]): void {
  const { clock, facts, id, alive, trace } = world;

  /** Whether there is nothing left to do. */
  async function visit(what: Visit["what"]): Promise<boolean> {
    const bot = alive();
    if (!bot) return false;
    trace(`somebody ${what}`);
    switch (what) {
      case "unlistens":
        await bot.happen(id, { kind: "listener_left", userId: LISTENER });
        facts.unlistenedAt ??= clock.now();
        return true;
      case "asks for the link":
        facts.isLinkAsked = true;
        await bot.happen(id, { kind: "link_asked", videoUrl: `https://cdn.example.com/v.mp4?at=${clock.now()}` });
        return true;
      case "uninstalls": {
        facts.isUninstalled = true;
        const left = await bot.happen(id, { kind: "workspace_left" });
        if (left !== null && !left.job.isForgotten) return false;
        facts.forgottenAt ??= clock.now();
        return true;
      }
    }
  }

  for (const { afterMs, what } of wanted) {
    let [tries, isDone] = [0, false];
    function begin(): void {
      if (isDone || tries >= TRIES) return;
      if (alive()) tries += 1;
      visit(what).then(
        (done) => {
          isDone = done;
        },
        () => {},
      );
      // A process that ends meanwhile says nothing more.
      clock.after(AGAIN_MS, begin);
    }
    clock.after(afterMs, begin);
  }
}
