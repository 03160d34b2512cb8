import { describe, expect, test } from "vitest";
import type { AttachRefusal, AttachVideo } from "../../../src/core/film/film.ts";
import { repeatFinalWord } from "../../../src/core/job/final-word.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { askLink } from "../../../src/jobs/deliver/links.ts";
import { acceptJobs } from "../../../src/jobs/start/accept.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const LINK = "https://videos.example/boat.mp4";
const SECOND = "https://videos.example/second.mp4";
const lost: AttachRefusal = { kind: "unavailable", unclear: true, detail: "timed out" };
const clear: AttachRefusal = { kind: "unavailable", unclear: false, detail: "refused" };
const limited = (retryAfterMs: number): AttachRefusal => ({ kind: "rate_limited", retryAfterMs });

type World = ReturnType<typeof aWorld>;

/** A video that is done and wanted in its card. */
async function done(world: World, n = 1, over: Parameters<World["begin"]>[0] = {}): Promise<Job> {
  const job = await world.begin({ id: aJobId(n), isVideoWanted: true, ...over });
  world.video.succeed(`task_fake_${n}`, LINK);
  return job;
}

const isAttaching = ({ state }: Job) => state.status === "attaching";
const triesOf = (world: World) => world.chat.files.map(({ triedAt }) => triedAt !== null);

/** The file is too large, and a copy of that size may fit. */
const over = (maxBytes: number): AttachRefusal => ({ kind: "too_large", maxBytes });

describe("a smaller copy", () => {
  test("comes into the card where the file is too large, which says so, with the link and with nothing new", async () => {
    const world = aWorld();
    world.chat.attachNext(over(20_000));
    await done(world);
    await world.clock.advance(10_000);
    const calls = world.chat.calls.filter(({ title }) => title !== "Making the video").map(({ call }) => call);
    expect(calls).toEqual(["show", "notify", "attach", "attach"]);
    expect(world.chat.seen[0]).toMatchObject({
      file: "a copy of 20000 bytes at most",
      text: expect.stringMatching(/A smaller copy plays here; the original is behind the link\..*\n.*boat\.mp4/),
    });
    expect(await world.jobOf()).toMatchObject({ video: "copy", state: { status: "closed", isNotified: true } });
  });

  test("is made of the original behind the link, one at a time, and holds up no other file", async () => {
    const world = aWorld();
    const asked: unknown[] = [];
    const ends: (() => void)[] = [];
    world.films.copyFilm = async (film) => {
      asked.push(film);
      await new Promise<void>((end) => ends.push(end));
      return ok(Buffer.from("copy"));
    };
    world.chat.attachNext(over(20_000), over(20_000));
    await done(world, 1);
    await done(world, 2);
    await world.clock.advance(10_000);
    expect(asked).toEqual([[{ kind: "address", url: LINK }]]);
    await done(world, 3);
    await world.clock.advance(10_000);
    expect((await world.jobOf(aJobId(3))).video).toBe("here");
    ends[0]?.();
    await world.clock.advance(10_000);
    expect(asked).toHaveLength(2);
    ends[1]?.();
    await world.clock.advance(10_000);
    expect((await world.jobOf(aJobId(1))).video).toBe("copy");
    expect((await world.jobOf(aJobId(2))).video).toBe("copy");
  });

  test.for(["gone", "too_large", "unreadable", "too_slow"] as const)(
    "that is %s leaves the link alone, as if there were no copies",
    async (kind) => {
      const world = aWorld();
      world.films.copyFilm = async () => refuse({ kind });
      world.chat.attachNext(over(20_000));
      await done(world);
      await world.clock.advance(10_000);
      expect(world.chat.seen[0]?.text).toContain("The video is too large for this chat, so here is just the link.");
      expect(await world.jobOf()).toMatchObject({ video: "too_large", state: { status: "closed" } });
      expect(world.chat.files).toHaveLength(1);
    },
  );

  test("is tried again where the film cannot be reached, three times in all", async () => {
    const world = aWorld();
    let tries = 0;
    world.films.copyFilm = async () => {
      tries += 1;
      return refuse({ kind: "unreachable" });
    };
    world.chat.attachNext(over(20_000));
    await done(world);
    await world.clock.advance(600_000);
    expect(tries).toBe(3);
    expect(await world.jobOf()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
  });

  test("that is refused for its size is made once more where the limit is lower, and only then", async () => {
    const world = aWorld();
    const limits: number[] = [];
    world.films.copyFilm = async (_film, maxBytes) => {
      limits.push(maxBytes);
      return ok(Buffer.from("copy"));
    };
    world.chat.attachNext(over(20_000), over(10_000), over(10_000));
    await done(world);
    await world.clock.advance(10_000);
    expect(limits).toEqual([20_000, 10_000]);
    expect(await world.jobOf()).toMatchObject({ video: "too_large", state: { status: "closed" } });
  });

  test("is not tried where no film can be read, also by a process that comes after one that could", async () => {
    const world = aWorld();
    world.films.takeFrame = null;
    await world.restart();
    world.chat.attachNext(over(20_000));
    await done(world);
    await world.clock.advance(10_000);
    expect(await world.jobOf()).toMatchObject({ video: "too_large", state: { status: "closed" } });

    const later = aWorld();
    later.films.copyFilm = () => new Promise(() => {});
    later.chat.attachNext(over(20_000));
    await done(later);
    await later.clock.advance(10_000);
    later.films.takeFrame = null;
    await later.restart();
    await later.clock.advance(60_000);
    expect(await later.jobOf()).toMatchObject({ video: "too_large", state: { status: "closed" } });
  });

  test("that a crash interrupts is made by the next process, and ends after two minutes whatever keeps it", async () => {
    const world = aWorld();
    let isHeld = true;
    world.films.copyFilm = (_film, _maxBytes, signal) =>
      isHeld
        ? new Promise((end) => signal.addEventListener("abort", () => end(refuse({ kind: "too_slow" }))))
        : Promise.resolve(ok(Buffer.from("copy")));
    world.chat.attachNext(over(20_000));
    await done(world);
    await world.clock.advance(10_000);
    isHeld = false;
    await world.restart();
    await world.clock.advance(60_000);
    expect(await world.jobOf()).toMatchObject({ video: "copy", state: { status: "closed" } });

    isHeld = true;
    world.chat.attachNext(over(20_000));
    await done(world, 2);
    await world.clock.advance(110_000);
    expect((await world.jobOf(aJobId(2))).state.status).toBe("attaching");
    await world.clock.advance(20_000);
    expect(await world.jobOf(aJobId(2))).toMatchObject({ video: "too_large", state: { status: "closed" } });
  });
});

describe("a video's file", () => {
  test("comes into the card after the final word and the one notification, and notifies nobody", async () => {
    const world = aWorld();
    await done(world);
    await world.clock.advance(10_000);
    const calls = world.chat.calls.filter(({ title }) => title !== "Making the video").map(({ call }) => call);
    expect(calls).toEqual(["show", "notify", "attach"]);
    expect(world.chat.seen.map(({ file }) => file)).toEqual([LINK, null]);
    expect(world.chat.seen[0]?.text).toContain("The video is ready");
    expect(await world.jobOf()).toMatchObject({ video: "here", state: { status: "closed", isNotified: true } });
  });

  test("comes into a silent card, too", async () => {
    const world = aWorld();
    await done(world, 1, { isSilent: true });
    await world.clock.advance(10_000);
    expect(world.chat.seen.map(({ file }) => file)).toEqual([LINK]);
  });

  test("that nobody wants stays away", async () => {
    const world = aWorld();
    await done(world, 1, { isVideoWanted: false });
    await world.clock.advance(10_000);
    expect(world.chat.files).toEqual([]);
    expect((await world.jobOf()).video).toBeUndefined();
  });

  test("is not promised where cards carry none, and one that was is let go", async () => {
    const world = aWorld();
    const without = { ...world.deps(), deadlineMs: 1, chatOf: () => ({ ...world.chat, attach: null }) };
    const accepted = await acceptJobs(without)(world.orderOf({ isVideoWanted: true }));
    expect(accepted.ok && accepted.value.video).toBeUndefined();

    const switchedOff = aWorld();
    await done(switchedOff);
    Object.assign(switchedOff.chat, { attach: null });
    await switchedOff.clock.advance(10_000);
    expect(await switchedOff.jobOf()).toMatchObject({ video: "skipped", state: { status: "closed" } });
  });

  test.for([
    [{ kind: "too_large" }, "too_large", /too large for this chat.*\n.*boat\.mp4/],
    [{ kind: "not_taken", detail: "40005" }, "not_taken", /could not be posted in this chat.*\n.*boat\.mp4/],
    [{ kind: "no_file", problem: { kind: "not_a_video" } }, "not_taken", /could not be posted in/],
    [{ kind: "no_file", problem: { kind: "expired" } }, "not_taken", /could not be posted in/],
  ] as const)(
    "that ends as %j is told on the card, with the link and with nothing new",
    async ([refusal, video, says]) => {
      const world = aWorld();
      world.chat.attachNext(refusal);
      await done(world);
      await world.clock.advance(10_000);
      expect(world.chat.seen).toHaveLength(2);
      expect(world.chat.seen[0]).toMatchObject({ file: null, text: expect.stringMatching(says) });
      expect(await world.jobOf()).toMatchObject({ video, state: { status: "closed" } });
      expect(world.chat.files).toHaveLength(1);
    },
  );

  test("is tried three times, each time with the word that an earlier one may have arrived", async () => {
    const world = aWorld();
    world.chat.attachNext(lost, clear, { kind: "no_file", problem: { kind: "unreachable" } });
    await done(world);
    await world.clock.advance(300_000);
    expect(triesOf(world)).toEqual([false, true, true]);
    expect(await world.jobOf()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
    expect(world.chat.seen[0]).toMatchObject({ file: null });
  });

  test("waits out rate limits, but not for ever", async () => {
    const world = aWorld();
    world.chat.attachNext(...Array.from({ length: 5 }, () => limited(30_000)));
    await done(world);
    await world.clock.advance(300_000);
    expect(world.chat.files).toHaveLength(6);
    expect((await world.jobOf()).video).toBe("here");

    const busy = aWorld();
    busy.chat.attachNext(...Array.from({ length: 50 }, () => limited(600_000)));
    await done(busy);
    await busy.clock.advance(3 * 3_600_000);
    expect(busy.chat.files.length).toBeLessThan(13);
    expect(await busy.jobOf()).toMatchObject({ video: "not_taken", state: { status: "closed" } });
  });

  test("is given up after two minutes", async () => {
    const world = aWorld();
    world.chat.attachNext("slow");
    await done(world);
    await world.clock.advance(200_000);
    const [first, second, ...more] = world.chat.files;
    expect(more).toEqual([]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(120_000);
    expect((await world.jobOf()).video).toBe("here");
  });

  test("whose card was deleted is let go without a word", async () => {
    const world = aWorld();
    await done(world);
    world.onSave((job) => isAttaching(job) && world.chat.loseCards());
    await world.clock.advance(60_000);
    expect(world.chat.seen).toEqual([]);
    expect(await world.jobOf()).toMatchObject({ video: "not_taken", state: { status: "closed", isNotified: true } });
  });

  test("stays when the card is shown again or gets a new link", async () => {
    const world = aWorld();
    await world.vault.put((await done(world)).owner, world.key);
    await world.clock.advance(1_000);
    await world.restart();
    await world.clock.advance(60_000);
    const finals = world.chat.calls.filter(({ call, title }) => call === "show" && title === "The video is ready");
    expect(finals).toHaveLength(2);
    expect(world.chat.seen[0]).toMatchObject({ file: LINK });
    world.video.succeed("task_fake_1", SECOND);
    expect(await askLink(world.deps(), aJobId())).toMatchObject({ kind: "new", isShown: true });
    expect(world.chat.seen[0]).toMatchObject({ file: LINK, text: expect.stringContaining(SECOND) });
  });

  test("on its way when the link is replaced does not bring the old one back", async () => {
    const world = aWorld();
    await world.vault.put((await done(world)).owner, world.key);
    world.chat.attachNext("slow");
    await world.clock.advance(5_000);
    expect(isAttaching(await world.jobOf())).toBe(true);
    world.video.succeed("task_fake_1", SECOND);
    await askLink(world.deps(), aJobId());
    await world.clock.advance(300_000);
    expect(world.chat.files.map(({ url }) => url)).toEqual([LINK, SECOND]);
    expect(world.chat.seen[0]).toMatchObject({ file: SECOND, text: expect.stringContaining(SECOND) });
    expect(await world.jobOf()).toMatchObject({ isCardInDoubt: false, state: { status: "closed" } });
  });
});

test("a file that arrives while the link is replaced is not brought twice, and stays beside the new link", async () => {
  const world = aWorld();
  await world.vault.put((await done(world)).owner, world.key);
  const { attach } = world.chat;
  const afterNewLink: AttachVideo = async (...asked) => {
    world.video.succeed("task_fake_1", SECOND);
    await askLink(world.deps(), aJobId());
    return attach?.(...asked) ?? refuse({ kind: "skipped" });
  };
  Object.assign(world.chat, { attach: afterNewLink });
  await world.clock.advance(300_000);
  expect(world.chat.files).toHaveLength(1);
  expect(world.chat.seen[0]).toMatchObject({ file: LINK, text: expect.stringContaining(SECOND) });
  expect(await world.jobOf()).toMatchObject({ video: "here", state: { status: "closed" } });
});

describe("files of many videos", () => {
  test("go three at a time, and hold up nothing else", async () => {
    const world = aWorld();
    world.chat.attachNext("slow", "slow", "slow");
    for (const n of [1, 2, 3, 4, 5]) await done(world, n);
    await world.clock.advance(60_000);
    expect(world.chat.files).toHaveLength(3);
    expect(world.chat.calls.filter(({ call }) => call === "notify")).toHaveLength(5);
    await world.begin({ id: aJobId(6) });
    world.video.progress("task_fake_6", 42);
    await world.clock.advance(10_000);
    expect(world.chat.seen.at(-1)?.text).toContain("42% done");
    await world.clock.advance(300_000);
    expect(world.chat.seen.filter(({ file }) => file === LINK)).toHaveLength(5);
  });

  test("wait until every final word has gone", async () => {
    const world = aWorld();
    world.chat.bucketOf = (_reply, what) => ({ name: what, burst: 2, everyMs: 20_000 });
    await done(world, 1, { isSilent: true });
    await world.clock.advance(120_000);
    const word = world.chat.calls.find(({ title }) => title === "The video is ready");
    expect((world.chat.files[0]?.at ?? 0) - (word?.at ?? 0)).toBeGreaterThanOrEqual(20_000);
  });
});

describe("a process that ends while a file is on its way", () => {
  test("by a crash is followed by one that tries again and knows of it", async () => {
    const world = aWorld();
    world.crashAfterSave((job) => job.state.status === "attaching" && job.state.attempts === 1);
    await done(world);
    await world.clock.advance(10_000);
    expect(world.chat.files).toEqual([]);
    await world.restart();
    await world.clock.advance(60_000);
    expect(triesOf(world)).toEqual([true]);
    expect(world.chat.seen.map(({ file }) => file)).toEqual([LINK, null]);
    expect((await world.jobOf()).video).toBe("here");
  });

  test("because it crashed with the word once more in hand is followed by one that says that again after the file", async () => {
    const world = aWorld();
    await done(world);
    world.tellToStop();
    await world.clock.advance(10_000);
    const stored = await world.jobs.load(aJobId());
    if (stored?.job.state.status !== "attaching") throw new Error("not attaching");
    const { outcome, settledAt } = stored.job.state;
    await world.jobs.save(repeatFinalWord(stored.job, { outcome, settledAt }, settledAt), stored.version);
    const before = world.chat.calls.length;
    await world.stop();
    await world.restart();
    await world.clock.advance(60_000);
    expect(world.chat.calls.slice(before).map(({ call }) => call)).toEqual(["show", "attach", "show"]);
    expect((await world.jobOf()).state.status).toBe("closed");
  });

  test("begins no more of them", async () => {
    const world = aWorld();
    await done(world);
    world.tellToStop();
    await world.clock.advance(30_000);
    expect(world.chat.files).toEqual([]);
    expect(isAttaching(await world.jobOf())).toBe(true);
  });

  test("because it is asked to leaves it to the next one at once, uncounted", async () => {
    const world = aWorld();
    world.chat.attachNext("slow");
    await done(world);
    await world.clock.advance(5_000);
    world.tellToStop();
    await world.stop();
    expect((await world.jobOf()).state).toMatchObject({ status: "attaching", attempts: 0 });
    await world.restart();
    await world.clock.advance(60_000);
    expect(triesOf(world)).toEqual([false, true]);
    expect((await world.jobOf()).video).toBe("here");
  });
});
