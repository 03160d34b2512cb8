import { expect, test } from "vitest";
import { refuse } from "../../src/core/result.ts";
import { Secret } from "../../src/core/secret.ts";
import { pollGuard } from "../../src/jobs/poll-guard.ts";
import { anOwner } from "../fakes/jobs.ts";
import { toldClock } from "../fakes/told-clock.ts";

const key = new Secret("a-key-0123456789");

test("of ten thousand people it is known that their key is refused, and of more the first are forgotten", async () => {
  const guard = pollGuard(toldClock());
  for (let n = 0; n <= 10_000; n += 1) await guard.watch(anOwner(`${n}`), key, async () => refuse({ kind: "bad_key" }));
  expect([0, 1, 10_000].map((n) => guard.keyWaitMs(anOwner(`${n}`), key))).toEqual([0, 60_000, 60_000]);
});
