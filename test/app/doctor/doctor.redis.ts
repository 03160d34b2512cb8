import { expect, onTestFinished, test } from "vitest";
import { machineRedis } from "../../../src/app/doctor/own-checks.ts";
import { describeJob, showJobs } from "../../../src/app/doctor/show-job.ts";
import { forgetPerson } from "../../../src/app/program/forget-person.ts";
import { statsText } from "../../../src/app/program/print-stats.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { openRedis } from "../../../src/engines/distributed.ts";
import { MOVING } from "../../../src/engines/redis-connection.ts";
import { startRedis, testClient } from "../../engines/redis-server.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aJob, aJobId, anOwner, aRunning } from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { valueIn } from "../../fakes/value-in.ts";

async function aRedis(settings?: readonly string[]) {
  const server = await startRedis(settings);
  onTestFinished(() => server.stop());
  return server;
}

test("the doctor accepts a Redis that loses no data, and connects under a name that no bot uses", async () => {
  const { url } = await aRedis();
  const client = await testClient(url);
  const watching = await client.monitor();
  onTestFinished(() => {
    watching.disconnect();
    client.disconnect();
  });
  const names: string[] = [];
  watching.on("monitor", (_time, [command = "", verb = "", name = ""]: string[]) => {
    if (`${command} ${verb}`.toLowerCase() === "client setname") names.push(name);
  });
  expect(await machineRedis(url)).toBeNull();
  await client.ping();
  expect(names).toEqual(["doctor"]);
});

test("the doctor reports a fatal Redis problem before a problem that REDIS_ACCEPT_LOSS allows", async () => {
  const { url } = await aRedis(["--appendonly", "no"]);
  expect(await machineRedis(url)).toMatchObject({ kind: "may_lose" });
  const client = await testClient(url);
  onTestFinished(() => client.disconnect());
  await client.set(MOVING, "away");
  expect(await machineRedis(url)).toMatchObject({ kind: "moved_away" });
});

test("a Redis login that may not read the settings is reported as the reason, not as a crash", async () => {
  const { url } = await aRedis();
  const client = await testClient(url);
  onTestFinished(() => client.disconnect());
  await client.call("ACL", "SETUSER", "blind", "on", ">pass", "~*", "+@all", "-get");
  const blind = url.replace("//", "//blind:pass@");
  expect(await machineRedis(blind)).toEqual({ kind: "bad_login", detail: expect.stringMatching(/NOPERM/) });
});

test("job details, recent jobs, stats and forget-person work on a Redis next to a running bot", async () => {
  const { url } = await aRedis();
  const opened = valueIn(
    await openRedis({ url, acceptsLoss: false }, { clock: machineClock, log: recordingLog(), names: testNames }),
  );
  onTestFinished(() => opened.close());
  await opened.jobs.insert(aJob({ state: aRunning({ credits: 95 }) }));
  const place = { dir: "/nowhere", redisUrl: url };
  expect(await describeJob(place, aJobId())).toMatchObject({ value: expect.stringContaining(aJobId()) });
  expect(await showJobs(place)).toMatchObject({ value: expect.stringContaining(aJobId()) });
  expect(await statsText(place, false)).toMatchObject({ value: expect.stringMatching(/Discord +own key +1 +95/) });

  const { userId } = anOwner();
  const forgetting = forgetPerson(place, { discord: userId }, machineClock);
  const leaving = opened.keyv("going");
  await expect.poll(() => leaving.has(`discord:${userId}`)).toBe(true);
  await leaving.delete(`discord:${userId}`);
  expect(await forgetting).toMatchObject({ value: expect.stringContaining("is deleted. Backups") });
  expect(await opened.keyv("asked-to-forget").get("at")).toEqual(expect.any(Number));
});
