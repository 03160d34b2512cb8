import { describe, expect, test } from "vitest";
import { refuse } from "../../src/core/result.ts";
import { shares } from "../../src/frontends/slack/slack-limits.ts";
import { howMany } from "../fakes/how-many.ts";
import { aJobId } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const down = refuse({ kind: "unavailable", sent: true, detail: "http 503" } as const);
const MINUTE = 60_000;
type World = ReturnType<typeof aWorld>;

async function begins(world: World, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await world.begin({ id: aJobId(n) });
}

const pollsIn = async (world: World, ms: number) => {
  const before = world.video.polled().length;
  await world.clock.advance(ms);
  return world.video.polled().length - before;
};

test("a service that is down is asked by one probe a minute in the end, however many jobs wait, and all go on after it", async () => {
  const world = aWorld();
  await begins(world, 30);
  world.video.everyPoll(() => down);
  await world.clock.advance(5 * MINUTE);
  expect(await pollsIn(world, 10 * MINUTE)).toBeLessThanOrEqual(11);

  world.video.everyPoll(() => null);
  for (const taskId of world.video.taskIds()) world.video.succeed(taskId);
  await world.clock.advance(3 * MINUTE);
  const states = await Promise.all(Array.from({ length: 30 }, (_, n) => world.jobOf(aJobId(n))));
  expect(new Set(states.map(({ state }) => state.status))).toEqual(new Set(["closed"]));
});

const DEADLINE_MS = 3_600_000;
const IN_TIME_MS = 2_000;

/** Returns the time at which each person's card first said that its video is still not finished. */
function overdueOf({ chat, clock }: ReturnType<typeof aWorld>): ReadonlyMap<string, number> {
  const overdueAt = new Map<string, number>();
  const show = chat.show.bind(chat);
  chat.show = async (reply, message, where) => {
    if (/not finished/.test(message.title) && !overdueAt.has(reply.userId)) overdueAt.set(reply.userId, clock.now());
    return show(reply, message, where);
  };
  return overdueAt;
}

/** One video that stands at 40 percent, and whose polls fall at no whole minute. */
async function aSlowOne() {
  const world = aWorld();
  const overdueAt = overdueOf(world);
  const { acceptedAt } = await world.begin({ reply: world.chat.freshCard({ userId: "U1" }) });
  world.video.progress("task_fake_1", 40);
  await world.clock.advance(2_400_000);
  world.video.nextPolls(refuse({ kind: "rate_limited", retryAfterMs: 77_000 }));
  await world.clock.advance(600_000);
  const untilDeadline = () => acceptedAt + DEADLINE_MS - world.clock.now();
  const lateMs = () => (overdueAt.get("U1") ?? Number.NaN) - acceptedAt - DEADLINE_MS;
  return { ...world, untilDeadline, lateMs };
}

describe("the word that a video is still not finished", { timeout: 60_000 }, () => {
  test("comes with the deadline, though polls are a minute apart by then, and the video still arrives", async () => {
    const { chat, clock, lateMs, video } = await aSlowOne();
    await clock.advance(900_000);
    expect(lateMs()).toBeGreaterThanOrEqual(0);
    expect(lateMs()).toBeLessThanOrEqual(IN_TIME_MS);
    video.succeed("task_fake_1");
    await clock.advance(3_700_000);
    expect(chat.seen[0]?.text).toContain("https://");
  });

  const limits = [
    ["the edits of a Slack workspace", shares.edits],
    ["a channel of Discord's", { burst: 5, everyMs: 2_400 }],
  ] as const;
  test.for(limits.slice(0, howMany(2, 1)))(
    "goes before progress and with the final words, where thirty cards share %s",
    async ([, limit]) => {
      const world = aWorld();
      const { chat, clock, video } = world;
      const overdueAt = overdueOf(world);
      chat.bucketOf = () => ({ name: "edits", ...limit });
      const people = Array.from({ length: 30 }, (_, n) => n + 1);
      const deadlines = new Map<string, number>();
      for (const n of people) {
        const { acceptedAt } = await world.begin({ id: aJobId(n), reply: chat.freshCard({ userId: `U${n}` }) });
        deadlines.set(`U${n}`, acceptedAt + DEADLINE_MS);
        await clock.advance(3_000);
      }
      await clock.advance(DEADLINE_MS - 200_000);
      for (let percent = 1; percent < 99; percent += 1) {
        for (const n of people) video.progress(`task_fake_${n}`, percent);
        await clock.advance(3_000);
      }
      const lateMs = people.map((n) => (overdueAt.get(`U${n}`) ?? Number.NaN) - (deadlines.get(`U${n}`) ?? 0));
      expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...lateMs)).toBeLessThanOrEqual(IN_TIME_MS);
    },
  );
});
