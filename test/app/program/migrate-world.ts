import { onTestFinished } from "vitest";
import { migrate } from "../../../src/app/program/move-storage.ts";
import { machineClock } from "../../../src/core/clock.ts";
import type { Engine } from "../../../src/core/engine.ts";
import type { Rows } from "../../../src/core/rows.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { openMover } from "../../../src/engines/distributed.ts";
import { openEmbedded } from "../../../src/engines/embedded.ts";
import { opened } from "../../engines/in-folder.ts";
import { startRedis } from "../../engines/redis-server.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import {
  aClosedJob,
  aJob,
  aJobId,
  anApproval,
  anOwner,
  aRunning,
  aSlackOwner,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aNotice, anEntry, anOver, aTeam, aTeamJob } from "../../fakes/teams.ts";
import { valueIn } from "../../fakes/value-in.ts";

/** A temporary folder and Redis, and a function that moves data between them and returns its output. */
export async function aWorld() {
  const dir = aFolder();
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const redis = { url: server.url, acceptsLoss: false };
  const move = async (to: "redis" | "embedded") => {
    const done = await migrate({ to, dir, redis });
    return done.ok ? done.value : `refused: ${done.refusal}`;
  };
  return { dir, url: server.url, redis, move };
}

export async function inFolder(dir: string, act: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = valueIn(await openEmbedded(dir, { clock: machineClock, log: recordingLog(), names: testNames }));
  await act(engine);
  await engine.close();
}

/** Stores jobs in every state, deleted people's jobs and costs, and people's entries, some of which expire. */
export async function fill({
  jobs,
  teams,
  notices,
  keyv,
}: Pick<Engine, "jobs" | "teams" | "notices" | "keyv">): Promise<void> {
  await Promise.all(
    Array.from({ length: 450 }, async (_, n) => {
      const owner = n % 2 ? anOwner(`${n % 7}`) : aSlackOwner(`U${n % 5}`, `T${n % 3}`);
      const more = { id: aJobId(n), owner, acceptedAt: TEST_START + n, workspace: n % 4 ? "W" : null };
      await jobs.insert(n % 3 ? aJob(more) : aClosedJob(more, TEST_START + n));
      if (n % 3 === 1) await jobs.save(aJob({ ...more, state: aRunning({ credits: 205.5 }) }), 1);
    }),
  );
  await jobs.forget({ jobs: TEST_START + 30, ids: 0, ledger: 0, daySums: 0 });
  await teams.saveRules(aTeam, { ...noRules, teamMonth: 9_000 }, 0);
  for (const n of [1, 2, 3]) await jobs.insert(aTeamJob(1_000 + n, { acceptedAt: TEST_START + n }));
  await jobs.save(aTeamJob(1_001, { state: aRunning({ credits: 105.5 }), acceptedAt: TEST_START + 1 }), 1);
  for (const n of [3, 1, 2]) await teams.noteAct(aTeam, anEntry(n, { changed: ["words"] }));
  for (const n of [1, 2]) await notices.insert(aNotice(n));
  await notices.insert(anOver(3));
  await notices.save(aNotice(2, { status: "shown", dueAt: TEST_START + 5 }), 1);
  const asked = aTeamJob(1_010, { approval: anApproval(), sealedKey: null, state: aWaiting() });
  await jobs.insert(asked);
  for (const name of ["keys", "settings", "odd:name"])
    for (let n = 0; n < 10; n += 1) await keyv(name).set(`discord:${n}`, { name, n, text: "🦊" });
  await keyv("kept").set("for an hour", 1, 3_600_000);
}

/** Every row in that Redis as text, without its version, ordered by key. */
export async function inRedis(url: string): Promise<readonly string[]> {
  const mover = valueIn(await openMover({ url, acceptsLoss: false }));
  const contents = await contentsOf(mover.rows);
  mover.close();
  return contents;
}

export async function inDatabase(dir: string): Promise<readonly string[]> {
  const rows = await opened(dir);
  const contents = await contentsOf(rows);
  await rows.close();
  return contents;
}

async function contentsOf(rows: Rows): Promise<readonly string[]> {
  const contents: string[] = [];
  for await (const page of rows.walk(""))
    for (const { key, value, indexes } of page) contents.push(JSON.stringify([key, value, indexes]));
  return contents.toSorted();
}
