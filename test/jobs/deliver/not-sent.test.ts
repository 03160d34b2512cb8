import { expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { refuse } from "../../../src/core/result.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWorld } from "../world.ts";

const TURNS = 12;
const TURN_MS = 700;
/** What our own side's count says before anything is sent. */
const notYet: ChatRefusal = { kind: "rate_limited", retryAfterMs: TURN_MS, isUnsent: true };

test.for([
  ["a final word", "show", "final ok"],
  ["a notification", "notify", "notification sent"],
  ["a private refusal", "whisper", "whisper ok"],
] as const)(
  "%s that was not sent waits for its turn and no longer: no try, no failure, and nothing of it twice",
  async ([, call, told]) => {
    const delivered: string[] = [];
    const world = aWorld({
      ...uncounted,
      delivered: (_platform, what, result) => void delivered.push(`${what} ${result}`),
    });
    const tries: number[] = [];
    world.onSave(({ state }) => {
      if (state.status === "announcing" || state.status === "posting") tries.push(state.attempts);
    });
    const refuseAll = () => world.chat.refuseNext(Array<ChatRefusal>(TURNS).fill(notYet), call);
    if (call === "whisper") {
      world.video.nextSubmits(refuse({ kind: "no_credits" }));
      refuseAll();
    }
    await world.begin();
    if (call !== "whisper") {
      await world.clock.advance(60_000);
      refuseAll();
      world.video.succeed("task_fake_1");
    }
    await world.clock.advance(60_000);

    expect((await world.jobOf()).state).toMatchObject({ status: "closed", told: true });
    expect(Math.max(...tries)).toBe(0);
    const [kind = ""] = told.split(" ");
    expect(delivered.filter((one) => one.startsWith(kind))).toEqual([told]);
    const asked = world.chat.calls.filter((one) => one.call === call).slice(-TURNS - 1);
    expect(asked.map(({ isRefused }) => isRefused)).toEqual([...Array<boolean>(TURNS).fill(true), false]);
    expect((asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0)).toBe(TURNS * TURN_MS);
  },
);

test("progress that was not sent is shown when its turn comes", async () => {
  const world = aWorld();
  await world.begin();
  await world.clock.advance(30_000);
  world.chat.refuseNext([notYet], "show");
  world.video.progress("task_fake_1", 50);
  await world.clock.advance(20_000);
  const shown = world.chat.calls.filter(({ call }) => call === "show");
  const refused = shown.findIndex(({ isRefused }) => isRefused);
  const laterMs = (shown[refused + 1]?.at ?? 0) - (shown[refused]?.at ?? 0);
  expect(laterMs).toBeGreaterThanOrEqual(TURN_MS);
  // An edit that failed is tried again after 10 s.
  expect(laterMs).toBeLessThan(2_000);
});
