import { describe, expect, test } from "vitest";
import { ok } from "../../../src/core/result.ts";
import { anOwner, aRequest } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const linkOf = (nth: number) => `https://videos.example/${nth}.mp4`;

/** A batch of three running videos whose films are wanted. */
async function aBatch(videos = 3) {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const each = Array.from({ length: videos }, (_, index) => aRequest({ prompt: `scene ${index + 1}` }));
  const batch = await world.begin({ each, isVideoWanted: true });
  await world.clock.advance(SECOND);
  const parts = () => world.partsOf(batch.id);
  const card = () => world.chat.seen[0];
  return {
    world,
    batch,
    parts,
    card,
    films: () => [...(card()?.films.values() ?? [])],
    succeed: (nth: number) => world.video.succeed(world.video.taskIds()[nth - 1] ?? "", linkOf(nth)),
    notifications: () => world.chat.seen.filter(({ mentions }) => mentions.length > 0),
  };
}

describe("the films of a batch", () => {
  test("come into its card one by one, each as its own video ends", async () => {
    const { world, batch, films, succeed, parts, notifications } = await aBatch();
    succeed(2);
    await world.clock.advance(20 * SECOND);
    expect(films()).toEqual([linkOf(2)]);
    expect((await parts()).map(({ state, video }) => [state.status, video])).toEqual([
      ["running", "due"],
      ["closed", "here"],
      ["running", "due"],
    ]);
    succeed(1);
    await world.clock.advance(20 * SECOND);
    expect(films().toSorted()).toEqual([linkOf(1), linkOf(2)]);
    expect(notifications()).toEqual([]);
    succeed(3);
    await world.clock.advance(20 * SECOND);
    expect(films().toSorted()).toEqual([1, 2, 3].map(linkOf));
    expect(notifications()).toHaveLength(1);
    expect(await world.jobOf(batch.id)).toMatchObject({ video: "here", state: { status: "closed", isNotified: true } });
    expect((await world.jobOf(batch.id)).reply.files?.map(({ nth }) => nth)).toEqual([2, 1, 3]);
  });

  test("cost no edit of the card but their own", async () => {
    const { world, succeed } = await aBatch();
    succeed(1);
    await world.clock.advance(10 * SECOND);
    const before = world.chat.calls.length;
    await world.clock.advance(60 * SECOND);
    expect(world.chat.calls.slice(before)).toEqual([]);
  });

  test("hold up neither the final word nor the notification", async () => {
    const { world, batch, succeed, films } = await aBatch();
    world.chat.attachNext("slow", "slow", "slow");
    for (const nth of [1, 2, 3]) succeed(nth);
    await world.clock.advance(125 * SECOND);
    const order = world.chat.calls.map(({ call, title }) => `${call} ${title}`);
    expect(order.indexOf("show Your 3 videos are ready")).toBeGreaterThan(0);
    expect(order.findIndex((call) => call.startsWith("notify"))).toBeGreaterThan(0);
    await world.clock.advance(600 * SECOND);
    expect(films()).toHaveLength(3);
    expect((await world.jobOf(batch.id)).state.status).toBe("closed");
  });

  test("that do not fit stay links, which the card says once, with nothing new", async () => {
    const { world, batch, succeed, films, card, notifications } = await aBatch();
    world.chat.attachNext({ kind: "too_large" }, { kind: "not_taken", detail: "40005" });
    for (const nth of [1, 2, 3]) succeed(nth);
    await world.clock.advance(60 * SECOND);
    expect(films()).toEqual([linkOf(3)]);
    expect(card()?.text.match(/could not be posted in this chat/g)).toHaveLength(1);
    expect(card()?.text).toContain(linkOf(1));
    expect(notifications()).toHaveLength(1);
    expect((await world.jobOf(batch.id)).state.status).toBe("closed");
  });

  test("that are too large come as smaller copies, for which neither final word nor notification waits", async () => {
    const { world, batch, succeed, films, card, notifications } = await aBatch();
    let isMade = () => {};
    world.films.copyFilm = async () => {
      await new Promise<void>((made) => {
        isMade = made;
      });
      return ok(Buffer.from("copy"));
    };
    world.chat.attachNext({ kind: "too_large", maxBytes: 20_000 });
    succeed(1);
    await world.clock.advance(60 * SECOND);
    for (const nth of [2, 3]) succeed(nth);
    await world.clock.advance(60 * SECOND);
    expect(card()?.text).toContain("Your 3 videos are ready");
    expect(notifications()).toHaveLength(1);
    expect(films().toSorted()).toEqual([linkOf(2), linkOf(3)]);
    isMade();
    await world.clock.advance(60 * SECOND);
    expect(films()).toContain("copy");
    expect(card()?.text.match(/play here as smaller copies/g)).toHaveLength(1);
    expect(notifications()).toHaveLength(1);
    expect((await world.jobOf(batch.id)).state.status).toBe("closed");
  });
});
