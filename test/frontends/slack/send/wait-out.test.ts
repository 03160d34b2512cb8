import { describe, expect, test } from "vitest";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { CallRefusal } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { waitOut } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

/** Refuses in these ways, one after another, and then takes it. */
async function told(...refusals: readonly CallRefusal[]) {
  return triedWith({}, ...refusals);
}

async function triedWith(how: Parameters<typeof waitOut>[2], ...refusals: readonly CallRefusal[]) {
  const clock = toldClock();
  const startedAt = clock.now();
  const triedAt: number[] = [];
  const waiting = waitOut(
    clock,
    async () => {
      triedAt.push(clock.now() - startedAt);
      const refusal = refusals[triedAt.length - 1];
      return refusal ? refuse(refusal) : ok("said");
    },
    how,
  );
  await clock.advance(60_000);
  return { done: await waiting, triedAt };
}

const held = (retryAfterMs: number): CallRefusal => ({ kind: "rate_limited", retryAfterMs });

describe("a word that Slack's limits hold back", () => {
  test("is said after the pause that Slack asked for", async () => {
    expect(await told(held(1_000), held(2_000))).toEqual({ done: ok("said"), triedAt: [0, 1_000, 3_000] });
  });

  test("is given up after three tries, or where the pause is a long one", async () => {
    expect((await told(held(1_000), held(1_000), held(1_000))).triedAt).toEqual([0, 1_000, 2_000]);
    expect(await told(held(30_000))).toEqual({ done: refuse(held(30_000)), triedAt: [0] });
  });

  test("that may be said twice is said again after a failure, three times at most", async () => {
    const failed: CallRefusal = { kind: "unavailable", unclear: true, detail: "HTTP 500" };
    const gone: CallRefusal = { kind: "not_here", code: "expired_url" };
    expect(await triedWith({ isEdit: true }, failed)).toEqual({ done: ok("said"), triedAt: [0, 1_000] });
    expect((await triedWith({ isEdit: true }, failed, failed, failed)).triedAt).toEqual([0, 1_000, 2_000]);
    expect((await triedWith({ isEdit: true }, gone)).triedAt).toEqual([0]);
  });

  test.for<CallRefusal>([
    { kind: "not_here", code: "expired_url" },
    { kind: "unavailable", unclear: true, detail: "HTTP 500" },
  ])("is not said again after %o", async (refusal) => {
    expect((await told(refusal)).triedAt).toEqual([0]);
  });
});
