import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JobStore } from "../../../src/core/ports.ts";
import { checksumOf } from "../../../src/engines/embedded/job-row.ts";
import { jobStore } from "../../../src/engines/embedded/job-store.ts";
import { openKeyv } from "../../../src/engines/embedded/keyv-store.ts";
import type { Database } from "../../../src/engines/embedded/open-database.ts";
import { jobForgettingContract } from "../../contracts/job-forgetting.ts";
import { jobLedgerContract } from "../../contracts/job-ledger.ts";
import { jobStoreContract } from "../../contracts/job-store.ts";
import { releasesContract } from "../../contracts/releases.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aClosedJob, aJob, aJobId, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { inFolder, opened } from "./in-folder.ts";

async function storeOfItsOwn(): Promise<JobStore> {
  const dir = mkdtempSync(join(tmpdir(), "reelay-jobs-"));
  const store = jobStore(await opened(dir), keptLog());
  return {
    ...store,
    async close() {
      await store.close();
      rmSync(dir, { recursive: true });
    },
  };
}

for (const contract of [jobStoreContract, jobLedgerContract, jobForgettingContract, releasesContract]) {
  contract("the embedded database", storeOfItsOwn);
  contract("memoryJobStore", async () => memoryJobStore());
}

async function inStore(claim: (store: JobStore, database: Database) => Promise<void>): Promise<void> {
  await inFolder(async (dir) => {
    const database = await opened(dir);
    await claim(jobStore(database, keptLog()), database);
    await database.close();
  });
}

async function spoil(database: Database, n: number, body: string): Promise<void> {
  const spoiling = database.prepare("UPDATE jobs SET body = ?, checksum = ? WHERE id = ?");
  await database.write(() => spoiling.run(body, checksumOf(aJobId(n), 1, body), aJobId(n)));
}

const spoiled = [
  ["cut", JSON.stringify(aJob()).slice(0, 40)],
  ["empty", ""],
  ["null", "null"],
  ["another version", JSON.stringify({ ...aJob(), v: 2 })],
  ["an unknown status", JSON.stringify({ ...aJob(), state: { status: "dreaming" } })],
] as const;

describe("a row that cannot be read", () => {
  test.for(spoiled)("%s: loading it fails and names the job", ([, body]) =>
    inStore(async (store, database) => {
      await store.insert(aJob({ id: aJobId(1) }));
      await spoil(database, 1, body);
      await expect(store.load(aJobId(1))).rejects.toThrow(aJobId(1));
    }),
  );

  test("is left out of lists, but not of those that are to be woken, which are not read for it", () =>
    inStore(async (store, database) => {
      const ids = Array.from({ length: 12 }, (_, n) => aJobId(n)).toSorted();
      await Promise.all(ids.map((id) => store.insert(aJob({ id }))));
      for (const n of Array.from({ length: 12 }, (_, n) => n))
        if (ids.indexOf(aJobId(n)) < 6) await spoil(database, n, "{");

      expect((await store.openJobs(null, 3)).map(({ id }) => id)).toEqual(ids.slice(0, 3));
      expect((await store.openJobs({ id: ids[8] ?? "", dueAt: 0 }, 10)).map(({ id }) => id)).toEqual(ids.slice(9));
      expect((await store.openJobsOf(anOwner())).map(({ id }) => id).toSorted()).toEqual(ids.slice(6));
      expect((await store.jobsOf(anOwner(), 50)).map(({ id }) => id).toSorted()).toEqual(ids.slice(6));
    }));
});

test.for([
  ["whose batch can be read is kept while that is open", null, 0],
  ["whose batch is damaged is forgotten at its time, for that never ends", "{", 1],
] as const)("a video %s", ([, body, forgotten]) =>
  inStore(async (store, database) => {
    await store.insert(aJob({ id: aJobId(1), parts: [aJobId(2)] }));
    await store.insert(aClosedJob({ id: aJobId(2), partOf: { job: aJobId(1), nth: 1 } }, TEST_START));
    if (body !== null) await spoil(database, 1, body);
    expect(await store.forget({ jobs: TEST_START + 1, ids: 0, ledger: 0 })).toBe(forgotten);
  }),
);

test("a closed video whose own row is damaged is forgotten at its time", () =>
  inStore(async (store, database) => {
    await store.insert(aClosedJob({ id: aJobId(1) }, TEST_START));
    await spoil(database, 1, "{");
    expect(await store.forget({ jobs: TEST_START + 1, ids: 0, ledger: 0 })).toBe(1);
  }));

test("a job that came back changed is refused on load, left out of lists and told once; the others go on", () =>
  inFolder(async (dir) => {
    const database = await opened(dir);
    const log = keptLog();
    const store = jobStore(database, log);
    for (const n of [1, 2, 3]) await store.insert(aJob({ id: aJobId(n), acceptedAt: TEST_START + n }));
    const changing = database.prepare("UPDATE jobs SET body = replace(body, 'boat', 'goat') WHERE id = ?");
    await database.write(() => changing.run(aJobId(2)));

    await expect(store.load(aJobId(2))).rejects.toThrow(aJobId(2));
    for (const _ of ["once", "twice"]) {
      expect((await store.openJobsOf(anOwner())).map(({ id }) => id)).toEqual([aJobId(1), aJobId(3)]);
      expect(await store.jobsOf(anOwner(), 10)).toHaveLength(2);
    }
    expect(log.lines).toEqual([expect.objectContaining({ level: "error", fields: { job: aJobId(2) } })]);
    expect(await store.save(aJob({ id: aJobId(3), price: 205 }), 1)).toBe(true);
    await database.close();
  }));

test("a ledger row that came back changed is read from its job; where that is gone, the month is refused", () =>
  inStore(async (store, database) => {
    await store.insert(aClosedJob());
    const changing = database.prepare("UPDATE ledger SET charged = 9");
    await database.write(() => changing.run());
    expect((await store.ledger(anOwner(), "2026-11")).charged).toBe(95);
    await store.forget({ jobs: TEST_START * 2, ids: 0, ledger: 0 });
    await expect(store.ledger(anOwner(), "2026-11")).rejects.toThrow("cannot be read");
  }));

test("no list is sorted that an index has in its order", () =>
  inStore(async (_, database) => {
    const asked: string[] = [];
    const listening: Database = {
      ...database,
      prepare(sql) {
        asked.push(sql);
        return database.prepare(sql);
      },
    };
    jobStore(listening, keptLog());
    openKeyv(listening, "keys");
    const lists = asked.filter((sql) => sql.includes("ORDER BY"));
    expect(lists.length).toBeGreaterThan(4);
    for (const sql of lists) {
      const values = Array.from({ length: sql.split("?").length - 1 }, () => "1");
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      expect(JSON.stringify(plan), sql).not.toContain("TEMP B-TREE");
    }
  }));

test("a full disk refuses the new job, jobs that are there go on, and with room again so do new ones", () =>
  inStore(async (store, database) => {
    await store.insert(aJob({ id: aJobId(1) }));
    const pages = Number(Object(database.prepare("PRAGMA page_count").get()).page_count);
    database.prepare(`PRAGMA max_page_count = ${pages}`).get();

    const large = aJob({ id: aJobId(2), notify: Array.from({ length: 5_000 }, (_, n) => `person-${n}`) });
    await expect(store.insert(large)).rejects.toThrow("full");
    expect(await store.load(aJobId(1))).toEqual({ job: aJob({ id: aJobId(1) }), version: 1 });
    expect(await store.load(aJobId(2))).toBeNull();
    expect(await store.save(aJob({ id: aJobId(1), price: 205 }), 1)).toBe(true);

    database.prepare("PRAGMA max_page_count = 1000000").get();
    expect(await store.insert(large)).toBe("inserted");
  }));

test("nothing that is not on the disk yet can be read", () =>
  inStore(async (store) => {
    const writing = store.insert(aJob());
    expect(await store.load(aJobId())).toBeNull();
    await writing;
    expect(await store.load(aJobId())).not.toBeNull();
  }));

test("every question is answered through an index", () =>
  inStore(async (_, database) => {
    const plan = (sql: string) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => String(Object(row).detail))
        .join("; ");
    for (const sql of [
      "SELECT id FROM jobs WHERE is_open = 1 AND id > 'a' ORDER BY id LIMIT 5",
      "SELECT body FROM jobs WHERE is_open = 1 AND owner = 'a' ORDER BY accepted_at, id",
      "SELECT count(*) FROM jobs WHERE is_settled = 0 AND workspace = 'a'",
      "SELECT count(*) FROM jobs WHERE is_settled = 0 AND owner = 'a'",
      "SELECT body FROM jobs WHERE is_in_line = 1 AND workspace = 'a'",
      "SELECT owner, count(*) FROM jobs WHERE is_in_line = 1 AND workspace = 'a' GROUP BY owner",
      "SELECT owner, count(*) FROM jobs WHERE is_in_line = 1 AND workspace IS NULL AND owner = 'a' GROUP BY owner",
      "SELECT body FROM jobs WHERE owner = 'a' ORDER BY accepted_at DESC, id DESC LIMIT 5",
      "SELECT id FROM jobs WHERE is_open = 0 AND closed_at < 5 ORDER BY closed_at LIMIT 5",
      "DELETE FROM keyv WHERE expires_at <= 5",
      "SELECT charged FROM ledger WHERE owner = 'a' AND accepted_at >= 5 AND accepted_at < 9",
      "SELECT id FROM ledger WHERE accepted_at < 5 LIMIT 5",
      "SELECT id FROM forgotten WHERE closed_at < 5 LIMIT 5",
    ]) {
      expect(plan(sql), sql).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX/);
      expect(plan(sql), sql).not.toContain("TEMP B-TREE");
    }
  }));

describe("memoryJobStore as a fake", () => {
  test("it fails as often as it was told and then goes on, and a failure changes nothing", async () => {
    const store = memoryJobStore();
    store.failNext(2);
    await expect(store.insert(aJob())).rejects.toThrow("told to fail");
    await expect(store.load(aJobId())).rejects.toThrow("told to fail");
    expect(await store.load(aJobId())).toBeNull();
    expect(store.writes()).toBe(0);
  });

  test("what hangs waits until it is let go", async () => {
    const store = memoryJobStore();
    store.hang();
    let answer: string | null = null;
    const inserting = store.insert(aClosedJob()).then((said) => {
      answer = said;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answer).toBeNull();
    store.resume();
    await inserting;
    expect(answer).toBe("inserted");
  });
});
