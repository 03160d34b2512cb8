import { expect, test } from "vitest";
import { isOpen, outcomeOf } from "../../../src/core/job/job.ts";
import { refuse } from "../../../src/core/result.ts";
import type { ApiRefusal } from "../../../src/core/video-service.ts";
import { en } from "../../../src/messages/words/en.ts";
import { anUnknown } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const lostAnswer: ApiRefusal = { kind: "unavailable", sent: true, detail: "connection reset" };
const never = () => new Promise<never>(() => {});
const unknown = anUnknown();

function aKeyedWorld() {
  const world = aWorld();
  world.video.idempotency = { place: "Idempotency-Key https://video.test", forMs: 24 * HOUR };
  const starts = () =>
    world.video.calls.flatMap((call) => (call.kind === "submit" ? [{ ...call, prompt: undefined }] : []));
  return { ...world, starts };
}

test("a paid call whose response was lost is repeated with the same idempotency key until a task id arrives", async () => {
  const world = aKeyedWorld();
  world.video.nextSubmits(refuse(lostAnswer), refuse({ kind: "rate_limited", retryAfterMs: 30 * SECOND }), () =>
    refuse(lostAnswer),
  );
  await world.begin();
  await world.clock.advance(2 * SECOND);
  expect(world.chat.seen[0]?.text).toContain(en.card.notConfirmed);
  await world.clock.advance(2 * MINUTE);
  const [first, ...others] = world.starts();
  expect(first?.idempotencyKey).toMatch(/^\w+-nonce-1$/);
  expect(others).toEqual(Array(3).fill(first));
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
  expect(world.video.charged()).toBe(95);
});

test("a paid call with an idempotency key is repeated by the next process if the first process was killed before the response", async () => {
  const world = aKeyedWorld();
  world.video.nextSubmits(never);
  await world.begin();
  await world.restart();
  await world.clock.advance(SECOND);
  const [first, second, ...others] = world.starts();
  expect([second, others]).toEqual([first, []]);
  expect((await world.jobOf()).state.status).toBe("running");
});

test("a paid call with an idempotency key is repeated after a restart if the saved response has no task id", async () => {
  const world = aKeyedWorld();
  world.video.nextSubmits(never);
  await world.begin();
  const { job, version } = await world.storedOf();
  if (job.state.status !== "submitting") throw new Error(job.state.status);
  await world.jobs.save({ ...job, state: { ...job.state, answer: { text: "", isWhole: false } } }, version);
  await world.restart();
  await world.clock.advance(MINUTE);
  expect(world.starts()).toHaveLength(2);
  expect((await world.jobOf()).state.status).toBe("running");
});

test("a paid call with an idempotency key is no longer repeated after 24 hours without a response", async () => {
  const world = aKeyedWorld();
  world.video.nextSubmits(...Array(1_000).fill(refuse(lostAnswer)));
  await world.begin();
  await world.clock.advance(23 * HOUR);
  expect(isOpen(await world.jobOf())).toBe(true);
  await world.clock.advance(HOUR);
  expect(outcomeOf(await world.jobOf())).toEqual(unknown);
  const count = world.starts().length;
  await world.clock.advance(24 * HOUR);
  expect(world.starts()).toHaveLength(count);
});

test.for<readonly [string, (world: ReturnType<typeof aKeyedWorld>) => Promise<void>]>([
  [
    "another service is configured",
    async ({ video }) => {
      video.idempotency = { place: "Idempotency-Key https://another.test", forMs: 24 * HOUR };
    },
  ],
  [
    "the idempotency header is no longer configured",
    async ({ video }) => {
      delete video.idempotency;
    },
  ],
  [
    "the API key of the paid call cannot be decrypted",
    async ({ vault }) => {
      vault.open = () => null;
    },
  ],
])("a paid call whose response was lost is not repeated if %s", async ([, change]) => {
  const world = aKeyedWorld();
  world.video.nextSubmits(never);
  await world.begin();
  await change(world);
  await world.restart();
  await world.clock.advance(MINUTE);
  expect(world.starts()).toHaveLength(1);
  expect(outcomeOf(await world.jobOf())).toEqual(unknown);
});

test("a process that is stopping leaves the repetition of a paid call with an idempotency key to the next process", async () => {
  const world = aKeyedWorld();
  world.video.nextSubmits(refuse(lostAnswer));
  await world.begin();
  world.tellToStop();
  await world.clock.advance(10 * SECOND);
  expect(world.starts()).toHaveLength(1);
  await world.restart();
  await world.clock.advance(SECOND);
  expect((await world.jobOf()).state.status).toBe("running");
});

test("a paid call has no idempotency key if the service does not support idempotency keys", async () => {
  const world = aWorld();
  await world.begin();
  expect(world.video.calls).toMatchObject([{ kind: "submit", idempotencyKey: undefined }]);
});
