import { createHash } from "node:crypto";
import type { EpochMs } from "../../core/clock.ts";
import { type JobId, ownerName } from "../../core/job/ids.ts";
import { isOpen, isSettled, type Job } from "../../core/job/job.ts";
import { type Ledger, ledgerOf } from "../../core/job/ledger.ts";
import type { StoredJob } from "../../core/ports.ts";
import { dueAtOf, readJob } from "../read-job.ts";

/** What a job is searched by, in the order of `indexValues`: the fields of its hash besides the job itself. */
export const INDEX_FIELDS = ["owner", "at", "workspace", "installation", "open", "busy", "closed", "paid"] as const;

/** When it is due, its body and the checksum of that version. */
export function contentOf(job: Job, version: number): readonly (string | number)[] {
  const body = JSON.stringify(job);
  return [wholeMs(job, dueAtOf(job)), body, checksumOf(job.id, version, body)];
}

/** Texts; empty for what a job has not. */
export function indexValues(job: Job): readonly string[] {
  const { owner, acceptedAt, state } = job;
  const closedAt = state.status === "closed" ? wholeMs(job, state.closedAt) : null;
  return [
    ownerName(owner),
    String(wholeMs(job, acceptedAt)),
    job.workspace ?? "",
    owner.platform === "slack" ? owner.teamId : "",
    isOpen(job) ? "1" : "0",
    isSettled(job) ? "0" : "1",
    closedAt === null ? "" : String(closedAt),
    paidText(job),
  ];
}

/** Throws where a time is no whole millisecond, which a range would miss. */
function wholeMs({ id }: Job, at: EpochMs): EpochMs {
  if (!Number.isSafeInteger(at)) throw new Error(`job ${id} has a broken millisecond: ${at}`);
  return at;
}

/** The job of a hash's `v`, `body` and `sum`; null where it is damaged or of another version. */
export function jobIn(id: JobId, [version, body, sum]: readonly unknown[]): StoredJob | null {
  if (typeof version !== "string" || typeof body !== "string") return null;
  const job = sum === checksumOf(id, version, body) ? readJob(body) : null;
  return job && { job, version: Number(version) };
}

/**
 * Whoever mends a record by hand, or a memory that flips a bit, would bring another prompt or price. SHA-1, because a
 * script can make it too; 16 hex digits. The parts may hold no NUL but the last.
 */
function checksumOf(...parts: readonly (string | number)[]): string {
  return createHash("sha1").update(parts.join("\0")).digest("hex").slice(0, 16);
}

function paidText(job: Job): string {
  const ledger = ledgerOf(job);
  const { charged, refunded, unknown } = ledger;
  return charged === 0 && refunded === 0 && unknown === 0 ? "" : ledgerText(job.id, ledger);
}

/** What a job has cost, as a member of its owner's ledger. */
export function ledgerText(id: JobId, { charged, refunded, unknown }: Ledger): string {
  return [id, charged, refunded, unknown, checksumOf(id, charged, refunded, unknown)].join(" ");
}

/** What a member of a ledger says; `ledger` is null where it is damaged. */
export function readLedgerText(text: string): { readonly id: JobId; readonly ledger: Ledger | null } {
  const [id = "", charged = "", refunded = "", unknown = "", sum] = text.split(" ");
  const isWhole = sum === checksumOf(id, charged, refunded, unknown);
  const ledger = { charged: Number(charged), refunded: Number(refunded), unknown: Number(unknown) };
  return { id, ledger: isWhole ? ledger : null };
}
