import { z } from "zod";
import type { Job } from "../../core/job/job.ts";
import { checksums, type FoundJob, recordOf, searchedBy, storedIn } from "../job-record.ts";
import { asBytes, asWords, bytesText, type SqlValue } from "./connect.ts";

/** SQLite keeps no checksums of its pages. */
export const checksumOf = checksums("sha256");

/** What `readRow` needs of the table `jobs`. */
export const ROW = `${asBytes("id")}, ${asWords("words", ["version", "checksum", "body"])}`;

const row = z.object({ id: bytesText, words: bytesText });

/** The job of a row. */
export function readRow(found: unknown): FoundJob {
  const { id, words } = row.parse(found);
  const [version, sum, body] = recordIn(words);
  return { id, stored: storedIn({ id, version, body, sum }, checksumOf) };
}

/** The words "version", "checksum" and "body", of which the last may hold spaces. */
export function recordIn(words: string): readonly [version: string, checksum: string, body: string] {
  const [version = "", checksum = ""] = words.split(" ", 2);
  return [version, checksum, words.slice(version.length + checksum.length + 2)];
}

/** What the table is searched by, in the order of `COLUMNS`. */
export function columnsOf(job: Job, version: number): readonly SqlValue[] {
  const { owner, team, workspace, isOpen, takesPlace, isInLine, dueAt, acceptedAt, closedAt, releasedAt } =
    searchedBy(job);
  const flags = [isOpen ? 1 : 0, takesPlace ? 0 : 1, isInLine ? 1 : 0];
  return [owner, team, workspace, ...flags, dueAt, acceptedAt, closedAt, releasedAt, ...contentOf(job, version)];
}

/** The columns `version`, `body` and `checksum`. */
export function contentOf(job: Job, version: number): readonly SqlValue[] {
  const { body, sum } = recordOf(job, version, checksumOf);
  return [version, body, sum];
}

/** `is_settled` is what it was named first: the job is in no running place. */
export const COLUMNS = [
  ...["owner", "team", "workspace", "is_open", "is_settled", "is_in_line", "due_at"],
  ...["accepted_at", "closed_at", "released_at", "version", "body", "checksum"],
];
