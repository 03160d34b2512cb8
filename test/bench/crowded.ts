import type { Job } from "../../src/core/job/job.ts";
import { aJob, aJobId, aRunning, aWaiting } from "../fakes/jobs.ts";
import { random } from "../simulation/random.ts";
import { onBothEngines } from "./both-engines.ts";
import { ended, insertEach, ownerOf, type Storage } from "./polls/open-jobs.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median } from "./table/statistics.ts";
import { against, type Line } from "./table/table.ts";

/** Jobs that wait in one workspace. The other workspace has none. */
const WAITING = 500;
/** Each workspace has free places, but fewer than waiting jobs. */
const capacity = { ofOwner: 3, ofWorkspace: 400, waitingOfOwner: 5 };
/** The number of jobs inserted in one workspace before the other has its turn. */
const SLICE = 20;
/** The first number of the jobs that exist before the measurement. */
const THERE_FROM = 1_000_000;

type Waits = "approvals" | "turns";

/** Measures how much longer an insert takes if 500 jobs wait in its workspace, for an approval or in the queue. */
export const crowded = (scale: Scale): Promise<readonly Line[]> =>
  onBothEngines("a job among many that wait,", (name, storage) => onEngine(name, storage, scale));

async function onEngine(name: string, storage: Storage, scale: Scale): Promise<readonly Line[]> {
  await insertEach(storage, WAITING, (n) => oneThere(n, { workspace: "approvals", state: waitingFor("approval") }));
  // These people have reached their own limit, so they do not block others, but each insert must check each of them.
  await insertEach(storage, WAITING, (n) => oneThere(WAITING + n, { workspace: "turns", state: waitingFor("turn") }));
  const running = (WAITING / capacity.waitingOfOwner) * capacity.ofOwner;
  await insertEach(storage, running, (n) =>
    oneThere(2 * WAITING + n, {
      workspace: "turns",
      owner: ownerOf(n % (WAITING / capacity.waitingOfOwner)),
      state: aRunning(),
    }),
  );
  const insert = inserting(storage);
  const lines: Line[] = [];
  for (const waits of ["approvals", "turns"] as const) lines.push(await compare({ name, waits, insert }, scale));
  return lines;
}

function waitingFor(what: "approval" | "turn"): Job["state"] {
  return aWaiting({ for: what, until: Date.now() + 7_200_000 });
}

function oneThere(n: number, of: Partial<Job>): Job {
  const owner = ownerOf(n % (WAITING / capacity.waitingOfOwner));
  return aJob({ id: aJobId(THERE_FROM + n), owner, sealedKey: null, acceptedAt: Date.now(), ...of });
}

async function compare(
  {
    name,
    waits,
    insert,
  }: { readonly name: string; readonly waits: Waits; readonly insert: ReturnType<typeof inserting> },
  { rounds }: Scale,
): Promise<Line> {
  const more: number[] = [];
  const all: Record<"among" | "alone", number[]> = { among: [], alone: [] };
  for (let round = 0; round < rounds; round += 1) {
    const [among, alone] = [await insert(SLICE, waits), await insert(SLICE, "empty")];
    all.among.push(...among);
    all.alone.push(...alone);
    more.push(median(among) - median(alone));
  }
  return {
    what: `inserting a job over ${name} with ${WAITING} jobs waiting for ${waits} in its workspace: extra time, median`,
    unit: "ms",
    figure: bootstrap(more, median, random(13).fraction),
    target: { atMost: 2 },
    details: `${against(all.among, all.alone)} ms`,
    whyNot: "for each waiting person, two index sizes are read, and compared again at commit",
  };
}

/** Inserts jobs of new people one by one, and ends each. Returns the time of each insert in milliseconds. */
function inserting({ engine }: Storage) {
  let nth = 0;
  return async (count: number, workspace: string): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      nth += 1;
      const job = aJob({
        id: aJobId(nth),
        owner: ownerOf(1_000 + nth),
        workspace,
        sealedKey: null,
        acceptedAt: Date.now(),
      });
      const begun = performance.now();
      const answer = await engine.jobs.insert(job, { capacity });
      times.push(performance.now() - begun);
      if (answer !== "inserted") throw new Error(`a job was ${answer}`);
      await engine.jobs.save(ended(job), 1);
    }
    return times;
  };
}
