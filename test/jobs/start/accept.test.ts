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

test("a first card says “Not started” if it is shown only after its job has ended", async () => {
  const world = aWorld();
  await world.accept();
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "answer_lost" });
  await world.answered(aJobId(), { kind: "given", reply: world.chat.freshCard() });
  await world.clock.advance(1_000);
  expect(world.chat.seen.at(-1)?.text).toContain("Not started");
  expect(world.video.prompts()).toEqual([]);
});

test("every video of a batch ends without a charge if the store's response to saving the batch is lost", async () => {
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

test("a command is refused without a charge if the process stalled while saving the job", async () => {
  const world = aWorld();
  const insert = world.jobs.insert.bind(world.jobs);
  world.jobs.insert = async (job) => {
    // Time passes, but no timer runs.
    world.clock.set(5_001);
    return insert(job);
  };
  expect(await world.accept()).toMatchObject({ refusal: { kind: "cannot_save" } });
  await world.clock.advance(60_000);
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "not_started", why: "store" });
  expect(world.video.prompts()).toEqual([]);
});

const team = { platform: "discord", teamId: "300000000000000003" } as const;

/** Accepts an order with a store whose `insert` returns `answer`. Returns the stored jobs, the scheduled jobs, the log and the owners whose spending was checked. */
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

test("an accepted job is saved, logged and scheduled to run 30 s later", async () => {
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
  ["the command's job exists already", "exists", "already_accepted"],
  ["an earlier command used the same platform event", "repeated", "repeated"],
  ["too many videos are already running or queued", "full", "full"],
  ["the team's monthly cap would be exceeded", "team_month", "team_month"],
  ["the person's monthly cap would be exceeded", "person_month", "person_month"],
  ["the price needs an approval", "ask_above", "ask_above"],
  ["the team has no rules", "no_rules", "no_rules"],
] as const)("a command is refused and schedules no job if %s", async ([, answer, kind]) => {
  const { result, woken } = await accepted({}, {}, answer);
  expect([result, woken]).toEqual([refuse({ kind }), []]);
});

const films = (keepMs: number) => ({ keptFilms: { ...fakeKeptFilms(manualClock()), keepMs } });
const withoutFiles = { chatOf: () => ({ ...fakeChat(), attach: null }) };
test.for([
  ["attaches the video file if the person wants the file", { isVideoWanted: true }, {}, { video: "due" }],
  ["attaches no file if the platform cannot show files", { isVideoWanted: true }, withoutFiles, { video: undefined }],
  ["attaches no file if the person does not want the file", { isVideoWanted: false }, {}, { video: undefined }],
  ["stores the finished video if the bot is set to keep videos", {}, films(86_400_000), { keep: "due" }],
  ["does not store the finished video if the bot is set to keep no videos", {}, films(0), { keep: undefined }],
  ["records the person's language", { locale: "de" }, {}, { locale: "de" }],
  ["does not record English, the default language", { locale: "en" }, {}, { locale: undefined }],
] satisfies [string, Partial<Order>, Partial<JobDeps>, object][])("a new job %s", async ([, over, others, parts]) => {
  const { stored } = await accepted(over, others);
  expect({ video: undefined, keep: undefined, locale: undefined, ...stored[0] }).toMatchObject(parts);
});

test.for([
  ["two hours for its turn in the queue", { for: "turn" }, 7_200_000, undefined],
  ["24 hours for an approval", { for: "approval", because: "ask_above" }, 86_400_000, anApproval()],
] satisfies [string, Order["wait"], number, object | undefined][])(
  "a new job waits at most %s",
  async ([, wait, forMs, approval]) => {
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

  test("are saved as one batch, in which each video waits for its turn", async () => {
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

  const chain = chained(aJobId(), each);

  test("wait for the previous video of their chain, except the first video", async () => {
    const { stored } = await accepted({ each: chain });
    expect(stored.map(({ state }) => state)).toMatchObject([
      { status: "gathering" },
      { for: "turn" },
      { status: "waiting", ...answerDue, for: "film", until: TEST_START + FILM_MS },
    ]);
  });

  test("all wait for an approval first if their price needs an approval", async () => {
    const asked = await accepted({ each: chain, wait: { for: "approval", because: "ask_above" } });
    expect(asked.stored.map(({ state }) => state)).toMatchObject(Array(3).fill({ status: "waiting", for: "approval" }));
    expect(asked.stored.map(({ approval }) => approval !== undefined)).toEqual([true, false, false]);
  });
});

test("the job saves the new card's address if a command moved the job's card", async () => {
  const world = aWorld();
  await world.accept();
  const reply = world.chat.freshCard();
  await world.answered(aJobId(), { kind: "moved", reply });
  expect((await world.jobOf()).reply).toEqual(reply);
  await world.answered(aJobId(9), { kind: "given", reply });
});

test.for([
  ["the platform refused its first card", "refused", "answer_refused"],
  ["another bot with the same token answered the command", "elsewhere", "answered_elsewhere"],
] as const)("a job ends unpaid if %s", async ([, kind, why]) => {
  const world = aWorld();
  await world.accept();
  await world.answered(aJobId(), { kind });
  expect(outcomeOf(await world.jobOf())).toEqual(aNotStarted(why));
});

/** A job with a first card that may not have been shown. `settle` runs the step that decides. */
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
  [
    "a first card is recorded as shown if an edit of the card succeeds",
    "unclear",
    {},
    null,
    { state: { answer: "given" } },
    1,
  ],
  [
    "a first card is edited again after the wait that a rate limit requires",
    "unclear",
    {},
    busy,
    { isCardInDoubt: false, state: again(5_000) },
    1,
  ],
  [
    "a first card is edited again after 3 s if the edit certainly failed",
    "unclear",
    {},
    away,
    { isCardInDoubt: false, state: again(3_000) },
    1,
  ],
  [
    "a first card is marked as possibly edited if the response to the edit is lost",
    "unclear",
    {},
    lost,
    { isCardInDoubt: true },
    1,
  ],
  [
    "a job ends unpaid if its first card was deleted",
    "unclear",
    { reply: aDiscordReply() },
    null,
    { state: { outcome: { why: "answer_refused" } } },
    1,
  ],
  [
    "a job ends unpaid if its first card cannot be reached",
    "unclear",
    {},
    none,
    { state: { outcome: { why: "answer_refused" } } },
    1,
  ],
  [
    "a first card is posted a second time if it is unknown whether the first post arrived",
    "unclear",
    unposted,
    null,
    { state: { answer: "given" } },
    1,
  ],
  [
    "a first card is not posted a third time",
    "retried",
    unposted,
    null,
    { state: { outcome: { why: "answer_lost" } } },
    0,
  ],
  [
    "a job ends unpaid if no process reported its first card as shown",
    "due",
    {},
    null,
    { state: { outcome: { why: "answer_lost" } } },
    0,
  ],
  [
    "a job ends unpaid if its first card was not shown within ten minutes",
    "unclear",
    tooOld,
    null,
    { state: { outcome: { why: "too_old" } } },
    0,
  ],
])("%s", async ([, answer, over, refusal, saved, shows]) => {
  const { settle, chat } = await aFirstCard(answer, over);
  if (refusal) chat.refuseNext([refusal], "show");
  expect(await settle()).toMatchObject(saved);
  expect(chat.calls).toHaveLength(shows);
});

const here = aSlackReply();
const endedElsewhere = { state: { status: "closed", outcome: { why: "answered_elsewhere" }, isNotified: false } };
test.for<readonly [string, FirstCard["answer"], Awaited<ReturnType<Chat["find"]>>, object, number]>([
  [
    "a first card is recorded as shown if a search finds the card",
    "retried",
    ok(here),
    { reply: here, state: { answer: "given" } },
    0,
  ],
  [
    "a first card is recorded as shown if a search finds the card after a crash",
    "due",
    ok(here),
    { reply: here, state: { answer: "given" } },
    0,
  ],
  [
    "a first card is searched for again after the wait that a rate limit requires",
    "unclear",
    refuse(busy),
    { state: { answer: "unclear", notBefore: TEST_START + 5_000 } },
    0,
  ],
  [
    "a first card is posted again if a search shows that the card is missing",
    "retried",
    ok("not_there"),
    { state: { answer: "given" } },
    1,
  ],
  [
    "a job ends unpaid if a search after a crash does not find its first card",
    "due",
    ok("not_there"),
    { state: { outcome: { why: "answer_lost" } } },
    0,
  ],
  [
    "a job is closed without a notification if a search after a crash finds another bot's answer to the command",
    "due",
    ok("elsewhere"),
    endedElsewhere,
    0,
  ],
  [
    "a job is closed without a notification if a search finds another bot's answer to the command",
    "unclear",
    ok("elsewhere"),
    endedElsewhere,
    0,
  ],
])("%s", async ([, answer, search, saved, shows]) => {
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

test("a process posts no first card if it stalled or if another process saved the job first", async () => {
  const { settle, overtaken, stalledAt, chat } = await aFirstCard("unclear", unposted);
  await settle(overtaken);
  expect((await settle(stalledAt.save)).state).toMatchObject(again(9_000));
  expect(chat.calls).toEqual([]);
});

test.for<readonly [string, AnswerFate, number, object]>([
  [
    "at once if the answer to the command was shown",
    { kind: "given", reply: aDiscordReply({ messageId: "7" }) },
    0,
    { reply: { messageId: "7" } },
  ],
  [
    "after 4 s if the answer to the command was postponed by 4 s",
    { kind: "postponed", waitMs: 4_000 },
    4_000,
    { state: { attempts: 0, notBefore: TEST_START + 4_000 } },
  ],
  ["at once if the answer to the command may be lost", { kind: "unclear" }, 0, { state: { answer: "unclear" } }],
  [
    "after 3 s if the answer to the command was postponed without a waiting time",
    { kind: "postponed", waitMs: 0 },
    3_000,
    { state: { notBefore: TEST_START + 3_000 } },
  ],
])("a job takes its next step %s", async ([, fate, afterMs, saved]) => {
  const { deps, woken, jobOf, warnings } = await aFirstCard("due");
  await noteAnswer(deps(), aJobId(), fate);
  expect(woken).toEqual([[aJobId(), afterMs]]);
  const line = ["answer not taken", { job: aJobId(), fate: fate.kind }];
  expect(warnings()).toEqual(fate.kind === "given" ? [] : [line]);
  expect(await jobOf()).toMatchObject(saved);
});
