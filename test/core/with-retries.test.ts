import { expect, test } from "vitest";
import type { RateLimited, Unavailable } from "../../src/core/chat.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { withRetries } from "../../src/core/with-retries.ts";
import { manualClock } from "../fakes/manual-clock.ts";

type Refusal = RateLimited | Unavailable | { readonly kind: "refused" };

const pause = (seconds: number): Refusal => ({ kind: "rate_limited", retryAfterMs: seconds * 1_000 });
const lost: Refusal = { kind: "unavailable", unclear: true, detail: "" };
const unsent: Refusal = { kind: "unavailable", unclear: false, detail: "" };
const clear: Refusal = { kind: "refused" };

test.for<readonly [what: string, isRepeatable: boolean, refusals: readonly Refusal[], triedAt: readonly number[]]>([
  ["is repeated after the pause that the platform requests", false, [pause(1), pause(2)], [0, 1, 3]],
  ["is repeated if the call certainly had no effect", false, [unsent], [0, 1]],
  ["is not repeated if the call may have had an effect and a repetition could do harm", false, [lost], [0]],
  [
    "is repeated with growing gaps after any failure if a repetition is harmless",
    true,
    [lost, unsent, lost],
    [0, 1, 3, 7],
  ],
  ["fails after four tries", true, [lost, lost, lost, lost], [0, 1, 3, 7]],
  ["fails if the platform requests too long a pause", true, [pause(8), pause(13)], [0, 8]],
  ["fails at once after a definite refusal", true, [clear], [0]],
])("a call to a platform %s", async ([, isRepeatable, refusals, triedAt]) => {
  const clock = manualClock();
  const began = clock.now();
  const seconds: number[] = [];
  const send = async () => {
    const refusal = refusals[seconds.push((clock.now() - began) / 1_000) - 1];
    return refusal ? refuse(refusal) : ok("done");
  };
  const calling = withRetries(clock, send, { isRepeatable });
  await clock.advance(60_000);
  expect(seconds).toEqual(triedAt);
  expect((await calling).ok).toBe(triedAt.length > refusals.length);
});
