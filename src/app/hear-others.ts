import type { Config } from "../config.ts";
import { sleep } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import type { Shared } from "../core/shared.ts";
import type { Outside } from "./outside.ts";
import type { Platforms } from "./platforms.ts";
import { RECOVERY } from "./work.ts";

/**
 * Listens, in a process that hears people, for changes on a person's page from the other processes, and checks that they
 * all fit together.
 */
export function hearOthers(
  { ROLE: role, COMMAND_PREFIX: prefix }: Pick<Config, "ROLE" | "COMMAND_PREFIX">,
  { shared, isAlone, keyv }: Engine,
  platforms: Pick<Platforms, "homeChanged">,
  ways: Ways,
): void {
  if (role === "worker") return;
  shared.pages.hear(platforms.homeChanged);
  if (!isAlone) void watchPrefix(keyv("fronts"), prefix, ways);
  if (role === "front") void watchWorkers(shared, ways);
}

type Ways = Pick<Outside, "clock" | "log"> & { readonly stopping: AbortSignal };

/** Notes that all processes of one Redis can read until they expire. */
export interface Notes {
  get(key: string): Promise<unknown>;
  set(key: string, value: string, ttlMs: number): Promise<unknown>;
}

const KEY = "prefix";
const LOOK_EVERY_MS = 5_000;
/** A note that nobody renews is gone after this. */
const NOTE_LIVES_MS = 15_000;
/** A note that was seen this often in a row is not left over from a process that ended: another process renews it. */
const SEEN_MOST = NOTE_LIVES_MS / LOOK_EVERY_MS + 2;

/**
 * Logs, in a process that hears people, where another one hears them under other commands. Discord keeps one list of
 * commands, so the process that registers last removes the other's.
 */
export async function watchPrefix(notes: Notes, prefix: string, { clock, log, stopping }: Ways): Promise<void> {
  let seen = 0;

  /** Returns the other prefix that a process uses. Where there is none it notes ours and returns null. */
  async function look(): Promise<string | null> {
    try {
      const noted = await notes.get(KEY);
      if (typeof noted === "string" && noted !== prefix) return noted;
      await notes.set(KEY, prefix, NOTE_LIVES_MS);
    } catch {
      // Redis is away, as its connection has logged already.
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
/**
 * A process that wakes jobs takes this turn every five seconds. After this many turns that no process took, it is logged.
 */
const MISSED_MAX = 30;
/** The turn is taken only to see that no process has it, and given back after this. */
const LEFT_AFTER_MS = 1;

/** Logs, in a process that wakes no jobs, where no other does either, as where only fronts were started. */
export async function watchWorkers(shared: Pick<Shared, "isMyTurn">, { clock, log, stopping }: Ways): Promise<void> {
  let missed = 0;
  for (;;) {
    await sleep(clock, ASK_EVERY_MS, stopping);
    if (stopping.aborted) return;
    missed = (await shared.isMyTurn(RECOVERY, LEFT_AFTER_MS)) ? missed + 1 : 0;
    if (missed === MISSED_MAX) log.error("no process wakes videos: start one with ROLE=worker, or with ROLE=all");
  }
}
