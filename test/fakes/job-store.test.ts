import { expect, test } from "vitest";
import { memoryJobStore } from "./job-store.ts";
import { aClosedJob, aJob, aJobId } from "./jobs.ts";

test("memoryJobStore fails as often as it is told and then goes on, and a failure changes nothing", async () => {
  const store = memoryJobStore();
  store.failNext(2);
  await expect(store.insert(aJob())).rejects.toThrow("told to fail");
  await expect(store.load(aJobId())).rejects.toThrow("told to fail");
  expect(await store.load(aJobId())).toBeNull();
  expect(store.writes()).toBe(0);
});

test("what hangs in memoryJobStore waits until it goes on", async () => {
  const store = memoryJobStore();
  store.hang();
  let answer: string | null = null;
  const inserting = store.insert(aClosedJob()).then((given) => {
    answer = given;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(answer).toBeNull();
  store.resume();
  await inserting;
  expect(answer).toBe("inserted");
});
