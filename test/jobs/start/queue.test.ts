import { describe, expect, test } from "vitest";
import { type JobId, ownerName } from "../../../src/core/job/ids.ts";
import { takesPlace } from "../../../src/core/job/job.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const inLine = { for: "turn" } as const;

/** Three videos of one person run; more of theirs wait. */
async function aFullWorld() {
  const world = aWorld();
  const ids = [1, 2, 3].map(aJobId);
  for (const id of ids) await world.begin({ id });
  const join = (id: JobId, owner = anOwner()) => world.begin({ id, owner, wait: inLine, sealedKey: "x" });
  await world.vault.put(anOwner(), world.key);
  /** The nth of the videos that run ends. */
  async function end(nth: number): Promise<void> {
    world.video.succeed(world.video.taskIds()[nth - 1] ?? "");
    await world.clock.advance(10 * SECOND);
  }
  const statusOf = async (n: number) => (await world.jobOf(aJobId(n))).state.status;
  return { world, join, end, statusOf };
}

describe("a video without a free place", () => {
  test("waits, says where it stands, and begins when a place is free", async () => {
    const { world, join, end, statusOf } = await aFullWorld();
    await join(aJobId(4));
    await world.clock.advance(SECOND);
    await join(aJobId(5));
    await world.clock.advance(5 * SECOND);
    expect(world.chat.seen.map(({ text }) => text).join("\n")).toMatch(/In the queue, 2nd/);
    expect(world.video.prompts()).toHaveLength(3);
    await end(1);
    expect([await statusOf(4), await statusOf(5)]).toEqual(["running", "waiting"]);
    await end(2);
    expect(await statusOf(5)).toBe("running");
    expect(world.video.prompts()).toHaveLength(5);
  });

  test("keeps its place through a restart, and is started once", async () => {
    const { world, join, end, statusOf } = await aFullWorld();
    await join(aJobId(4));
    await world.clock.advance(SECOND);
    await world.restart();
    await world.clock.advance(5 * SECOND);
    expect(await statusOf(4)).toBe("waiting");
    await end(1);
    await world.clock.advance(MINUTE);
    expect(world.video.prompts()).toHaveLength(4);
  });

  test("is not started after two hours", async () => {
    const { world, join } = await aFullWorld();
    await join(aJobId(4));
    world.clock.set(2 * HOUR);
    await world.clock.advance(30 * SECOND);
    expect((await world.jobOf(aJobId(4))).state).toMatchObject({ outcome: { kind: "not_started", why: "no_turn" } });
    expect(world.video.prompts()).toHaveLength(3);
  });

  test("leaves the queue when its person cancels it, and the next one goes on", async () => {
    const { world, join, end, statusOf } = await aFullWorld();
    for (const n of [4, 5]) {
      await join(aJobId(n));
      await world.clock.advance(SECOND);
    }
    await approvalService(world.deps()).withdraw(aJobId(4));
    await end(1);
    expect((await world.jobOf(aJobId(4))).state).toMatchObject({ outcome: { why: "withdrawn" } });
    expect(await statusOf(5)).toBe("running");
  });

  test("whose person's key was removed is not started", async () => {
    const { world, join, end } = await aFullWorld();
    await join(aJobId(4));
    await world.clock.advance(SECOND);
    await world.vault.remove(anOwner());
    await end(1);
    expect((await world.jobOf(aJobId(4))).state).toMatchObject({ outcome: { refusal: { kind: "no_key" } } });
    expect(world.video.prompts()).toHaveLength(3);
  });
});

test("three people with five videos each against one place take turns, and no place stands empty", async () => {
  const world = aWorld();
  Object.assign(world.deps().room, { ofWorkspace: 1 });
  const people = ["1", "2", "3"].map((n) => anOwner(`20000000000000000${n}`));
  for (const owner of people) await world.vault.put(owner, world.key);
  let made = 0;
  for (const owner of people)
    for (let n = 0; n < 5; n += 1) {
      made += 1;
      await world.begin({ id: aJobId(made), owner, wait: inLine, sealedKey: "x" });
      await world.clock.advance(SECOND);
    }
  const starts: string[] = [];
  for (let ended = 0; ended < 15; ended += 1) {
    await world.clock.advance(2 * SECOND);
    const jobs = await Promise.all(Array.from({ length: 15 }, (_, n) => world.jobOf(aJobId(n + 1))));
    const running = jobs.filter(takesPlace);
    expect(running).toHaveLength(1);
    starts.push(ownerName(running[0]?.owner ?? anOwner()));
    world.video.succeed(world.video.taskIds()[ended] ?? "");
    await world.clock.advance(6 * SECOND);
  }
  for (let turn = 3; turn <= 15; turn += 3) expect(new Set(starts.slice(turn - 3, turn)).size).toBe(3);
  expect(world.video.prompts()).toHaveLength(15);
});

describe("a video that its person takes back while its first card is on its way", () => {
  const unposted = () => aSlackReply({ ts: null, cardChannelId: null });
  async function aWithdrawn() {
    const world = aWorld();
    const accepted = await world.accept({ owner: aSlackOwner(), reply: unposted(), wait: inLine, sealedKey: "x" });
    if (!accepted.ok) throw new Error(accepted.refusal.kind);
    const first = cardOf(accepted.value, world.clock.now());
    await approvalService(world.deps()).withdraw(aJobId());
    await world.clock.advance(SECOND);
    return { world, first };
  }

  test("says so on that card alone, as often as it takes", async () => {
    const { world, first } = await aWithdrawn();
    const shown = await world.chat.show(unposted(), first, "first");
    if (!shown.ok) throw new Error(shown.refusal.kind);
    const lost = { kind: "unavailable", unclear: false, detail: "cut" } as const;
    world.chat.refuseNext([lost, lost], "show");
    await world.answered(aJobId(), { kind: "given", reply: shown.value.reply });
    await world.clock.advance(20 * SECOND);
    expect(world.chat.seen.map(({ text }) => text)).toEqual([expect.stringContaining("withdrawn")]);
    expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: true });
  });

  test("says so in a new message where that card never comes", async () => {
    const { world } = await aWithdrawn();
    expect(world.chat.seen).toEqual([]);
    await world.clock.advance(40 * SECOND);
    expect(world.chat.seen.map(({ text }) => text)).toEqual([expect.stringContaining("withdrawn")]);
  });
});

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
  await world.clock.advance(MINUTE);
  expect(world.video.prompts()).toHaveLength(0);
  clear();
  await world.clock.advance(SECOND);
  expect(world.video.prompts()).toHaveLength(1);
  await world.clock.advance(MINUTE);
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
  await world.clock.advance(MINUTE);
  expect(world.video.prompts()).toHaveLength(2);
});

test("after an hour it ends without having begun, and says so, even if the service is well in that moment", async () => {
  const { world, clear, stateOf } = await anOutage(1);
  world.clock.set(HOUR);
  clear();
  await world.clock.advance(MINUTE);
  expect(await stateOf(1)).toMatchObject({ outcome: { kind: "not_started", why: "still_down" } });
  expect(world.video.prompts()).toHaveLength(0);
  expect(world.chat.seen.map(({ text }) => text).join("\n")).toMatch(/did not recover within an hour/);
});

test("its person can withdraw it, and the next one goes on", async () => {
  const { world, clear, stateOf } = await anOutage(2);
  await approvalService(world.deps()).withdraw(aJobId(1));
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

test("the first of those that wait goes on 2 s after another process's release has ended, without a wake", async () => {
  const { world, clear, stateOf } = await anOutage(2);
  const { jobs } = world.deps();
  const now = world.clock.now();
  const other = aJob({ id: aJobId(9), owner: anOwner("9"), releasedAt: now, state: aRunning() });
  await jobs.insert(other);
  await world.clock.advance(30 * SECOND);
  clear();
  await world.clock.advance(29 * SECOND);
  expect([(await stateOf(1)).status, (await stateOf(2)).status]).toEqual(["waiting", "waiting"]);
  await jobs.save({ ...other, state: aClosedJob({}, now).state }, 1);
  await world.clock.advance(2 * SECOND);
  expect([(await stateOf(1)).status, (await stateOf(2)).status]).toEqual(["running", "waiting"]);
});

test("the card says what it waits for", async () => {
  const { world } = await anOutage(1);
  await world.clock.advance(20 * SECOND);
  expect(world.chat.seen.map(({ text }) => text).join("\n")).toMatch(/Waiting for the video service/);
});
