import { expect, test } from "vitest";
import { boat, world } from "./world.ts";

test.for([
  ["bad_key", 401],
  ["no_credits", 402],
  ["bad_request", 400],
  ["server_error", 500],
] as const)("%s answers %i and charges nothing, once", async ([fate, status]) => {
  const { service, start } = await world();
  service.nextFate(fate);
  expect(await start()).toMatchObject({ status, body: { code: status } });
  expect(service.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  expect(await start()).toMatchObject({ status: 200 });
});

test.for([
  ["quick", 1_500],
  ["normal", 9_000],
  ["slow", 45_000],
  ["jumpy", 18_000],
] as const)("a %s task is done after %i ms", async ([fate, ms]) => {
  const { service, started, clock } = await world();
  service.nextFate(fate);
  await started();
  clock.advance(ms - 1);
  expect(service.tasks()).toMatchObject([{ status: "running" }]);
  clock.advance(1);
  expect(service.tasks()).toMatchObject([{ status: "succeeded", progress: 100 }]);
});

test("a jumpy task stands and leaps in whole per cents, and never goes back", async () => {
  const { service, started, clock } = await world();
  service.nextFate("jumpy");
  await started();
  const progress: number[] = [];
  for (let ms = 0; ms < 18_000; ms += 100) {
    progress.push(service.tasks()[0]?.progress ?? -1);
    clock.advance(100);
  }
  const steps = progress.slice(1).map((each, index) => each - (progress[index] ?? 0));
  expect(progress.every((each) => Number.isInteger(each) && each < 100)).toBe(true);
  expect(Math.min(...steps)).toBe(0);
  expect(Math.max(...steps)).toBeGreaterThan(30);
  expect(steps.filter((step) => step > 0).length).toBeLessThan(8);
});

test("a stuck task runs until somebody ends it", async () => {
  const { service, started, look, clock } = await world();
  service.nextFate("stuck");
  const id = await started();
  clock.advance(1_000);
  expect(service.tasks()).toMatchObject([{ progress: 11, isStuck: false, fate: "stuck" }]);
  clock.advance(24 * 3_600_000);
  expect(service.tasks()).toMatchObject([{ isStuck: true }]);
  expect((await look(id)).body.data).toEqual({ id, status: "running", progress: 63 });
  service.settle(id, "succeeded");
  expect((await look(id)).body.data).toMatchObject({ status: "succeeded", progress: 100 });
  expect(service.tasks()).toMatchObject([{ isStuck: false }]);
});

test("a lost answer charges, and the task runs to its end", async () => {
  const { service, clock, seen } = await world();
  service.nextFate("lost_answer");
  await expect(
    fetch(`${service.url}/api/generate-video`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      body: JSON.stringify(boat),
    }),
  ).rejects.toThrow();
  expect(service.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  expect(seen("submitted")).toHaveLength(1);
  clock.advance(9_000);
  expect(service.tasks()).toMatchObject([{ status: "succeeded" }]);
});

test.for([
  ["accepted_202", 202],
  ["error_with_task", 500],
] as const)("a task of the fate %s is begun, charged and named by a %i", async ([fate, status]) => {
  const { service, start, clock } = await world();
  service.nextFate(fate);
  const answer = await start();
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ code: 0, data: { success: true, creditsUsed: 95 } });
  expect(service.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  clock.advance(9_000);
  expect(service.tasks()).toMatchObject([{ status: "succeeded" }]);
});

test("a fate for every call holds until another is told, and one for the next call comes first", async () => {
  const { service, start } = await world();
  service.everyFate("no_credits");
  service.nextFate("normal");
  const statuses: number[] = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await start()).status);
  service.everyFate("normal");
  statuses.push((await start()).status);
  expect(statuses).toEqual([200, 402, 402, 200]);
});

test("a refused call leaves the next fate where it is", async () => {
  const { service, start, post } = await world();
  service.nextFate("server_error");
  await post("/api/generate-video", boat, { authorization: "Bearer wrong" });
  await start({ prompt: "" });
  expect(service.upcomingFate()).toEqual({ fate: "server_error", every: "normal" });
});

test("a settled task is settled once", async () => {
  const { service, started, clock, seen } = await world();
  const id = await started();
  service.settle(id, "failed");
  expect(() => service.settle(id, "failed")).toThrow("already failed");
  expect(() => service.settle("nothing", "failed")).toThrow("no task");
  clock.advance(60_000);
  expect(seen("settled")).toHaveLength(1);
  expect(service.ledger()).toEqual({ charged: 95, refunded: 95, tasks: 1 });
});

test("credits are never a fraction or a debt", async () => {
  const { service } = await world();
  expect(() => service.setCredits(-1)).toThrow("whole number");
  expect(() => service.setCredits(0.5)).toThrow("whole number");
});
