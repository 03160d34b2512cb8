import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { deleteCard, moveCard } from "../../../src/jobs/deliver/job-card.ts";
import { openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import { filmOf, partsOf } from "../../../src/jobs/related-jobs.ts";
import { aFrame, aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aJobId, anOwner, aRequest, aRunning, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const taskId = "task_fake_1";

async function aMovedCard() {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.progress(taskId, 40);
  await world.clock.advance(3_000);
  const reply = world.chat.freshCard({ token: "another" });
  await world.answered(id, { kind: "moved", reply });
  return { world, id, reply };
}

test("a card that was moved goes on and ends in its new place, and the old one is gone", async () => {
  const { world, id, reply } = await aMovedCard();
  expect(world.chat.seen).toHaveLength(1);
  expect((await world.jobOf(id)).reply).toEqual(reply);
  world.video.progress(taskId, 60);
  await world.clock.advance(9_000);
  expect(world.chat.seen[0]?.text).toContain("60% done");
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  expect(world.chat.seen[0]?.text).toContain("https://videos.example/boat.mp4");
  expect(world.chat.seen).toHaveLength(2);
});

test("a card whose old one was deleted by hand is edited again", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.chat.loseCards();
  world.video.progress(taskId, 40);
  await world.clock.advance(3_000);
  await world.answered(id, { kind: "moved", reply: world.chat.freshCard({ token: "another" }) });
  world.video.progress(taskId, 60);
  await world.clock.advance(9_000);
  expect(world.chat.seen.map(({ text }) => text)).toEqual([expect.stringContaining("60% done")]);
});

test("a video that ended while its card was being moved says so in both places", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  const before = await world.jobOf(id);
  await world.answered(id, { kind: "moved", reply: world.chat.freshCard({ token: "another" }) });
  const cards = world.chat.seen.filter(({ text }) => text.includes("95 credits used"));
  expect(cards).toHaveLength(2);
  expect(await world.jobOf(id)).toEqual(before);
});

test("a job whose paid call is on its way is not touched before its answer is there", async () => {
  const world = aWorld();
  const accepted = await world.accept();
  if (!accepted.ok) throw new Error("not accepted");
  const job = accepted.value;
  const save = async (state: Job["state"]) => {
    const stored = await world.jobs.load(job.id);
    await world.jobs.save({ ...job, dueAt: world.clock.now() + 3_600_000, state }, stored?.version ?? 0);
  };
  await save({ status: "submitting", since: world.clock.now(), attempts: 1, answer: null });
  const reply = world.chat.freshCard({ token: "another" });
  const moving = world.answered(job.id, { kind: "moved", reply });
  await world.clock.advance(5_000);
  expect((await world.jobOf(job.id)).reply).toEqual(job.reply);
  await save(aRunning({ notBefore: world.clock.now() + 3_600_000 }));
  await world.clock.advance(1_000);
  await moving;
  expect((await world.jobOf(job.id)).reply).toEqual(reply);
});

test("a video that ended before its card was moved says so there although the first edits fail", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.succeed(taskId, "https://videos.example/boat.mp4");
  await world.clock.advance(10_000);
  const reply = world.chat.freshCard({ token: "another" });
  const away = { kind: "unavailable", unclear: false, detail: "cut" } as const;
  world.chat.refuseNext([away, { kind: "rate_limited", retryAfterMs: 5_000 }], "show");
  const moving = world.answered(id, { kind: "moved", reply });
  await world.clock.advance(30_000);
  await moving;
  expect(world.chat.seen.filter(({ text }) => text.includes("95 credits used"))).toHaveLength(2);
});

test("a card's old place is cleared although the platform does not take that at first", async () => {
  const world = aWorld();
  const { id } = await world.begin();
  await world.clock.advance(3_000);
  const away = { kind: "unavailable", unclear: false, detail: "cut" } as const;
  world.chat.refuseNext([away, { kind: "rate_limited", retryAfterMs: 5_000 }], "remove");
  const moving = world.answered(id, { kind: "moved", reply: world.chat.freshCard({ token: "another" }) });
  await world.clock.advance(30_000);
  await moving;
  expect(world.chat.seen).toHaveLength(1);
});

test("a workspace that leaves while a moved card gets its end hears nothing more", async () => {
  const world = aWorld();
  const accepted = await world.accept({ wait: { for: "turn" }, sealedKey: "x" });
  if (!accepted.ok) throw new Error(accepted.refusal.kind);
  const { id, reply } = accepted.value;
  await applyTo(world.deps(), id, { kind: "not_started", why: "store" });
  const away = { kind: "unavailable", unclear: false, detail: "cut" } as const;
  world.chat.refuseNext([away, away], "show");
  const moving = world.answered(id, { kind: "moved", reply });
  await world.clock.advance(500);
  await applyTo(world.deps(), id, { kind: "workspace_left" });
  await world.clock.advance(10_000);
  await moving;
  expect(world.chat.calls.filter(({ call }) => call === "show")).toHaveLength(1);
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LINKS_DIE = 121 * MINUTE;
const each = [1, 2, 3].map((nth) => aRequest({ prompt: `scene ${nth}` }));
const filmAt = (nth: number) => `https://videos.example/${nth}.mp4`;

/** A batch of three whose first film is in its card; then the card is moved. */
async function aMovedBatch() {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const batch = await world.begin({ each, isVideoWanted: true });
  await world.clock.advance(SECOND);
  const succeed = (nth: number) => world.video.succeed(world.video.taskIds()[nth - 1] ?? "", filmAt(nth));
  succeed(1);
  await world.clock.advance(20 * SECOND);
  await moveCard(world.deps(), batch.id, world.chat.freshCard({ token: "another" }));
  const finish = async () => {
    for (const nth of [2, 3]) succeed(nth);
    await world.clock.advance(2 * MINUTE);
  };
  const part = async (nth: number) => (await partsOf(world.jobs, await world.jobOf(batch.id)))[nth - 1]?.job.id ?? "";
  const films = () => world.chat.seen.map((card) => [...card.films.values()]);
  return { world, batch, finish, part, films };
}

test("a batch whose card is moved leaves the film in the old one, which moves no more, and later ones come into the new one", async () => {
  const { world, finish, films } = await aMovedBatch();
  const [old] = world.chat.seen;
  expect(old?.message).toMatchObject({ title: "1 of 3 videos ready", bar: null, buttons: [] });
  expect(old?.message?.sections?.filter(({ bar }) => bar)).toEqual([]);
  expect(films()).toEqual([[filmAt(1)], []]);
  await finish();
  expect(films().slice(0, 2)).toEqual([[filmAt(1)], [filmAt(2), filmAt(3)]]);
  expect(world.chat.seen[0]?.text).toBe(old?.text);
  expect(world.chat.seen[1]?.text).toContain("Your 3 videos are ready");
});

test("a film that stayed in the old card can be gone on from when its link is dead", async () => {
  const { world, finish, part } = await aMovedBatch();
  await finish();
  await world.clock.advance(LINKS_DIE);
  for (const nth of [1, 2]) expect(await filmOf(world.deps(), await part(nth))).toMatchObject([{ kind: "platform" }]);
});

test("a batch that was moved twice is taken away with every card that has a film of it, and no other is left", async () => {
  const { world, batch, finish } = await aMovedBatch();
  await moveCard(world.deps(), batch.id, world.chat.freshCard({ token: "a third" }));
  expect(world.chat.seen).toHaveLength(2);
  await finish();
  expect(await deleteCard(world.deps(), batch.id)).toEqual({ kind: "deleted", left: [] });
  expect(world.chat.seen).toEqual([]);
});

test("a picture that a paid call is to name stays in the old card", async () => {
  const world = aWorld();
  const first = aClosedJob({ id: aJobId(7), reply: world.chat.freshCard() }, world.clock.now());
  await world.jobs.insert(first);
  world.films.takeFrame = async () => ({ ok: true, value: aFrame() });
  world.video.nextSubmits(refuse({ kind: "rate_limited", retryAfterMs: 30_000 }));
  const picture = aFramePicture({ job: first.id, nth: 2 });
  const { id } = await world.begin({ request: aRequest({ prompt: "and then it rains", picture }) });
  await world.clock.advance(5 * SECOND);
  const { reply, state } = await world.jobOf(id);
  expect([state.status, reply]).toMatchObject(["accepted", { files: [{ isFrame: true }] }]);
  const [frame] = world.chat.frames;
  await moveCard(world.deps(), id, world.chat.freshCard({ token: "another" }));
  expect(world.chat.seen.map((card) => card.id)).toContain(frame?.cardId);
});

test("on Slack the moved card knows of the films in the old one's thread", async () => {
  const world = aWorld();
  const owner = aSlackOwner();
  const files = [{ id: "F1", nth: 1 }];
  const reply = aSlackReply({ files });
  await world.jobs.insert({ ...aClosedJob({ owner, reply }), state: aRunning() });
  await moveCard(world.deps(), aJobId(), aSlackReply({ ts: "1763700009.000200" }));
  expect((await world.jobOf()).reply).toEqual(aSlackReply({ ts: "1763700009.000200", files }));
});

const away: ChatRefusal = { kind: "unavailable", unclear: false, detail: "away" };

/** A video that is done and told, on a platform that shows its card and its notification. */
async function doneWorld(over: Parameters<ReturnType<typeof aWorld>["begin"]>[0] = {}) {
  const world = aWorld();
  await world.begin(over);
  world.video.succeed("task_fake_1", "https://videos.example/v.mp4");
  await world.clock.advance(10_000);
  return { ...world, deleteCard: () => deleteCard(world.deps(), aJobId()) };
}

/** As above, on a platform that takes two edits at once, and one a second. */
async function crowdedWorld() {
  const world = await doneWorld();
  const chat = { ...world.chat, bucketOf: () => ({ name: "edit", burst: 2, everyMs: 1_000 }) };
  const deps = { ...world.deps(), chatOf: () => chat };
  return { world, deps, traffic: openTraffic(deps), job: await world.jobOf() };
}

describe("deleting a card", () => {
  test("takes its notification along, of which the job knows where it stands", async () => {
    const world = await doneWorld();
    const [, posted] = world.chat.seen;
    expect(await world.jobOf()).toMatchObject({ notification: [{ messageId: posted?.id }] });
    expect(world.chat.seen).toHaveLength(2);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
    expect(world.chat.seen).toEqual([]);
  });

  test("of a video whose person wants no notification searches for none", async () => {
    const world = await doneWorld({ isSilent: true });
    expect(await world.jobOf()).toMatchObject({ notification: [] });
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
  });

  test("says that a notification whose place is not known may stay", async () => {
    const world = await doneWorld();
    const stored = await world.jobs.load(aJobId());
    if (!stored) throw new Error("no job");
    const { notification: _, ...unplaced } = stored.job;
    await world.jobs.save(unplaced, stored.version);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: ["notification"] });
    expect(world.chat.seen).toHaveLength(1);
  });

  test("says what nobody but a person can take away", async () => {
    const world = await doneWorld();
    world.chat.refuseNext([{ kind: "unreachable", detail: "401" }], "takeDown");
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: ["card"] });
  });

  test("that is cut off leaves the card, whose button does the rest", async () => {
    const world = await doneWorld();
    world.chat.refuseNext([away, away, away], "takeDown");
    const first = world.deleteCard();
    await world.clock.advance(2_000);
    expect(await first).toEqual({ kind: "not_now" });
    expect(world.chat.seen.map(({ text }) => /Delete/.test(text))).toEqual([true]);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
    expect(world.chat.seen).toEqual([]);
    expect(await world.deleteCard()).toEqual({ kind: "deleted", left: [] });
  });

  test("waits for a limit that is over soon, and for no other", async () => {
    const world = await doneWorld();
    world.chat.refuseNext([{ kind: "rate_limited", retryAfterMs: 4_000 }], "takeDown");
    const soon = world.deleteCard();
    await world.clock.advance(4_000);
    expect(await soon).toEqual({ kind: "deleted", left: [] });
    world.chat.refuseNext([{ kind: "rate_limited", retryAfterMs: 60_000 }], "takeDown");
    const late = world.deleteCard();
    await world.clock.advance(4_000);
    expect(await late).toEqual({ kind: "not_now" });
  });

  test("waits for its turn among the edits of its card, and is counted with them", async () => {
    const { world, deps, traffic, job } = await crowdedWorld();
    // As many edits as the platform takes at once.
    for (let edit = 0; edit < 2; edit += 1) expect(await traffic.promisedMs(job, world.clock.now())).toBe(0);
    const asked = deleteCard({ ...deps, traffic }, aJobId());
    await world.clock.advance(900);
    expect(world.chat.seen).toHaveLength(2);
    await world.clock.advance(200);
    expect(await asked).toEqual({ kind: "deleted", left: [] });
    expect(world.chat.seen).toEqual([]);
    expect(await traffic.promisedMs(job, world.clock.now())).toBeGreaterThan(0);
  });

  test("is given up for now where its turn would be too long in coming", async () => {
    const { world, deps, traffic, job } = await crowdedWorld();
    traffic.note(job, "edit", { kind: "rate_limited", retryAfterMs: 60_000 });
    expect(await deleteCard({ ...deps, traffic }, aJobId())).toEqual({ kind: "not_now" });
    expect(world.chat.seen).toHaveLength(2);
  });

  test("comes after the video's file, or not yet: nothing may appear once it is done", async () => {
    const slow = aWorld();
    slow.chat.attachNext("slow");
    await slow.begin({ isVideoWanted: true });
    slow.video.succeed("task_fake_1", "https://videos.example/v.mp4");
    await slow.clock.advance(10_000);
    const asked = deleteCard(slow.deps(), aJobId());
    await slow.clock.advance(31_000);
    expect(await asked).toEqual({ kind: "still_open" });
    expect(slow.chat.seen).toHaveLength(2);
  });
});

const HOUR = 3_600_000;

/** A card whose video is made, and what became of it since. */
async function aFinishedCard() {
  const world = aWorld();
  const { id } = await world.begin();
  world.video.progress("task_fake_1", 10);
  await world.clock.advance(5_000);
  world.video.succeed("task_fake_1", "https://videos.example/boat.mp4");
  await world.clock.advance(60_000);
  expect(await world.jobOf(id)).toMatchObject({ state: { status: "closed" } });
  const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
  const card = () => world.chat.seen.find(({ mentions }) => mentions.length === 0)?.text ?? "";
  return { world, edits, card };
}

test("a finished card gets Fresh link half an hour before its link ends, by one silent edit", async () => {
  const { world, edits, card } = await aFinishedCard();
  const before = edits();
  expect(card()).not.toContain("Fresh link");
  await world.clock.advance(HOUR);
  expect([edits(), card().includes("Fresh link")]).toEqual([before, false]);
  await world.clock.advance(HOUR / 2);
  expect([edits(), card().includes("Fresh link")]).toEqual([before + 1, true]);
  const messages = world.chat.seen.length;
  await world.clock.advance(24 * HOUR);
  expect([edits(), world.chat.seen.length]).toEqual([before + 1, messages]);
});

test("a card that was deleted since is not shown again for it", async () => {
  const { world, edits } = await aFinishedCard();
  const [messages, before] = [world.chat.seen.length, edits()];
  world.chat.refuseNext([{ kind: "unreachable", detail: "deleted" }], "show");
  await world.clock.advance(2 * HOUR);
  expect([world.chat.seen.length, edits()]).toEqual([messages, before + 1]);
});

test("no card is edited for it after the bot was removed from the workspace", async () => {
  const { world, edits } = await aFinishedCard();
  await applyTo(world.deps(), aJobId(), { kind: "workspace_left" });
  const before = edits();
  await world.clock.advance(2 * HOUR);
  expect(edits()).toBe(before);
});
