import { expect, test } from "vitest";
import { botLimit } from "../../../../src/frontends/discord/out/discord-rates.ts";
import { promisesOnly, toldClock } from "../../../fakes/told-clock.ts";
import { random } from "../../../simulation/random.ts";

/** Many requests at once, each `flightMs` on its way; when they reached Discord, and what was told to wait instead. */
async function sent(count: number, flightMs: () => number, waitAtMostMs = 60_000) {
  const clock = toldClock(0, promisesOnly);
  const limit = botLimit(clock, waitAtMostMs);
  const arrivedAt: number[] = [];
  const waits: number[] = [];
  for (let n = 0; n < count; n += 1)
    void limit.enter().then((entered) => {
      if (!("leave" in entered)) return void waits.push(entered.waitMs);
      const [there, back] = [flightMs(), flightMs()];
      clock.after(there, () => arrivedAt.push(clock.now()));
      clock.after(there + back, entered.leave);
    });
  await clock.advance(60_000);
  return { arrivedAt, waits };
}

test("no second at Discord's sees more than 50, however long each request is on its way", async () => {
  const dice = random(3);
  const { arrivedAt } = await sent(300, () => dice.between(1, 700));
  expect(arrivedAt).toHaveLength(300);
  for (const from of arrivedAt)
    expect(arrivedAt.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(50);
});

test("fifty go each second where none takes its time", async () => {
  const { arrivedAt } = await sent(200, () => 0);
  expect([0, 1_000, 2_000, 3_000].map((at) => arrivedAt.filter((one) => one === at).length)).toEqual([50, 50, 50, 50]);
});

test("what would have to wait for long is told until when, and not sent", async () => {
  const { arrivedAt, waits } = await sent(120, () => 0, 500);
  expect(arrivedAt).toHaveLength(50);
  expect(waits).toEqual(Array(70).fill(1_000));
});
