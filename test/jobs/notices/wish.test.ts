import { expect, test } from "vitest";
import { ok, refuse } from "../../../src/core/result.ts";
import { clearWishes } from "../../../src/jobs/notices/wishes.ts";
import { aDiscordReply, anOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** The service is down, and somebody wishes to be told when that is over. */
async function aWish(reply: ReturnType<typeof aDiscordReply> | ReturnType<typeof aSlackReply> = aDiscordReply()) {
  const world = aWorld();
  world.health.tell("down");
  const { scheduler } = world.deps();
  const wishes = clearWishes({ notices: world.notices, scheduler, clock: world.clock });
  const keep = () => wishes.keep(anOwner(), { task: "480p-10", reply, locale: "en" });
  await keep();
  await world.clock.advance(0);
  const told = () => world.chat.seen.filter(({ text }) => text.includes("works again"));
  return { world, wishes, keep, told };
}

test("somebody who wished it is told directly, once, and nothing of the wish is kept", async () => {
  const { world, told, wishes } = await aWish();
  await world.clock.advance(HOUR);
  expect(told()).toEqual([]);
  world.health.tell("clear");
  await world.clock.advance(HOUR);
  expect(told()).toMatchObject([{ posted: anOwner().userId, isPrivate: true }]);
  expect(await wishes.until(anOwner())).toBeNull();
  world.health.tell("down");
  world.health.tell("clear");
  await world.clock.advance(HOUR);
  expect(told()).toHaveLength(1);
});

test("a wish survives a restart, after which nothing is known of the service, which is taken to be well", async () => {
  const { world, told } = await aWish();
  world.health.tell("unknown");
  await world.restart();
  await world.clock.advance(30 * SECOND);
  expect(told()).toHaveLength(1);
});

test("who wished it twice is told once; who wishes it again later, once more", async () => {
  const { world, told, keep } = await aWish();
  await keep();
  world.health.tell("clear");
  await world.clock.advance(HOUR);
  expect(told()).toHaveLength(1);
  world.health.tell("down");
  await keep();
  world.health.tell("clear");
  await world.clock.advance(HOUR);
  expect(told()).toHaveLength(2);
});

test("after a day nobody is told any more", async () => {
  const { world, told, wishes } = await aWish();
  expect(await wishes.until(anOwner())).toBe(world.clock.now() + 24 * HOUR);
  await world.clock.advance(24 * HOUR);
  world.health.tell("clear");
  await world.clock.advance(HOUR);
  expect(told()).toEqual([]);
  expect(world.notices.all()).toEqual([]);
});

test("where no direct message can be sent, a note comes where the person asked", async () => {
  const { world, told } = await aWish();
  world.chat.post = async () => refuse({ kind: "unreachable", detail: "closed" });
  world.health.tell("clear");
  await world.clock.advance(HOUR);
  expect(told()).toMatchObject([{ isPrivate: true }]);
});

test("a message that surely was not sent is sent again, and one that may have arrived is not, on Slack", async () => {
  for (const [unclear, times] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const { world } = await aWish(aSlackReply());
    let tries = 0;
    world.chat.post = async (reply) => {
      tries += 1;
      return tries === 1 ? refuse({ kind: "unavailable", unclear, detail: "" }) : ok(reply);
    };
    world.health.tell("clear");
    await world.clock.advance(HOUR);
    expect(tries).toBe(times);
    expect(world.notices.all()).toEqual([]);
  }
});

test("a process that dies while it tells leaves a message that Discord takes for the same one", async () => {
  const { world } = await aWish();
  const nonces: string[] = [];
  world.chat.post = async (_reply, _message, { nonce }) => {
    nonces.push(nonce);
    return nonces.length === 1 ? new Promise(() => {}) : ok(aDiscordReply());
  };
  world.health.tell("clear");
  await world.clock.advance(30 * SECOND);
  await world.restart();
  await world.clock.advance(HOUR);
  expect(nonces).toHaveLength(2);
  expect(new Set(nonces).size).toBe(1);
});

test.for([
  ["the workspace that it was made in", aSlackReply({ teamId: "T1" }), "T1", true],
  ["their organisation", aSlackReply({ teamId: "T1", enterpriseId: "E1" }), "E1", true],
  ["another workspace", aSlackReply({ teamId: "T1" }), "T11", false],
  [
    "one workspace of an organisation, whose installation stays",
    aSlackReply({ teamId: "T1", enterpriseId: "E1" }),
    "T1",
    false,
  ],
  ["a workspace, and the wish was made on Discord", aDiscordReply({ guildId: "T1" }), "T1", false],
] as const)(
  "Reelay is removed from %s: a wish goes only with its own installation",
  async ([, reply, left, isGone]) => {
    const { wishes, world, told } = await aWish(reply);
    await wishes.removeIn(left, world.clock.now() - 1);
    expect(await wishes.until(anOwner())).not.toBeNull();
    await wishes.removeIn(left, world.clock.now());
    expect((await wishes.until(anOwner())) === null).toBe(isGone);
    world.health.tell("clear");
    await world.clock.advance(HOUR);
    expect(told()).toHaveLength(isGone ? 0 : 1);
  },
);
