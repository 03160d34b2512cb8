import type { Job } from "../../src/core/job/job.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { faultsDealt } from "./process.ts";
import { changeName, type Event } from "./reached.ts";

const changes = new Map<string, number>();

/** Called by `advance` as the variant that counts has it. */
Object.assign(globalThis, {
  noteAdvance(job: Job, { kind }: { readonly kind: Event }, after: Job) {
    if (after !== job) changes.set(changeName(job, kind), (changes.get(changeName(job, kind)) ?? 0) + 1);
  },
});

/** Returns of which kind that seed is: most are of one command. */
function kindOf(seed: number): Kind {
  if (seed % 20_000 === 1) return "queue";
  if (seed % 20_000 === 2) return "releases";
  if (seed % 1_000 === 3) return "teams";
  if (seed % 50 === 7) return "restored";
  if (seed % 10 === 4 || seed % 10 === 5 || seed % 10 === 9) return "waiting";
  return (["lives", "fleet", "chains", "visited", "lives"] as const)[seed % 5] ?? "lives";
}

/** What was reached so far, and how often. */
function reached(): {
  readonly changes: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
} {
  return { changes, faults: faultsDealt };
}

/** What a program lives and reads in a bundle of its own. */
export const countedLives = { live: (seed: number) => KINDS[kindOf(seed)](seed), reached };
