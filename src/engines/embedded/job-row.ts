import { hash } from "node:crypto";
import { z } from "zod";
import { type JobId, ownerName } from "../../core/job/ids.ts";
import { isOpen, isSettled, type Job } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { dueAtOf, readJob } from "../read-job.ts";
import { asBytes, bytesText, type SqlValue } from "./connect.ts";

/** What `readRow` needs of the table `jobs`. */
export const ROW = ["id", "version", "body", "checksum"].map(asBytes).join(", ");

const row = z.object({ id: bytesText, version: bytesText, body: bytesText, checksum: bytesText });

/** The job of a row; `stored` is null where it is damaged or of another version. */
export function readRow(found: unknown): { readonly id: JobId; readonly stored: StoredJob | null } {
  const { id, version, body, checksum } = row.parse(found);
  const job = checksum === checksumOf(id, version, body) ? readJob(body) : null;
  return { id, stored: job && { job, version: Number(version) } };
}

/** What the table is searched by, in the order of `COLUMNS`. */
export function columnsOf(job: Job, version: number): readonly SqlValue[] {
  const { state } = job;
  return [
    ownerName(job.owner),
    job.workspace,
    isOpen(job) ? 1 : 0,
    isSettled(job) ? 1 : 0,
    dueAtOf(job),
    job.acceptedAt,
    state.status === "closed" ? state.closedAt : null,
    ...contentOf(job, version),
  ];
}

/** The columns `version`, `body` and `checksum`. */
export function contentOf(job: Job, version: number): readonly SqlValue[] {
  const body = JSON.stringify(job);
  return [version, body, checksumOf(job.id, version, body)];
}

export const COLUMNS = [
  ...["owner", "workspace", "is_open", "is_settled", "due_at"],
  ...["accepted_at", "closed_at", "version", "body", "checksum"],
];

/**
 * SQLite keeps no checksums of its pages: a bit that flipped inside a text would come back as another prompt or price.
 * 16 hex digits; the parts may hold no NUL but the last.
 */
export function checksumOf(...parts: readonly SqlValue[]): string {
  return hash("sha256", parts.join("\0")).slice(0, 16);
}
