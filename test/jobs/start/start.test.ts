import { describe, expect, test } from "vitest";
import type { AccessRules } from "../../../src/core/access.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import type { Team } from "../../../src/core/job/ids.ts";
import { type Accepted, type Job, outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf, type MemberNow } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { addListener } from "../../../src/jobs/deliver/job-card.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { interrupted, start, startJudge } from "../../../src/jobs/start/start.ts";
import { noLists } from "../../fakes/alone.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anAccepted,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  aSubmitting,
  TEST_KEY,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

test("a crash between keeping the answer and reading it loses no task", async () => {
  const world = aWorld();
  world.crashAfterSave((job) => job.state.status === "submitting" && job.state.answer !== null);
  await world.begin();
  await world.restart();
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1", credits: 95 });
  expect(world.video.prompts()).toHaveLength(1);
});

test("the paid call's answer is saved although somebody pressed Notify me too meanwhile", async () => {
  const world = aWorld();
  const listen = (id: string, userId: string) => addListener(world.deps(), id, userId);
  const submit = world.video.submit.bind(world.video);
  world.video.submit = async (...asked) => {
    await listen(aJobId(), "ben");
    return submit(...asked);
  };
  world.crashAfterSave(
    ({ state, notify }) => state.status === "submitting" && state.answer !== null && notify.length > 0,
  );
  await world.begin();
  await world.restart();
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
  expect(world.video.prompts()).toHaveLength(1);
});

test("a saved answer that is a clear refusal is reported as one after a crash", async () => {
  const world = aWorld();
  world.crashAfterSave((job) => job.state.status === "submitting" && job.state.answer !== null);
  await world.begin();
  world.video.readAnswer = () => refuse({ kind: "bad_request", detail: "code 7" });
  await world.restart();
  expect(outcomeOf(await world.jobOf())).toMatchObject({ kind: "refused", refusal: { kind: "bad_request" } });
});

test("a store that fails just after the paid call is asked until it takes the task's id", async () => {
  const world = aWorld();
  world.video.nextSubmits(() => {
    world.jobs.failNext(10);
    return { ok: true, value: world.video.begin() };
  });
  await world.begin();
  await world.clock.advance(15_000);
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
  expect(world.video.prompts()).toHaveLength(1);
  const events = world.log.lines.map(({ event, fields }) => [event, fields.taskId]);
  expect(events).toContainEqual(["not saved yet", "task_fake_1"]);
});

test("a paid call that is under way when the process has to stop is waited for and saved", async () => {
  const world = aWorld();
  let answer = () => {};
  world.video.nextSubmits(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ ok: true, value: world.video.begin() });
      }),
  );
  await world.begin();
  world.tellToStop();
  const stopped = world.stop();
  await world.clock.advance(5_000);
  answer();
  await stopped;
  expect((await world.jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
});

const team: Team = { platform: "discord", teamId: "300000000000000003" };
const teamKey = new Secret("rk-team-0123-team");
const ada = anOwner();
const blocked: AccessRules = { ...noLists, blockedUsers: new Set([ada.userId]) };
const editors: AccessRules = { ...noLists, allowedRoles: new Set(["editors"]) };
const editor = { roles: ["editors"], isGuest: false };

test.for<
  readonly [
    string,
    Partial<Job>,
    { readonly rules?: Partial<TeamRules>; readonly member?: MemberNow | null; readonly access?: AccessRules },
    readonly [Awaited<ReturnType<JobDeps["mayStart"]>>, number],
  ]
>([
  ["it may", { team }, {}, [null, 1]],
  ["its person may no longer spend", { team }, { rules: { isForEveryone: false } }, ["person", 1]],
  ["the platform does not say who that is", { team }, { member: null }, ["unknown", 1]],
  ["the operator blocked its person", { team }, { access: blocked }, ["not_allowed", 1]],
  ["the team's cap is lower by now", { team }, { rules: { teamMonth: 94 } }, ["over_cap", 1]],
  ["its person's cap is lower by now", { team }, { rules: { personMonth: 94 } }, ["over_cap", 1]],
  ["who pays is in a team that is paused", {}, { rules: { isPaused: true } }, ["paused", 0]],
  ["who pays has one of the roles", {}, { access: editors, member: editor }, [null, 1]],
  ["who pays has none of them", {}, { access: editors, member: "gone" }, ["not_allowed", 1]],
  ["roles stand nowhere in direct messages", { workspace: null }, { access: editors, member: "gone" }, [null, 0]],
  ["roles stand nowhere on Slack", { owner: aSlackOwner() }, { access: editors, member: "gone" }, [null, 0]],
])("a video that waited is judged again, where %s", async ([, over, now, expected]) => {
  const { rules, member = { roles: [], isGuest: false }, access = noLists } = now;
  const { jobs } = aWorld();
  const job = aJob({ workspace: team.teamId, ...over });
  await jobs.teams.saveRules(team, { ...noRules, isForEveryone: true }, 0);
  await jobs.insert(job);
  await jobs.teams.saveRules(team, { ...noRules, isForEveryone: true, ...rules }, 1);
  let asked = 0;
  const memberNow = async () => {
    asked += 1;
    return member;
  };
  expect([await startJudge({ teams: jobs.teams, people: { memberNow }, access })(job), asked]).toEqual(expected);
});

/** One accepted job whose answer was given, and what its paid call told the managers, the wakes and the log. */
async function aStart(over: Partial<Job> = {}) {
  const world = aWorld();
  const told: string[] = [];
  const deps = world.deps();
  const tell = (what: string) => async () => void told.push(what);
  const managers = {
    ...deps.managers,
    keyRefused: tell("key refused"),
    outOfCredits: tell("out of credits"),
    charged: async (_job: Job, credits: number) => void told.push(`charged ${credits}`),
  };
  await world.jobs.teams.saveRules(team, { ...noRules, isForEveryone: true }, 0);
  await world.vault.put(holderOf(team), teamKey);
  await world.vault.put(ada, world.key);
  const job = aJob({ reply: world.chat.freshCard(), state: anAccepted(), ...over });
  await world.jobs.insert(job);
  const all: JobDeps = { ...deps, managers, wake: (id) => void told.push(`wakes ${id}`) };
  const step = async (others: Partial<JobDeps> = {}) => {
    const stored = await world.storedOf(job.id);
    const { state } = stored.job;
    const taken = { ...all, ...others };
    const until =
      state.status === "submitting"
        ? await interrupted(taken, stored, state)
        : await start(taken, stored, state as Accepted);
    return until === null ? null : until - world.clock.now();
  };
  return { ...world, told, step, calls: () => world.video.calls.length };
}

describe("a step of an accepted job", () => {
  const stopped = AbortSignal.abort();

  test("begins nothing in a process that is about to end, also where that comes while it is judged", async () => {
    const { step, calls, clock } = await aStart();
    expect(await step({ stopping: stopped })).toBe(60_000);
    await clock.advance(2_000);
    const stop = new AbortController();
    const mayStart = async () => {
      stop.abort();
      return null;
    };
    expect(await step({ stopping: stop.signal, mayStart })).toBe(60_000);
    expect(calls()).toBe(0);
  });

  test.for([
    [1_999, 0],
    [2_000, 1],
  ] as const)("is judged again after %i ms: %i", async ([afterMs, times]) => {
    const { step, clock } = await aStart();
    await clock.advance(afterMs);
    let asked = 0;
    const mayStart = async () => {
      asked += 1;
      return null;
    };
    await step({ mayStart });
    expect(asked).toBe(times);
  });

  test("whose person the platform does not name waits for that, and is not started where it takes ten minutes", async () => {
    const { step, clock, jobOf, calls } = await aStart();
    const mayStart = async () => "unknown" as const;
    await clock.advance(595_000);
    expect(await step({ mayStart })).toBe(5_000);
    await clock.advance(1);
    expect(await step({ mayStart })).toBeNull();
    expect([outcomeOf(await jobOf()), calls()]).toEqual([{ kind: "not_started", why: "unknown" }, 0]);
  });

  test.for([
    ["over_cap", { team }, true],
    ["paused", { team }, undefined],
    ["over_cap", {}, undefined],
  ] as const)("that may not start for %s names an own key where that helps: %j", async ([why, over, hasOwnKey]) => {
    const { step, clock, jobOf } = await aStart(over);
    await clock.advance(5_000);
    await step({ mayStart: async () => why });
    expect(outcomeOf(await jobOf())).toEqual({ kind: "not_started", why, ...(hasOwnKey && { hasOwnKey }) });
  });

  test.for([["due"], ["given"]] as const)("that is too old ends unpaid, its answer being %s", async ([answer]) => {
    const { step, clock, jobOf, calls } = await aStart({ state: anAccepted({ answer }) });
    await clock.advance(600_001);
    await step();
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ kind: "not_started", why: "too_old" }, 0]);
  });

  test("whose answer was not given pays nothing", async () => {
    const { step, jobOf, calls } = await aStart({ state: anAccepted({ answer: "due" }) });
    await step();
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ why: "answer_lost" }, 0]);
  });

  test("has its picture judged first", async () => {
    const picture = { url: "https://e.com/a.png", isChecked: false, source: "address", decidesRatio: true } as const;
    const { step, jobOf, calls } = await aStart({ request: aRequest({ picture }) });
    await step();
    expect((await jobOf()).request).toMatchObject({ aspectRatio: "9:16", picture: { isChecked: true } });
    const bad = await aStart({ request: aRequest({ picture }) });
    await bad.step({ inspectPicture: async () => refuse({ kind: "not_found" } as never) });
    expect(outcomeOf(await bad.jobOf())).toMatchObject({
      refusal: { kind: "picture", problem: { kind: "not_found" } },
    });
    expect([calls(), bad.calls()]).toEqual([0, 0]);
  });

  test("that is a part leaves its frame to its batch", async () => {
    const [, request] = chained(aJobId(9), [aRequest(), aRequest()]);
    const { step, told, calls } = await aStart({ request: request ?? aRequest(), partOf: { job: aJobId(9), nth: 2 } });
    expect(await step()).toBe(5_000);
    expect([told, calls()]).toEqual([[`wakes ${aJobId(9)}`], 0]);
  });

  test("of a team whose key is known to be refused, or gone, pays with none", async () => {
    const { step, jobOf, calls, deps } = await aStart({ team, sealedKey: null });
    await step({ managers: { ...deps().managers, isRefused: async () => true } });
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ refusal: { kind: "bad_key" } }, 0]);
    // One that cannot be opened is none.
    const without = await aStart({ team, sealedKey: "broken" });
    await without.vault.remove(holderOf(team));
    await without.step();
    expect([outcomeOf(await without.jobOf()), without.calls()]).toMatchObject([{ refusal: { kind: "no_key" } }, 0]);
  });
});

describe("the paid call", () => {
  test.for([
    [refuse({ kind: "bad_key" } as const), { team }, ["key refused"]],
    [refuse({ kind: "no_credits" } as const), { team }, ["out of credits"]],
    [refuse({ kind: "bad_request", detail: "code 7" } as const), { team }, []],
    [refuse({ kind: "bad_key" } as const), {}, []],
    [refuse({ kind: "no_credits" } as const), {}, []],
  ] as const)("that ends as %j is logged, and a team's managers hear of it: %j", async ([answer, over, heard]) => {
    const { step, told, video, log, jobOf } = await aStart(over);
    video.nextSubmits(answer);
    await step();
    expect(told).toEqual(heard);
    const { refusal } = answer;
    const fields = { job: aJobId(), refusal: refusal.kind, detail: "detail" in refusal ? refusal.detail : null };
    expect(log.lines).toContainEqual({ level: "warn", event: "submit refused", fields });
    expect(outcomeOf(await jobOf())).toMatchObject({ kind: "refused", refusal: { kind: refusal.kind } });
  });

  test.for([null, "broken"])(
    "of a team is made with the team's present key where the job has %s",
    async (sealedKey) => {
      const { step, video } = await aStart({ team, sealedKey });
      await step();
      expect(video.calls).toMatchObject([{ kind: "submit", lastFour: teamKey.lastFour() }]);
    },
  );

  test("is made with a copy of the payer's key, which the job then has; its price is reported", async () => {
    const { step, told, jobOf, vault } = await aStart({ sealedKey: null });
    await step();
    const { sealedKey, state } = await jobOf();
    expect(sealedKey && vault.open(ada, sealedKey)?.equals(new Secret(TEST_KEY))).toBe(true);
    expect([state.status, told]).toEqual(["running", ["charged 95"]]);
    const own = await aStart();
    const before = (await own.jobOf()).sealedKey;
    await own.step();
    expect((await own.jobOf()).sealedKey).toBe(before);
  });

  test.for([
    [16_000, true, true],
    [16_001, true, false],
    [10, false, false],
  ] as const)(
    "of an answer of %i characters, whole: %s, keeps at most 16,000",
    async ([length, isWhole, keptWhole]) => {
      const { step, video, onSave } = await aStart();
      const answers: unknown[] = [];
      onSave(({ state }) => state.status === "submitting" && state.answer && answers.push(state.answer));
      video.submit = async (_key, _request, keep) => {
        await keep({ status: 200, text: "x".repeat(length), isWhole });
        return ok(video.begin());
      };
      await step();
      expect(answers).toEqual([{ status: 200, text: "x".repeat(Math.min(length, 16_000)), isWhole: keptWhole }]);
    },
  );

  test("whose answer cannot be kept goes on, and that is logged", async () => {
    const { step, video, jobs, log, jobOf } = await aStart();
    video.submit = async (_key, _request, keep) => {
      jobs.failNext(1);
      await keep({ status: 200, text: "{}", isWhole: true });
      return ok(video.begin());
    };
    await step();
    const fields = { job: aJobId(), error: "Error: memoryJobStore was told to fail" };
    expect(log.lines).toContainEqual({ level: "error", event: "the paid call's answer was not kept", fields });
    expect((await jobOf()).state.status).toBe("running");
  });

  test("that another process made is waited for as long as that may take, and its refusal is logged", async () => {
    const { step, clock, jobOf } = await aStart({ state: aSubmitting() });
    expect(await step({ othersPayWithinMs: 5_000 })).toBe(5_000);
    await clock.advance(5_000);
    await step({ othersPayWithinMs: 5_000 });
    expect(outcomeOf(await jobOf())).toMatchObject({ kind: "unknown" });
    const cut = await aStart({ state: aSubmitting({ answer: { status: 200, text: "", isWhole: false } }) });
    await cut.step();
    expect(cut.log.lines[0]).toMatchObject({ event: "submit refused", fields: { detail: "answer not in shape" } });
  });

  test.for([
    ["closed", {}, 1],
    ["open", { state: aRunning() }, 0],
    ["a part", { partOf: { job: aJobId(8), nth: 1 } }, 0],
    ["past editing", { reply: aDiscordReply({ editableUntil: TEST_START - 1 }) }, 0],
  ] satisfies [string, Partial<Job>, number][])(
    "shows the next video on the card of the one before, which is %s",
    async ([, over, edits]) => {
      const picture = { ...aFramePicture({ job: aJobId(9), nth: 2 }), url: "https://e.com/f.png", isChecked: true };
      const { step, jobs, chat, log } = await aStart({ request: aRequest({ picture }) });
      await jobs.insert(aClosedJob({ id: aJobId(9), reply: chat.freshCard(), ...over }));
      await step();
      expect(chat.calls.filter(({ call }) => call === "show")).toHaveLength(edits);
      expect(log.lines.filter(({ level }) => level === "warn")).toEqual([]);
    },
  );
});
