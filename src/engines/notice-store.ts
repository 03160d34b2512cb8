import { z } from "zod";
import type { NoticeId } from "../core/job/ids.ts";
import type { Put, Row, Rows } from "../core/rows.ts";
import type { Notice, NoticeStore, StoredNotice } from "../core/team/notice.ts";
import type { Log } from "../core/text/log-fields.ts";
import { deleteBelow, saveOver } from "./job-rows.ts";

export const NOTICES = "notice/";
/** Scored by due time. */
const OPEN = "notices-open";
/** Scored by creation time. */
const OVER = "notices-over";

const STATUSES = ["due", "begun", "shown", "over"] as const satisfies readonly Notice["status"][];
const shape = z.object({ v: z.literal(1), id: z.string(), status: z.enum(STATUSES) });

export function noticeStore(rows: Rows, log: Pick<Log, "error">): NoticeStore {
  function read(row: Row): StoredNotice | null {
    const notice = noticeIn(row);
    if (notice) return { notice, version: row.version };
    log.error("a notice in the database cannot be read and is left out", { name: row.key.slice(NOTICES.length) });
    return null;
  }

  return {
    insert: async (notice) => saveOver(rows, putOf(notice), 0, { isNew: true }),
    save: async (notice, version) => saveOver(rows, putOf(notice), version),
    async load(id) {
      const row = await rows.get(keyOf(id));
      return row && read(row);
    },
    remove: (id) => rows.transact({ keys: [keyOf(id)] }, () => ({ value: undefined, deletes: [keyOf(id)] })),
    async open(after, limit) {
      const from = after && { after: { key: keyOf(after.id), score: after.dueAt } };
      const places = await rows.places(OPEN, { limit, ...from });
      return places.map(({ key, score }) => ({ id: key.slice(NOTICES.length), dueAt: score }));
    },
    forget: (before) => deleteBelow(rows, OVER, before),
  };
}

const keyOf = (id: NoticeId) => `${NOTICES}${id}`;

const isNotice = (value: unknown): value is Notice => shape.safeParse(value).success;
export const noticeIn = ({ value }: Row): Notice | null => (isNotice(value) ? value : null);

function putOf(notice: Notice): Put {
  const { id, dueAt, createdAt } = notice;
  if (dueAt !== null && !Number.isInteger(dueAt))
    throw new Error(`notice ${id} is due at a broken millisecond: ${dueAt}`);
  const entry = dueAt === null ? { name: OVER, score: createdAt } : { name: OPEN, score: dueAt };
  return { key: keyOf(id), value: notice, indexes: [entry] };
}
