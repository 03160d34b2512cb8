import type { Job } from "../../src/core/job/job.ts";
import type { Kind } from "../core/job/every-event.ts";
import { LIVES } from "./lives.ts";
import { changeName, type Reached } from "./reached.ts";
import { faultsDealt } from "./world/sim-process.ts";

const changes = new Map<string, number>();

/** `advance` calls this function if `COUNTING` is planted in it. */
Object.assign(globalThis, {
  noteAdvance(job: Job, { kind }: { readonly kind: Kind }, after: Job) {
    if (after !== job) changes.set(changeName(job, kind), (changes.get(changeName(job, kind)) ?? 0) + 1);
  },
});

/** `npm run simulate` bundles this module with a counting `advance`, and runs every kind of run there. */
export const countedLives = { live: LIVES.any, reached: (): Reached => ({ changes, faults: faultsDealt }) };
