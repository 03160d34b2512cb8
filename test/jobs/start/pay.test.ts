import { expect, test } from "vitest";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { refuse } from "../../../src/core/result.ts";
import { addListeners } from "../../../src/jobs/deliver/job-card.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

test("what the paid call brought is on the disk before it is read", async () => {
  const world = aWorld();
  const saved: unknown[] = [];
  world.onSave((job) => saved.push(job.state));
  await world.begin();
  const kept = saved.findIndex((state) => JSON.stringify(state).includes('"isWhole":true'));
  const running = saved.findIndex((state) => JSON.stringify(state).includes('"running"'));
  expect(kept).toBeGreaterThan(0);
  expect(running).toBe(kept + 1);
});

test("a crash between keeping the answer and reading it loses no task", async () => {
  const world = aWorld();
  world.crashAfterSave((job) => job.state.status === "submitting" && job.state.answer !== null);
  await world.begin();
  await world.restart();
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1", credits: 95 });
  expect(world.video.prompts()).toHaveLength(1);
});

test("what came of the paid call is kept although somebody pressed Notify me too meanwhile", async () => {
  const world = aWorld();
  const listen = addListeners(world.deps());
  const submit = world.video.submit.bind(world.video);
  world.video.submit = async (...asked) => {
    await listen(aJobId(), "ben");
    return submit(...asked);
  };
  world.crashAfterSave(
    ({ state, notify }) => state.status === "submitting" && state.answer !== null && notify.length > 0,
  );
  await world.begin();
  await world.restart();
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
  expect(world.video.prompts()).toHaveLength(1);
});

test("a crash before the answer was kept ends as unknown, and is never sent again", async () => {
  const world = aWorld();
  world.crashAfterSave((job) => job.state.status === "submitting");
  await world.begin();
  await world.restart();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "unknown", taskId: null, atMost: 95 });
  expect(world.video.prompts()).toHaveLength(0);
});

test("a kept answer that is a clear no is told as one after a crash", async () => {
  const world = aWorld();
  world.crashAfterSave((job) => job.state.status === "submitting" && job.state.answer !== null);
  await world.begin();
  world.video.readAnswer = () => refuse({ kind: "bad_request", detail: "code 7" });
  await world.restart();
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "refused", refusal: { kind: "bad_request" } });
});

test("a store that fails just after the paid call is asked until it takes the task's id", async () => {
  const world = aWorld();
  world.video.nextSubmits(() => {
    world.jobs.failNext(10);
    return { ok: true, value: world.video.begin() };
  });
  await world.begin();
  await world.clock.advance(15_000);
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
  expect(world.video.prompts()).toHaveLength(1);
  const events = world.log.lines.map(({ event, fields }) => [event, fields.taskId]);
  expect(events).toContainEqual(["the paid call's outcome was not saved", "task_fake_1"]);
});

test("nothing that costs is begun while the process is about to end; the next one begins it", async () => {
  const world = aWorld();
  world.tellToStop();
  await world.begin();
  await world.clock.advance(5_000);
  expect(world.video.prompts()).toHaveLength(0);
  await world.restart();
  expect(world.video.prompts()).toHaveLength(1);
});

test("a paid call that was under way when the process was told to end is waited for and saved", async () => {
  const world = aWorld();
  let answer = () => {};
  world.video.nextSubmits(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ ok: true, value: world.video.begin() });
      }),
  );
  await world.begin();
  world.tellToStop();
  const stopped = world.stop();
  await world.clock.advance(5_000);
  answer();
  await stopped;
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
});
