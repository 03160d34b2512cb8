import { describe, expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import type { AnswerFate } from "../../../src/core/command.ts";
import { chained, FILM_MS } from "../../../src/core/film/film-chain.ts";
import type { Chat } from "../../../src/core/front-end.ts";
import { type Accepted, type FirstCard, type Job, outcomeOf } from "../../../src/core/job/job.ts";
import type { InsertHow } from "../../../src/core/job/job-storage.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { acceptJobs, noteAnswer, type Order, settleFirstCard } from "../../../src/jobs/start/accept.ts";
import { fakeChat } from "../../fakes/chat.ts";
import { fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import {
  A_MARK,
  aDiscordReply,
  aJobId,
  aNotStarted,
  anAccepted,
  anApproval,
  anOwner,
  aRequest,
  aSlackOwner,
  aSlackReply,
  TEST_START,
} from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

const lost = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const away = { ...lost, unclear: false } as const;
const none = { kind: "unreachable", detail: "" } as const;
const busy = { kind: "rate_limited", retryAfterMs: 5_000 } as const;

test("a card that is shown after its job has already ended says that nothing was started", async () => {
  const world = aWorld();
  await world.accept();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "answer_lost" });
  await world.answered(aJobId(), { kind: "given", reply: world.chat.freshCard() });
  await world.clock.advance(1_000);
  expect(world.chat.seen.at(-1)?.text).toContain("Not started");
  expect(world.video.prompts()).toEqual([]);
});

test("if the answer to saving a batch is lost, its videos end with it and nothing is charged", async () => {
  const world = aWorld();
  const { insert, save } = world.jobs;
  const lost = new Error("saved, and the answer was lost");
  world.jobs.insert = async (...inserted) => {
    await insert.call(world.jobs, ...inserted);
    throw lost;
  };
  world.jobs.save = async (...saved) => {
    await save.call(world.jobs, ...saved);
    world.jobs.save = save;
    throw lost;
  };
  expect(await world.accept({ each: [aRequest(), aRequest()] })).toMatchObject({ refusal: { kind: "cannot_save" } });
  await world.clock.advance(60_000);
  expect(await world.jobs.openJobsOf(anOwner())).toEqual([]);
  expect(world.video.prompts()).toEqual([]);
});

test("a process that stalled while saving shows no card, and the command is refused at no cost", async () => {
  const world = aWorld();
  const insert = world.jobs.insert.bind(world.jobs);
  world.jobs.insert = async (job) => {
    // Time passes, and no timer comes to its turn.
    world.clock.set(5_001);
    return insert(job);
  };
  expect(await world.accept()).toMatchObject({ refusal: { kind: "cannot_save" } });
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "store" });
  expect(world.video.prompts()).toEqual([]);
});

const team = { platform: "discord", teamId: "300000000000000003" } as const;

/** Accepts an order in a store that answers as given, and says what was stored, woken, logged and looked at. */
async function accepted(over: Partial<Order> = {}, others: Partial<JobDeps> = {}, answer: Inserted = "inserted") {
  const world = aWorld();
  const deps = world.deps();
  const [woken, spent, stored]: [[string, number][], unknown[], Job[]] = [[], [], []];
  const insert = async (job: Job, { parts = [] }: InsertHow = {}) => {
    stored.push(job, ...parts);
    return answer;
  };
  const accept = acceptJobs({
    ...deps,
    jobs: { ...world.jobs, insert },
    scheduler: { ...deps.scheduler, schedule: (id, at) => void woken.push([id, at - world.clock.now()]) },
    managers: { ...deps.managers, spent: async (...asked) => void spent.push(asked) },
    ...others,
  });
  return { result: await accept(world.orderOf(over)), stored, woken, spent, log: world.log };
}
type Inserted = Awaited<ReturnType<JobDeps["jobs"]["insert"]>>;

const answerDue = { answer: "due", notBefore: TEST_START + 30_000 } as const;

test("an accepted job has 30 s to show its card, and is scheduled and logged", async () => {
  const { result, stored, woken, spent, log } = await accepted();
  const [job] = stored;
  expect(result).toEqual(ok(job));
  expect(job).toMatchObject({
    deadlineAt: TEST_START + 3_600_000,
    dueAt: TEST_START + 30_000,
    notify: [],
    isCardInDoubt: false,
    price: 95,
  });
  expect(job?.state).toEqual(anAccepted(answerDue));
  expect([job?.video, job?.keep, job?.locale, job?.approval]).toEqual(Array(4).fill(undefined));
  expect([woken, spent]).toEqual([[[aJobId(), 30_000]], []]);
  const fields = { job: aJobId(), platform: "discord", price: 95 };
  expect(log.lines).toEqual([{ level: "info", event: "job accepted", fields }]);
});

test.for([
  ["exists", "already_accepted"],
  ["repeated", "repeated"],
  ["full", "full"],
  ["team_month", "team_month"],
  ["person_month", "person_month"],
  ["ask_above", "ask_above"],
  ["no_rules", "no_rules"],
] as const)(
  'if the store answers "%s", the command is refused as "%s" and nothing is scheduled',
  async ([answer, kind]) => {
    const { result, woken } = await accepted({}, {}, answer);
    expect([result, woken]).toEqual([refuse({ kind }), []]);
  },
);

const films = (keepMs: number) => ({ keptFilms: { ...fakeKeptFilms(manualClock()), keepMs } });
const withoutFiles = { chatOf: () => ({ ...fakeChat(), attach: null }) };
test.for([
  [{ isVideoWanted: true }, {}, { video: "due" }],
  [{ isVideoWanted: true }, withoutFiles, { video: undefined }],
  [{ isVideoWanted: false }, {}, { video: undefined }],
  [{}, films(86_400_000), { keep: "due" }],
  [{}, films(0), { keep: undefined }],
  [{ locale: "de" }, {}, { locale: "de" }],
  [{ locale: "en" }, {}, { locale: undefined }],
] satisfies [Partial<Order>, Partial<JobDeps>, object][])(
  "an order creates a job that records the wanted file, the film to keep and the language if needed (row %#)",
  async ([over, others, parts]) => {
    const { stored } = await accepted(over, others);
    expect({ video: undefined, keep: undefined, locale: undefined, ...stored[0] }).toMatchObject(parts);
  },
);

test.for([
  [{ for: "turn" }, 7_200_000, undefined],
  [{ for: "approval", because: "ask_above" }, 86_400_000, anApproval()],
] satisfies [Order["wait"], number, object | undefined][])(
  "an order that waits for $for may wait for $1 ms",
  async ([wait, forMs, approval]) => {
    const { stored, spent } = await accepted({ wait, team });
    const [job] = stored;
    expect(job?.state).toEqual({ status: "waiting", ...answerDue, for: wait.for, until: TEST_START + forMs });
    expect({ ...job?.approval }).toMatchObject({ ...approval });
    expect(job?.approval === undefined).toBe(approval === undefined);
    expect([job?.sealedKey, spent.length]).toEqual([null, 1]);
  },
);

describe("several videos of one request", () => {
  const each = [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })] as const;

  test("are saved as a batch, with parts that wait for their turn and check for it at once", async () => {
    const { stored, woken } = await accepted({ each, isVideoWanted: true });
    const [batch, ...parts] = stored;
    expect(batch).toMatchObject({ price: 0, parts: parts.map(({ id }) => id) });
    expect([batch?.state, batch?.video]).toEqual([{ status: "gathering", ...answerDue }, undefined]);
    for (const [index, part] of parts.entries())
      expect(part).toMatchObject({
        price: 95,
        video: "due",
        dueAt: TEST_START,
        request: each[index],
        partOf: { job: batch?.id, nth: index + 1 },
        state: { status: "waiting", ...answerDue, for: "turn", until: TEST_START + 7_200_000 },
      });
    expect(woken).toEqual([...parts.map(({ id }) => [id, 0]), [batch?.id, 30_000]]);
  });

  test("in a chain wait for the previous video, and first for an approval if one is needed", async () => {
    const chain = chained(aJobId(), each);
    const { stored } = await accepted({ each: chain });
    expect(stored.map(({ state }) => state)).toMatchObject([
      { status: "gathering" },
      { for: "turn" },
      { status: "waiting", ...answerDue, for: "film", until: TEST_START + FILM_MS },
    ]);
    const asked = await accepted({ each: chain, wait: { for: "approval", because: "ask_above" } });
    expect(asked.stored.map(({ state }) => state)).toMatchObject(Array(3).fill({ status: "waiting", for: "approval" }));
    expect(asked.stored.map(({ approval }) => approval !== undefined)).toEqual([true, false, false]);
  });
});

test("a card that the platform moved is saved with the job; a card that was refused or shown by another process ends the job", async () => {
  const world = aWorld();
  await world.accept();
  const reply = world.chat.freshCard();
  await world.answered(aJobId(), { kind: "moved", reply });
  expect((await world.jobOf()).reply).toEqual(reply);
  await world.accept({ id: aJobId(2) });
  await world.answered(aJobId(2), { kind: "refused" });
  expect(outcomeOf(await world.jobOf(aJobId(2)))).toEqual(aNotStarted("answer_refused"));
  await world.accept({ id: aJobId(3) });
  await world.answered(aJobId(3), { kind: "elsewhere" });
  expect(outcomeOf(await world.jobOf(aJobId(3)))).toEqual(aNotStarted("answered_elsewhere"));
  await world.answered(aJobId(9), { kind: "given", reply });
});

/** A first card whose fate is settled by a step. */
async function aFirstCard(answer: FirstCard["answer"] = "unclear", over: Partial<Job> = {}) {
  const jobWorld = await aJobToStep({ state: anAccepted({ answer }), ...over });
  const settle = async (others?: Partial<JobDeps>) => {
    await jobWorld.step((deps, stored) => settleFirstCard(deps, stored, stored.job.state as Accepted), others);
    return jobWorld.jobOf();
  };
  return { ...jobWorld, settle };
}

const unposted = { owner: aSlackOwner(), reply: aSlackReply({ ts: null, cardChannelId: null }) };
const tooOld = { acceptedAt: TEST_START - 600_001 };
const again = (waitMs: number) => ({ answer: "unclear", notBefore: TEST_START + waitMs });
test.for<readonly [string, FirstCard["answer"], Partial<Job>, ChatRefusal | null, object, number]>([
  ["was shown", "unclear", {}, null, { state: { answer: "given" } }, 1],
  ["is rate limited", "unclear", {}, busy, { isCardInDoubt: false, state: again(5_000) }, 1],
  ["was certainly not shown", "unclear", {}, away, { isCardInDoubt: false, state: again(3_000) }, 1],
  ["may have been shown", "unclear", {}, lost, { isCardInDoubt: true }, 1],
  [
    "has been deleted",
    "unclear",
    { reply: aDiscordReply() },
    null,
    { state: { outcome: { why: "answer_refused" } } },
    1,
  ],
  ["cannot be reached", "unclear", {}, none, { state: { outcome: { why: "answer_refused" } } }, 1],
  ["is posted", "unclear", unposted, null, { state: { answer: "given" } }, 1],
  ["is not posted a second time", "retried", unposted, null, { state: { outcome: { why: "answer_lost" } } }, 0],
  ["was never reported as shown", "due", {}, null, { state: { outcome: { why: "answer_lost" } } }, 0],
  ["is too old", "unclear", tooOld, null, { state: { outcome: { why: "too_old" } } }, 0],
])("a first card that %s is settled", async ([, answer, over, refusal, saved, shows]) => {
  const { settle, chat } = await aFirstCard(answer, over);
  if (refusal) chat.refuseNext([refusal], "show");
  expect(await settle()).toMatchObject(saved);
  expect(chat.calls).toHaveLength(shows);
});

const here = aSlackReply();
const endedElsewhere = { state: { status: "closed", outcome: { why: "answered_elsewhere" }, isNotified: false } };
test.for<readonly [string, FirstCard["answer"], Awaited<ReturnType<Chat["find"]>>, object, number]>([
  ["is found", "retried", ok(here), { reply: here, state: { answer: "given" } }, 0],
  ["is found after a crash", "due", ok(here), { reply: here, state: { answer: "given" } }, 0],
  [
    "cannot be searched for yet",
    "unclear",
    refuse(busy),
    { state: { answer: "unclear", notBefore: TEST_START + 5_000 } },
    0,
  ],
  ["is certainly missing", "retried", ok("not_there"), { state: { answer: "given" } }, 1],
  ["is missing after a crash", "due", ok("not_there"), { state: { outcome: { why: "answer_lost" } } }, 0],
  ["belongs to another process after a crash", "due", ok("elsewhere"), endedElsewhere, 0],
  ["belongs to another process", "unclear", ok("elsewhere"), endedElsewhere, 0],
])('a first card that %s (its answer: "%s") is settled', async ([, answer, search, saved, shows]) => {
  const triedAt = TEST_START + 1;
  const { settle, chat } = await aFirstCard(answer, { ...unposted, state: anAccepted({ answer, triedAt }) });
  const asked: unknown[] = [];
  chat.find = async (_reply, how) => {
    asked.push(how);
    return search;
  };
  expect(await settle()).toMatchObject(saved);
  expect(asked).toEqual([{ job: aJobId(), mark: A_MARK, triedAt: answer === "due" ? TEST_START : triedAt }]);
  expect(chat.calls.filter(({ call }) => call === "show")).toHaveLength(shows);
});

test("a first card is not posted after another process saved the job, or by a process that was paused after saving", async () => {
  const { settle, overtaken, stalledAt, chat } = await aFirstCard("unclear", unposted);
  await settle(overtaken);
  expect((await settle(stalledAt.save)).state).toMatchObject(again(9_000));
  expect(chat.calls).toEqual([]);
});

test.for<readonly [AnswerFate, number, object]>([
  [{ kind: "given", reply: aDiscordReply({ messageId: "7" }) }, 0, { reply: { messageId: "7" } }],
  [{ kind: "postponed", waitMs: 4_000 }, 4_000, { state: { attempts: 0, notBefore: TEST_START + 4_000 } }],
  [{ kind: "unclear" }, 0, { state: { answer: "unclear" } }],
  [{ kind: "postponed", waitMs: 0 }, 3_000, { state: { notBefore: TEST_START + 3_000 } }],
])("the result $kind of answering a command wakes its job in $1 ms", async ([fate, afterMs, saved]) => {
  const { deps, woken, jobOf, warnings } = await aFirstCard("due");
  await noteAnswer(deps(), aJobId(), fate);
  expect(woken).toEqual([[aJobId(), afterMs]]);
  const line = ["answer not taken", { job: aJobId(), fate: fate.kind }];
  expect(warnings()).toEqual(fate.kind === "given" ? [] : [line]);
  expect(await jobOf()).toMatchObject(saved);
});
