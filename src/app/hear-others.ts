import type { Config } from "../config.ts";
import { type Clock, sleep } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Log } from "../core/ports.ts";
import type { Shared } from "../core/shared.ts";
import { RECOVERY } from "./begin-work.ts";
import type { Outside } from "./outside.ts";
import type { Platforms } from "./platforms.ts";

/** In a process that hears people: hears from the others what changed on a person's page, and whether they fit together. */
export function hearOthers(
  { ROLE: role, COMMAND_PREFIX: prefix }: Pick<Config, "ROLE" | "COMMAND_PREFIX">,
  { shared, isAlone, keyv }: Engine,
  given: Pick<Outside, "clock" | "log"> & { readonly platforms: Platforms; readonly stopping: AbortSignal },
): void {
  if (role === "worker") return;
  const { platforms, clock, log, stopping } = given;
  shared.pages.hear((owner) => platforms.homeChanged(owner));
  if (!isAlone) void watchPrefix({ notes: keyv("fronts"), prefix, clock, log, stopping });
  if (role === "front") void watchWorkers({ shared, clock, log, stopping });
}

/** Notes that all processes of one Redis find until their time is over. */
export interface Notes {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs: number): Promise<unknown>;
}

const KEY = "prefix";
const LOOK_EVERY_MS = 5_000;
/** A note that nobody renews is gone after this. */
const NOTE_LIVES_MS = 15_000;
/** A note that was seen this often in a row is no leftover of a process that ended: another process renews it. */
const SEEN_MOST = NOTE_LIVES_MS / LOOK_EVERY_MS + 2;

/**
 * In a process that hears people: says so where another one hears them under other commands. Discord keeps one list of
 * commands, so the one that registers last takes the other's away.
 */
export async function watchPrefix({
  notes,
  prefix,
  clock,
  log,
  stopping,
}: {
  readonly notes: Notes;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
}): Promise<void> {
  let seen = 0;

  /** The other prefix that somebody has; null where there is none, and then ours is noted. */
  async function look(): Promise<string | null> {
    try {
      const noted = await notes.get(KEY);
      if (typeof noted === "string" && noted !== prefix) return noted;
      await notes.set(KEY, prefix, NOTE_LIVES_MS);
    } catch {
      // Redis is away, as its connection has told already.
    }
    return null;
  }

  while (!stopping.aborted) {
    const other = await look();
    seen = other === null ? 0 : seen + 1;
    if (seen === SEEN_MOST)
      log.warn(
        `another process over this Redis takes commands as /${other}, this one as /${prefix}: Discord keeps those of the one that started last. Give every process the same COMMAND_PREFIX`,
      );
    await sleep(clock, LOOK_EVERY_MS, stopping);
  }
}

const ASK_EVERY_MS = 1_000;
/** A process that wakes jobs takes this turn every five seconds; after this many turns that no process took, it is logged. */
const MISSED_MAX = 30;
/** Taken to see that nobody has it, and left at once. */
const LEFT_AFTER_MS = 1;

/** In a process that wakes no jobs: says so when no other does either, as where only fronts were started. */
export async function watchWorkers({
  shared,
  clock,
  log,
  stopping,
}: {
  readonly shared: Pick<Shared, "isMyTurn">;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
}): Promise<void> {
  let missed = 0;
  for (;;) {
    await sleep(clock, ASK_EVERY_MS, stopping);
    if (stopping.aborted) return;
    missed = (await shared.isMyTurn(RECOVERY, LEFT_AFTER_MS)) ? missed + 1 : 0;
    if (missed === MISSED_MAX) log.error("no process wakes videos: start one with ROLE=worker, or with ROLE=all");
  }
}
