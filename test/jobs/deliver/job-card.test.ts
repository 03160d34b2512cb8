import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { type Job, UnreadableJob } from "../../../src/core/job/job.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import {
  addListener,
  deleteCard,
  drawAgain,
  drawCard,
  linkAlarm,
  moveCard,
  readCard,
  removePressedCard,
} from "../../../src/jobs/deliver/job-card.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { filmSourcesOf } from "../../../src/jobs/related-jobs.ts";
import { message } from "../../../src/messages/message.ts";
import { aBatch } from "../../fakes/batch/batches.ts";
import { aKeptFilm, fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  aKeeping,
  anAccepted,
  anAttaching,
  aRunning,
  aSeveral,
  aSlackOwner,
  aSlackReply,
  aSubmitting,
  aSucceeded,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aJobToStep } from "../a-job-to-step.ts";

async function aCard(over: Partial<Job> = {}) {
  const { reply: _, ...closed } = aClosedJob({}, TEST_START);
  const jobWorld = await aJobToStep({ ...closed, ...over });
  const store = fakeKeptFilms(jobWorld.clock);
  const all = (others: Partial<JobDeps> = {}) => jobWorld.deps({ keptFilms: store, ...others });
  return { ...jobWorld, store, all, stop: AbortSignal.abort() };
}

const away: ChatRefusal = { kind: "unavailable", unclear: false, detail: "away" };
const limited = (retryAfterMs: number): ChatRefusal => ({ kind: "rate_limited", retryAfterMs });
const none: ChatRefusal = { kind: "unreachable", detail: "deleted" };

describe("moving a card to a new message", () => {
  const running = { state: aRunning() };
  for (const [what, call, event, over] of [
    ["edits the new card", "show", "the moved card does not say how it ended", {}],
    ["deletes the old card", "remove", "the card's old place still shows it", running],
  ] as const)
    test.for<readonly [string, readonly ChatRefusal[], readonly number[], string | null]>([
      ["at once", [], [0], null],
      ["with retries after a failure and after a rate limit of 5 s", [away, limited(5_000)], [0, 1_000, 6_000], null],
      [
        "with at most three retries while the platform is down",
        Array(8).fill(away),
        [0, 1_000, 3_000, 7_000],
        "unavailable",
      ],
      ["without a retry if the platform cannot reach the card", [none, away], [0], "unreachable"],
    ])(`${what} %s`, async ([, refusals, times, why]) => {
      const { chat, clock, all, job, at, jobOf, warnings } = await aCard(over);
      chat.refuseNext(refusals, call);
      const reply = chat.freshCard({ token: "another" });
      const moving = moveCard(all(), job.id, reply);
      await clock.advance(200_000);
      await moving;
      expect(at(call)).toEqual(times);
      expect(warnings()).toEqual(why ? [[event, { job: job.id, why }]] : []);
      const { reply: present } = await jobOf();
      expect(present).toEqual(call === "show" ? job.reply : reply);
      const shown = chat.seen.find(({ id }) => id === (reply.platform === "discord" && reply.messageId));
      expect(shown?.text.includes("95 credits used") ?? null).toBe(call === "show" && why === null);
    });

  test("leaves both cards unchanged if the job was restored from a backup", async () => {
    const { chat, all, job, jobOf } = await aCard({ ...running, restored: "unread" });
    const reply = chat.freshCard({ token: "another" });
    await moveCard(all(), job.id, reply);
    expect(chat.calls).toEqual([]);
    expect(await jobOf()).toMatchObject({ reply });
    expect((await jobOf()).restored).toBeUndefined();
  });

  test.for([
    ["edit of the new card", "show", {}],
    ["deletion of the old card", "remove", running],
  ] as const)("does not retry the %s in a process that is stopping", async ([, call, over]) => {
    const stop = new AbortController();
    const { chat, all, job, at } = await aCard(over);
    chat.refuseNext([away, away], call);
    chat.onCall(() => stop.abort());
    for (let again = 0; again < 2; again += 1) await moveCard(all({ stopping: stop.signal }), job.id, chat.freshCard());
    expect(at(call)).toEqual([0]);
  });

  test("waits at most two minutes for the response to the job's paid call", async () => {
    const { clock, chat, all, job, jobs, jobOf, warnings } = await aCard({ state: aSubmitting() });
    const late = moveCard(all(), job.id, chat.freshCard());
    await clock.advance(119_000);
    expect([warnings(), await jobOf()]).toEqual([[], job]);
    await clock.advance(1_000);
    await late;
    expect(warnings()).toEqual([["the card was not moved", { job: job.id }]]);
    const reply = chat.freshCard();
    const moving = moveCard(all(), job.id, reply);
    await clock.advance(500);
    await jobs.save({ ...job, ...running }, 1);
    await clock.advance(500);
    await moving;
    expect((await jobOf()).reply).toEqual(reply);
  });

  test("edits no card if the job is missing, and does not retry the edit if the job is deleted", async () => {
    const { chat, clock, all, job, at, warnings } = await aCard();
    await moveCard(all(), aJobId(9), chat.freshCard());
    chat.refuseNext([away], "show");
    const moving = moveCard(all(), job.id, chat.freshCard());
    await applyTo(all(), job.id, { kind: "workspace_left" });
    await clock.advance(10_000);
    await moving;
    expect(at("show")).toEqual([0]);
    expect(warnings()).toEqual([]);
  });

  test("keeps the job's record of the files in the old card's Slack thread", async () => {
    const reply = aSlackReply({ files: [{ id: "F1", nth: 1 }] });
    const { all, job, jobs, jobOf } = await aCard({ owner: aSlackOwner(), reply, ...running });
    const saves = [async () => false, jobs.save];
    const save: typeof jobs.save = (...saved) => (saves.shift() ?? jobs.save)(...saved);
    await moveCard(all({ jobs: { ...jobs, save } }), job.id, { ...reply, ts: "1.2", files: [] });
    expect((await jobOf()).reply).toEqual({ ...reply, ts: "1.2" });
  });
});

describe("redrawing a card", () => {
  test.for<readonly [string, Partial<Job>]>([
    ["the job is still running", { state: aRunning() }],
    ["the job was deleted", { isForgotten: true }],
    ["the card can be edited for only 30 s more", { reply: aDiscordReply({ editableUntil: TEST_START + 30_000 }) }],
    ["the video's batch is missing", { partOf: { job: aJobId(9), nth: 1 } }],
  ])("is skipped if %s", async ([, over]) => {
    const { all, job, at } = await aCard(over);
    await drawAgain(all(), job);
    expect(at("show")).toEqual([]);
  });

  test("edits the batch's card if the video belongs to a batch", async () => {
    const { all, job, chat, noted } = await aCard();
    await drawAgain(all(), { id: aJobId(9), partOf: { job: job.id, nth: 1 } });
    expect(noted).toEqual([[job.id, "edit", null]]);
    expect(chat.calls).toHaveLength(1);
  });

  test("is skipped if the job's row in the store is unreadable", async () => {
    const { all, jobs, job, chat } = await aCard();
    const load = () => Promise.reject(new UnreadableJob(job.id));
    await drawAgain(all({ jobs: { ...jobs, load } }), job);
    expect(chat.calls).toEqual([]);
  });

  test.for<readonly [string, readonly number[], readonly ChatRefusal[], readonly number[]]>([
    ["waits at most a minute for the bot's own rate limit", [20_000, 40_000], [], [60_000]],
    ["is skipped if the bot's own rate limit requires a wait of more than a minute", [20_000, 40_001], [], []],
    ["is retried after a rate limit of one minute", [], [limited(60_000)], [0, 60_000]],
    ["is not retried after a rate limit of more than a minute", [], [limited(60_001), away], [0]],
    ["is not retried after a failure", [], [away, away], [0]],
  ])("%s", async ([, waits, refusals, times]) => {
    const { all, job, chat, turns, clock, at, noted } = await aCard();
    turns.push(...waits);
    chat.refuseNext(refusals, "show");
    const drawn = drawAgain(all(), job);
    await clock.advance(200_000);
    await drawn;
    expect(at("show")).toEqual(times);
    expect(noted).toHaveLength(times.length);
  });
});

test("pressing “Notify me too” adds the person to the job's notification list", async () => {
  const { all, job, jobOf } = await aCard({ state: aRunning() });
  expect(await addListener(all(), job.id, "7")).toMatchObject({ notify: ["7"] });
  expect(await jobOf()).toMatchObject({ notify: ["7"] });
  expect(await addListener(all(), aJobId(9), "7")).toBeNull();
});

const FILM = "https://videos.example/1.mp4";

/** A batch of two videos. Its card shows the first video's file and is then moved. */
async function aMovedBatch() {
  const [{ reply: _, ...batch }, ...parts] = aBatch(["ready", "running"]);
  const jobWorld = await aJobToStep(batch, ...parts);
  const { chat, job, deps, change } = jobWorld;
  const { signal } = new AbortController();
  const filed = await chat.attach?.(job.reply, message({ tone: "good", title: "1" }), {
    url: FILM,
    nth: 1,
    triedAt: null,
    signal,
  });
  if (filed?.ok) await change({ reply: filed.value.reply });
  await moveCard(deps(), job.id, chat.freshCard({ token: "another" }));
  return { ...jobWorld, parts };
}

test("moving a batch's card leaves the video file on the old card and removes the old card's progress bar", async () => {
  const { chat, parts, deps, clock } = await aMovedBatch();
  const [old, present] = chat.seen;
  expect(old?.message).toMatchObject({ title: "1 of 2 videos ready", bar: null, buttons: [] });
  expect(old?.message?.sections?.filter(({ bar }) => bar)).toEqual([]);
  expect([old, present].map((card) => card?.file)).toEqual([FILM, null]);
  // The video can be continued after its link has expired.
  clock.set(8_000_000);
  expect(await filmSourcesOf(deps(), parts[0]?.id ?? "")).toMatchObject([{ kind: "platform" }]);
});

test("if a batch's card was moved twice, deleting the batch deletes every card with a file of the batch", async () => {
  const { chat, job, deps, change } = await aMovedBatch();
  await moveCard(deps(), job.id, chat.freshCard({ token: "a third" }));
  expect(chat.seen.map(({ file }) => file)).toEqual([FILM, null]);
  await change({ state: aClosed(aSeveral()), notification: [] });
  expect(await deleteCard(deps(), job.id, "everything")).toEqual({ kind: "deleted", left: [], saved: 0 });
  expect(chat.seen).toEqual([]);
});

test("moving a card does not delete the old card if a paid call will use a picture on the old card", async () => {
  const reply = aDiscordReply({ files: [{ id: "F1", name: "frame.png", isFrame: true }] });
  const { all, job, chat, at } = await aCard({ state: anAccepted(), reply });
  await moveCard(all(), job.id, chat.freshCard());
  expect([at("remove"), at("show")]).toEqual([[], [0]]);
});

describe("deleting a card", () => {
  const deleted = { kind: "deleted", left: [], saved: 0 };

  const notified: Job["notification"] = [{ platform: "discord", channelId: "1", messageId: "2", isByToken: false }];
  test.for<readonly [string, Job["notification"], readonly ChatRefusal[], readonly string[]]>([
    ["also deletes the notification", notified, [], []],
    [
      "reports that the notification may remain if the notification's message id is unknown",
      undefined,
      [],
      ["notification"],
    ],
    [
      "reports that the card and the notification may remain if the card cannot be reached",
      "lost",
      [none],
      ["notification", "card"],
    ],
  ])("%s", async ([, notification, refusals, left]) => {
    const { all, job, chat, log } = await aCard(notification && { notification });
    const taken: unknown[] = [];
    const { takeDown } = chat;
    chat.takeDown = (...asked) => {
      taken.push(asked);
      return takeDown(...asked);
    };
    chat.refuseNext(refusals, "takeDown");
    expect(await deleteCard(all(), job.id, "everything")).toEqual({ kind: "deleted", left, saved: 0 });
    expect(taken).toEqual([[job.reply, notification === notified ? notified : []]]);
    const fields = { job: job.id, detail: left.join(" ") };
    expect(log.lines).toEqual([{ level: "info", event: "card deleted", fields }]);
  });

  test.for<readonly [string, readonly number[], readonly ChatRefusal[], readonly number[], string | null]>([
    ["is retried after a failure and after a rate limit of 5 s", [], [away, limited(5_000)], [0, 1_000, 6_000], null],
    ["is given up after a rate limit of 30 s", [], [limited(30_000)], [0], "rate_limited"],
    ["waits 10 s for the bot's own rate limit", [4_000, 6_000], [], [10_000], null],
    ["is given up if the bot's own rate limit requires a wait of more than 10 s", [4_000, 6_001], [], [], "no turn"],
  ])("%s", async ([, waits, refusals, times, why]) => {
    const { all, job, chat, turns, clock, at, noted, warnings } = await aCard({ notification: [] });
    turns.push(...waits);
    chat.refuseNext(refusals, "takeDown");
    const asked = deleteCard(all(), job.id, "everything");
    await clock.advance(60_000);
    expect(await asked).toEqual(why ? { kind: "not_now" } : deleted);
    expect(at("takeDown")).toEqual(times);
    const received = [...refusals.map(({ kind }) => kind), null].slice(0, times.length);
    expect(noted).toEqual(received.map((kind) => [job.id, "edit", kind]));
    expect(warnings()).toEqual(why ? [["card not deleted", { job: job.id, why }]] : []);
  });

  test("is given up without a wait in a process that is stopping", async () => {
    const { all, job, chat, turns, stop, at, warnings } = await aCard();
    chat.refuseNext([away, away], "takeDown");
    expect(await deleteCard(all({ stopping: stop }), job.id, "everything")).toEqual({ kind: "not_now" });
    turns.push(1);
    expect(await deleteCard(all({ stopping: stop }), job.id, "everything")).toEqual({ kind: "not_now" });
    expect([at("takeDown"), warnings().length]).toEqual([[0], 2]);
    const open = await aCard({ state: anAttaching() });
    expect(await deleteCard(open.all({ stopping: stop }), open.job.id, "everything")).toEqual({ kind: "not_now" });
  });

  test("waits at most 30 s for the video file to be attached", async () => {
    const { all, job, jobs, clock, at } = await aCard({ state: anAttaching(), notification: [] });
    const asked = deleteCard(all(), job.id, "everything");
    await clock.advance(29_999);
    const late = deleteCard(all(), job.id, "everything");
    await clock.advance(1);
    expect(await asked).toEqual({ kind: "not_now" });
    await jobs.save({ ...job, state: aClosedJob().state }, 1);
    await clock.advance(249);
    expect(await late).toEqual(deleted);
    expect(at("takeDown")).toEqual([30_249]);
    expect(await deleteCard(all(), aJobId(9), "everything")).toEqual({ kind: "not_now" });
  });

  test("deletes the stored videos before the card, including the stored videos of a batch", async () => {
    const film = aKeptFilm();
    const kept = await aCard({ film });
    const forgotten: string[] = [];
    kept.store.forget = async ({ name }) => void forgotten.push(name);
    kept.chat.refuseNext([limited(60_000)], "takeDown");
    expect(await deleteCard(kept.all(), kept.job.id, "everything")).toEqual({ kind: "not_now" });
    expect([forgotten, (await kept.jobOf()).film]).toEqual([[film.name], undefined]);
    await kept.jobs.insert(aClosedJob({ id: aJobId(2), parts: [aJobId(3), aJobId(4)] }));
    await kept.jobs.insert(aClosedJob({ id: aJobId(3), partOf: { job: aJobId(2), nth: 1 }, film }));
    await kept.jobs.insert(aJob({ id: aJobId(4), partOf: { job: aJobId(2), nth: 2 }, keep: "due", state: aKeeping() }));
    await deleteCard(kept.all(), aJobId(2), "everything");
    expect([forgotten.length, (await kept.jobOf(aJobId(3))).film]).toEqual([2, undefined]);
    expect((await kept.jobOf(aJobId(4))).state.status).toBe("closed");
    expect(await kept.jobs.load(aJobId(2))).toMatchObject({ version: 1 });
  });
});

test("deleting only the card keeps the stored videos and reports the number of stored videos", async () => {
  const film = aKeptFilm();
  const { all, job, chat, jobs, store } = await aCard({ film, notification: [] });
  store.forget = async () => {
    throw new Error("nothing is to be deleted");
  };
  expect(await deleteCard(all(), job.id, "card_only")).toEqual({ kind: "deleted", left: [], saved: 1 });
  expect([chat.seen, (await jobs.load(job.id))?.job.film]).toEqual([[], film]);
  const [batch, ...parts] = aBatch(["ready", "ready"], { reply: chat.freshCard(), notification: [] });
  await jobs.insert(batch, { parts: parts.map((part) => ({ ...part, film })) });
  expect(await deleteCard(all(), batch.id, "card_only")).toEqual({ kind: "deleted", left: [], saved: 2 });
});

describe("reading the card of a job restored from a backup", () => {
  const restored = { restored: "unread" } as const;

  test.for<readonly ["end" | "gone" | "unreadable" | "no_end", string]>([
    ["no_end", "shows no outcome"],
    ["end", "shows an outcome"],
    ["gone", "was deleted"],
    ["unreadable", "is in a channel that the bot cannot read"],
  ])("logs the code “%s” if the card %s", async ([shows]) => {
    const { chat, step, all, job, log, noted } = await aCard(restored);
    if (shows === "end") await chat.show(job.reply, await drawCard(all(), job), "in_place");
    if (shows === "gone") chat.loseCards();
    if (shows === "unreadable") chat.refuseNext([none], "readButtons");
    expect(await step(readCard)).toBeNull();
    const fields = { job: job.id, what: shows };
    expect(log.lines).toMatchObject([{ event: "the card of a restored video was read", fields }]);
    expect(noted).toEqual([[job.id, "edit", null]]);
  });

  test("is repeated after each failure for at most three days", async () => {
    const { chat, step, clock, job, noted, log } = await aCard({ ...restored, state: aKeeping() });
    chat.refuseNext([away, limited(5_000), away], "readButtons");
    expect(await step(readCard)).toBe(10_000);
    expect(await step(readCard)).toBe(5_000);
    clock.set(73 * 3_600_000);
    expect(await step(readCard)).toBeNull();
    expect(noted.map((note) => Object(note)[2])).toEqual(["unavailable", "rate_limited", "unavailable"]);
    expect(log.lines).toMatchObject([{ fields: { job: job.id, what: "unreadable" } }]);
  });
});

describe("pressing a button on one of a job's cards", () => {
  const onSlack = { owner: aSlackOwner(), reply: aSlackReply() };
  const lost = { channelId: "C0000000003", messageId: "1795219200.000999" };
  const own = { ...lost, messageId: "1795219200.000100" };

  test.for<readonly [string, Partial<Job>, typeof lost, readonly number[]]>([
    ["deletes a duplicate card on Slack", onSlack, lost, [0]],
    ["does not delete the job's current card on Slack", onSlack, own, []],
    [
      "does not delete a duplicate card on Slack if the job was restored from a backup",
      { ...onSlack, restored: "unread" },
      lost,
      [],
    ],
    ["does not delete a duplicate card on Discord", {}, lost, []],
  ])("%s", async ([, over, place, times]) => {
    const { all, job, at, warnings } = await aCard(over);
    await removePressedCard(all(), job.id, place);
    expect(at("remove")).toEqual(times);
    expect(warnings()).toEqual([]);
  });

  test("logs a warning if the deletion of a duplicate card fails even after a retry", async () => {
    const { chat, all, job, jobs, clock, at, warnings } = await aCard(onSlack);
    chat.refuseNext([away, none], "remove");
    const removing = removePressedCard(all(), job.id, lost);
    await clock.advance(60_000);
    await removing;
    expect(at("remove")).toEqual([0, 1_000]);
    jobs.failNext(1);
    await removePressedCard(all(), job.id, lost);
    await removePressedCard(all(), aJobId(9), lost);
    expect(warnings()).toEqual([
      ["a lost card was not deleted", { job: job.id, why: "unreachable" }],
      ["a lost card was not deleted", { job: job.id, error: "Error: memoryJobStore fails on purpose" }],
    ]);
  });
});

describe("the timer for redrawing a card", () => {
  const END = 5_400_000;
  const film = aKeptFilm();
  const ends = (expiresAt: number | null) => ({ state: aClosed(aSucceeded({ expiresAt })) });

  test.for<readonly [string, Partial<Job>, readonly number[]]>([
    ["fires half an hour before the card's link expires", {}, [END]],
    ["does not fire if the link expires within half an hour", ends(TEST_START + 1_800_000), []],
    ["does not fire if the link's expiry is unknown", ends(null), []],
    ["does not fire if the job is part of a batch", { partOf: { job: aJobId(9), nth: 1 } }, []],
    ["does not fire if the card shows the bot's own link", { film }, []],
  ])("%s", async ([, over, times]) => {
    const { all, job, clock, at } = await aCard(over);
    linkAlarm(all())(job);
    await clock.advance(2 * END);
    expect(at("show")).toEqual(times);
  });

  test("fires for a stored video if the bot has no public link to the video", async () => {
    const { all, store, job, clock, at } = await aCard({ film });
    linkAlarm(all({ keptFilms: null }))(job);
    store.hasLinks = false;
    linkAlarm(all())(job);
    await clock.advance(2 * END);
    expect(at("show")).toEqual([END, END]);
  });

  test("fires for the next card even if the store failed for one card", async () => {
    const { all, job, jobs, clock, at, warnings } = await aCard();
    const alarm = linkAlarm(all({ jobs: { ...jobs, load: jobs.load } }));
    alarm(job);
    alarm(job);
    alarm(job);
    jobs.failNext(1);
    await clock.advance(END);
    expect(at("show")).toEqual([END, END]);
    const error = "Error: memoryJobStore fails on purpose";
    expect(warnings()).toEqual([["a card was not drawn again", { job: job.id, error }]]);
  });

  test("does not fire after the process stops", async () => {
    const { all, job, clock, at } = await aCard();
    const stop = new AbortController();
    linkAlarm(all({ stopping: stop.signal }))(job);
    stop.abort();
    await clock.advance(END);
    expect(at("show")).toEqual([]);
  });

  test("is set for at most 10,000 cards at a time", async () => {
    const { all, job, clock, at } = await aCard();
    const alarm = linkAlarm(all());
    for (let others = 1; others < 10_000; others += 1) alarm({ ...job, id: aJobId(9) });
    alarm(job);
    alarm(job);
    await clock.advance(END);
    expect(at("show")).toEqual([END]);
    alarm({ ...job, ...ends(TEST_START + 3 * END) });
    await clock.advance(2 * END);
    expect(at("show")).toHaveLength(2);
  });
});
