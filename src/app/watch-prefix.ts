import { type Clock, sleep } from "../core/clock.ts";
import type { Log } from "../core/ports.ts";

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
