import { expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
import { aJobId } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const taskId = "task_fake_1";
const busy = { kind: "unavailable", unclear: false, detail: "connection refused" } as const;

test("a running job goes on after a restart without paying again", async () => {
  const world = aWorld();
  await world.begin();
  await world.restart();
  world.video.succeed(taskId);
  await world.clock.advance(10_000);
  expect(world.video.prompts()).toHaveLength(1);
  expect(world.chat.seen[0]?.text).toContain("https://");
  expect(world.chat.seen).toHaveLength(2);
});

test("a crash between the card and the notification sends one notification", async () => {
  const world = aWorld();
  await world.begin();
  world.video.succeed(taskId);
  world.chat.refuseNext([busy], "notify");
  await world.clock.advance(2_500);
  expect((await world.jobOf()).state.status).toBe("posting");
  await world.restart();
  await world.clock.advance(70_000);
  expect(world.chat.seen.filter(({ mentions }) => mentions.length > 0)).toHaveLength(1);
});

test("a crash before the answer was noted starts nothing, for its person may have read that nothing was charged", async () => {
  const world = aWorld();
  await world.accept();
  await world.restart();
  await world.clock.advance(60_000);
  expect(world.video.prompts()).toEqual([]);
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "not_started", why: "answer_lost" });
  expect(world.chat.seen[0]?.text).toMatch(/nothing was charged/i);
});

test("a command found ten minutes later is not begun any more, and says so", async () => {
  const world = aWorld();
  await world.accept();
  await world.answered(aJobId(), { kind: "unclear" });
  world.chat.refuseNext(
    Array.from({ length: 400 }, () => busy),
    "show",
  );
  await world.clock.advance(606_000);
  expect(world.video.prompts()).toEqual([]);
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "not_started", why: "too_old" });
});

test("a store that is slower than a second and a half refuses, and what it saves later never begins", async () => {
  const world = aWorld();
  world.jobs.hang();
  const accepting = world.accept();
  await world.clock.advance(1_600);
  expect(await accepting).toEqual(refuse({ kind: "cannot_save" }));
  world.jobs.resume();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toEqual({ kind: "not_started", why: "store" });
  expect(world.video.prompts()).toEqual([]);
});

test("where no way to the person is left for a week, the job ends untold and the operator reads it", async () => {
  const world = aWorld();
  await world.begin();
  world.video.succeed(taskId);
  world.chat.loseCards();
  const none = { kind: "unreachable", detail: "closed" } as const;
  world.chat.refuseNext(
    Array.from({ length: 18 }, () => none),
    "show",
  );
  await world.clock.advance(6 * 86_400_000);
  expect((await world.jobOf()).state).toMatchObject({ status: "announcing" });
  await world.clock.advance(2 * 86_400_000);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", isNotified: false });
  expect(world.log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "no way to the person" }));
});
