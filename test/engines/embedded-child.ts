import { writeSync } from "node:fs";
import { jobStore } from "../../src/engines/job-store.ts";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { aJob, aJobId } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";

// A process of its own for tests that kill it or have it refused: `node child.js hold|write <dir>`. It prints a line an event.

const [, , act = "", dir = ""] = process.argv;
// Written before it returns: a line that was not read is the parent's loss, not a lie.
const say = (line: string) => writeSync(1, `${line}\n`);

const opened = await openSqliteRows(dir);
if (opened.ok) {
  say("open");
  if (act === "hold") setInterval(() => {}, 1_000_000);
  if (act === "write") await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writeForEver));
} else say(`refused ${opened.refusal.kind}`);

/** Inserts job after job and saves each twice; says what was acknowledged. */
async function writeForEver(lane: number): Promise<never> {
  if (!opened.ok) throw new Error("not open");
  const store = jobStore(opened.value, recordingLog());
  for (let n = lane; ; n += 8) {
    const id = aJobId(n);
    await store.insert(aJob({ id }));
    say(`saved ${id} 1`);
    for (const version of [1, 2]) {
      await store.save(aJob({ id, price: version }), version);
      say(`saved ${id} ${version + 1}`);
    }
  }
}
