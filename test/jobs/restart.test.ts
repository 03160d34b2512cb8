import { expect, test } from "vitest";
import { outcomeOf } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
import { aNotStarted, anUnknown } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const taskId = "task_fake_1";
const busy = { kind: "unavailable", unclear: false, detail: "connection refused" } as const;

test("exactly one notification is sent if the bot crashes between the final message and the notification", async () => {
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

test("a video is not started if the bot crashes before it saves that the card was shown", async () => {
  const world = aWorld();
  await world.accept();
  await world.restart();
  await world.clock.advance(60_000);
  expect(world.video.prompts()).toEqual([]);
  expect(outcomeOf(await world.jobOf())).toEqual(aNotStarted("answer_lost"));
  expect(world.chat.seen[0]?.text).toMatch(/nothing was charged/i);
});

test("if saving a job takes longer than 1.5 s, the command is refused and the job never starts", async () => {
  const world = aWorld();
  world.jobs.hang();
  const accepting = world.accept();
  await world.clock.advance(1_600);
  expect(await accepting).toEqual(refuse({ kind: "cannot_save" }));
  world.jobs.resume();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toEqual(aNotStarted("store"));
  expect(world.video.prompts()).toEqual([]);
});

test("if the response to a paid call is lost, the bot reports a possible charge and never repeats the call", async () => {
  const world = aWorld();
  world.video.nextSubmits(() => {
    world.video.begin();
    return refuse({ kind: "unavailable", sent: true, detail: "timed out" });
  });
  const { id } = await world.begin();
  await world.clock.advance(3_600_000);
  expect(world.video.prompts()).toHaveLength(1);
  expect(outcomeOf(await world.jobOf(id))).toEqual(anUnknown());
  expect(world.chat.seen[0]?.text).toMatch(/may have been charged/i);
  expect(world.chat.seen[0]?.text).not.toMatch(/nothing was charged/i);
});
