import { hash } from "node:crypto";
import { z } from "zod";
import type { EpochMs } from "../core/clock.ts";
import { type JobId, ownerName, teamName } from "../core/job/ids.ts";
import {
  isOpen,
  isSettled,
  type Job,
  type JobState,
  takesPlace,
  waitsForService,
  waitsForTurn,
} from "../core/job/job.ts";
import { type Ledger, ledgerOf } from "../core/job/ledger.ts";
import type { StoredJob } from "../core/ports.ts";

/** 16 hex digits of these parts, which may hold no NUL but the last. */
export type Checksum = (...parts: readonly (string | number)[]) => string;

/** A store gives back a bit that flipped inside a text as another prompt or price; a checksum beside it tells. */
export function checksums(algorithm: "sha1" | "sha256"): Checksum {
  return (...parts) => hash(algorithm, parts.join("\0")).slice(0, 16);
}

/** A record as a store found it; `stored` is null where it is damaged or of another version. */
export interface FoundJob {
  readonly id: JobId;
  readonly stored: StoredJob | null;
}

/** The text of a job, or of another record, and its checksum, which covers its id and that version. */
export function recordOf(
  record: { readonly id: string },
  version: number,
  checksumOf: Checksum,
): { readonly body: string; readonly sum: string } {
  const body = JSON.stringify(record);
  return { body, sum: checksumOf(record.id, version, body) };
}

/** The job of such a record; null where it is damaged or of another version. */
export function storedIn(
  record: { readonly id: JobId; readonly version: string; readonly body: string; readonly sum: unknown },
  checksumOf: Checksum,
): StoredJob | null {
  const { id, version, body, sum } = record;
  const job = sum === checksumOf(id, version, body) ? readJob(body) : null;
  return job && { job, version: Number(version) };
}

/** What jobs are searched by besides their id. */
export function searchedBy(job: Job) {
  const { state } = job;
  return {
    owner: ownerName(job.owner),
    team: job.team ? teamName(job.team) : null,
    workspace: job.workspace,
    isOpen: isOpen(job),
    takesPlace: takesPlace(job),
    isWaiting: state.status === "waiting",
    isInLine: waitsForTurn(job),
    releasedAt: releaseOf(job),
    dueAt: dueAtOf(job),
    acceptedAt: job.acceptedAt,
    closedAt: state.status === "closed" ? state.closedAt : null,
  };
}

/** When it was released, while it is on its way; 0: it waits for that; null: neither. */
function releaseOf(job: Job): EpochMs | null {
  if (isSettled(job)) return null;
  return waitsForService(job) ? 0 : (job.releasedAt ?? null);
}

/** When an open job is due; without a time, at once. */
export function dueAtOf(job: Job): EpochMs {
  return job.dueAt ?? job.acceptedAt;
}

/** What the ledger holds of a job; null where it cost nothing. */
export function costOf(job: Job): Ledger | null {
  const { charged, refunded, unknown } = ledgerOf(job);
  return charged === 0 && refunded === 0 && unknown === 0 ? null : { charged, refunded, unknown };
}

/** What a job has cost by its own record, where the ledger's is damaged. Throws where the job cannot be read either. */
export function costFrom({ id, stored }: FoundJob): Ledger {
  if (stored === null) throw new Error(`the ledger of job ${id} cannot be read`);
  return ledgerOf(stored.job);
}

const STATUSES = [
  "waiting",
  "accepted",
  "gathering",
  "submitting",
  "running",
  "announcing",
  "posting",
  "attaching",
  "closed",
] as const satisfies readonly JobState["status"][];

const shape = z.object({ v: z.literal(1), id: z.string(), state: z.object({ status: z.enum(STATUSES) }) });

/** The job in a row's body; null where it is damaged or of another version. Past version and status it is trusted: we wrote it. */
export function readJob(body: string): Job | null {
  try {
    const found: unknown = JSON.parse(body);
    return isJob(found) ? found : null;
  } catch {
    return null;
  }
}

function isJob(found: unknown): found is Job {
  return shape.safeParse(found).success;
}
