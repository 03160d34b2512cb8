import { cp } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { random } from "../simulation/random.ts";
import { envOf } from "./answering-bot.ts";
import { startBot } from "./children.ts";
import { startPlatform } from "./platform.ts";
import { newFolder, openFolder, type Storage, storeLines, storeOpenJobs } from "./polls/open-jobs.ts";
import { startService } from "./polls/poll-arms.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median } from "./table/statistics.ts";
import { type Line, numberText } from "./table/table.ts";

const firstPoll = z.object({ kind: z.literal("first poll"), at: z.number() });

/** One of six jobs runs, and the other five are queued behind it. */
const IN_LINE = 5 / 6;

/** Measures how soon a bot that was killed with many running or queued videos makes its first poll. */
export async function recovery(scale: Scale): Promise<readonly Line[]> {
  const { openJobs } = scale;
  return [
    await recover(`${numberText(openJobs)} open jobs`, scale, (storage) =>
      storeOpenJobs(storage, openJobs, Date.now()),
    ),
    await recover(`${numberText(openJobs)} open jobs, five of six of them queued`, scale, (storage) =>
      storeLines(storage, Math.floor(openJobs * IN_LINE), Date.now()),
    ),
  ];
}

async function recover(what: string, { recoveries }: Scale, store: (storage: Storage) => Promise<void>): Promise<Line> {
  const seeded = await newFolder();
  const storage = await openFolder(seeded.env);
  await store(storage);
  await storage.engine.close();

  const server = await startService();
  const platform = await startPlatform();
  const seconds: number[] = [];
  for (let round = 0; round < recoveries; round += 1) {
    const folder = await newFolder();
    await cp(join(seeded.dir, "reelay.db"), join(folder.dir, "reelay.db"));
    server.send({ kind: "report" });
    const begun = Date.now();
    const own = { ...seeded.env, DATA_DIR: folder.dir, VIDEO_API_URL: server.url, LOG_LEVEL: "warn" };
    const bot = startBot({ ...envOf("discord", platform.emulators), ...own });
    seconds.push(((await server.receive(firstPoll)).at - begun) / 1_000);
    await bot.stop();
    await folder.remove();
  }
  await Promise.all([platform.stop(), server.stop(), seeded.remove()]);
  return {
    what: `recovery of ${what}: start of the process to the first poll`,
    unit: "s",
    figure: bootstrap(seconds, median, random(7).fraction),
    target: { atMost: 1.5 },
    details: `slowest of ${recoveries} starts: ${numberText(Math.max(...seconds))} s`,
    whyNot: "each start checks the integrity of the database first",
  };
}
