import { describe, expect, test } from "vitest";
import type { VideoProblem } from "../../../src/core/film/film.ts";
import type { KeepProblem } from "../../../src/core/film/kept-film.ts";
import type { Job, Keeping } from "../../../src/core/job/job.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { deleteCard } from "../../../src/jobs/deliver/job-card.ts";
import { endKeeping, filmKeeper } from "../../../src/jobs/deliver/keep.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aKeptFilm, fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJobId,
  aKeeping,
  anOwner,
  aRequest,
  aSucceeded,
  TEST_START,
  VIDEO_URL,
} from "../../fakes/jobs.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

const LINK = "https://videos.example/boat.mp4";
const OURS = "https://reelay.test/films/film-1";
const over = { keep: "over", state: { status: "closed", isNotified: true } };

async function keepingWorld() {
  const world = aWorld();
  const store = fakeKeptFilms(world.clock);
  world.films.store = store;
  await world.restart();
  return { ...world, store };
}

test("a finished video is stored only after the final message, the notification and the file were sent", async () => {
  const world = await keepingWorld();
  await world.begin({ isVideoWanted: true });
  world.video.succeed("task_fake_1", LINK);
  await world.clock.advance(10_000);
  const calls = () => world.chat.calls.filter(({ title }) => title !== "Making the video").map(({ call }) => call);
  expect(calls()).toEqual(["show", "notify", "attach", "show"]);
  expect([world.store.opened, world.store.closed]).toEqual([[LINK], [LINK]]);
  expect(await world.jobOf()).toMatchObject({ film: { name: "film-1" }, ...over });
  const [card, notification] = world.chat.seen;
  expect(card).toMatchObject({ file: LINK, text: expect.stringContaining(OURS) });
  expect(card?.text).not.toContain(LINK);
  expect(card?.text).toContain("The link expires time:2026-12-21");
  expect(card?.text).not.toContain("[Fresh link]");
  expect(notification?.text).not.toContain(OURS);
  // The card does not depend on the service's link.
  await world.clock.advance(3 * 3_600_000);
  expect(calls()).toHaveLength(4);
});

test("the stored videos of a batch are linked on the batch's card and deleted together with the card", async () => {
  const world = await keepingWorld();
  await world.vault.put(anOwner(), world.key);
  const { id } = await world.begin({ each: [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })] });
  await world.clock.advance(1_000);
  for (const [nth, task] of world.video.taskIds().entries()) {
    world.video.succeed(task, `${LINK}?${nth}`);
    await world.clock.advance(30_000);
    expect(world.chat.seen[0]?.text).toContain(`films/film-${nth + 1})`);
  }
  expect(world.chat.calls.filter(({ call }) => call === "notify")).toHaveLength(1);
  const { state, film } = await world.jobOf(id);
  expect([state, film]).toMatchObject([{ status: "closed", isNotified: true }, undefined]);
  expect(await deleteCard(world.deps(), id, "everything")).toEqual({ kind: "deleted", left: [], saved: 0 });
  expect(world.store.names()).toEqual([]);
});

/** A finished video that is to be stored. */
async function aDueFilm(state: Partial<Keeping> = {}, more: Partial<Job> = {}) {
  const jobWorld = await aJobToStep({ keep: "due", state: aKeeping(state), ...more });
  const store = fakeKeptFilms(jobWorld.clock);
  const deps = (others?: Partial<JobDeps>) =>
    jobWorld.deps({ keptFilms: store, openVideo: store.openVideo, ...others });
  const go = (others?: Partial<JobDeps>) =>
    jobWorld.step((all, stored) => filmKeeper(all)(stored, stored.job.state as Keeping), deps(others));
  return { ...jobWorld, store, deps, go };
}

describe("storing a finished video", () => {
  test.for([
    ["another edit", "has", { status: "announcing", newMessage: "done" }],
    ["no further edit", "has no", { status: "closed" }],
  ] as const)("causes %s of the card if the bot %s public links to stored videos", async ([, has, state]) => {
    const hasLinks = has === "has";
    const { go, store, jobOf, log, chat } = await aDueFilm();
    store.hasLinks = hasLinks;
    expect(await go()).toBeNull();
    expect(await jobOf()).toMatchObject({ film: { name: "film-1" }, state });
    expect([store.opened, store.closed]).toEqual([[VIDEO_URL], [VIDEO_URL]]);
    expect(log.lines).toContainEqual({ level: "info", event: "film kept", fields: { job: aJobId() } });
    expect(chat.calls).toEqual([]);
  });

  test.for<readonly ["is retried" | "is not retried", string, KeepProblem | VideoProblem]>([
    ["is retried", "the video's host cannot be reached", { kind: "unreachable" }],
    ["is retried", "the download ends too early", { kind: "cut_short" }],
    ["is retried", "the video's host refuses the link", { kind: "refused" }],
    ["is not retried", "the link leads to a private network", { kind: "not_public" }],
    ["is not retried", "the link leads to no video", { kind: "not_a_video" }],
    ["is not retried", "the video is too large", { kind: "too_large" }],
    ["is retried", "the store of videos is unavailable", { kind: "unavailable", detail: "ECONNREFUSED" }],
    ["is not retried", "the store of videos is full", { kind: "full", detail: "ENOSPC" }],
  ])("%s if %s", async ([verb, , problem]) => {
    const isTriedAgain = verb === "is retried";
    const { go, store, jobOf, log } = await aDueFilm();
    store.failNext(problem);
    await go();
    expect(await jobOf()).toMatchObject(isTriedAgain ? { state: { status: "keeping", attempts: 1 } } : over);
    const { kind: why, ...detail } = problem;
    const level = "detail" in problem ? "warn" : "info";
    expect(log.lines[0]).toEqual({ level, event: "film not kept", fields: { job: aJobId(), why, ...detail } });
  });

  test("is not retried if the host refuses a link that was renewed two hours ago", async () => {
    const renewed = aSucceeded({ expiresAt: null, renewedAt: TEST_START - 7_200_000 });
    const { go, store, jobOf } = await aDueFilm({ outcome: renewed });
    store.failNext({ kind: "refused" });
    await go();
    expect(await jobOf()).toMatchObject(over);
  });

  test.for<readonly [string, Partial<Keeping>, Partial<JobDeps>]>([
    ["a fourth time", { attempts: 3 }, {}],
    ["if storing videos was switched off", {}, { keptFilms: null }],
    ["if the video's link has expired", { outcome: aSucceeded({ expiresAt: TEST_START }) }, {}],
  ])("is not attempted %s", async ([, state, others]) => {
    const { go, store, jobOf } = await aDueFilm(state);
    await go(others);
    expect([store.opened, await jobOf()]).toMatchObject([[], over]);
  });

  test("does not start in a process that is stopping", async () => {
    const { go, store } = await aDueFilm();
    expect(await go({ stopping: AbortSignal.abort() })).toBe(60_000);
    expect(store.opened).toEqual([]);
  });

  test("is aborted after exactly two minutes", async () => {
    const { go, store, clock, jobOf } = await aDueFilm();
    store.failNext("slow");
    const tried = go();
    await clock.advance(119_999);
    expect(store.closed).toEqual([]);
    await clock.advance(1);
    await tried;
    expect((await jobOf()).state).toMatchObject({ status: "keeping", attempts: 1 });
  });

  test("does not count as an attempt if the process stops during the download", async () => {
    const { go, store, clock, jobOf } = await aDueFilm();
    const stop = new AbortController();
    store.failNext("slow");
    const tried = go({ stopping: stop.signal });
    await clock.advance(0);
    stop.abort();
    await tried;
    expect((await jobOf()).state).toMatchObject({ status: "keeping", attempts: 0 });
  });

  test("waits while four other videos are being stored", async () => {
    const { deps, store, storedOf, clock } = await aDueFilm();
    const keep = filmKeeper(deps());
    store.failNext("slow", "slow", "slow", "slow");
    const job = await storedOf();
    const tries = [2, 3, 4, 5].map((nth) => keep({ ...job, job: { ...job.job, id: aJobId(nth) } }, aKeeping()));
    void tries;
    expect(await keep(job, aKeeping())).toBe(clock.now() + 30_000);
  });

  test("does not start if another process saved the job first", async () => {
    const { go, store, overtaken } = await aDueFilm();
    await go(overtaken);
    expect(store.opened).toEqual([]);
  });

  test("leaves no file behind if the workspace removes the bot in the meantime", async () => {
    const { go, store, deps, jobOf } = await aDueFilm();
    const { keep } = store;
    store.keep = async (...asked) => {
      const film = await keep(...asked);
      await applyTo(deps(), aJobId(), { kind: "workspace_left" });
      return film;
    };
    await go();
    expect([store.opened.length, store.names(), (await jobOf()).film]).toEqual([1, [], undefined]);
  });
});

test("storing a finished video closes the job without an edit if the card can no longer be edited", async () => {
  const reply = aDiscordReply({ editableUntil: TEST_START + 30_000 });
  const { go, chat, jobOf } = await aDueFilm({}, { reply });
  await go();
  expect([chat.calls, await jobOf()]).toMatchObject([[], { film: { name: "film-1" }, ...over }]);
});

describe("the expiry of a stored video", () => {
  const film = aKeptFilm({ name: "film-1" });

  async function aKept(hasLinks = true) {
    const { state } = aClosedJob({}, TEST_START);
    const kept = await aDueFilm({}, { film, state });
    kept.store.hasLinks = hasLinks;
    const forgotten: string[] = [];
    kept.store.forget = async ({ name }) => void forgotten.push(name);
    return { ...kept, forgotten, endOf: async (id = aJobId()) => (await endKeeping(kept.deps(), id))() };
  }

  test("deletes the video and removes the video's link from the card", async () => {
    const { endOf, clock, chat, forgotten, jobOf, at } = await aKept();
    await clock.advance(3 * 3_600_000);
    for (const id of [aJobId(), aJobId(), aJobId(9)]) await endOf(id);
    expect([forgotten, (await jobOf()).film, at("show").length]).toEqual([["film-1"], undefined, 1]);
    expect(chat.seen[0]?.text).toMatch(/video\.mp4[\s\S]*has probably expired[\s\S]*\[Fresh link\]/);
  });

  test("causes no edit of the card if the card does not show the bot's link", async () => {
    const { endOf, forgotten, at } = await aKept(false);
    await endOf();
    expect([forgotten, at("show")]).toEqual([["film-1"], []]);
  });

  test("redraws the batch's card if the video belongs to a batch", async () => {
    const { endOf, jobs, chat, at } = await aKept();
    const [batch, part, other] = aBatch(["ready", "ready"], { reply: chat.freshCard() });
    const parts = [
      { ...part, film },
      { ...other, film: { ...film, name: "film-2" } },
    ] as Job[];
    await jobs.insert(batch, { parts });
    await endOf(part?.id);
    expect(at("show")).toEqual([0]);
    expect(chat.seen.at(-1)?.text).toMatch(/video\.mp4\)[\s\S]*films\/film-2\)/);
  });
});
