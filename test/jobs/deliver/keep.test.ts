import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { deleteCard } from "../../../src/jobs/deliver/job-card.ts";
import { endKeeping } from "../../../src/jobs/deliver/keep.ts";
import { filmOf } from "../../../src/jobs/related-jobs.ts";
import { fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import { aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const LINK = "https://videos.example/boat.mp4";
const OURS = "https://reelay.test/films/film-1";
const HOUR = 3_600_000;

type World = Awaited<ReturnType<typeof keepingWorld>>;

/** A bot that keeps finished films. */
async function keepingWorld() {
  const world = aWorld();
  const store = fakeKeptFilms(world.clock);
  world.films.store = store;
  await world.restart();
  return { ...world, store };
}

async function done(world: World, n = 1, over: Parameters<World["begin"]>[0] = {}): Promise<void> {
  await world.begin({ id: aJobId(n), ...over });
  world.video.succeed(`task_fake_${n}`, LINK);
}

const isKeeping = ({ state }: Job) => state.status === "keeping";
const callsOf = ({ chat }: World) =>
  chat.calls.filter(({ title }) => title !== "Making the video").map(({ call }) => call);
const away: ChatRefusal = { kind: "unavailable", unclear: false, detail: "away" };

/** A film is on its way to the store, and takes long. */
async function slowlyKeeping() {
  const world = await keepingWorld();
  world.store.failNext("slow");
  await done(world);
  await world.clock.advance(10_000);
  return world;
}

describe("a film that is kept", () => {
  test("comes to the store after the final word, its notification and its file, and then the card shows our link", async () => {
    const world = await keepingWorld();
    await done(world, 1, { isVideoWanted: true });
    await world.clock.advance(10_000);
    expect(callsOf(world)).toEqual(["show", "notify", "attach", "show"]);
    expect([world.store.opened, world.store.closed]).toEqual([[LINK], [LINK]]);
    expect(await world.jobOf()).toMatchObject({ film: { name: "film-1" }, keep: "over", state: { status: "closed" } });
    expect(world.log.lines).toContainEqual({ level: "info", event: "film kept", fields: { job: aJobId() } });
    const [card, notification] = world.chat.seen;
    expect(card).toMatchObject({ file: LINK, text: expect.stringContaining(OURS) });
    expect(card?.text).not.toContain(LINK);
    expect(card?.text).toContain("The link expires time:2026-12-21");
    expect(card?.text).not.toContain("[Fresh link]");
    expect(notification?.text).not.toContain(OURS);
    // Nothing on the card ends with the service's link.
    await world.clock.advance(3 * HOUR);
    expect(callsOf(world)).toHaveLength(4);
  });

  test("is for the bot alone where it has no address: nothing is edited, and a fresh link is offered as ever", async () => {
    const world = await keepingWorld();
    world.store.hasAddress = false;
    await done(world);
    await world.clock.advance(10_000);
    expect(callsOf(world)).toEqual(["show", "notify"]);
    expect(await world.jobOf()).toMatchObject({ film: { name: "film-1" }, state: { status: "closed" } });
    await world.clock.advance(2 * HOUR);
    expect(world.chat.seen[0]?.text).toContain("[Fresh link]");
    expect(await filmOf(world.deps(), aJobId())).toMatchObject([{ kind: "platform" }]);
  });

  test("comes two at a time, and a job that waits for its turn holds up no final word", async () => {
    const world = await keepingWorld();
    world.store.failNext("slow", "slow");
    for (const n of [1, 2, 3]) await done(world, n);
    await world.clock.advance(10_000);
    expect(world.store.opened).toHaveLength(2);
    expect(callsOf(world).filter((call) => call === "notify")).toHaveLength(3);
    expect((await world.jobOf(aJobId(3))).state.status).toBe("keeping");
    await world.clock.advance(200_000);
    expect(world.store.names()).toHaveLength(3);
    for (const n of [1, 2, 3]) expect((await world.jobOf(aJobId(n))).state.status).toBe("closed");
  });

  test("is tried three times where it cannot be reached", async () => {
    const world = await keepingWorld();
    world.store.failNext(
      { kind: "unreachable" },
      { kind: "cut_short" },
      { kind: "unavailable" },
      { kind: "cut_short" },
    );
    await done(world);
    await world.clock.advance(300_000);
    expect(world.store.opened).toHaveLength(3);
    const job = await world.jobOf();
    expect(job).toMatchObject({ keep: "over", state: { status: "closed", isNotified: true } });
    expect(job.film).toBeUndefined();
    expect(world.chat.seen[0]?.text).toContain(LINK);
  });

  test.for([["full"], ["expired"], ["not_public"], ["not_a_video"]] as const)(
    "is given up at once where it is %s, without an edit",
    async ([kind]) => {
      const world = await keepingWorld();
      world.store.failNext({ kind });
      await done(world);
      await world.clock.advance(300_000);
      expect(world.store.opened).toHaveLength(1);
      expect(callsOf(world)).toEqual(["show", "notify"]);
      expect(await world.jobOf()).toMatchObject({ keep: "over", state: { status: "closed" } });
      const fields = { job: aJobId(), why: kind };
      expect(world.log.lines).toContainEqual({ level: "info", event: "film not kept", fields });
    },
  );

  test("that a stop interrupts is not counted, and the process that stops begins none", async () => {
    const world = await slowlyKeeping();
    world.tellToStop();
    await world.clock.advance(1_000);
    expect((await world.jobOf()).state).toMatchObject({ status: "keeping", attempts: 0 });
    await world.clock.advance(600_000);
    expect(world.store.opened).toHaveLength(1);
    await world.restart();
    await world.clock.advance(60_000);
    expect(world.store.names()).toHaveLength(1);
  });

  test("whose job has ended meanwhile is not left behind", async () => {
    const world = await slowlyKeeping();
    const keep = world.store.keep;
    world.store.keep = async (...asked) => {
      const film = await keep(...asked);
      await applyTo(world.deps(), aJobId(), { kind: "workspace_left" });
      return film;
    };
    await world.clock.advance(300_000);
    expect(world.store.opened).toHaveLength(2);
    expect(world.store.names()).toEqual([]);
    expect((await world.jobOf()).film).toBeUndefined();
  });

  test("is not kept any more where keeping was switched off", async () => {
    const world = await slowlyKeeping();
    world.films.store = null;
    await world.restart();
    await world.clock.advance(60_000);
    expect(await world.jobOf()).toMatchObject({ keep: "over", state: { status: "closed" } });
  });
});

describe("the films of a batch", () => {
  /** A batch of two videos. */
  async function aBatch(over: Parameters<World["begin"]>[0] = {}) {
    const world = await keepingWorld();
    await world.vault.put(anOwner(), world.key);
    const { id } = await world.begin({ each: [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })], ...over });
    await world.clock.advance(1_000);
    const succeed = (nth: number) => world.video.succeed(world.video.taskIds()[nth - 1] ?? "", `${LINK}?${nth}`);
    return { world, id, succeed };
  }

  test.for([[true], [false]])("are kept, and its card shows the links; files wanted: %s", async ([isVideoWanted]) => {
    const { world, id, succeed } = await aBatch({ isVideoWanted: isVideoWanted ?? false });
    succeed(1);
    await world.clock.advance(30_000);
    expect(world.chat.seen[0]?.text).toContain(OURS);
    world.store.failNext({ kind: "unavailable" });
    succeed(2);
    await world.clock.advance(60_000);
    expect(world.chat.seen[0]?.text).toMatch(/films\/film-1\)[\s\S]*films\/film-2\)/);
    expect(world.chat.calls.filter(({ call }) => call === "notify")).toHaveLength(1);
    expect((await world.jobOf(id)).state).toMatchObject({ status: "closed", isNotified: true });
    expect((await world.jobOf(id)).film).toBeUndefined();

    expect(await deleteCard(world.deps(), id)).toEqual({ kind: "deleted", left: [] });
    expect(world.store.names()).toEqual([]);
  });

  test("cost its card no edit where nothing is new: none is kept, or each was on it before its final word", async () => {
    const full = await aBatch();
    full.world.store.failNext({ kind: "full" }, { kind: "full" });
    full.succeed(1);
    full.succeed(2);
    await full.world.clock.advance(60_000);
    expect((await full.world.jobOf(full.id)).state.status).toBe("closed");
    const editsOf = ({ chat }: World) => chat.calls.filter(({ title }) => title === "Your 2 videos are ready").length;
    // The final word and its notification.
    expect(editsOf(full.world)).toBe(2);
  });

  test("are drawn on its card once more when one goes", async () => {
    const { world, succeed, id } = await aBatch();
    succeed(1);
    succeed(2);
    await world.clock.advance(60_000);
    await (await endKeeping(world.deps(), (await world.jobOf(id)).parts?.[0] ?? ""))();
    expect(world.chat.seen[0]?.text).toMatch(/boat\.mp4\?1\)[\s\S]*films\/film-2\)/);
  });
});

describe("the edit that shows the link", () => {
  /** A film that is kept, and whose card refuses these edits. */
  async function refused(...refusals: ChatRefusal[]) {
    const world = await keepingWorld();
    world.onSave((job) => {
      if (isKeeping(job) && !job.film) world.chat.refuseNext(refusals.splice(0), "show");
    });
    await done(world);
    await world.clock.advance(300_000);
    return { job: await world.jobOf(), edits: callsOf(world).filter((call) => call === "show").length - 1, world };
  }

  test("is tried three times, and waits for a limit without a try", async () => {
    expect(await refused(away, away)).toMatchObject({ edits: 3, job: { state: { status: "closed" } } });
    const given = await refused(away, away, away, away);
    expect(given).toMatchObject({
      edits: 3,
      job: { film: { name: "film-1" }, state: { status: "closed", isNotified: true } },
    });
    const limit: ChatRefusal = { kind: "rate_limited", retryAfterMs: 1_000 };
    const limited = await refused(limit, limit, limit, limit);
    expect(limited.edits).toBe(5);
    expect(limited.world.chat.seen[0]?.text).toContain(OURS);
  });

  test("waits for its turn after the final words", async () => {
    const world = await keepingWorld();
    world.chat.bucketOf = (_reply, what) => ({ name: what, burst: 2, everyMs: 20_000 });
    await done(world, 1, { isSilent: true });
    await world.clock.advance(120_000);
    const [word, link] = world.chat.calls.filter(({ title }) => title === "The video is ready");
    expect((link?.at ?? 0) - (word?.at ?? 0)).toBeGreaterThanOrEqual(20_000);
    expect(world.chat.seen[0]?.text).toContain(OURS);
  });

  test("is let go where the card is gone", async () => {
    const world = await keepingWorld();
    world.onSave((job) => job.film && world.chat.loseCards());
    await done(world);
    await world.clock.advance(60_000);
    expect(callsOf(world)).toEqual(["show", "notify", "show"]);
    expect(await world.jobOf()).toMatchObject({
      film: { name: "film-1" },
      state: { status: "closed", isNotified: true },
    });
  });

  test("is not made where the card can be edited no more: each try would be a refusal that counts", async () => {
    const world = await keepingWorld();
    const reply = world.chat.freshCard({ editableUntil: world.clock.now() + 60_000 });
    world.store.failNext({ kind: "unavailable" }, { kind: "unavailable" });
    await done(world, 1, { reply });
    await world.clock.advance(300_000);
    expect(await world.jobOf()).toMatchObject({ film: { name: "film-1" }, state: { status: "closed" } });
    expect(callsOf(world).filter((call) => call === "show")).toHaveLength(1);
  });
});

describe("a kept film goes", () => {
  async function keptJob() {
    const world = await keepingWorld();
    await done(world);
    await world.clock.advance(10_000);
    expect(world.store.names()).toEqual(["film-1"]);
    return world;
  }

  test("when its time is over, and the card then says what is left", async () => {
    const world = await keptJob();
    await world.clock.advance(3 * HOUR);
    await (await endKeeping(world.deps(), aJobId()))();
    expect(world.store.names()).toEqual([]);
    expect((await world.jobOf()).film).toBeUndefined();
    expect(world.chat.seen[0]?.text).toMatch(/boat\.mp4[\s\S]*has probably expired[\s\S]*\[Fresh link\]/);
    const edits = world.chat.seen[0]?.edits;
    await (await endKeeping(world.deps(), aJobId()))();
    await (await endKeeping(world.deps(), aJobId(9)))();
    expect(world.chat.seen[0]?.edits).toBe(edits);
  });

  test("without an edit where the card does not show the link to it", async () => {
    const world = await keptJob();
    world.store.hasAddress = false;
    const edits = world.chat.seen[0]?.edits;
    await (await endKeeping(world.deps(), aJobId()))();
    expect(world.store.names()).toEqual([]);
    expect(world.chat.seen[0]?.edits).toBe(edits);
  });

  test("with its workspace", async () => {
    const world = await keptJob();
    await applyTo(world.deps(), aJobId(), { kind: "workspace_left" });
    expect(world.store.names()).toEqual([]);
  });
});
