import { describe, expect, test } from "vitest";
import { sleep } from "../../../src/core/clock.ts";
import { refuse } from "../../../src/core/result.ts";
import { shares } from "../../../src/frontends/slack/slack-limits.ts";
import { howMany } from "../../fakes/how-many.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const DEADLINE_MS = 3_600_000;
const IN_TIME_MS = 2_000;

/** When each person's card first said that its video is still not finished, by the clock of the world. */
function overdueOf({ chat, clock }: ReturnType<typeof aWorld>): ReadonlyMap<string, number> {
  const said = new Map<string, number>();
  const show = chat.show.bind(chat);
  chat.show = async (reply, message, where) => {
    if (/not finished/.test(message.title) && !said.has(reply.userId)) said.set(reply.userId, clock.now());
    return show(reply, message, where);
  };
  return said;
}

/** One video that stands at 40 percent, and whose polls fall at no whole minute. */
async function aSlowOne() {
  const world = aWorld();
  const said = overdueOf(world);
  const { acceptedAt } = await world.begin({ reply: world.chat.freshCard({ userId: "U1" }) });
  world.video.progress("task_fake_1", 40);
  await world.clock.advance(2_400_000);
  world.video.nextPolls(refuse({ kind: "rate_limited", retryAfterMs: 77_000 }));
  await world.clock.advance(600_000);
  const untilDeadline = () => acceptedAt + DEADLINE_MS - world.clock.now();
  const lateMs = () => (said.get("U1") ?? Number.NaN) - acceptedAt - DEADLINE_MS;
  return { ...world, untilDeadline, lateMs };
}

describe("the word that a video is still not finished", { timeout: 60_000 }, () => {
  test("comes with the deadline, though polls are a minute apart by then", async () => {
    const { clock, lateMs } = await aSlowOne();
    await clock.advance(900_000);
    expect(lateMs()).toBeGreaterThanOrEqual(0);
    expect(lateMs()).toBeLessThanOrEqual(IN_TIME_MS);
  });

  test("comes with it though the service asks for a longer pause", async () => {
    const { clock, video, untilDeadline, lateMs } = await aSlowOne();
    await clock.advance(untilDeadline() - 100_000);
    video.nextPolls(refuse({ kind: "rate_limited", retryAfterMs: 118_000 }));
    await clock.advance(220_000);
    expect(lateMs()).toBeLessThanOrEqual(IN_TIME_MS);
  });

  test("waits for no answer of the service's", async () => {
    const { clock, video, untilDeadline, lateMs } = await aSlowOne();
    await clock.advance(untilDeadline() - 70_000);
    const poll = video.poll.bind(video);
    video.poll = async (...asked) => {
      await sleep(clock, 90_000);
      return poll(...asked);
    };
    await clock.advance(200_000);
    expect(lateMs()).toBeLessThanOrEqual(IN_TIME_MS);
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
      const said = overdueOf(world);
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
      const lateMs = people.map((n) => (said.get(`U${n}`) ?? Number.NaN) - (deadlines.get(`U${n}`) ?? 0));
      expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...lateMs)).toBeLessThanOrEqual(IN_TIME_MS);
    },
  );
});
