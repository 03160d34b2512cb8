import { expect, test } from "vitest";
import { decisions } from "../../../src/jobs/start/decide.ts";
import { aJobId, anOwner } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The service is down, and the videos of some people wait until it is well again. */
async function anOutage(people: number) {
  const world = aWorld();
  world.health.tell("down", { since: world.clock.now() });
  for (let n = 1; n <= people; n += 1) {
    const owner = anOwner(String(n));
    await world.vault.put(owner, world.key);
    await world.begin({ id: aJobId(n), owner, wait: { for: "service" }, sealedKey: "x" });
    await world.clock.advance(SECOND);
  }
  const clear = () => world.health.tell(null, { since: world.clock.now() });
  const stateOf = async (n: number) => (await world.jobOf(aJobId(n))).state;
  async function endWell(nth: number): Promise<void> {
    world.video.succeed(world.video.taskIds()[nth - 1] ?? "");
    await world.clock.advance(10 * SECOND);
  }
  return { world, clear, stateOf, endWell };
}

test("nothing is paid while the service is down; when it is well, one begins, and the next after a good end", async () => {
  const { world, clear, endWell } = await anOutage(3);
  await world.clock.advance(20 * MINUTE);
  expect(world.video.prompts()).toHaveLength(0);
  clear();
  await world.clock.advance(SECOND);
  expect(world.video.prompts()).toHaveLength(1);
  await world.clock.advance(5 * MINUTE);
  expect(world.video.prompts()).toHaveLength(1);
  await endWell(1);
  expect(world.video.prompts()).toHaveLength(2);
  await endWell(2);
  expect(world.video.prompts()).toHaveLength(3);
});

test("the wait goes on through a restart, and each video is paid for once", async () => {
  const { world, clear, endWell } = await anOutage(2);
  await world.restart();
  await world.clock.advance(MINUTE);
  expect(world.video.prompts()).toHaveLength(0);
  clear();
  await world.clock.advance(SECOND);
  await world.restart();
  await world.clock.advance(MINUTE);
  expect(world.video.prompts()).toHaveLength(1);
  await endWell(1);
  await world.clock.advance(HOUR);
  expect(world.video.prompts()).toHaveLength(2);
});

test("after an hour it ends without having begun, and says so, even if the service is well in that moment", async () => {
  const { world, clear, stateOf } = await anOutage(1);
  await world.clock.advance(HOUR);
  clear();
  await world.clock.advance(MINUTE);
  expect(await stateOf(1)).toMatchObject({ outcome: { kind: "not_started", why: "still_down" } });
  expect(world.video.prompts()).toHaveLength(0);
  expect(world.chat.seen.map(({ text }) => text).join("\n")).toMatch(/did not recover within an hour/);
});

test("its person can withdraw it, and the next one goes on", async () => {
  const { world, clear, stateOf } = await anOutage(2);
  await decisions(world.deps()).withdraw(aJobId(1));
  clear();
  await world.clock.advance(SECOND);
  expect(await stateOf(1)).toMatchObject({ outcome: { why: "withdrawn" } });
  expect((await stateOf(2)).status).toBe("running");
});

test("where a running place is missing when it is released, it waits for its turn like any other", async () => {
  const { world, clear, stateOf, endWell } = await anOutage(1);
  for (const n of [11, 12, 13]) await world.begin({ id: aJobId(n), owner: anOwner("1") });
  clear();
  await world.clock.advance(SECOND);
  expect(await stateOf(1)).toMatchObject({ status: "waiting", for: "turn" });
  await endWell(1);
  expect((await stateOf(1)).status).toBe("running");
});

test("the card says what it waits for", async () => {
  const { world } = await anOutage(1);
  await world.clock.advance(20 * SECOND);
  expect(world.chat.seen.map(({ text }) => text).join("\n")).toMatch(/Waiting for the video service/);
});
