import { createInterface } from "node:readline";
import { jobIdFrom } from "../../src/core/job/ids.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { connect } from "../../src/engines/redis-connection.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { aJob, aRunning } from "../fakes/jobs.ts";

// A process of its own that shares rows with others: `node rows-child.js N REDIS_URL`, the nth of them. It says when it is ready, waits for a line, and then what it did.

const [, , nth = "", url = ""] = process.argv;
const silent = { error() {}, info() {} };

const connected = await connect(url, silent);
if (!connected.ok) throw new Error(connected.refusal.detail);
const jobs = jobStore(redisRows(connected.value), silent);
process.stdout.write("ready\n");
await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();

/** Jobs that the team of `aTeam` pays for, all at once; each that was inserted begins to run. */
const team = { platform: "discord", teamId: "300000000000000003" } as const;
const answers = await Promise.all(
  Array.from({ length: 200 }, async (_, n) => {
    const job = aJob({ id: jobIdFrom(nth, `${n}`), team });
    const answer = await jobs.insert(job);
    if (answer === "inserted") await jobs.save({ ...job, state: aRunning() }, 1);
    return answer;
  }),
);
process.stdout.write(`inserted ${answers.filter((answer) => answer === "inserted").length}\n`);
process.exit();
