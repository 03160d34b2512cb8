import { expect, test } from "vitest";
import { world } from "./world.ts";

test.for([
  [4, 2_250],
  [16, 563],
] as const)("at %i× a task to come ends after %i ms", async ([speed, ms]) => {
  const { service, started, clock } = await world();
  service.setSpeed(speed);
  expect(service.speed()).toBe(speed);
  await started();
  expect(service.tasks()).toMatchObject([{ endsAt: clock.now() + ms }]);
  clock.advance(ms - 1);
  expect(service.tasks()).toMatchObject([{ status: "running" }]);
  clock.advance(1);
  expect(service.tasks()).toMatchObject([{ status: "succeeded", endsAt: clock.now() }]);
});

test("a task that runs goes on at the new speed: its end moves, its progress never goes back", async () => {
  const { service, started, clock } = await world();
  await started();
  const seen: number[] = [];
  const turn = (speed: 1 | 4 | 16, ms: number) => {
    service.setSpeed(speed);
    for (let step = 0; step < 10; step += 1) {
      seen.push(service.tasks()[0]?.progress ?? 0);
      clock.advance(ms / 10);
    }
  };
  turn(1, 3_000);
  turn(4, 1_000);
  turn(1, 500);
  // 7,500 of its 9,000 ms are over; 1,500 are left, at 16× a little less than 94.
  service.setSpeed(16);
  expect(service.tasks()).toMatchObject([{ status: "running", endsAt: clock.now() + 94 }]);
  turn(16, 90);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(20);
  clock.advance(4);
  expect(service.tasks()).toMatchObject([{ status: "succeeded", progress: 100 }]);
});

test("however often the speed is told, a task ends once, and one that has ended keeps its end", async () => {
  const { service, started, clock, seen } = await world();
  await started();
  for (const speed of [4, 16, 1, 16] as const) service.setSpeed(speed);
  clock.advance(563);
  const [ended] = service.tasks();
  service.setSpeed(4);
  clock.advance(20_000);
  expect(service.tasks()).toEqual([ended]);
  expect(seen("settled")).toHaveLength(1);
});

test("a stuck task stays so at any speed, and one that fails gives its credits back sooner", async () => {
  const { service, started, clock } = await world();
  service.setSpeed(16);
  service.nextFate("stuck");
  await started();
  service.nextFate("fails");
  await started();
  clock.advance(600_000);
  expect(service.tasks()).toMatchObject([
    { status: "running", progress: 63, isStuck: true },
    { status: "failed", startedAt: clock.now() - 600_000, endsAt: clock.now() - 600_000 + 282 },
  ]);
  expect(service.ledger()).toEqual({ charged: 190, refunded: 95, tasks: 2 });
});
