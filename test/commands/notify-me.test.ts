import { describe, expect, test } from "vitest";
import { aClosedJob, aJob, aJobId, anOwner, aRunning } from "../fakes/jobs.ts";
import { commandWorld, never, press, privateWords } from "./command-world.ts";

const notifyMe = press("notify_me", aJobId());
const ben = anOwner("999");

async function running() {
  const world = commandWorld();
  await world.has(aJob({ state: aRunning() }));
  const listed = async () => (await world.jobs.load(aJobId()))?.job.notify;
  return { world, listed };
}

describe("Notify me too", () => {
  test("puts anybody on the list", async () => {
    const { world, listed } = await running();
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("You will be told too.");
    expect(privateWords(await world.does(notifyMe, { owner: anOwner("998") }))).toContain("You will be told too.");
    expect(await listed()).toEqual(["999", "998"]);
  });

  test("pressed again says that the person is on the list, once", async () => {
    const { world, listed } = await running();
    await world.does(notifyMe, { owner: ben });
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("You are on the list already.");
    expect(await listed()).toEqual(["999"]);
  });

  test("tells the owner that they are told anyway", async () => {
    const { world, listed } = await running();
    expect(privateWords(await world.does(notifyMe))).toContain("You are told anyway.");
    expect(await listed()).toEqual([]);
  });

  test("puts the owner on the list where their settings say no ping", async () => {
    const world = commandWorld();
    await world.has(aJob({ isSilent: true }));
    expect(privateWords(await world.does(notifyMe))).toContain("You will be told too.");
    expect(privateWords(await world.does(notifyMe))).toContain("You are on the list already.");
    expect((await world.jobs.load(aJobId()))?.job.notify).toEqual([anOwner().userId]);
  });

  test("works before the video has started, and for whoever may not make videos", async () => {
    const world = commandWorld({ rules: { access: { blockedUsers: new Set(["999"]) } } });
    await world.has(aJob());
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("You will be told too.");
  });

  test("of a video that has ended says so", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("It has ended already");
  });

  test("of a video that ends at this moment says so", async () => {
    const world = commandWorld({ notifyMe: async () => aClosedJob() });
    await world.has(aJob({ state: aRunning() }));
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("It has ended already");
  });

  test("names no more people than one message holds", async () => {
    const { world, listed } = await running();
    const others = Array.from({ length: 39 }, (_, nth) => anOwner(`1${nth}`));
    for (const owner of others) await world.does(notifyMe, { owner });
    expect(privateWords(await world.does(notifyMe, { owner: ben }))).toContain("The list is full");
    expect(await listed()).toHaveLength(39);
  });

  test("of a forgotten video says so", async () => {
    expect(privateWords(await commandWorld().does(notifyMe))).toContain("forgotten this video");
  });

  test("with a store that is too slow promises nothing", async () => {
    const world = commandWorld({ notifyMe: never });
    await world.has(aJob({ state: aRunning() }));
    const answer = world.does(notifyMe, { owner: ben });
    await world.clock.advance(1_000);
    expect(privateWords(await answer)).toContain("Reelay cannot save this now.");
  });
});
