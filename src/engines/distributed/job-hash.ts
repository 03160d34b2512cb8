import type { EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { Ledger } from "../../core/job/ledger.ts";
import type { StoredJob } from "../../core/ports.ts";
import { costOf, dueAtOf, recordOf, searchedBy, storedIn } from "../job-record.ts";
import { rowOf } from "../team-row.ts";
import { checksumOf } from "./checksum.ts";
import { rowText } from "./teams/team-texts.ts";

/** What a job is searched by, in the order of `indexValues`: the fields of its hash besides the job itself. */
export const INDEX_FIELDS = [
  "owner",
  "at",
  "workspace",
  "installation",
  "open",
  "busy",
  "closed",
  "paid",
  /** What it takes of a team's credits, as its row of the team's ledger. */
  "team",
  /** "turn" of what waits for a running place, "1" of what waits for anything else. */
  "waiting",
  /** When it was released, while it is on its way; '0': it waits until the service is well again. */
  "released",
] as const;

/** When it is due, its body and the checksum of that version. */
export function contentOf(job: Job, version: number): readonly (string | number)[] {
  const { body, sum } = recordOf(job, version, checksumOf);
  return [wholeMs(job.id, dueAtOf(job)), body, sum];
}

/** Texts; empty for what a job has not. */
export function indexValues(job: Job): readonly string[] {
  const { owner, workspace, isOpen, takesPlace, isWaiting, isInLine, acceptedAt, closedAt, releasedAt } =
    searchedBy(job);
  const cost = costOf(job);
  return [
    owner,
    String(wholeMs(job.id, acceptedAt)),
    workspace ?? "",
    job.owner.platform === "slack" ? job.owner.teamId : "",
    isOpen ? "1" : "0",
    takesPlace ? "1" : "0",
    closedAt === null ? "" : String(wholeMs(job.id, closedAt)),
    cost === null ? "" : ledgerText(job.id, cost),
    job.team ? rowText(rowOf(job, job.team)) : "",
    isInLine ? "turn" : isWaiting ? "1" : "",
    releasedAt === null ? "" : String(wholeMs(job.id, releasedAt)),
  ];
}

/** Throws where a time is no whole millisecond, which a range would miss. */
export function wholeMs(id: string, at: EpochMs): EpochMs {
  if (!Number.isSafeInteger(at)) throw new Error(`${id} has a broken millisecond: ${at}`);
  return at;
}

/** The job of a hash's `v`, `body` and `sum`; null where it is damaged or of another version. */
export function jobIn(id: JobId, [version, body, sum]: readonly unknown[]): StoredJob | null {
  if (typeof version !== "string" || typeof body !== "string") return null;
  return storedIn({ id, version, body, sum }, checksumOf);
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
