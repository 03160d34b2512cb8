import type { Job } from "../../src/core/job/job.ts";
import type { Kind } from "../core/job/every-event.ts";
import { LIVES, type LifeKind } from "./lives.ts";
import { changeName } from "./reached.ts";
import { faultsDealt } from "./world/sim-process.ts";

const changes = new Map<string, number>();

/** Called by `advance` as the variant that counts has it. */
Object.assign(globalThis, {
  noteAdvance(job: Job, { kind }: { readonly kind: Kind }, after: Job) {
    if (after !== job) changes.set(changeName(job, kind), (changes.get(changeName(job, kind)) ?? 0) + 1);
  },
});

/** Every 1,000th run simulates a team, every 20,000th a queue, every 50th a restored backup; most of the others simulate one command. */
const TEAM_EVERY = 1_000;
const QUEUE_EVERY = 20_000;
const RESTORED_EVERY = 50;

function kindOf(seed: number): LifeKind {
  if (seed % QUEUE_EVERY === 1) return "queue";
  if (seed % QUEUE_EVERY === 2) return "release";
  if (seed % TEAM_EVERY === 3) return "teams";
  if (seed % RESTORED_EVERY === 7) return "restored";
  if (seed % 10 === 4 || seed % 10 === 5 || seed % 10 === 9) return "waiting";
  const others = ["command", "fleet", "chain", "visited", "command"] as const;
  return others[seed % others.length] ?? "command";
}

/** A life of any kind, by its seed. */
const anyLife = (seed: number): Promise<{ readonly broken: readonly string[] }> => LIVES[kindOf(seed)](seed);

/** Returns what was reached so far, and how often. */
function reached(): {
  readonly changes: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
} {
  return { changes, faults: faultsDealt };
}

/** `npm run reached` bundles this module with a counting `advance`, and calls it there. */
export const countedRuns = { live: anyLife, reached };
