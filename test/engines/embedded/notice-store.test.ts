import { expect, test } from "vitest";
import type { NoticeStore } from "../../../src/core/team/notice.ts";
import type { Database } from "../../../src/engines/embedded/open-database.ts";
import { noticeStore } from "../../../src/engines/embedded/teams/notice-store.ts";
import { aNotice, noticeStoreContract } from "../../contracts/notice-store.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { memoryNotices } from "../../fakes/notice-store.ts";
import { inFolder, opened } from "./in-folder.ts";

async function inDatabase(
  claim: (notices: NoticeStore, database: Database, log: ReturnType<typeof keptLog>) => Promise<void>,
): Promise<void> {
  await inFolder(async (dir) => {
    const database = await opened(dir);
    const log = keptLog();
    await claim(noticeStore(database, log), database, log);
    await database.close();
  });
}

noticeStoreContract("the embedded database", inDatabase);
noticeStoreContract("memoryNotices", (claim) => claim(memoryNotices()));

test.for(["body = replace(body, 'token', 'taken')", "version = 7", "checksum = ''", "body = '{'"])(
  "a notice that came back with %s is none, which the log is told once; the others go on",
  (change) =>
    inDatabase(async (notices, database, log) => {
      for (const n of [1, 2]) await notices.insert(aNotice(n));
      await database.write(() => database.prepare(`UPDATE notices SET ${change} WHERE id = ?`).run(aNotice(1).id));
      for (const _ of ["once", "twice"]) expect(await notices.load(aNotice(1).id)).toBeNull();
      expect(await notices.load(aNotice(2).id)).toEqual({ notice: aNotice(2), version: 1 });
      expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { name: aNotice(1).id } })]);
      expect(await notices.open(null, 10)).toHaveLength(2);
    }),
);

test("every question about notices is answered through an index, in its order", () =>
  inDatabase(async (_, database) => {
    for (const sql of [
      "SELECT due_at FROM notices WHERE due_at IS NOT NULL AND id > 'a' ORDER BY id LIMIT 5",
      "SELECT id FROM notices WHERE due_at IS NULL AND created_at < 5 LIMIT 5",
    ]) {
      const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
      expect(plan, sql).toMatch(/SEARCH notices USING (COVERING )?INDEX/);
      expect(plan, sql).not.toContain("TEMP B-TREE");
    }
  }));
