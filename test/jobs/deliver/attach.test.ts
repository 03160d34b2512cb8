import { describe, expect, test } from "vitest";
import type { AttachRefusal, AttachVideo, FilmSource } from "../../../src/core/film/film.ts";
import type { JobId } from "../../../src/core/job/ids.ts";
import type { Attaching, Job } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { attacher, workerSlots } from "../../../src/jobs/deliver/attach.ts";
import { askLink } from "../../../src/jobs/deliver/links.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aJobId, anAttaching, anOwner, aSucceeded, TEST_START, VIDEO_URL } from "../../fakes/jobs.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

const LINK = "https://videos.example/boat.mp4";
const lost = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const clear = { kind: "unavailable", unclear: false, detail: "refused" } as const;
const limited = { kind: "rate_limited", retryAfterMs: 30_000 } as const;
const noWay = { kind: "unreachable", detail: "no way" } as const;
const noVideo = { kind: "no_file", problem: { kind: "not_a_video" } } as const;
const unreachable = { kind: "no_file", problem: { kind: "unreachable" } } as const;
/** The host has no video at the link yet, or never will. */
const linkRefused = { kind: "no_file", problem: { kind: "refused" } } as const;
/** The file is too large, and a copy of that size may fit. */
const over = (maxBytes: number) => ({ kind: "too_large", maxBytes }) as const;

/** A file that is due in its card or in its batch's card. */
async function aDueFile(state: Partial<Attaching> = {}, isPart = false) {
  const due = { video: "due", state: anAttaching(state) } as const;
  const [{ reply: _, ...batch }, part, ...others] = aBatch(["running", "running"]);
  const jobWorld = await (isPart ? aJobToStep(batch, { ...part, ...due } as Job, ...others) : aJobToStep(due));
  const id = (isPart && part?.id) || jobWorld.job.id;
  return {
    ...jobWorld,
    job: () => jobWorld.jobOf(id),
    batch: () => jobWorld.jobOf(batch.id),
    lines: () => jobWorld.log.lines.filter(({ event }) => /video not attached|no smaller copy/.test(event)),
    go: (changed?: Partial<JobDeps>) =>
      jobWorld.step(async (deps, card) => {
        const stored = await jobWorld.storedOf(id);
        return attacher(deps)(stored, stored.job.state as Attaching, isPart ? card : undefined);
      }, changed),
  };
}

const shownAgain = { status: "announcing", newMessage: "done" };
const isDueIn = (waitMs: number) => ({ status: "attaching", notBefore: TEST_START + waitMs });
const isTriedAgain = (waitMs: number) => ({ ...isDueIn(waitMs), attempts: 1, triedAt: null });

describe("attaching a video file to its card", () => {
  const closed = { status: "closed" } as const;
  test.for<readonly [string, AttachRefusal | null, object, string | null, string | null]>([
    ["closes the job if the platform accepts the file", null, { video: "here", state: closed }, null, null],
    [
      "causes another edit with the final message if the file is too large",
      { kind: "too_large" },
      { video: "too_large", state: shownAgain },
      null,
      null,
    ],
    [
      "continues with a smaller copy if a smaller copy may fit",
      over(20_000),
      { state: { ...isDueIn(0), copyBytes: 20_000, attempts: 0, triedAt: null } },
      null,
      null,
    ],
    [
      "causes another edit with the final message if the platform rejects the file",
      { kind: "not_taken", detail: "40005" },
      { video: "not_taken", state: shownAgain },
      "card_gone",
      "40005",
    ],
    [
      "is retried if the video's host cannot be reached",
      unreachable,
      { state: isTriedAgain(7_500) },
      null,
      "unreachable",
    ],
    ["is retried if the video's host refuses the link", linkRefused, { state: isTriedAgain(7_500) }, null, "refused"],
    [
      "causes another edit with the final message if the link leads to no video",
      noVideo,
      { video: "not_taken", state: shownAgain },
      null,
      "not_a_video",
    ],
    [
      "closes the job if the platform cannot repeat the attempt safely",
      { kind: "skipped" },
      { video: "skipped", state: closed },
      null,
      null,
    ],
    [
      "closes the job if the card was deleted",
      { kind: "card_gone" },
      { video: "not_taken", state: closed },
      "card_gone",
      null,
    ],
    [
      "closes the job if the card cannot be reached",
      noWay,
      { video: "not_taken", state: closed },
      "unreachable",
      "no way",
    ],
    [
      "is retried after the wait that a rate limit requires",
      limited,
      { state: { ...isDueIn(30_000), attempts: 0, triedAt: null } },
      "rate_limited",
      null,
    ],
    ["is retried if the platform is unavailable", clear, { state: isTriedAgain(7_500) }, "unavailable", "refused"],
    [
      "is retried after 25 s if the platform's response is lost",
      lost,
      { state: { ...isDueIn(25_000), attempts: 1, triedAt: TEST_START } },
      "unavailable",
      "timed out",
    ],
  ])("%s", async ([, refusal, saved, received, detail]) => {
    const { go, chat, job, counted, noted, lines } = await aDueFile();
    if (refusal) chat.attachNext(refusal);
    expect(await go()).toBeNull();
    expect(await job()).toMatchObject({ isCardInDoubt: false, ...saved });
    expect(counted).toEqual([`video ${refusal?.kind ?? "ok"}`]);
    expect(noted).toEqual([[aJobId(), "edit", received]]);
    const fields = { job: aJobId(), why: refusal?.kind, detail };
    expect(lines()).toEqual(refusal ? [{ level: "info", event: "video not attached", fields }] : []);
    expect(chat.files).toEqual([{ url: VIDEO_URL, triedAt: null, at: TEST_START }]);
  });

  test.for<readonly [string, AttachRefusal, object]>([
    ["the file is too large", over(20_000), { state: { copyBytes: 20_000, triedAt: 1 } }],
    ["the platform is unavailable", clear, { state: { ...isDueIn(25_000), triedAt: 1 } }],
  ])("keeps the time of an earlier attempt with an unclear result if %s", async ([, refusal, saved]) => {
    const { go, chat, job } = await aDueFile({ triedAt: 1 });
    chat.attachNext(refusal);
    await go();
    expect(chat.files).toMatchObject([{ triedAt: 1 }]);
    expect(await job()).toMatchObject(saved);
  });

  test.for([
    ["is retried", "less than two hours ago", TEST_START - 7_199_999, "due"],
    ["is not retried", "two hours ago", TEST_START - 7_200_000, "not_taken"],
  ] as const)("%s if the host refuses a link that was renewed %s", async ([, , renewedAt, video]) => {
    const { go, chat, job } = await aDueFile({ outcome: aSucceeded({ expiresAt: null, renewedAt }) });
    chat.attachNext(linkRefused);
    await go();
    expect((await job()).video).toBe(video);
  });

  test("counts no attempt if the bot's own rate limit delays the call", async () => {
    const { go, chat, job, counted } = await aDueFile();
    chat.attachNext({ ...limited, isUnsent: true });
    await go();
    expect(await job()).toMatchObject({ state: { attempts: 0, ...isDueIn(30_000) } });
    expect(counted).toEqual([]);
  });

  test.for<readonly [string, Partial<Attaching>, "films" | "attach" | null, object]>([
    ["a fourth time", { attempts: 3 }, null, { video: "not_taken", isCardInDoubt: false }],
    ["a fourth time after a lost response", { attempts: 3, triedAt: 1 }, null, { isCardInDoubt: true }],
    ["a fourth time with a smaller copy", { attempts: 3, copyBytes: 9 }, null, { video: "too_large" }],
    ["after the video's link has expired", { since: TEST_START - 7_200_000 }, null, { video: "not_taken" }],
    [
      "with a smaller copy if the bot cannot read video files",
      { copyBytes: 9 },
      "films",
      { video: "too_large", state: shownAgain },
    ],
    ["if the platform's cards cannot hold files", {}, "attach", { video: "skipped", state: { status: "closed" } }],
  ])("is not attempted %s", async ([, state, missing, saved]) => {
    const { go, chat, job } = await aDueFile(state);
    const others = { chatOf: () => ({ ...chat, attach: null }) };
    expect(await go(missing === "attach" ? others : missing ? { films: null } : {})).toBeNull();
    expect(chat.files).toEqual([]);
    expect(await job()).toMatchObject(saved);
  });

  test("does not start in a process that is stopping", async () => {
    const { go, chat, job } = await aDueFile();
    expect(await go({ stopping: AbortSignal.abort() })).toBe(60_000);
    expect([chat.files, (await job()).state]).toEqual([[], anAttaching()]);
  });

  test("waits for the final messages of other jobs", async () => {
    const { go, chat, job, turns, asked } = await aDueFile();
    turns.push(4_000);
    expect(await go()).toBe(4_000);
    expect(asked).toEqual([`after final messages ${aJobId()}`]);
    expect([chat.files, (await job()).state]).toEqual([[], anAttaching()]);
  });

  test("does not start if another process saved the job first", async () => {
    const { go, overtaken, chat } = await aDueFile();
    expect(await go(overtaken)).toBeNull();
    expect(chat.files).toEqual([]);
  });

  test.for([
    ["the upload of the full file", {}],
    ["the creation of a smaller copy", { copyBytes: 20_000 }],
  ] as const)("counts no attempt if the process stops during %s", async ([, state]) => {
    const { go, chat, films, job } = await aDueFile(state);
    const stop = new AbortController();
    const { signal } = stop;
    films.copyFilm = async () => stop.abort() ?? refuse({ kind: "unreachable" });
    const attach: AttachVideo = async () => stop.abort() ?? refuse(clear);
    await go({ stopping: signal, chatOf: () => ({ ...chat, attach }) });
    expect((await job()).state).toMatchObject({ status: "attaching", attempts: 0 });
  });

  test("is aborted after exactly two minutes", async () => {
    const { go, chat, clock, job } = await aDueFile();
    let given: AbortSignal | undefined;
    const { attach } = chat;
    const suspected: AttachVideo = (reply, message, video) => {
      given = video.signal;
      return attach?.(reply, message, video) ?? Promise.resolve(refuse({ kind: "skipped" }));
    };
    const others = { chatOf: () => ({ ...chat, attach: suspected }) };
    chat.attachNext(clear);
    await go(others);
    await clock.advance(120_000);
    expect(given?.aborted).toBe(false);
    chat.attachNext("slow");
    const tried = go(others);
    await clock.advance(119_999);
    expect((await job()).state).toMatchObject({ attempts: 2 });
    expect(given?.aborted).toBe(false);
    await clock.advance(1);
    await tried;
    expect((await job()).state).toMatchObject({ triedAt: TEST_START + 120_000 });
  });
});

describe("a smaller copy of a video file", () => {
  const copyBytes = 20_000;

  test("is attached to the card with the note “A smaller copy plays here”", async () => {
    const { go, chat, films, clock, job, turns, asked } = await aDueFile({ copyBytes });
    const copied: unknown[] = [];
    films.copyFilm = async (film: FilmSource, maxBytes) => {
      copied.push(film, maxBytes);
      return ok(Buffer.from("a copy"));
    };
    turns.push(0, 3_000);
    const tried = go();
    await clock.advance(3_000);
    await tried;
    expect(copied).toEqual([[{ kind: "address", url: VIDEO_URL, isNew: true }], copyBytes]);
    expect(asked).toEqual(Array(2).fill(`after final messages ${aJobId()}`));
    expect(chat.files.map(({ at }) => at)).toEqual([TEST_START + 3_000]);
    expect(chat.seen[0]).toMatchObject({ file: "a copy", text: expect.stringContaining("A smaller copy plays here") });
    expect((await job()).video).toBe("copy");
  });

  test.for<readonly [string, "gone" | "too_slow" | "unreachable", number | null, object]>([
    [
      "is given up if the video is no longer available",
      "gone",
      null,
      { video: "too_large", isCardInDoubt: false, state: shownAgain },
    ],
    ["is given up if the video downloads too slowly", "too_slow", 1, { video: "too_large", isCardInDoubt: true }],
    [
      "is tried again after 7.5 s if the video's host cannot be reached",
      "unreachable",
      null,
      { video: "due", state: isTriedAgain(7_500) },
    ],
    [
      "is tried again after 25 s if an earlier attempt may have succeeded",
      "unreachable",
      1,
      { video: "due", state: { ...isDueIn(25_000), triedAt: 1 } },
    ],
  ])("%s", async ([, kind, triedAt, saved]) => {
    const { go, chat, films, job, lines, asked } = await aDueFile({ copyBytes, triedAt });
    films.copyFilm = async () => refuse({ kind });
    await go();
    expect(await job()).toMatchObject(saved);
    expect([chat.files, asked.length]).toEqual([[], 1]);
    const fields = { job: aJobId(), why: kind };
    expect(lines()).toEqual([{ level: "info", event: "no smaller copy of a video", fields }]);
  });

  test.for([
    ["is made again", "a lower", copyBytes - 1, { state: { status: "attaching", copyBytes: copyBytes - 1 } }],
    ["is not made again", "the same", copyBytes, { video: "too_large", state: shownAgain }],
  ] as const)("%s if the platform rejects the copy and reports %s size limit", async ([, , maxBytes, saved]) => {
    const { go, chat, clock, job } = await aDueFile({ copyBytes });
    chat.attachNext(over(maxBytes));
    const tried = go();
    await clock.advance(0);
    await tried;
    expect(await job()).toMatchObject(saved);
  });

  test("is not made if the bot cannot read video files", async () => {
    const { go, chat, job } = await aDueFile();
    chat.attachNext(over(copyBytes));
    await go({ films: null });
    expect(await job()).toMatchObject({ video: "too_large", state: shownAgain });
  });
});

describe("attaching the file of a batch's video", () => {
  test("adds the file to the batch's card even if another process saved the batch first", async () => {
    const { go, chat, batch, job, noted, asked, jobs } = await aDueFile({}, true);
    let saves = 0;
    const save: typeof jobs.save = async (saved, version) => {
      if (saved.parts) saves += 1;
      return saves === 1 ? false : jobs.save(saved, version);
    };
    await go({ jobs: { ...jobs, save } });
    const { id, reply } = await batch();
    expect(reply.files).toMatchObject([{ nth: 1 }]);
    expect([asked, noted]).toEqual([[`after final messages ${id}`], [[id, "edit", null]]]);
    expect(chat.seen[0]).toMatchObject({ text: expect.stringContaining("scene 1") });
    expect(await job()).toMatchObject({ video: "here", state: { status: "closed" } });
  });

  test("does not record the file on a new card that replaced the batch's card during the upload", async () => {
    const { go, chat, batch, job, jobs } = await aDueFile({}, true);
    const other = chat.freshCard();
    const { attach } = chat;
    const moves: AttachVideo = async (...asked) => {
      const stored = await jobs.load((await batch()).id);
      if (stored) await jobs.save({ ...stored.job, reply: other }, stored.version);
      return attach?.(...asked) ?? refuse({ kind: "skipped" });
    };
    await go({ chatOf: () => ({ ...chat, attach: moves }) });
    expect((await batch()).reply).toEqual(other);
    expect((await job()).video).toBe("here");
  });

  test("records the file in the video's job even if the batch is missing", async () => {
    const { go, batch, job, jobs } = await aDueFile({}, true);
    const { id } = await batch();
    let loads = 0;
    const load: typeof jobs.load = async (one) => {
      if (one === id) loads += 1;
      return one === id && loads > 0 ? null : jobs.load(one);
    };
    await go({ jobs: { ...jobs, load } });
    expect([loads > 0, (await job()).video]).toEqual([true, "here"]);
  });

  test.for([
    ["marks", "the platform's response is lost", lost],
    ["does not mark", "the platform is unavailable", clear],
    ["does not mark", "the platform's rate limit is reached", limited],
  ] as const)("%s the batch's card as possibly edited if %s", async ([verb, , refusal]) => {
    const { go, chat, batch } = await aDueFile({}, true);
    chat.attachNext(refusal);
    await go();
    expect((await batch()).isCardInDoubt).toBe(verb === "marks");
  });
});

test("the first job that waits for an upload slot is woken when another upload fails", async () => {
  const woken: JobId[] = [];
  const inTurn = workerSlots({ ...aWorld().deps(), wake: (id) => void woken.push(id) }, 1);
  const nothing = async () => null;
  let fail = (_error: Error) => {};
  const first = inTurn("a", () => new Promise((_, reject) => (fail = reject)));
  for (const id of ["b", "c", "b"]) expect(await inTurn(id, nothing)).toBe(TEST_START + 30_000);
  fail(new Error("the store is away"));
  await expect(first).rejects.toThrow("away");
  expect(woken).toEqual(["b"]);
  expect(await inTurn("c", async () => 7)).toBe(7);
  await inTurn("b", nothing);
  expect(woken).toEqual(["b"]);
});

test("a video file stays on the card if the video's link is replaced during the upload", async () => {
  const { go, chat, video, vault, key, deps, job } = await aDueFile();
  await vault.put(anOwner(), key);
  video.nextPolls(ok({ status: "succeeded", videoUrl: LINK }));
  const attach: AttachVideo = async (...asked) => {
    await askLink(deps(), aJobId());
    return chat.attach?.(...asked) ?? refuse({ kind: "skipped" });
  };
  await go({ chatOf: () => ({ ...chat, attach }) });
  expect(await job()).toMatchObject({ video: "here", state: { ...shownAgain, outcome: { videoUrl: LINK } } });
});

describe("the files of many videos", () => {
  /** Makes finished videos that are due in their cards. */
  async function done(world: ReturnType<typeof aWorld>, count: number) {
    for (let n = 1; n <= count; n += 1) {
      await world.begin({ id: aJobId(n), isVideoWanted: true });
      world.video.succeed(`task_fake_${n}`, LINK);
    }
  }

  test("are attached three at a time without delaying notifications", async () => {
    const world = aWorld();
    world.chat.attachNext("slow", "slow", "slow");
    await done(world, 5);
    await world.clock.advance(60_000);
    expect(world.chat.files).toHaveLength(3);
    expect(world.chat.calls.filter(({ call }) => call === "notify")).toHaveLength(5);
    await world.clock.advance(300_000);
    expect(world.chat.seen.filter(({ file }) => file === LINK)).toHaveLength(5);
  });

  test("are made smaller four at a time without delaying files that are small enough", async () => {
    const world = aWorld();
    const ends: (() => void)[] = [];
    world.films.copyFilm = () => new Promise((end) => ends.push(() => end(ok(Buffer.from("copy")))));
    world.chat.attachNext(...Array.from({ length: 5 }, () => over(20_000)));
    await done(world, 6);
    await world.clock.advance(10_000);
    expect(ends).toHaveLength(4);
    expect((await world.jobOf(aJobId(6))).video).toBe("here");
    ends[0]?.();
    await world.clock.advance(10_000);
    expect(ends).toHaveLength(5);
  });
});
