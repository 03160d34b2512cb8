import type { Redis } from "ioredis";
import { z } from "zod";
import type { Log } from "../../../core/ports.ts";
import type { NoticeId, NoticeStore, StoredNotice } from "../../../core/team/notice.ts";
import { inBatches } from "../../in-batches.ts";
import { recordOf } from "../../job-record.ts";
import { damagedNotices, noticeIn } from "../../notice-record.ts";
import { checksumOf } from "../checksum.ts";
import { runScript } from "../connect.ts";
import { wholeMs } from "../job-hash.ts";
import { readDue } from "../job-rows.ts";
import { PREFIX } from "../keys.ts";
import { FORGET_NOTICES, INSERT_NOTICE, OPEN_NOTICES, REMOVE_NOTICE, SAVE_NOTICE } from "../scripts/notice-scripts.ts";
import { newWriter } from "../scripts/writer.ts";

/** At most this many are forgotten in one script, for all others wait meanwhile. */
const FORGET_AT_ONCE = 200;

const count = z.number();

/** A notice as `INSERT_NOTICE` and `SAVE_NOTICE` take it: version, due, created at, body, sum. */
export function noticeValues({ notice, version }: StoredNotice): readonly (string | number)[] {
  const { id, dueAt, createdAt } = notice;
  const { body, sum } = recordOf(notice, version, checksumOf);
  return [version, dueAt === null ? "" : wholeMs(id, dueAt), wholeMs(id, createdAt), body, sum];
}

/** "damaged" also where it is of another version; null: there is none. */
export async function readStoredNotice(redis: Redis, id: NoticeId): Promise<StoredNotice | "damaged" | null> {
  const [version, body, sum] = await redis.hmget(`${PREFIX}:notice:${id}`, "v", "body", "sum");
  if (version === null && body === null) return null;
  return noticeIn({ id, version: version ?? "", body: body ?? "", sum }, checksumOf) ?? "damaged";
}

/** Notices in a Redis. */
export function redisNoticeStore(redis: Redis, log: Pick<Log, "error">): NoticeStore {
  const tellDamaged = damagedNotices(log);
  const nextWrite = newWriter();
  const insert = runScript(redis, INSERT_NOTICE);
  const save = runScript(redis, SAVE_NOTICE);
  const open = runScript(redis, OPEN_NOTICES);
  const remove = runScript(redis, REMOVE_NOTICE);
  const forget = runScript(redis, FORGET_NOTICES);

  return {
    async insert(notice) {
      return (await insert(notice.id, nextWrite(), ...noticeValues({ notice, version: 1 }))) === 1;
    },
    async load(id) {
      const stored = await readStoredNotice(redis, id);
      if (stored !== "damaged") return stored;
      tellDamaged(id);
      return null;
    },
    async save(notice, version) {
      const values = noticeValues({ notice, version: version + 1 });
      return (await save(notice.id, nextWrite(), version, ...values)) === 1;
    },
    async remove(id) {
      await remove(id);
    },
    open: async (after, limit) => readDue(await open(after === null ? "-" : `(${after.id}`, limit)),
    forget: (before) => inBatches(FORGET_AT_ONCE, async () => count.parse(await forget(before, FORGET_AT_ONCE))),
  };
}
