import { z } from "zod";
import type { Log } from "../core/ports.ts";
import type { Notice, NoticeId, StoredNotice } from "../core/team/notice.ts";
import type { Checksum } from "./job-record.ts";

const STATUSES = ["due", "begun", "shown", "over"] as const satisfies readonly Notice["status"][];

const shape = z.object({ v: z.literal(1), id: z.string(), status: z.enum(STATUSES) });

/** The notice of a record; null where it is damaged or of another version. */
export function noticeIn(
  record: { readonly id: NoticeId; readonly version: string; readonly body: string; readonly sum: unknown },
  checksumOf: Checksum,
): StoredNotice | null {
  const { id, version, body, sum } = record;
  const notice = sum === checksumOf(id, version, body) ? readNotice(body) : null;
  return notice && { notice, version: Number(version) };
}

/** Past version and status it is trusted: we wrote it. */
function readNotice(body: string): Notice | null {
  try {
    const found: unknown = JSON.parse(body);
    return isNotice(found) ? found : null;
  } catch {
    return null;
  }
}

function isNotice(found: unknown): found is Notice {
  return shape.safeParse(found).success;
}

/** Tells the log of damaged notices. */
export function damagedNotices(log: Pick<Log, "error">): (id: NoticeId) => void {
  return (id) => log.error("a notice in the database is damaged and left out", { name: id });
}
