import { expect, test } from "vitest";
import { tellWaiting } from "../../../src/jobs/deliver/outbox.ts";
import { aJobId, anOwner } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const none = { kind: "unreachable", detail: "closed" } as const;
const DAY = 86_400_000;

/** A video is ready, and no way to its person is left. */
async function aWaitingWord() {
  const world = aWorld();
  await world.begin();
  world.video.succeed("task_fake_1");
  world.chat.loseCards();
  world.chat.refuseNext([none, none], "show");
  await world.clock.advance(10_000);
  return world;
}

test("a final word without a way is told by the person's next command, once", async () => {
  const world = await aWaitingWord();
  expect(world.chat.seen).toEqual([]);
  const tell = tellWaiting(world.deps());
  await tell(anOwner(), world.chat.freshCard());
  await tell(anOwner(), world.chat.freshCard());
  const told = world.chat.seen.filter(({ text }) => /The video is ready[\s\S]*95 credits used/.test(text));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ isPrivate: true });
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", told: true });
});

test("somebody else's command tells nothing", async () => {
  const world = await aWaitingWord();
  await tellWaiting(world.deps())(anOwner("another"), world.chat.freshCard());
  expect(world.chat.calls.some(({ call }) => call === "whisper")).toBe(false);
});

test("a word that may have been told is never told again", async () => {
  const world = await aWaitingWord();
  world.chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "timed out" }], "whisper");
  const tell = tellWaiting(world.deps());
  await tell(anOwner(), world.chat.freshCard());
  await tell(anOwner(), world.chat.freshCard());
  await world.clock.advance(3 * DAY);
  expect(world.chat.calls.filter(({ call }) => call === "whisper")).toHaveLength(1);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed" });
});

test("a way that is there again the next day is taken without a command", async () => {
  const world = await aWaitingWord();
  await world.clock.advance(DAY);
  expect(world.chat.seen).toHaveLength(1);
  expect(world.chat.seen[0]?.mentions).toHaveLength(1);
  expect((await world.jobOf()).state).toMatchObject({ status: "closed", told: true });
});

test("a link that is too old at its delivery is asked for once more", async () => {
  const world = await aWaitingWord();
  world.video.succeed("task_fake_1", "https://videos.example/fresh.mp4");
  await world.clock.advance(DAY);
  expect(world.chat.seen[0]?.text).toContain("https://videos.example/fresh.mp4");
  expect(world.chat.seen[0]?.text).toContain("This is a new link");
});

test("a link that is too old and comes again as it was is said to have probably expired", async () => {
  const world = await aWaitingWord();
  const before = world.video.polled().length;
  await world.clock.advance(DAY);
  expect(world.chat.seen[0]?.text).toContain("has probably expired");
  expect(world.video.polled().length).toBe(before + 1);
});

test("a person whose final word waits may start as many videos as ever", async () => {
  const world = await aWaitingWord();
  expect(await world.jobs.countUnsettled("w")).toBe(0);
  await world.begin({ id: aJobId(2) });
  expect(await world.jobs.countUnsettled("w")).toBe(1);
});
