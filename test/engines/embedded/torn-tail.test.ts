import { copyFileSync, mkdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jobStore } from "../../../src/engines/job-store.ts";
import { howMany } from "../../fakes/how-many.ts";
import { aJob, aJobId } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { random as seeded } from "../../simulation/random.ts";
import { inFolder, opened } from "./in-folder.ts";

const CUTS = howMany(100, 20);

test(
  `of ${CUTS} places where the write-ahead log is torn none loses what was acknowledged before it`,
  () =>
    inFolder(async (root) => {
      const live = await opened(join(root, "live"));
      const store = jobStore(live, keptLog());
      const log = join(root, "live", "reelay.db-wal");
      /** How long the log was when a version of a job was acknowledged. */
      const acknowledged: { readonly id: string; readonly version: number; readonly at: number }[] = [];
      for (let n = 0; n < 20; n += 1) {
        const id = aJobId(n);
        await store.insert(aJob({ id }));
        acknowledged.push({ id, version: 1, at: statSync(log).size });
        await store.save(aJob({ id, price: 205 }), 1);
        acknowledged.push({ id, version: 2, at: statSync(log).size });
      }
      const { between } = seeded(7);
      for (let n = 0; n < CUTS; n += 1) {
        const dir = join(root, String(n));
        mkdirSync(dir);
        for (const name of ["reelay.db", "reelay.db-wal"]) copyFileSync(join(root, "live", name), join(dir, name));
        // Every fourth one just where a commit ends, or a byte before it.
        const [commit] = acknowledged.slice(between(0, acknowledged.length - 1));
        const cut = n % 4 === 0 ? (commit?.at ?? 0) - between(0, 1) : between(0, statSync(log).size);
        truncateSync(join(dir, "reelay.db-wal"), cut);

        const torn = await opened(dir);
        const left = jobStore(torn, keptLog());
        for (const id of new Set(acknowledged.map((one) => one.id))) {
          const before = acknowledged.filter((one) => one.id === id && one.at <= cut);
          expect((await left.load(id))?.version ?? 0, `cut at ${cut}`).toBe(before.length);
        }
        expect(await left.insert(aJob({ id: aJobId(1_000) }))).toBe("inserted");
        await torn.close();
      }
      await live.close();
    }),
  60_000,
);
