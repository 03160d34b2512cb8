import { describe, expect, test } from "vitest";
import type { Job } from "../../../src/core/job/job.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";
const url = "https://videos.example/boat.mp4";
const busy = { kind: "unavailable", unclear: false, detail: "refused" } as const;
const timedOut = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const gone = { kind: "unreachable", detail: "no way" } as const;

/** The one card has just shown progress where an edit a minute is all there is, and new messages go by another limit. */
async function aDryWorld(
  over: Partial<Order> = {},
  limits: { readonly isOfEditsAlone?: true } = { isOfEditsAlone: true },
) {
  const world = aWorld();
  world.chat.bucketOf = (_reply, what) =>
    what === "edit" ? { name: what, burst: 1, everyMs: 60_000, ...limits } : { name: what, burst: 10, everyMs: 1_000 };
  const { id } = await world.begin(over);
  world.video.progress(taskId, 10);
  await world.clock.advance(5_000);
  return {
    world,
    end: async () => {
      world.video.succeed(taskId, url);
      await world.clock.advance(10_000);
    },
    rung: () => world.chat.seen.filter(({ mentions }) => mentions.length > 0),
    card: () => world.chat.seen.find(({ mentions }) => mentions.length === 0),
    job: () => world.jobOf(id),
  };
}

describe("a video whose card cannot be edited soon", () => {
  test("is notified of first, and its card says it when its turn comes", async () => {
    const { world, end, rung, card, job } = await aDryWorld();
    await end();
    expect(rung().map(({ text }) => text)).toEqual([expect.stringContaining(url)]);
    expect(card()?.text).not.toContain(url);
    expect((await job()).state).toMatchObject({ status: "announcing", newMessage: "done", isCardDue: true });
    await world.clock.advance(60_000);
    expect(card()?.text).toContain(url);
    expect(rung()).toHaveLength(1);
    expect(await job()).toMatchObject({ notification: [{}], state: { status: "closed", told: true } });
  });

  test("is not notified of first where new messages may count against the same limit", async () => {
    const { world, end, rung, card } = await aDryWorld({}, {});
    await end();
    expect(rung()).toEqual([]);
    await world.clock.advance(60_000);
    expect([card()?.text.includes(url), rung().length]).toEqual([true, 1]);
  });

  test("waits for its card alone where nobody is to be notified", async () => {
    const { world, end, card } = await aDryWorld({ isSilent: true });
    await end();
    await world.clock.advance(60_000);
    expect(world.chat.calls.filter(({ call }) => call === "notify")).toEqual([]);
    expect(card()?.text).toContain(url);
  });

  test("gets its file after its card's word", async () => {
    const { world, end, job } = await aDryWorld({ isVideoWanted: true });
    await end();
    expect(world.chat.files).toEqual([]);
    // A minute for the word, two more for the file, which leaves a turn to final words.
    await world.clock.advance(200_000);
    const calls = world.chat.calls.map(({ call }) => call);
    expect(calls.slice(-3)).toEqual(["notify", "show", "attach"]);
    expect(await job()).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test("has its card's word said once more where it may land on the file", async () => {
    const { world, end, job } = await aDryWorld({ isVideoWanted: true });
    await end();
    world.chat.refuseNext([timedOut], "show");
    await world.clock.advance(400_000);
    const calls = world.chat.calls.map(({ call }) => call);
    expect(calls.slice(calls.indexOf("notify"))).toEqual(["notify", "show", "show", "attach", "show"]);
    expect(await job()).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test("is told by its notification where its card was taken away meanwhile", async () => {
    const { world, end, rung, job } = await aDryWorld();
    await end();
    expect(rung()).toHaveLength(1);
    world.chat.loseCards();
    await world.clock.advance(120_000);
    expect(world.chat.seen).toEqual([]);
    expect((await job()).state).toMatchObject({ status: "closed", told: true });
  });
});

const isNotified = ({ state }: Job) => state.status === "announcing" && state.isCardDue === true;
const isBegun = ({ state }: Job) => state.status === "posting" && state.triedAt !== null;
const isHeld = ({ state }: Job) => state.status === "posting" && state.triedAt === null;

test.for([
  ["before its notification", isHeld],
  ["with its notification on its way", isBegun],
  ["between its notification and its card", isNotified],
] as const)("a crash %s keeps both, once each", async ([, isFatal]) => {
  const { world, end, rung, card, job } = await aDryWorld();
  world.crashAfterSave(isFatal);
  await end();
  await world.restart();
  await world.clock.advance(200_000);
  expect(rung()).toHaveLength(1);
  expect(card()?.text).toContain(url);
  expect((await job()).state).toMatchObject({ status: "closed", told: true });
});

describe("a notification that goes first", () => {
  test("and may have arrived is not sent again, and the card says the word", async () => {
    const { world, end, rung, card, job } = await aDryWorld();
    world.chat.refuseNext([timedOut, ...Array<typeof busy>(60).fill(busy)], "notify");
    await end();
    await world.clock.advance(1_000_000);
    expect(rung()).toHaveLength(1);
    expect(card()?.text).toContain(url);
    expect(await job()).toMatchObject({ notification: "lost", state: { status: "closed", told: true } });
  });

  test("and that every way refuses is tried once more after the card's word", async () => {
    const { world, end, rung, card, job } = await aDryWorld();
    world.chat.refuseNext([gone], "notify");
    await end();
    expect(rung()).toEqual([]);
    expect((await job()).state).toMatchObject({ status: "announcing", newMessage: "impossible" });
    await world.clock.advance(60_000);
    expect(card()?.text).toContain(url);
    expect(rung()).toHaveLength(1);
    expect(await job()).toMatchObject({ notification: [{}], state: { status: "closed", told: true } });
  });

  test("and that every way refuses leaves a message in the place of a card that is gone", async () => {
    const { world, end, rung } = await aDryWorld();
    world.chat.refuseNext([gone], "notify");
    await end();
    world.chat.loseCards();
    await world.clock.advance(60_000);
    expect(rung().map(({ text }) => text)).toEqual([expect.stringContaining(url)]);
  });
});
