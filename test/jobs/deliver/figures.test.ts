import { expect, test } from "vitest";
import type { Figures } from "../../../src/core/ports.ts";
import { refuse } from "../../../src/core/result.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../world.ts";

/** A world whose figures can be read. */
function counted() {
  const figures: Figures[] = [];
  const lags: number[] = [];
  const world = aWorld({
    ...uncounted,
    polled: (_result, lateMs) => void lags.push(lateMs),
    watch: (figure) => void figures.push(figure),
  });
  const breakers = () => Object.assign({}, ...figures.map((one) => one.breakers?.() ?? {}));
  return { world, lags, breakers };
}

test("a poll says how long after its time it was made", async () => {
  const { world, lags } = counted();
  await world.begin();
  await world.clock.advance(20_000);
  expect(lags.length).toBeGreaterThan(2);
  expect(Math.max(...lags)).toBeLessThan(50);
  const { dueAt } = await world.jobOf();
  // As after a minute in which nobody looked.
  await world.stop();
  await world.clock.advance(60_000);
  const asleepMs = world.clock.now() - (dueAt ?? 0);
  lags.length = 0;
  await world.restart();
  await world.clock.advance(5_000);
  expect(lags[0]).toBeGreaterThanOrEqual(asleepMs);
});

test("the breakers of the service and of each platform say when they are open", async () => {
  const { world, breakers } = counted();
  world.video.everyPoll(() => refuse({ kind: "unavailable", sent: true, detail: "503" }));
  for (let n = 0; n < 30; n += 1) await world.begin({ id: aJobId(n), reply: world.chat.freshCard() });
  expect(breakers()).toMatchObject({ video_service: false });
  await world.clock.advance(20_000);
  expect(breakers()).toMatchObject({ video_service: true, discord: false });
  world.video.everyPoll(() => null);
  await world.clock.advance(90_000);
  expect(breakers()).toMatchObject({ video_service: false });
});
