import { describe, expect, test } from "vitest";
import { type Outcome, outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { askForLink, askLink } from "../../../src/jobs/deliver/links.ts";
import { aKeptFilm, fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import { aClosedJob, aJob, aJobId, anAnnouncing, anOwner, aRequest, TEST_START } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";
const FIRST = "https://videos.example/first.mp4";
const SECOND = "https://videos.example/second.mp4";

const deleteJob = ({ jobs, clock }: ReturnType<typeof aWorld>) =>
  jobs.forget({ jobs: clock.now() + 1, ids: clock.now() + 1, ledger: 0 });

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
    const fields = { job: aJobId(), isShown: true };
    expect(world.log.lines).toContainEqual({ level: "info", event: "link replaced", fields });
  });

  test("of a video that is forgotten, failed or under way asks nobody", async () => {
    const world = await doneWorld();
    await world.begin({ id: aJobId(2) });
    await world.begin({ id: aJobId(3) });
    world.video.fail("task_fake_3");
    await world.clock.advance(10_000);
    const polls = world.polls();
    for (const n of [2, 3, 4]) expect(await askLink(world.deps(), aJobId(n))).toEqual({ kind: "no_link" });
    expect(world.polls()).toBe(polls);
  });

  test.for([
    [[5_000], true],
    [[5_001], false],
    [[2_500, 2_500], true],
    [[2_500, 2_501], false],
  ] as const)("waits for limits of %j ms: %s", async ([limits, isShown]) => {
    const world = await doneWorld();
    world.video.succeed(taskId, SECOND);
    const refusals = limits.map((retryAfterMs) => ({ kind: "rate_limited", retryAfterMs }) as const);
    world.chat.refuseNext(refusals, "show");
    const asked = world.ask();
    await world.clock.advance(5_000);
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
    [refuse({ kind: "busy", detail: "" } as const), "no_answer"],
    [refuse({ kind: "wrong_address", detail: "" } as const), "no_answer"],
    [refuse({ kind: "no_credits" } as const), "no_link"],
    [refuse({ kind: "bad_request", detail: "" } as const), "no_link"],
    [refuse({ kind: "no_key" } as const), "bad_key"],
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

  test("of a job that was deleted meanwhile brings none", async () => {
    const world = await doneWorld();
    world.video.nextPolls(async () => {
      await deleteJob(world);
      return ok({ status: "succeeded", videoUrl: SECOND });
    });
    expect(await world.ask()).toEqual({ kind: "no_link" });
    expect(world.chat.seen[0]?.text).not.toContain(SECOND);
  });

  test.for([
    ["is over, on its card", true],
    ["is open, with its next edit", false],
  ] as const)("for a part of a batch that %s", async ([, isOver]) => {
    const world = aWorld();
    await world.vault.put(anOwner(), world.key);
    const { id } = await world.begin({ each: [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })] });
    await world.clock.advance(1_000);
    const [first = "", second = ""] = world.video.taskIds();
    for (const task of isOver ? [first, second] : [first]) world.video.succeed(task, FIRST);
    await world.clock.advance(30_000);
    world.video.succeed(first, SECOND);
    const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
    const before = edits();
    const asked = await askLink(world.deps(), (await world.jobOf(id)).parts?.[0] ?? "");
    expect([asked, edits() - before]).toEqual([{ kind: "new", videoUrl: SECOND, isShown: true }, isOver ? 1 : 0]);
    await world.clock.advance(0);
    expect([world.chat.seen[0]?.text.includes(SECOND), edits() - before]).toEqual([true, 1]);
  });

  test("of a team's video asks with the team's key, and with no other", async () => {
    const world = await doneWorld();
    await world.vault.put(holderOf(aTeam), new Secret("a-teams-key-7777"));
    await world.jobs.teams.saveRules(aTeam, noRules, 0);
    const job = aClosedJob({ id: aJobId(2), team: aTeam });
    expect(await world.jobs.insert(job)).toBe("inserted");
    await askLink(world.deps(), job.id);
    expect(world.video.calls.at(-1)).toMatchObject({ kind: "poll", lastFour: "7777" });
    await world.vault.remove(holderOf(aTeam));
    expect(await askLink(world.deps(), job.id)).toEqual({ kind: "no_key" });
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

describe("asking for the link of a video that the bot keeps", () => {
  /** A video that is kept unless the store refuses it; its link is dead after two hours. */
  async function keptWorld(
    over: Parameters<ReturnType<typeof aWorld>["begin"]>[0] = {},
    hasAddress = false,
    { refusal, ageMs = 3 * HOUR }: { readonly refusal?: { readonly kind: "full" }; readonly ageMs?: number } = {},
  ) {
    const world = aWorld();
    const store = fakeKeptFilms(world.clock);
    store.hasAddress = hasAddress;
    if (refusal) store.failNext(refusal);
    world.films.store = store;
    await world.restart();
    await world.vault.put(anOwner(), world.key);
    await world.begin(over);
    await world.clock.advance(1_000);
    for (const task of world.video.taskIds()) world.video.succeed(task, FIRST);
    await world.clock.advance(60_000);
    await world.clock.advance(ageMs);
    const polls = world.video.polled().length;
    return {
      ...world,
      store,
      ask: (id = aJobId()) => askLink(world.deps(), id),
      polls: () => world.video.polled().length - polls,
    };
  }

  test("asks nobody where the card has the bot's own, until the film's time is over", async () => {
    const world = await keptWorld({}, true);
    const { film } = await world.jobOf();
    expect(await world.ask()).toEqual({ kind: "same", expiresAt: film?.until });
    expect(world.polls()).toBe(0);
    world.clock.set(film?.until ?? 0);
    await world.ask();
    expect(world.polls()).toBe(1);
  });

  test("asks the service where the bot keeps films no more, or could not keep this one", async () => {
    const world = await keptWorld({}, true);
    expect(await askLink({ ...world.deps(), keptFilms: null }, aJobId())).toMatchObject({ kind: "same" });
    const unkept = await keptWorld({}, true, { refusal: { kind: "full" } });
    expect(await unkept.ask()).toMatchObject({ kind: "same" });
    expect([world.polls(), unkept.polls()]).toEqual([1, 1]);
  });

  test("leaves the film where it is while the service's link lives", async () => {
    const world = await keptWorld({}, false, { ageMs: HOUR });
    expect(await world.ask()).toMatchObject({ kind: "same" });
    expect(world.chat.seen[0]?.file).toBeNull();
  });

  test("puts the film into the card, silently, where the service has no other link", async () => {
    const world = await keptWorld();
    expect(await world.ask()).toEqual({ kind: "in_card" });
    expect([world.polls(), world.chat.seen.length]).toEqual([1, 2]);
    expect(world.chat.seen[0]?.file).toBe(FIRST);
    expect(await world.jobOf()).toMatchObject({ video: "here", state: { status: "closed" } });
    const fields = { job: aJobId(), outcome: "ok" };
    expect(world.log.lines).toContainEqual({ level: "info", event: "kept film brought", fields });
    // A later edit keeps it.
    world.video.succeed(taskId, SECOND);
    expect(await world.ask()).toMatchObject({ kind: "new", isShown: true });
    expect(world.chat.seen[0]).toMatchObject({ file: FIRST, text: expect.stringContaining(SECOND) });
  });

  test("leaves a card as it is that plays the video already, and takes a new link where there is one", async () => {
    const here = await keptWorld({ isVideoWanted: true });
    const edits = here.chat.seen[0]?.edits;
    expect(await here.ask()).toEqual({ kind: "in_card" });
    expect(here.chat.seen[0]?.edits).toBe(edits);
    const world = await keptWorld();
    world.video.succeed(taskId, SECOND);
    expect(await world.ask()).toMatchObject({ kind: "new" });
    expect((await world.jobOf()).video).toBeUndefined();
  });

  test("puts the film of a part into the card of its batch", async () => {
    const world = await keptWorld({ each: [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })] });
    const [, second = ""] = (await world.jobOf()).parts ?? [];
    expect(await world.ask(second)).toEqual({ kind: "in_card" });
    expect([...(world.chat.seen[0]?.films.keys() ?? [])]).toEqual(["file-2"]);
    expect((await world.jobOf()).reply.files).toMatchObject([{ nth: 2 }]);
    expect(await world.jobOf(second)).toMatchObject({ video: "here" });
  });

  test.for([
    ["the film is not there", async (world) => void (await world.store.forget({ name: "film-1" }))],
    ["the file is refused", async (world) => world.chat.attachNext({ kind: "too_large" })],
    ["cards carry no files", async (world) => void Object.assign(world.chat, { attach: null })],
    [
      "the film is larger than is held in memory",
      async ({ jobs, storedOf }) => {
        const { job, version } = await storedOf();
        await jobs.save({ ...job, film: aKeptFilm({ bytes: 100_000_001 }) }, version);
      },
    ],
  ] satisfies [string, (world: Awaited<ReturnType<typeof keptWorld>>) => Promise<void>][])(
    "says what the service said where %s",
    async ([, prepare]) => {
      const world = await keptWorld();
      await prepare(world);
      expect(await world.ask()).toMatchObject({ kind: "same" });
      expect((await world.jobOf()).video).toBeUndefined();
    },
  );
});

describe("a final word whose link is too old asks for it once more", () => {
  const away = refuse({ kind: "unavailable", sent: true, detail: "" } as const);
  const badKey = refuse({ kind: "bad_key" } as const);
  const fresh = ok({ status: "succeeded", videoUrl: SECOND } as const);
  test.for([
    ["brings a new link", [fresh], SECOND, 1],
    ["brings none of a task that goes on", [ok({ status: "running", percent: 40 } as const)], FIRST, 1],
    ["brings none where the service is away, and asks with no other key", [away, fresh], FIRST, 1],
    ["asks with the present key where the first is refused", [badKey, fresh], SECOND, 2],
    ["brings none where both are", [badKey, badKey], FIRST, 2],
    ["asks nobody where there is no key", [], FIRST, 0],
  ] as const)("which %s", async ([, answers, videoUrl, polls]) => {
    const world = aWorld();
    if (polls > 0) await world.vault.put(anOwner(), new Secret("a-newer-key-4242"));
    const outcome = { ...outcomeOf(aClosedJob()), videoUrl: FIRST } as Outcome;
    const sealedKey = polls > 0 ? world.vault.seal(anOwner(), world.key) : null;
    const job = aJob({ sealedKey, state: anAnnouncing(outcome) });
    await world.jobs.insert(job);
    world.video.nextPolls(...answers);
    const stored = await world.storedOf(job.id);
    await askForLink(world.deps(), stored, taskId);
    expect((await world.jobOf()).state).toMatchObject({ isLinkAsked: true, outcome: { videoUrl } });
    expect(world.video.polled()).toHaveLength(polls);
    const fields = { job: job.id, isThere: videoUrl === SECOND };
    expect(world.log.lines).toContainEqual({ level: "info", event: "link asked again", fields });
  });
});
