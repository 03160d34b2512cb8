import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { PACKAGES, whereInstalled } from "../../src/app/open-engine.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { redisRows } from "../../src/engines/redis-rows.ts";
import { hasRedis, startRedis, testClient } from "../engines/redis-server.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { aJob } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";

test("a missing Redis package is reported with the command that installs the right version", async () => {
  const missing = "a-package-that-nobody-has";
  const refused = await whereInstalled(() => import(missing));
  const detail = "npm install ioredis@6.0.0";
  expect(refused).toEqual({ ok: false, refusal: { kind: "missing_packages", detail } });
  const { optionalDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(PACKAGES).toEqual([`ioredis@${optionalDependencies.ioredis}`]);
});

test("if the Redis package fails to load with an unexpected error, that error is thrown", async () => {
  await expect(whereInstalled(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test.skipIf(!hasRedis)("a job can be stored in a real Redis (skipped if redis-server is not installed)", async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const redis = await testClient(server.url);
  onTestFinished(() => redis.disconnect());
  const store = jobStore(redisRows(redis), recordingLog(), testNames);
  expect(await store.insert(aJob())).toBe("inserted");
  expect(await store.load(aJob().id)).toEqual({ job: aJob(), version: 1 });
});
