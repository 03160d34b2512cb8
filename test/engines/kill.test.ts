import { beforeAll, expect, test } from "vitest";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { storesOver } from "../../src/engines/stores.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { howMany } from "../fakes/how-many.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aTeam } from "../fakes/teams.ts";
import { inFolder, opened } from "./in-folder.ts";
import { compileChild, startChild } from "./start-child.ts";

let script = "";
beforeAll(async () => {
  script = await compileChild();
}, 60_000);

test("a second process cannot open a data folder that another process uses", () =>
  inFolder(async (dir) => {
    const database = await opened(dir);
    expect(await openSqliteRows(dir)).toMatchObject({ ok: false, refusal: { kind: "in_use" } });
    const second = startChild(script, "hold", dir);
    expect(await second.line()).toBe("refused in_use");
    expect(await second.line()).toBeNull();
    await database.close();

    const third = startChild(script, "hold", dir);
    expect(await third.line()).toBe("open");
    const before = performance.now();
    expect(await openSqliteRows(dir)).toMatchObject({ ok: false, refusal: { kind: "in_use" } });
    expect(performance.now() - before).toBeLessThan(1_000);
    await third.kill();
  }));

test.for([40, 1, 400].slice(0, howMany(3, 1)))(
  "all saved jobs and the team's recorded spending are intact if the process is killed after %i saves",
  (count) =>
    inFolder(async (dir) => {
      const child = startChild(script, "write", dir);
      expect(await child.line()).toBe("open");
      const lines: string[] = [];
      while (lines.length < count) {
        const line = await child.line();
        if (line === null) throw new Error("the child ended by itself");
        lines.push(line);
      }
      lines.push(...(await child.kill()));

      const saved = new Map<string, number>();
      for (const [, id = "", version] of lines.map((line) => /^saved (\w+) (\d+)$/.exec(line) ?? []))
        saved.set(id, Number(version));

      const database = await opened(dir);
      const { jobs, teams } = storesOver(database, recordingLog(), testNames);
      for (const [id, version] of saved) {
        const job = await jobs.load(id);
        expect(job?.version ?? 0, id).toBeGreaterThanOrEqual(version);
        if (job && job.version > 1) expect(job.job.price).toBe(job.version - 1);
      }
      const open = await Promise.all((await jobs.openJobs(null, 10_000)).map(({ id }) => jobs.load(id)));
      const held = open.reduce((sum, one) => sum + (one?.job.price ?? 0), 0);
      expect((await teams.spent(aTeam, "2026-11")).all).toMatchObject({ held, videos: open.length });
      await database.close();
    }),
);
