import { z } from "zod";
import type { Log } from "../../../core/ports.ts";
import type { NoticeId, NoticeStore, StoredNotice } from "../../../core/team/notice.ts";
import { inBatches } from "../../in-batches.ts";
import { recordOf } from "../../job-record.ts";
import { damagedNotices, noticeIn } from "../../notice-record.ts";
import { asBytes, bytesText, type SqlValue } from "../connect.ts";
import { checksumOf } from "../job-row.ts";
import type { Database } from "../open-database.ts";

/** At most this many are forgotten in one transaction, so that others have their turn. */
const FORGET_AT_ONCE = 500;

/** What `readNoticeRow` needs of the table. */
export const NOTICE_ROW = ["id", "version", "body", "checksum"].map(asBytes).join(", ");
export const PUT_NOTICE = `INSERT INTO notices (version, due_at, created_at, body, checksum, id) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

const row = z.object({ id: bytesText, version: bytesText, body: bytesText, checksum: bytesText });
const openRow = z.object({ id: bytesText, due_at: bytesText.transform(Number) });

/** The notice of a row; `stored` is null where it is damaged. */
export function readNoticeRow(found: unknown): { readonly id: NoticeId; readonly stored: StoredNotice | null } {
  const { id, version, body, checksum: sum } = row.parse(found);
  return { id, stored: noticeIn({ id, version, body, sum }, checksumOf) };
}

/** The values of `PUT_NOTICE`. */
export function noticeValues({ notice, version }: StoredNotice): readonly SqlValue[] {
  const { body, sum } = recordOf(notice, version, checksumOf);
  return [version, notice.dueAt, notice.createdAt, body, sum, notice.id];
}

/** Notices in the embedded database. */
export function noticeStore(database: Pick<Database, "prepare" | "write">, log: Pick<Log, "error">): NoticeStore {
  const tellDamaged = damagedNotices(log);
  const insert = database.prepare(PUT_NOTICE);
  const load = database.prepare(`SELECT ${NOTICE_ROW} FROM notices WHERE id = ?`);
  const save = database.prepare(
    "UPDATE notices SET version = ?, due_at = ?, created_at = ?, body = ?, checksum = ? WHERE id = ? AND version = ?",
  );
  const open = database.prepare(
    `SELECT ${["id", "due_at"].map(asBytes).join(", ")} FROM notices WHERE due_at IS NOT NULL AND id > ? ORDER BY notices.id LIMIT ?`,
  );
  const remove = database.prepare("DELETE FROM notices WHERE id = ?");
  const forget = database.prepare(
    `DELETE FROM notices WHERE id IN
     (SELECT id FROM notices WHERE due_at IS NULL AND created_at < ? LIMIT ${FORGET_AT_ONCE})`,
  );

  return {
    insert: (notice) => database.write(() => insert.run(...noticeValues({ notice, version: 1 })) === 1, "new"),
    async load(id) {
      const found = load.get(id);
      if (found === undefined) return null;
      const { stored } = readNoticeRow(found);
      if (!stored) tellDamaged(id);
      return stored;
    },
    save: (notice, version) =>
      database.write(() => save.run(...noticeValues({ notice, version: version + 1 }), version) === 1),
    async open(after, limit) {
      const rows = open.all(after?.id ?? "", limit).map((found) => openRow.parse(found));
      return rows.map(({ id, due_at: dueAt }) => ({ id, dueAt }));
    },
    async remove(id) {
      await database.write(() => remove.run(id));
    },
    forget: (before) => inBatches(FORGET_AT_ONCE, () => database.write(() => forget.run(before))),
  };
}
