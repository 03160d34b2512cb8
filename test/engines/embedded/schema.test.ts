import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownerName } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { connect } from "../../../src/engines/embedded/connect.ts";
import { checksumOf } from "../../../src/engines/embedded/job-row.ts";
import { jobStore } from "../../../src/engines/embedded/job-store.ts";
import { openDatabase } from "../../../src/engines/embedded/open-database.ts";
import { addChecksumsAndLedger } from "../../../src/engines/embedded/schema/schema-2.ts";
import { ADD_TEAMS } from "../../../src/engines/embedded/schema/schema-3.ts";
import { ADD_LINE } from "../../../src/engines/embedded/schema/schema-5.ts";
import { noticeStore } from "../../../src/engines/embedded/teams/notice-store.ts";
import { teamStore } from "../../../src/engines/embedded/teams/team-store.ts";
import { recordOf } from "../../../src/engines/job-record.ts";
import { aNotice } from "../../contracts/notice-store.ts";
import { aTeam, aTeamJob } from "../../contracts/team-store.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anOwner, aRunning, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { inFolder, opened } from "./in-folder.ts";

/** The first version's tables, as a database of that time has them. */
const SCHEMA_1 = `
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    owner TEXT NOT NULL,
    workspace TEXT,
    is_open INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    accepted_at INTEGER NOT NULL,
    closed_at INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX jobs_open ON jobs (id) WHERE is_open = 1;
  CREATE INDEX jobs_open_of_owner ON jobs (owner) WHERE is_open = 1;
  CREATE INDEX jobs_open_in_workspace ON jobs (workspace) WHERE is_open = 1;
  CREATE INDEX jobs_of_owner ON jobs (owner, accepted_at, id);
  CREATE INDEX jobs_closed ON jobs (closed_at) WHERE is_open = 0;
  CREATE TABLE keyv (
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (namespace, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX keyv_expiring ON keyv (expires_at) WHERE expires_at IS NOT NULL;
  PRAGMA user_version = 1`;

const ada = anOwner("1");
const { askAbove: _, approvals: __, locale: ___, mayApproveOwn: ____, ...oldRules } = noRules;

/** One job of each kind that counts, and more closed ones than one page of the migration holds. */
const jobs: readonly Job[] = [
  aJob({ id: aJobId(1), owner: ada, workspace: "W" }),
  aJob({ id: aJobId(2), owner: ada, workspace: "W", state: aRunning({ credits: 143 }) }),
  aJob({
    id: aJobId(3),
    owner: ada,
    workspace: "W",
    state: anAnnouncing({ kind: "unknown", taskId: null, atMost: 205 }),
  }),
  ...Array.from({ length: 1_200 }, (_, n) => aClosedJob({ id: aJobId(n + 4), owner: ada, workspace: "W" })),
];

/** A folder as the first version left it, with these jobs and one row that cannot be read. */
async function inOldFolder(claim: (dir: string) => Promise<void>): Promise<void> {
  await inFolder(async (dir) => {
    const connection = await connect(join(dir, "reelay.db"));
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec(SCHEMA_1);
    const insert = connection.prepare("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    connection.exec("BEGIN");
    for (const job of jobs) {
      const closedAt = job.state.status === "closed" ? job.state.closedAt : null;
      const [owner, dueAt] = [ownerName(job.owner), job.dueAt ?? job.acceptedAt];
      const isOpen = closedAt === null ? 1 : 0;
      insert.run(job.id, 7, owner, job.workspace, isOpen, dueAt, job.acceptedAt, closedAt, JSON.stringify(job));
    }
    insert.run(aJobId(9_999), 1, ownerName(ada), "W", 1, TEST_START, TEST_START, null, "{");
    connection.exec("COMMIT");
    connection.close();
    await claim(dir);
  });
}

test("a database of the first version opens with its jobs, its counts and what they cost", () =>
  inOldFolder(async (dir) => {
    for (const _ of ["migrated", "opened once more"]) {
      const database = await opened(dir);
      const store = jobStore(database, keptLog());
      for (const job of jobs) expect(await store.load(job.id)).toEqual({ job, version: 7 });
      expect((await store.openJobsOf(ada)).map(({ id }) => id)).toEqual([1, 2, 3].map(aJobId).toSorted());
      expect(await store.countUnsettled("W")).toBe(2);
      expect(await store.ledger(ada, "2026-11")).toEqual({ charged: 143 + 1_200 * 95, refunded: 0, unknown: 205 });
      await expect(store.load(aJobId(9_999))).rejects.toThrow(aJobId(9_999));
      await database.close();
    }
  }));

test("a migrated job is saved on like one of today", () =>
  inOldFolder(async (dir) => {
    const database = await opened(dir);
    const store = jobStore(database, keptLog());
    expect(await store.save(aClosedJob({ id: aJobId(1), owner: ada, workspace: "W" }), 7)).toBe(true);
    expect(await store.countUnsettled("W")).toBe(1);
    expect((await store.ledger(ada, "2026-11")).charged).toBe(143 + 1_201 * 95);
    await database.close();
  }));

test("a database of the second version opens with its jobs, for which no team pays, and is one of teams from then on", () =>
  inFolder(async (dir) => {
    const connection = await connect(join(dir, "reelay.db"));
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec(SCHEMA_1);
    addChecksumsAndLedger(connection);
    const job = aJob({ owner: ada });
    const { body, sum } = recordOf(job, 3, checksumOf);
    connection
      .prepare("INSERT INTO jobs VALUES (?, 3, ?, NULL, 1, ?, ?, NULL, ?, 0, ?)")
      .run(job.id, ownerName(ada), TEST_START, TEST_START, body, sum);
    connection.exec("PRAGMA user_version = 2");
    connection.close();

    const database = await opened(dir);
    const [store, teams] = [jobStore(database, keptLog()), teamStore(database, keptLog())];
    expect(await store.load(job.id)).toEqual({ job, version: 3 });
    expect(await store.save({ ...job, state: aRunning() }, 3)).toBe(true);
    expect((await teams.month(aTeam, "2026-11")).all.videos).toBe(0);
    expect(await store.insert(aTeamJob(2))).toBe("no_rules");
    await teams.saveRules(aTeam, noRules, 0);
    expect(await store.insert(aTeamJob(2))).toBe("inserted");
    expect((await teams.openJobs(aTeam)).map(({ id }) => id)).toEqual([aJobId(2)]);
    await database.close();
  }));

test("a database of the third version opens with its rules, and keeps notices from then on", () =>
  inFolder(async (dir) => {
    const connection = await connect(join(dir, "reelay.db"));
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec(SCHEMA_1);
    addChecksumsAndLedger(connection);
    connection.exec(ADD_TEAMS);
    const body = JSON.stringify({ ...oldRules, teamMonth: 300 });
    const team = "discord:300000000000000003";
    const putRules = connection.prepare("INSERT INTO team_rules (team, version, body, checksum) VALUES (?, 1, ?, ?)");
    putRules.run(team, body, checksumOf(team, 1, body));
    connection.exec("PRAGMA user_version = 3");
    connection.close();

    for (const isNew of [true, false]) {
      const database = await opened(dir);
      const notices = noticeStore(database, keptLog());
      expect(await teamStore(database, keptLog()).rules(aTeam)).toEqual({
        rules: { ...noRules, teamMonth: 300 },
        version: 1,
      });
      expect(await notices.insert(aNotice())).toBe(isNew);
      expect(await notices.load(aNotice().id)).toEqual({ notice: aNotice(), version: 1 });
      await database.close();
    }
  }));

/** As step 2 makes it. */
const OPEN_OF_OWNER = "CREATE INDEX jobs_open_of_owner ON jobs (owner, accepted_at, id) WHERE is_open = 1";

test("in a database of before lines were counted, those who wait for their turn are not passed", () =>
  inFolder(async (dir) => {
    const database = await opened(dir);
    const waits = aWaiting({ for: "turn" });
    for (const [n, workspace] of [
      [1, "W"],
      [2, null],
    ] as const)
      await jobStore(database, keptLog()).insert(aJob({ id: aJobId(n), owner: ada, workspace, state: waits }));
    await database.close();
    const connection = await connect(join(dir, "reelay.db"));
    connection.exec(
      `DROP INDEX jobs_in_line; DROP INDEX jobs_open_of_owner; ${OPEN_OF_OWNER}; ALTER TABLE jobs DROP COLUMN is_in_line; ${ADD_LINE}; PRAGMA user_version = 7`,
    );
    connection.close();

    const migrated = await opened(dir);
    const store = jobStore(migrated, keptLog());
    const room = { ofOwner: 1, ofWorkspace: 1, waitingOfOwner: 5 };
    expect(await store.insert(aJob({ id: aJobId(3), owner: anOwner("2"), workspace: "W" }), room)).toBe("full");
    expect(await store.insert(aJob({ id: aJobId(3), owner: ada, workspace: null }), room)).toBe("full");
    expect((await store.waitingIn("W")).map(({ id }) => id)).toEqual([aJobId(1)]);
    await migrated.close();
  }));

test.for([0, 1, 2, 3])("version number %i over newer tables is refused as broken, and nothing is changed", (version) =>
  inFolder(async (dir) => {
    await (await opened(dir)).close();
    const connection = await connect(join(dir, "reelay.db"));
    connection.exec(`PRAGMA user_version = ${version}`);
    connection.close();
    expect(await openDatabase(dir)).toMatchObject({ ok: false, refusal: { kind: "broken" } });
  }),
);

test("a table whose definition was changed by a bit is refused as broken", () =>
  inFolder(async (dir) => {
    await (await opened(dir)).close();
    const file = join(dir, "reelay.db");
    const bytes = readFileSync(file);
    bytes.write("chbrged", bytes.indexOf("charged"));
    writeFileSync(file, bytes);
    expect(await openDatabase(dir)).toMatchObject({ ok: false, refusal: { kind: "broken" } });
  }));
