import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { SEED, someLives } from "../some-lives.ts";
import { judgeVariants } from "../variants/judge-variants.ts";
import type { Variant } from "../variants/variants.ts";
import * as product from "./waiting-life.ts";

const LIVES = howMany(2_000, 30);

test("lives of what waits before it begins, and of batches, keep every promise whatever people do meanwhile", {
  timeout: 240_000,
}, async () => {
  const command = SEED.replace("--seed", "--waiting --seed");
  expect(await someLives({ live: product.waitingLife, command, from: 1, until: 1 + LIVES })).toBe("");
});

const WAITING: readonly Variant[] = [
  {
    name: "a notification that may have arrived is forgotten when the way to its place is shut",
    file: "src/core/job/advance-delivery.ts",
    search: `return afterNotification({ ...job, notification: "lost" }, state, now);`,
    replacement: "return afterNotification(job, state, now);",
    tryFirst: 3_067,
  },
  {
    name: "a job whose managers are asked is due again at once when the clock was set back",
    file: "src/core/job/advance-waiting.ts",
    search: "Math.min(state.until, now + APPROVAL_MS)",
    replacement: "state.until",
    tryFirst: 1_158,
  },
  {
    name: "a declined video begins",
    file: "src/core/job/advance-waiting.ts",
    search: `return notBegun(withDecision(job, { word: "declined", by: event.by, at: now, ...note }), "declined", now);`,
    replacement:
      'return { ...withDecision(job, { word: "declined", by: event.by, at: now, ...note }), state: { ...state, for: "turn", until: now + TURN_MS, notBefore: now } };',
  },
];

judgeVariants({
  variants: WAITING,
  every: howMany(1, 0),
  entry: "waiting/waiting-life.ts",
  product,
  liveOf: ({ waitingLife }) => waitingLife,
  seedsMost: 400,
});
