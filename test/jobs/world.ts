import { cardPlace } from "../../src/core/card-place.ts";
import type { AnswerFate } from "../../src/core/command.ts";
import type { Step } from "../../src/core/engine.ts";
import type { CopyFilm, JoinFilms, TakeFrame } from "../../src/core/film/film.ts";
import { isNoticeId, type JobId } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { Capacity, StoredJob } from "../../src/core/job/job-storage.ts";
import { monthOf } from "../../src/core/period.ts";
import { ok } from "../../src/core/result.ts";
import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { openTraffic } from "../../src/jobs/deliver/traffic.ts";
import { teamManagers } from "../../src/jobs/notices/notify-managers.ts";
import { recoverNotices, stepNotices } from "../../src/jobs/notices/step-notice.ts";
import type { WatchedHealth } from "../../src/jobs/service-health.ts";
import { acceptJobs, noteAnswer, type Order } from "../../src/jobs/start/accept.ts";
import { jobQueues } from "../../src/jobs/start/queue.ts";
import { recoverJobs } from "../../src/jobs/start/recover.ts";
import { startJudge } from "../../src/jobs/start/start.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { refusedKeys } from "../../src/keys/vault.ts";
import { noLists } from "../fakes/alone.ts";
import { fakeChat } from "../fakes/chat.ts";
import { fakeHealth } from "../fakes/fake-health.ts";
import { aFrame } from "../fakes/film/frames.ts";
import type { FakeKeptFilms } from "../fakes/film/kept-films.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aDiscordReply, aJobId, anOwner, aRequest, TEST_KEY, TEST_START } from "../fakes/jobs.ts";
import { type ManualClock, manualClock, promisesOnly } from "../fakes/manual-clock.ts";
import { memoryKeyv } from "../fakes/memory-keyv.ts";
import { uncounted } from "../fakes/meter.ts";
import { memoryNotices } from "../fakes/notice-store.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aTeam } from "../fakes/teams.ts";
import { memoryVault } from "../fakes/vault.ts";
import { fakeVideoApi } from "../fakes/video-api.ts";

interface WorldFilms {
  takeFrame: TakeFrame;
  joinFilms: JoinFilms;
  copyFilm: CopyFilm;
  /** The store for finished films, read at each start of a process. Null: films are not kept. */
  store: FakeKeptFilms | null;
}

/** All parts of the job system in memory. Data outlives `restart`, but the process does not. */
export function aWorld(meter = uncounted, healthOf?: (clock: ManualClock) => WatchedHealth) {
  const clock = manualClock(TEST_START, promisesOnly);
  const jobs = memoryJobStore();
  const notices = memoryNotices();
  const capacity = { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 };
  const health = fakeHealth();
  const watched = healthOf?.(clock) ?? health;
  const watch: { saved(job: Job): void; isFatal(job: Job): boolean } = { saved() {}, isFatal: () => false };
  const save = jobs.save.bind(jobs);
  jobs.save = async (job, version) => {
    const isSaved = await save(job, version);
    watch.saved(job);
    // The process that asked has crashed, so its promise never settles.
    return watch.isFatal(job) ? new Promise<boolean>(() => {}) : isSaved;
  };
  const vault = memoryVault();
  const refused = refusedKeys(memoryKeyv(), vault);
  const video = fakeVideoApi();
  const chat = fakeChat(clock);
  const log = recordingLog();
  const films: WorldFilms = {
    takeFrame: async () => ok(aFrame()),
    joinFilms: async (sources) =>
      ok({ bytes: Buffer.from(`${sources.length} films`), durationMs: 10_000 * sources.length }),
    copyFilm: async (_film, maxBytes) => ok(Buffer.from(`a copy of ${maxBytes} bytes at most`)),
    store: null,
  };
  const access = { ...noLists, blockedUsers: new Set<string>() };
  const people = { memberNow: async () => ({ roles: [], isGuest: false }) };
  let nonces = 0;

  const process = () => {
    const stopping = new AbortController();
    const scheduler = memoryScheduler(clock, log);
    const outside = {
      clock,
      meter,
      chatOf: () => chat,
      wake: (id: JobId) => scheduler.schedule(id, clock.now()),
      chance: {
        fraction: () => 0.5,
        token: () => {
          nonces += 1;
          return `nonce-${nonces}`;
        },
      },
    };
    const deps = {
      ...outside,
      traffic: openTraffic(outside),
      jobs,
      vault,
      video,
      log,
      scheduler,
      pace: { pollMinMs: 2_000 },
      deadlineMs: 3_600_000,
      films,
      keptFilms: films.store,
      ...(films.store && { openVideo: films.store.openVideo }),
      canContinue: () => true,
      inspectPicture: async () => ok({ aspectRatio: "9:16" as const }),
      startedAt: clock.now(),
      othersPayWithinMs: 0,
      fitPicture: null,
      frames: null,
      capacity,
      health: watched,
      queues: jobQueues({ jobs, scheduler, capacity, clock, log }),
      mayStart: startJudge({ teams: jobs.teams, people, access }),
      managers: teamManagers({ notices, teams: jobs.teams, refused, vault, scheduler, clock, log, access }),
      stopping: stopping.signal,
    };
    const stepJob = stepJobs(deps);
    const stepNotice = stepNotices({ ...deps, notices, teams: jobs.teams });
    const step: Step = (id, hold) => (isNoticeId(id) ? stepNotice(id, hold) : stepJob(id, hold));
    const answered = (id: JobId, fate: AnswerFate) => noteAnswer(deps, id, fate);
    return { stopping, scheduler, deps, step, accept: acceptJobs(deps), answered };
  };
  let alive = process();
  alive.scheduler.start(alive.step);

  const orderOf = (over: Partial<Order> = {}): Order => {
    const owner = over.owner ?? anOwner();
    const sealedKey = vault.seal(owner, new Secret(TEST_KEY));
    const reply = over.reply ?? chat.freshCard();
    const id = over.id ?? aJobId();
    return { id, event: id, owner, workspace: "w", reply, request: aRequest(), sealedKey, ...over };
  };

  async function accepted(over?: Partial<Order>): Promise<Job> {
    const answer = await alive.accept(orderOf(over));
    if (!answer.ok) throw new Error(answer.refusal.kind);
    return answer.value;
  }
  async function storedOf(id = aJobId()): Promise<StoredJob> {
    const stored = await jobs.load(id);
    if (!stored) throw new Error(`no job ${id}`);
    return stored;
  }

  return {
    clock,
    jobs,
    notices,
    refused,
    health,
    /** The people whom the operator has blocked. Tests may add some. */
    blockedUsers: access.blockedUsers,
    vault,
    video,
    chat,
    log,
    /** The current film functions. Tests may replace them. */
    films,
    orderOf,
    key: new Secret(TEST_KEY),
    accept: (over?: Partial<Order>, capacity?: Capacity) => alive.accept(orderOf(over), capacity),
    /** Accepts an order and returns its job, without reporting the result of the answer. */
    accepted,
    /** Accepts an order and reports that the platform received the answer. */
    async begin(over?: Partial<Order>): Promise<Job> {
      const job = await accepted(over);
      await alive.answered(job.id, { kind: "given", reply: job.reply });
      await clock.advance(0);
      return job;
    },
    answered: (id: JobId, fate: AnswerFate) => alive.answered(id, fate),
    storedOf,
    jobOf: async (id?: JobId): Promise<Job> => (await storedOf(id)).job,
    partsOf: async (id: JobId): Promise<readonly Job[]> => {
      const { parts = [] } = (await storedOf(id)).job;
      return Promise.all(parts.map(async (part) => (await storedOf(part)).job));
    },
    deps: () => alive.deps,
    onSave(saved: (job: Job) => void): void {
      watch.saved = saved;
    },
    /** Crashes the process just after it has saved such a job. */
    crashAfterSave(isFatal: (job: Job) => boolean): void {
      watch.isFatal = isFatal;
    },
    /** SIGTERM: no paid call is made from now on. */
    tellToStop: () => alive.stopping.abort(),
    /** Resolves when running steps have finished. */
    stop: () => alive.scheduler.stop(),
    /** Crashes the process and starts a new one, which finds what the old one saved. */
    async restart() {
      watch.isFatal = () => false;
      void alive.scheduler.stop();
      alive = process();
      alive.scheduler.start(alive.step);
      const recovered = Promise.all([recoverJobs(alive.deps), recoverNotices({ ...alive.deps, notices })]);
      await clock.advance(10);
      await recovered;
    },
  };
}

export const teamKey = new Secret("rk-team-0123-team");
export const manager = "200000000000000009";

/** A team with a key and a channel for its managers' notices. */
export async function aTeamWorld(rules: Partial<TeamRules> = {}) {
  const world = aWorld();
  const approvals = cardPlace(aDiscordReply({ userId: manager })).inChannel("600000000000000006");
  await world.jobs.teams.saveRules(aTeam, { ...noRules, isForEveryone: true, approvals, ...rules }, 0);
  await world.vault.put(holderOf(aTeam), teamKey);
  return {
    ...world,
    approvals,
    toManagers: () => world.chat.seen.filter(({ posted }) => posted !== undefined),
    held: async () => (await world.jobs.teams.spent(aTeam, monthOf(world.clock.now()))).all.held,
  };
}
