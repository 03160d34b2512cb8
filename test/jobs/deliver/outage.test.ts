import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { aFailed, aJob, aJobId, anAnnouncing, aSlackOwner, TEST_START } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const HOUR = 3_600_000;
const RESULTS = howMany(3_000, 300);
/** The edit limit of a Slack workspace, for all cards together. */
const edits = { name: "edits", burst: 6, everyMs: 1_400 };

test("after a one-hour outage of the chat platform, every final message is delivered once, nearly in order and within the rate limit", {
  timeout: 60_000,
}, async () => {
  const world = aWorld();
  const { chat, clock, jobs } = world;
  chat.bucketOf = (_reply, what) => (what === "edit" ? edits : { name: "posts", burst: 4, everyMs: 1_000 });
  for (let n = 0; n < RESULTS; n += 1) {
    const outcome = aFailed({ taskId: `task-${n}` });
    // Stored in a different order than they ended.
    await jobs.insert(
      aJob({
        id: aJobId((n * 7_919) % RESULTS),
        owner: aSlackOwner(`U${n}`),
        reply: chat.freshCard({ userId: `U${n}` }),
        dueAt: TEST_START + n,
        state: anAnnouncing(outcome, { settledAt: TEST_START + n }),
      }),
    );
  }
  chat.downUntil(TEST_START + HOUR);
  await world.restart();
  await clock.advance(HOUR);
  const tried = chat.calls.length;
  expect(tried).toBeLessThan(200);

  await clock.advance(5 * HOUR);
  const final = chat.calls.slice(tried).filter(({ call, isRefused }) => call === "show" && !isRefused);
  expect(final).toHaveLength(RESULTS);
  expect(chat.calls.filter(({ call, isRefused }) => call === "notify" && !isRefused)).toHaveLength(RESULTS);
  const took = (final.at(-1)?.at ?? 0) - (final[0]?.at ?? 0);
  expect(took).toBeLessThan(RESULTS * edits.everyMs * 1.05);
  const order = final.map(({ userId }) => Number(userId?.slice(1)));
  const outOfOrder = order.filter((n, index) => index > 0 && n < (order[index - 1] ?? 0)).length;
  expect(outOfOrder).toBeLessThanOrEqual(edits.burst);
  for (let n = 0; n < RESULTS; n += 100)
    expect((await world.jobOf(aJobId(n))).state).toMatchObject({ status: "closed", isNotified: true });
});
