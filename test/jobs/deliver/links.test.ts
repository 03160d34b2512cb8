import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { askLink } from "../../../src/jobs/deliver/links.ts";
import { aJobId, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";
const FIRST = "https://videos.example/first.mp4";
const SECOND = "https://videos.example/second.mp4";

/** A video that is done and told; its person has another key by now. */
async function doneWorld() {
  const world = aWorld();
  await world.vault.put(anOwner(), new Secret("a-newer-key-4242"));
  await world.begin();
  world.video.succeed(taskId, FIRST);
  await world.clock.advance(10_000);
  const polls = world.video.polled().length;
  return { ...world, ask: () => askLink(world.deps(), aJobId()), polls: () => world.video.polled().length - polls };
}

describe("asking for a link once more", () => {
  test("puts a new one on the card, silently, and keeps it; the job stays closed", async () => {
    const world = await doneWorld();
    const before = await world.jobOf();
    world.video.succeed(taskId, SECOND);
    expect(await world.ask()).toEqual({ kind: "new", videoUrl: SECOND, isShown: true });
    expect(world.polls()).toBe(1);
    expect(world.video.calls.at(-1)).toMatchObject({ kind: "poll", lastFour: "4242" });
    const job = await world.jobOf();
    expect(outcomeOf(job)).toMatchObject({ videoUrl: SECOND, expiresAt: null });
    expect(job).toEqual({ ...before, state: { ...before.state, outcome: outcomeOf(job) } });
    expect(world.chat.seen).toHaveLength(2);
    expect(world.chat.seen[0]?.text).toContain(SECOND);
    expect(world.chat.seen[0]?.text).not.toContain(FIRST);
  });

  test.for([
    [2_000, true],
    [5_000, true],
    [5_001, false],
  ] as const)("waits for a limit of %i ms: %s", async ([retryAfterMs, isShown]) => {
    const world = await doneWorld();
    world.video.succeed(taskId, SECOND);
    world.chat.refuseNext([{ kind: "rate_limited", retryAfterMs }], "show");
    const asked = world.ask();
    await world.clock.advance(retryAfterMs);
    expect(await asked).toEqual({ kind: "new", videoUrl: SECOND, isShown });
  });

  test("that is the old one changes nothing", async () => {
    const world = await doneWorld();
    const before = await world.jobOf();
    const answer = await world.ask();
    expect(answer).toMatchObject({ kind: "same" });
    expect(answer.kind === "same" && answer.expiresAt).toBeGreaterThan(TEST_START);
    expect(await world.jobOf()).toEqual(before);
  });

  test.for([
    [refuse({ kind: "unavailable", sent: true, detail: "" } as const), "no_answer"],
    [refuse({ kind: "rate_limited", retryAfterMs: null } as const), "no_answer"],
    [refuse({ kind: "unknown_task" } as const), "no_link"],
    [refuse({ kind: "bad_key" } as const), "bad_key"],
    [ok({ status: "succeeded", videoUrl: null } as const), "no_link"],
    [ok({ status: "failed" } as const), "no_link"],
    [ok({ status: "running", percent: 40 } as const), "no_link"],
  ] as const)("that brings %j is %s, and changes nothing", async ([answer, kind]) => {
    const world = await doneWorld();
    const before = await world.jobOf();
    world.video.nextPolls(answer);
    expect(await world.ask()).toEqual({ kind });
    expect(world.polls()).toBe(1);
    expect(await world.jobOf()).toEqual(before);
  });

  test("without a key asks nobody", async () => {
    const world = await doneWorld();
    await world.vault.remove(anOwner());
    expect(await world.ask()).toEqual({ kind: "no_key" });
    expect(world.polls()).toBe(0);
  });

  test("whose card is gone keeps the new one and says that it is not shown", async () => {
    const world = await doneWorld();
    await world.chat.remove((await world.jobOf()).reply);
    world.video.succeed(taskId, SECOND);
    expect(await world.ask()).toEqual({ kind: "new", videoUrl: SECOND, isShown: false });
    expect(outcomeOf(await world.jobOf())).toMatchObject({ videoUrl: SECOND });
  });
});

const HOUR = 3_600_000;

/** A card whose video is made, and what became of it since. */
async function aFinishedCard() {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.progress("task_fake_1", 10);
  await world.clock.advance(5_000);
  world.video.succeed("task_fake_1", "https://videos.example/boat.mp4");
  await world.clock.advance(60_000);
  expect(await world.jobOf(id)).toMatchObject({ state: { status: "closed" } });
  const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
  const card = () => world.chat.seen.find(({ mentions }) => mentions.length === 0)?.text ?? "";
  return { world, edits, card };
}

test("a finished card gets Fresh link half an hour before its link ends, by one silent edit", async () => {
  const { world, edits, card } = await aFinishedCard();
  const before = edits();
  expect(card()).not.toContain("Fresh link");
  await world.clock.advance(HOUR);
  expect([edits(), card().includes("Fresh link")]).toEqual([before, false]);
  await world.clock.advance(HOUR / 2);
  expect([edits(), card().includes("Fresh link")]).toEqual([before + 1, true]);
  const messages = world.chat.seen.length;
  await world.clock.advance(24 * HOUR);
  expect([edits(), world.chat.seen.length]).toEqual([before + 1, messages]);
});

test("a card that was deleted since is not shown again for it", async () => {
  const { world, edits } = await aFinishedCard();
  const [messages, before] = [world.chat.seen.length, edits()];
  world.chat.refuseNext([{ kind: "unreachable", detail: "deleted" }], "show");
  await world.clock.advance(2 * HOUR);
  expect([world.chat.seen.length, edits()]).toEqual([messages, before + 1]);
});
