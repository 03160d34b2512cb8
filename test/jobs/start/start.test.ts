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
  ["allows a video for which the team may pay", { team: aTeam }, {}, [null, 1]],
  [
    "is inconclusive if the platform does not return the roles of the video's owner",
    { team: aTeam },
    { member: null },
    ["unknown", 1],
  ],
  [
    "rejects a video that exceeds its team's reduced cap",
    { team: aTeam },
    { rules: { teamMonth: 94 } },
    ["over_cap", 1],
  ],
  [
    "rejects a video that exceeds its owner's reduced cap",
    { team: aTeam },
    { rules: { personMonth: 94 } },
    ["over_cap", 1],
  ],
  ["rejects a video in a paused team even if the video's owner pays", {}, { rules: { isPaused: true } }, ["paused", 0]],
  ["allows a video whose owner has one of the allowed roles", {}, { access: editors, member: editor }, [null, 1]],
  ["ignores roles in direct messages", { workspace: null }, { access: editors, member: "gone" }, [null, 0]],
  ["ignores roles on Slack", { owner: aSlackOwner() }, { access: editors, member: "gone" }, [null, 0]],
])("the check before the paid call %s", async ([, over, now, expected]) => {
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

/** An accepted job whose answer was given. */
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

  test("does not start if the process stops before or during the check that precedes the paid call", async () => {
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
    ["is not", "less than two", 1_999],
    ["is", "two", 2_000],
  ] as const)(
    "%s checked again before the paid call if the job was accepted %s seconds ago",
    async ([verb, , afterMs]) => {
      const { step, clock } = await aStart();
      await clock.advance(afterMs);
      let asked = 0;
      const mayStart = async () => {
        asked += 1;
        return null;
      };
      await step({ mayStart });
      expect(asked).toBe(verb === "is" ? 1 : 0);
    },
  );

  test("waits at most ten minutes for a conclusive check before the paid call", async () => {
    const { step, clock, jobOf, calls } = await aStart();
    const mayStart = async () => "unknown" as const;
    await clock.advance(595_000);
    expect(await step({ mayStart })).toBe(5_000);
    await clock.advance(1);
    expect(await step({ mayStart })).toBeNull();
    expect([outcomeOf(await jobOf()), calls()]).toEqual([aNotStarted("unknown"), 0]);
  });

  test.for([
    ["a spending cap was reached", "over_cap"],
    ["the team was paused", "paused"],
  ] as const)("ends without a charge if %s after the job was accepted", async ([, why]) => {
    const { step, clock, jobOf, calls } = await aStart({ team: aTeam });
    await clock.advance(5_000);
    await step({ mayStart: async () => why });
    expect([outcomeOf(await jobOf()), calls()]).toEqual([aNotStarted(why), 0]);
  });

  test.for([
    ["if its card was never reported as shown", "due"],
    ["even if its card was shown", "given"],
  ] as const)("ends without a charge after ten minutes %s", async ([, answer]) => {
    const { step, clock, jobOf, calls } = await aStart({ state: anAccepted({ answer }) });
    await clock.advance(600_001);
    await step();
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ kind: "not_started", why: "too_old" }, 0]);
  });

  test("ends without a charge if its card has not been reported as shown when the job starts", async () => {
    const { step, jobOf, calls } = await aStart({ state: anAccepted({ answer: "due" }) });
    await step();
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ why: "answer_lost" }, 0]);
  });

  test("has its picture checked before the paid call", async () => {
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
    ["has its picture marked for conversion", "can", null, { fit: "due" }],
    [
      "ends without a charge",
      "cannot",
      { refusal: { kind: "picture", problem: { kind: "picture_of_other_kind" } } },
      {},
    ],
  ] as const)("%s if the bot %s convert the picture's unsupported type", async ([, ability, outcome, fit]) => {
    const canFit = ability === "can";
    const picture = { url: "https://e.com/a.heic", isChecked: false, source: "address", decidesRatio: true } as const;
    const { step, jobOf, calls } = await aStart({ request: aRequest({ picture }) });
    const inspectPicture = async () => refuse({ kind: "picture_of_other_kind" } as const);
    await step({ inspectPicture, canFit: () => canFit });
    const ended = outcomeOf(await jobOf());
    if (outcome === null) expect(ended).toBeNull();
    else expect(ended).toMatchObject(outcome);
    expect([(await jobOf()).request.picture, calls()]).toEqual([{ ...picture, ...fit }, 0]);
  });

  test("wakes the batch's job to prepare the video's first frame if the video is part of a chain", async () => {
    const [, request] = chained(aJobId(9), [aRequest(), aRequest()]);
    const { step, woken, calls } = await aStart({ request: request ?? aRequest(), partOf: { job: aJobId(9), nth: 2 } });
    expect(await step()).toBe(5_000);
    expect([woken, calls()]).toEqual([[[aJobId(9), 0]], 0]);
  });

  test("ends without a charge if its team's API key is missing or was rejected by the service", async () => {
    const { step, jobOf, calls, deps } = await aStart({ team: aTeam, sealedKey: null });
    await step({ managers: { ...deps().managers, isRefused: async () => true } });
    expect([outcomeOf(await jobOf()), calls()]).toMatchObject([{ refusal: { kind: "bad_key" } }, 0]);
    // A stored key that cannot be decrypted counts as no key.
    const without = await aStart({ team: aTeam, sealedKey: "broken" });
    await without.vault.remove(holderOf(aTeam));
    await without.step();
    expect([outcomeOf(await without.jobOf()), without.calls()]).toMatchObject([{ refusal: { kind: "no_key" } }, 0]);
  });
});

describe("a paid call", () => {
  test.for([
    ["a team's managers of a rejected key", refuse({ kind: "bad_key" } as const), { team: aTeam }, ["bad_key"]],
    ["a team's managers of missing credits", refuse({ kind: "no_credits" } as const), { team: aTeam }, ["no_credits"]],
    [
      "a team's managers of a rejected request",
      refuse({ kind: "bad_request", detail: "code 7" } as const),
      { team: aTeam },
      ["bad_request"],
    ],
    ["no managers if a person's key is rejected", refuse({ kind: "bad_key" } as const), {}, []],
    ["no managers if a person has too few credits", refuse({ kind: "no_credits" } as const), {}, []],
  ] as const)("notifies %s", async ([, answer, over, reported]) => {
    const { step, told, video, log, jobOf } = await aStart(over);
    video.nextSubmits(answer);
    await step();
    expect(told.map(([what]) => what)).toEqual(reported);
    const { refusal } = answer;
    const fields = { job: aJobId(), refusal: refusal.kind, detail: "detail" in refusal ? refusal.detail : null };
    expect(log.lines).toContainEqual({ level: "warn", event: "submit refused", fields });
    expect(outcomeOf(await jobOf())).toMatchObject({ kind: "refused", refusal: { kind: refusal.kind } });
  });

  test.for([
    ["is missing", null],
    ["cannot be decrypted", "broken"],
  ] as const)("uses the team's current API key if the job's copy of the key %s", async ([, sealedKey]) => {
    const { step, video } = await aStart({ team: aTeam, sealedKey });
    await step();
    expect(video.calls).toMatchObject([{ kind: "submit", lastFour: teamKey.lastFour() }]);
  });

  test("saves a copy of the payer's API key with the job", async () => {
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
    ["does not notify the managers if it charges a team exactly the price", { team: aTeam, price: 95 }, []],
    ["does not notify the managers if a person pays", { price: 94 }, []],
  ] as const)("%s", async ([, over, expected]) => {
    const { step, told } = await aStart(over);
    await step();
    expect(told).toEqual(expected);
  });

  /** The service's response is saved before it is parsed. `meanwhile` runs just before that save. */
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
    ["saves all 16,000 characters of a complete response", 16_000, true, true],
    ["saves only the first 16,000 characters of a longer response", 16_001, true, false],
    ["saves an incomplete response even if another process saved the job first", 10, false, false],
  ] as const)("%s", async ([, length, isWhole, keptWhole]) => {
    const answers: unknown[] = [];
    await anAnswered({ text: "x".repeat(length), isWhole }, ({ onSave, change }) => {
      onSave(
        ({ state, notify }) => state.status === "submitting" && state.answer && answers.push(state.answer, notify),
      );
      return length === 10 ? change({ notify: ["ben"] }) : null;
    });
    const answer = { status: 200, text: "x".repeat(Math.min(length, 16_000)), isWhole: keptWhole };
    expect(answers.slice(-2)).toEqual([answer, length === 10 ? ["ben"] : []]);
  });

  test("starts the video even if the service's response cannot be saved", async () => {
    const { log, jobOf } = await anAnswered({ text: "{}", isWhole: true }, ({ jobs }) => jobs.failNext(1));
    const fields = { job: aJobId(), error: "Error: memoryJobStore fails on purpose" };
    expect(log.lines).toContainEqual({ level: "error", event: "the paid call's answer was not kept", fields });
    expect((await jobOf()).state.status).toBe("running");
  });

  test("retries saving the task id until the store accepts the task id", async () => {
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

  test("sends an idempotency key if the service supports idempotency keys", async () => {
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
    ["is not repeated after the idempotency key has expired", 60_000, place, true, []],
    ["is not repeated if another video service has been configured since", 30_000, "another place", true, []],
    ["is not repeated if the service supports no idempotency key", 30_000, null, true, []],
    ["is not repeated if the job has no copy of the API key", 30_000, place, false, []],
  ])("without a response %s", async ([, afterMs, placeNow, hasKey, calls]) => {
    const state = aSubmitting({ idempotency: anIdempotency({ place, until: TEST_START + 60_000 }) });
    const { step, video, clock, jobOf } = await aStart({ state, ...(!hasKey && { sealedKey: null }) });
    if (placeNow !== null) video.idempotency = { ...promise, place: placeNow };
    await clock.advance(afterMs);
    expect(await step()).toBeNull();
    expect(video.calls).toMatchObject(calls);
    const status = (await jobOf()).state.status;
    expect(status === "running").toBe(calls.length > 0);
  });

  test("without a response is not repeated by a process that is stopping", async () => {
    const state = aSubmitting({ idempotency: anIdempotency({ place, until: TEST_START + 60_000 }) });
    const { step, video, clock } = await aStart({ state });
    video.idempotency = promise;
    await clock.advance(30_000);
    expect(await step({ stopping: AbortSignal.abort() })).toBe(60_000);
    expect(video.calls).toEqual([]);
  });

  test("has an unknown outcome if the process that made the call saves no response within 5 s", async () => {
    const { step, clock, jobOf } = await aStart({ state: aSubmitting() });
    expect(await step({ othersPayWithinMs: 5_000 })).toBe(5_000);
    await clock.advance(5_000);
    await step({ othersPayWithinMs: 5_000 });
    expect(outcomeOf(await jobOf())).toMatchObject({ kind: "unknown" });
  });

  const badRequest = refuse({ kind: "bad_request", detail: "code 7" } as const);
  test.for([
    ["a response with a task id", ok({ taskId: "t", credits: 95 }), { status: "running", taskId: "t", credits: 95 }, 0],
    [
      "a refusal",
      badRequest,
      { status: "announcing", outcome: { kind: "refused", refusal: { kind: "bad_request" } } },
      1,
    ],
  ] as const)("is not repeated if another process saved %s and then died", async ([, read, state, lines]) => {
    const answer = { status: 200, text: JSON.stringify(read), isWhole: true };
    const { step, jobOf, warnings, calls } = await aStart({ state: aSubmitting({ answer }) });
    await step({ othersPayWithinMs: 5_000 });
    expect((await jobOf()).state).toMatchObject(state);
    const fields = { job: aJobId(), refusal: "bad_request", detail: "code 7" };
    expect([warnings(), calls()]).toEqual([Array(lines).fill(["submit refused", fields]), 0]);
  });

  test("notifies the managers of a charge above the price even if the process that saved the response died", async () => {
    const answer = { status: 200, text: JSON.stringify(ok({ taskId: "t", credits: 120 })), isWhole: true };
    const { step, told } = await aStart({ state: aSubmitting({ answer }), team: aTeam });
    await step();
    expect(told).toEqual([["charged", 120]]);
  });
});

describe("a paid call for a video that continues an earlier video", () => {
  test("starts the new video even if the earlier video's card cannot be edited", async () => {
    const picture = { ...aFramePicture({ job: aJobId(9), nth: 2 }), url: "https://e.com/f.png", isChecked: true };
    const { step, jobs, chat, warnings, jobOf } = await aStart({ request: aRequest({ picture }) });
    await jobs.insert(aClosedJob({ id: aJobId(9), reply: chat.freshCard() }));
    chat.show = () => Promise.reject(new Error("away"));
    await step();
    expect(warnings()).toEqual([["earlier card not changed", { job: aJobId(), error: "Error: away" }]]);
    expect((await jobOf()).state.status).toBe("running");
  });

  test.for([
    ["edits", "the earlier video has ended", {}],
    ["does not edit", "the earlier video is in progress", { state: aRunning() }],
    ["does not edit", "the earlier video is part of a batch", { partOf: { job: aJobId(8), nth: 1 } }],
    ["does not edit", "the earlier video was restored from a backup", { restored: "unread" }],
    [
      "does not edit",
      "the earlier video's card is too old to edit",
      { reply: aDiscordReply({ editableUntil: TEST_START - 1 }) },
    ],
  ] satisfies [string, string, Partial<Job>][])("%s the earlier video's card if %s", async ([verb, , over]) => {
    const edits = verb === "edits" ? 1 : 0;
    const picture = { ...aFramePicture({ job: aJobId(9), nth: 2 }), url: "https://e.com/f.png", isChecked: true };
    const { step, jobs, chat, log } = await aStart({ request: aRequest({ picture }) });
    await jobs.insert(aClosedJob({ id: aJobId(9), reply: chat.freshCard(), ...over }));
    await step();
    expect(chat.calls.filter(({ call }) => call === "show")).toHaveLength(edits);
    expect(log.lines.filter(({ level }) => level === "warn")).toEqual([]);
  });
});
