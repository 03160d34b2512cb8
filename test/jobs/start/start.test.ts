import { describe, expect, test } from "vitest";
import type { AccessRules } from "../../../src/core/access.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import { type Accepted, type Job, outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf, type MemberNow } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import type { JobDeps } from "../../../src/jobs/deps.ts";
import { interrupted, startJob, startJudge } from "../../../src/jobs/start/start.ts";
import { noLists } from "../../fakes/alone.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  aNotStarted,
  anAccepted,
  anIdempotency,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  aSubmitting,
  TEST_KEY,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld, teamKey } from "../world.ts";

const ada = anOwner();
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
  ["it may start", { team: aTeam }, {}, [null, 1]],
  ["the platform does not return its owner", { team: aTeam }, { member: null }, ["unknown", 1]],
  ["the team's cap is lower by now", { team: aTeam }, { rules: { teamMonth: 94 } }, ["over_cap", 1]],
  ["its owner's cap is lower by now", { team: aTeam }, { rules: { personMonth: 94 } }, ["over_cap", 1]],
  ["its owner pays in a team that is paused", {}, { rules: { isPaused: true } }, ["paused", 0]],
  ["its owner pays and has one of the allowed roles", {}, { access: editors, member: editor }, [null, 1]],
  ["roles do not matter in direct messages", { workspace: null }, { access: editors, member: "gone" }, [null, 0]],
  ["roles do not matter on Slack", { owner: aSlackOwner() }, { access: editors, member: "gone" }, [null, 0]],
])("the check before a waiting video starts finds that %s", async ([, over, now, expected]) => {
  const { rules, member = { roles: [], isGuest: false }, access = noLists } = now;
  const { jobs } = aWorld();
  const job = aJob({ workspace: aTeam.teamId, ...over });
  await jobs.teams.saveRules(aTeam, { ...noRules, isForEveryone: true }, 0);
  await jobs.insert(job);
  await jobs.teams.saveRules(aTeam, { ...noRules, isForEveryone: true, ...rules }, 1);
  let asked = 0;
  const memberNow = async () => {
    asked += 1;
    return member;
  };
  expect([await startJudge({ teams: jobs.teams, people: { memberNow }, access })(job), asked]).toEqual(expected);
});

/** One accepted job whose answer was given. */
async function aStart(over: Partial<Job> = {}) {
  const jobWorld = await aJobToStep({ state: anAccepted(), ...over });
  await jobWorld.vault.put(holderOf(aTeam), teamKey);
  await jobWorld.vault.put(ada, jobWorld.key);
  const step = (others?: Partial<JobDeps>) =>
    jobWorld.step((deps, stored) => {
      const { state } = stored.job;
      return state.status === "submitting"
        ? interrupted(deps, stored, state)
        : startJob(deps, stored, state as Accepted);
    }, others);
  return { ...jobWorld, step, calls: () => jobWorld.video.calls.length };
}

describe("an accepted job", () => {
  const stopped = AbortSignal.abort();

  test("does not start in a process that is stopping, even if the stop comes while the job is judged", async () => {
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
    ["is not", 1_999],
    ["is", 2_000],
  ] as const)("%s checked again %i ms after it was accepted", async ([verb, afterMs]) => {
    const { step, clock } = await aStart();
    await clock.advance(afterMs);
    let asked = 0;
    const mayStart = async () => {
      asked += 1;
      return null;
    };
    await step({ mayStart });
    expect(asked).toBe(verb === "is" ? 1 : 0);
  });

  test("waits while the platform does not return its owner, and is not started after ten minutes", async () => {
    const { step, clock, jobOf, calls } = await aStart();
    const mayStart = async () => "unknown" as const;
    await clock.advance(595_000);
    expect(await step({ mayStart })).toBe(5_000);
    await clock.advance(1);
    expect(await step({ mayStart })).toBeNull();
    expect([outcomeOf(await jobOf()), calls()]).toEqual([aNotStarted("unknown"), 0]);
  });

  test.for(["over_cap", "paused"] as const)(
    'that may no longer start ends unpaid with the reason "%s"',
    async (why) => {
      const { step, clock, jobOf, calls } = await aStart({ team: aTeam });
      await clock.advance(5_000);
      await step({ mayStart: async () => why });
      expect([outcomeOf(await jobOf()), calls()]).toEqual([aNotStarted(why), 0]);
    },
  );

  test.for([["due"], ["given"]] as const)(
    'that is older than ten minutes ends unpaid (its answer: "%s")',
    async ([answer]) => {
      const { step, clock, jobOf, calls } = await aStart({ state: anAccepted({ answer }) });
      await clock.advance(600_001);
      await step();
      expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ kind: "not_started", why: "too_old" }, 0]);
    },
  );

  test("whose card was never shown ends unpaid", async () => {
    const { step, jobOf, calls } = await aStart({ state: anAccepted({ answer: "due" }) });
    await step();
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ why: "answer_lost" }, 0]);
  });

  test("has its picture checked first", async () => {
    const picture = { url: "https://e.com/a.png", isChecked: false, source: "address", decidesRatio: true } as const;
    const { step, jobOf, calls } = await aStart({ request: aRequest({ picture }) });
    await step();
    expect((await jobOf()).request).toMatchObject({ aspectRatio: "9:16", picture: { isChecked: true } });
    const bad = await aStart({ request: aRequest({ picture }) });
    await bad.step({ inspectPicture: async () => refuse({ kind: "picture_gone" }) });
    expect(outcomeOf(await bad.jobOf())).toMatchObject({
      refusal: { kind: "picture", problem: { kind: "picture_gone" } },
    });
    expect([calls(), bad.calls()]).toEqual([0, 0]);
  });

  test.for([
    ["has its picture converted if the bot can convert", null, { fit: "due" }],
    [
      "is refused if the bot cannot convert",
      { refusal: { kind: "picture", problem: { kind: "picture_of_other_kind" } } },
      {},
    ],
  ] as const)("with a picture of an unsupported type %s that type", async (row) => {
    const [result, outcome, fit] = row;
    const canFit = result.startsWith("has");
    const picture = { url: "https://e.com/a.heic", isChecked: false, source: "address", decidesRatio: true } as const;
    const { step, jobOf, calls } = await aStart({ request: aRequest({ picture }) });
    const inspectPicture = async () => refuse({ kind: "picture_of_other_kind" } as const);
    await step({ inspectPicture, canFit: () => canFit });
    const ended = outcomeOf(await jobOf());
    if (outcome === null) expect(ended).toBeNull();
    else expect(ended).toMatchObject(outcome);
    expect([(await jobOf()).request.picture, calls()]).toEqual([{ ...picture, ...fit }, 0]);
  });

  test("that belongs to a batch leaves showing its frame to the batch", async () => {
    const [, request] = chained(aJobId(9), [aRequest(), aRequest()]);
    const { step, woken, calls } = await aStart({ request: request ?? aRequest(), partOf: { job: aJobId(9), nth: 2 } });
    expect(await step()).toBe(5_000);
    expect([woken, calls()]).toEqual([[[aJobId(9), 0]], 0]);
  });

  test("ends unpaid if its team's key is refused or missing", async () => {
    const { step, jobOf, calls, deps } = await aStart({ team: aTeam, sealedKey: null });
    await step({ managers: { ...deps().managers, isRefused: async () => true } });
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ refusal: { kind: "bad_key" } }, 0]);
    // One that cannot be opened is none.
    const without = await aStart({ team: aTeam, sealedKey: "broken" });
    await without.vault.remove(holderOf(aTeam));
    await without.step();
    expect([outcomeOf(await without.jobOf()), without.calls()]).toMatchObject([{ refusal: { kind: "no_key" } }, 0]);
  });
});

describe("the paid call", () => {
  test.for([
    [refuse({ kind: "bad_key" } as const), { team: aTeam }, ["bad_key"]],
    [refuse({ kind: "no_credits" } as const), { team: aTeam }, ["no_credits"]],
    [refuse({ kind: "bad_request", detail: "code 7" } as const), { team: aTeam }, ["bad_request"]],
    [refuse({ kind: "bad_key" } as const), {}, []],
    [refuse({ kind: "no_credits" } as const), {}, []],
  ] as const)(
    "refused as $refusal.kind is logged, and a team's managers are notified (row %#)",
    async ([answer, over, reported]) => {
      const { step, told, video, log, jobOf } = await aStart(over);
      video.nextSubmits(answer);
      await step();
      expect(told.map(([what]) => what)).toEqual(reported);
      const { refusal } = answer;
      const fields = { job: aJobId(), refusal: refusal.kind, detail: "detail" in refusal ? refusal.detail : null };
      expect(log.lines).toContainEqual({ level: "warn", event: "submit refused", fields });
      expect(outcomeOf(await jobOf())).toMatchObject({ kind: "refused", refusal: { kind: refusal.kind } });
    },
  );

  test.for([
    ["no", null],
    ["an unreadable", "broken"],
  ] as const)("for a team uses the team's present key if the job has %s key", async ([, sealedKey]) => {
    const { step, video } = await aStart({ team: aTeam, sealedKey });
    await step();
    expect(video.calls).toMatchObject([{ kind: "submit", lastFour: teamKey.lastFour() }]);
  });

  test("uses a copy of the payer's key, which is saved with the job", async () => {
    const { step, jobOf, vault } = await aStart({ sealedKey: null });
    await step();
    const { sealedKey, state } = await jobOf();
    expect(sealedKey && vault.open(ada, sealedKey)?.equals(new Secret(TEST_KEY))).toBe(true);
    expect(state.status).toBe("running");
    const own = await aStart();
    const before = (await own.jobOf()).sealedKey;
    await own.step();
    expect((await own.jobOf()).sealedKey).toBe(before);
  });

  test.for([
    ["notifies the managers if it charges a team more than the price", { team: aTeam, price: 94 }, [["charged", 95]]],
    ["does not notify the managers if it charges a team the price", { team: aTeam, price: 95 }, []],
    ["does not notify the managers if a person pays", { price: 94 }, []],
  ] as const)("%s", async ([, over, expected]) => {
    const { step, told } = await aStart(over);
    await step();
    expect(told).toEqual(expected);
  });

  /** The service's answer is kept before its task is known; `meanwhile` comes just before. */
  async function anAnswered(answer: { text: string; isWhole: boolean }, meanwhile: (started: Started) => unknown) {
    const started = await aStart();
    started.video.submit = async (_key, _request, keep) => {
      await meanwhile(started);
      await keep({ status: 200, ...answer });
      return ok(started.video.begin());
    };
    await started.step();
    return started;
  }
  type Started = Awaited<ReturnType<typeof aStart>>;

  test.for([
    ["complete answer of 16,000 characters", 16_000, true, true],
    ["answer of 16,001 characters", 16_001, true, false],
    ["incomplete answer", 10, false, false],
  ] as const)(
    "saves at most 16,000 characters of an %s, even after another save came first",
    async ([, length, isWhole, keptWhole]) => {
      const answers: unknown[] = [];
      await anAnswered({ text: "x".repeat(length), isWhole }, ({ onSave, change }) => {
        onSave(
          ({ state, notify }) => state.status === "submitting" && state.answer && answers.push(state.answer, notify),
        );
        return length === 10 ? change({ notify: ["ben"] }) : null;
      });
      const answer = { status: 200, text: "x".repeat(Math.min(length, 16_000)), isWhole: keptWhole };
      expect(answers.slice(-2)).toEqual([answer, length === 10 ? ["ben"] : []]);
    },
  );

  test("whose answer cannot be saved continues and is logged", async () => {
    const { log, jobOf } = await anAnswered({ text: "{}", isWhole: true }, ({ jobs }) => jobs.failNext(1));
    const fields = { job: aJobId(), error: "Error: memoryJobStore was told to fail" };
    expect(log.lines).toContainEqual({ level: "error", event: "the paid call's answer was not kept", fields });
    expect((await jobOf()).state.status).toBe("running");
  });

  test("whose task id cannot be saved retries saving it until the store accepts it", async () => {
    const { step, video, jobs, clock, log, jobOf, calls } = await aStart();
    video.nextSubmits(() => {
      jobs.failNext(10);
      return ok(video.begin());
    });
    const stepped = step();
    await clock.advance(15_000);
    await stepped;
    expect((await jobOf()).state).toMatchObject({ status: "running", taskId: "task_fake_1" });
    const events = log.lines.map(({ event, fields }) => [event, fields.taskId]);
    expect([events, calls()]).toEqual([expect.arrayContaining([["not saved yet", "task_fake_1"]]), 1]);
  });

  const place = "Idempotency-Key https://video.test";
  const promise = { place, forMs: 60_000 };

  test("has its own idempotency key if the service supports one", async () => {
    const { step, video, onSave } = await aStart();
    video.idempotency = promise;
    const saved: unknown[] = [];
    onSave(({ state }) => state.status === "submitting" && saved.push(state.idempotency));
    await step();
    const key = expect.stringMatching(new RegExp(`^${aJobId()}-.`));
    expect(video.calls).toMatchObject([{ kind: "submit", idempotencyKey: key }]);
    expect(saved[0]).toMatchObject({ key, place, until: TEST_START + 60_000 });
  });

  const repeated = [{ kind: "submit", idempotencyKey: "key-1" }];
  test.for<readonly [string, number, string | null, boolean, readonly object[]]>([
    ["is repeated with its idempotency key", 59_999, place, true, repeated],
    ["is not repeated after the idempotency key's lifetime", 60_000, place, true, []],
    ["is not repeated to another service", 30_000, "another place", true, []],
    ["is not repeated if the service supports no idempotency key", 30_000, null, true, []],
    ["is not repeated without the key that paid", 30_000, place, false, []],
  ])("whose answer was lost %s", async ([, afterMs, placeNow, hasKey, calls]) => {
    const state = aSubmitting({ idempotency: anIdempotency({ place, until: TEST_START + 60_000 }) });
    const { step, video, clock, jobOf } = await aStart({ state, ...(!hasKey && { sealedKey: null }) });
    if (placeNow !== null) video.idempotency = { ...promise, place: placeNow };
    await clock.advance(afterMs);
    expect(await step()).toBeNull();
    expect(video.calls).toMatchObject(calls);
    const status = (await jobOf()).state.status;
    expect(status === "running").toBe(calls.length > 0);
  });

  test("whose answer was lost is left to the next process by a process that is stopping", async () => {
    const state = aSubmitting({ idempotency: anIdempotency({ place, until: TEST_START + 60_000 }) });
    const { step, video, clock } = await aStart({ state });
    video.idempotency = promise;
    await clock.advance(30_000);
    expect(await step({ stopping: AbortSignal.abort() })).toBe(60_000);
    expect(video.calls).toEqual([]);
  });

  test("continues if the previous video's card cannot be edited, and that is logged", async () => {
    const picture = { ...aFramePicture({ job: aJobId(9), nth: 2 }), url: "https://e.com/f.png", isChecked: true };
    const { step, jobs, chat, warnings, jobOf } = await aStart({ request: aRequest({ picture }) });
    await jobs.insert(aClosedJob({ id: aJobId(9), reply: chat.freshCard() }));
    chat.show = () => Promise.reject(new Error("away"));
    await step();
    expect(warnings()).toEqual([["earlier card not changed", { job: aJobId(), error: "Error: away" }]]);
    expect((await jobOf()).state.status).toBe("running");
  });

  test("made by another process is waited for up to the longest time such a call takes, and then has an unknown outcome", async () => {
    const { step, clock, jobOf } = await aStart({ state: aSubmitting() });
    expect(await step({ othersPayWithinMs: 5_000 })).toBe(5_000);
    await clock.advance(5_000);
    await step({ othersPayWithinMs: 5_000 });
    expect(outcomeOf(await jobOf())).toMatchObject({ kind: "unknown" });
  });

  const badRequest = refuse({ kind: "bad_request", detail: "code 7" } as const);
  test.for([
    [ok({ taskId: "t", credits: 95 }), { status: "running", taskId: "t", credits: 95 }, 0],
    [badRequest, { status: "announcing", outcome: { kind: "refused", refusal: { kind: "bad_request" } } }, 1],
  ] as const)(
    "is not made again if a dead process saved the answer, which was a task or a refusal (row %#)",
    async ([read, state, lines]) => {
      const answer = { status: 200, text: JSON.stringify(read), isWhole: true };
      const { step, jobOf, warnings, calls } = await aStart({ state: aSubmitting({ answer }) });
      await step({ othersPayWithinMs: 5_000 });
      expect((await jobOf()).state).toMatchObject(state);
      const fields = { job: aJobId(), refusal: "bad_request", detail: "code 7" };
      expect([warnings(), calls()]).toEqual([Array(lines).fill(["submit refused", fields]), 0]);
    },
  );

  test("whose answer was saved by a dead process notifies the managers of a charge above the price", async () => {
    const answer = { status: 200, text: JSON.stringify(ok({ taskId: "t", credits: 120 })), isWhole: true };
    const { step, told } = await aStart({ state: aSubmitting({ answer }), team: aTeam });
    await step();
    expect(told).toEqual([["charged", 120]]);
  });

  test.for([
    ["links", "has ended", {}],
    ["does not link", "is in progress", { state: aRunning() }],
    ["does not link", "is part of a batch", { partOf: { job: aJobId(8), nth: 1 } }],
    ["does not link", "was restored from a backup", { restored: "unread" }],
    ["does not link", "has a card too old to edit", { reply: aDiscordReply({ editableUntil: TEST_START - 1 }) }],
  ] satisfies [string, string, Partial<Job>][])(
    "%s the next video on the previous video's card if the previous video %s",
    async ([verb, , over]) => {
      const edits = verb === "links" ? 1 : 0;
      const picture = { ...aFramePicture({ job: aJobId(9), nth: 2 }), url: "https://e.com/f.png", isChecked: true };
      const { step, jobs, chat, log } = await aStart({ request: aRequest({ picture }) });
      await jobs.insert(aClosedJob({ id: aJobId(9), reply: chat.freshCard(), ...over }));
      await step();
      expect(chat.calls.filter(({ call }) => call === "show")).toHaveLength(edits);
      expect(log.lines.filter(({ level }) => level === "warn")).toEqual([]);
    },
  );
});
