import { randomUUID } from "node:crypto";
import { openRateLimits, unlisted } from "../../../sandbox/src/slack/slack-limits.ts";
import { linesOf } from "../../../src/cli/read-message.ts";
import type { SlackReply } from "../../../src/core/chat.ts";
import type { Clock, EpochMs } from "../../../src/core/clock.ts";
import type { FetchWhole } from "../../../src/core/http-client.ts";
import type { JobId, TaskId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { ok } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import type { VideoApi } from "../../../src/core/video-service.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { alone, withTraffic } from "../../fakes/alone.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aGathering, aJob, aJobId, aRequest, aRunning, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { frontAt } from "../../frontends/slack/slack-world.ts";

/** A call that Slack accepted. */
export interface Taken {
  readonly method: string;
  readonly ts: string;
  /** The message's thread. Null: no thread, or an edit. */
  readonly threadTs: string | null;
  readonly blocks: unknown;
  readonly channel: string;
  readonly at: EpochMs;
  readonly words: string;
}

interface ToldSlack {
  readonly fetchWhole: FetchWhole;
  readonly taken: Taken[];
  readonly searches: EpochMs[];
  refused(): number;
}

interface SlackOfWorkspace {
  /** True if the workspace installed an app that is not in the Marketplace. False if the app is its own. */
  readonly isInstalled?: boolean;
  /** The period, from the start, in which posts fail with 503. Slack still accepts every second of them. */
  readonly failsBetweenMs?: readonly [number, number];
}

/**
 * Slack's responses in simulated time, without a socket. It enforces all rate limits of the sandbox's Slack, and no other
 * rules.
 */
function limitedSlack(clock: Clock, { isInstalled = false, failsBetweenMs = [0, 0] }: SlackOfWorkspace): ToldSlack {
  const limits = openRateLimits(clock);
  const begunAt = clock.now();
  const taken: Taken[] = [];
  const searches: EpochMs[] = [];
  let refused = 0;
  let failed = 0;
  function waitSecondsFor(method: string, channel: string): number {
    if (method === "chat.postMessage") return limits.takePost(channel);
    return isInstalled && unlisted.methods.has(method) ? limits.take(method, unlisted.perMinute) : limits.take(method);
  }
  const fetchWhole: FetchWhole = async (address, init) => {
    const method = new URL(address).pathname.split("/").at(-1) ?? "";
    const args = new URLSearchParams(String(init.body));
    const channel = args.get("channel") ?? "";
    const waitSeconds = waitSecondsFor(method, channel);
    if (waitSeconds > 0) {
      refused += 1;
      return new Response(null, { status: 429, headers: { "retry-after": String(waitSeconds) } });
    }
    if (method === "conversations.replies") {
      searches.push(clock.now());
      const messages = taken.filter(({ threadTs }) => threadTs === args.get("ts"));
      return Response.json({ ok: true, messages: messages.map(({ ts, blocks }) => ({ ts, blocks })), has_more: false });
    }
    const sinceMs = clock.now() - begunAt;
    const isFailing = method === "chat.postMessage" && sinceMs >= failsBetweenMs[0] && sinceMs < failsBetweenMs[1];
    if (isFailing) failed += 1;
    if (isFailing && failed % 2 === 0) return new Response(null, { status: 503 });
    const blocks: unknown = JSON.parse(args.get("blocks") ?? "[]");
    const ts = args.get("ts") ?? `${1_800_000_000 + taken.length}.000100`;
    const words = linesOf({ blocks }).join("\n");
    taken.push({ method, channel, at: clock.now(), ts, threadTs: args.get("thread_ts"), blocks, words });
    return isFailing ? new Response(null, { status: 503 }) : Response.json({ ok: true, channel, ts });
  };
  return { fetchWhole, taken, searches, refused: () => refused };
}

/** A service whose tasks report progress fifty times and end at given times. Records when each end was first polled. */
function pollableService(
  clock: Clock,
  endsAt: readonly EpochMs[],
): VideoApi & { readonly seenAt: Map<TaskId, EpochMs> } {
  const seenAt = new Map<TaskId, EpochMs>();
  const begun = clock.now();
  return {
    seenAt,
    submit: () => Promise.reject(new Error("no paid calls in this test")),
    async poll(_key, taskId) {
      const ends = endsAt[Number(taskId)] ?? 0;
      if (clock.now() < ends)
        return ok({ status: "running", percent: 2 * Math.floor((50 * (clock.now() - begun)) / (ends - begun)) });
      if (!seenAt.has(taskId)) seenAt.set(taskId, clock.now());
      return ok({ status: "succeeded", videoUrl: `https://videos.example/${taskId}.mp4` });
    },
    readAnswer: () => ok({ taskId: "", credits: null }),
    checkKey: async () => "good",
    close: async () => {},
  };
}

/**
 * One video, or several with one card. `endsInMs` is the end of the last, and each other one ends a minute before the next.
 */
interface Plan {
  readonly channel: string;
  readonly endsInMs: number;
  readonly scenes?: number;
  readonly firstPollMs?: number;
}

const MINUTE = 60_000;

/** The real Slack chat and the real jobs on a Slack that enforces its limits: one workspace, one card per plan. */
export async function aSlackWorkspace(plans: readonly Plan[], how: SlackOfWorkspace = {}) {
  let inFlight = 0;
  // Time advances only while no call is running.
  const clock = manualClock(undefined, async () => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (inFlight > 0);
  });
  const slack = limitedSlack(clock, how);
  const log = recordingLog();
  const taskOf = (n: number, scene: number) => n + plans.length * scene;
  const endsAt: EpochMs[] = [];
  for (const [n, { endsInMs, scenes = 1 }] of plans.entries())
    for (let scene = 0; scene < scenes; scene += 1)
      endsAt[taskOf(n, scene)] = clock.now() + endsInMs - (scenes - 1 - scene) * MINUTE;
  const ages = newsAges(clock);
  const video = pollableService(clock, endsAt);
  const [jobs, scheduler] = [memoryJobStore(), memoryScheduler(clock, log)];
  const service = { answer: () => Promise.reject(new Error("not used in this test")), answered: async () => {} };
  const at = { botToken: "xoxb-1", apiUrl: "https://slack.example/api" };
  const options = { clock, log, fetchWhole: slack.fetchWhole, service, ...(how.isInstalled && { access }) };
  const { chat } = frontAt(at, { kind: "http", signingSecret: "s" }, options);
  const deps = withTraffic({
    jobs,
    video,
    scheduler,
    clock,
    log,
    startedAt: clock.now(),
    ...alone(),
    chance: { fraction: evenly(), token: () => randomUUID() },
    wake: (id: JobId) => scheduler.schedule(id, clock.now()),
    chatOf: () => ({
      ...chat,
      async show(...asked: Parameters<typeof chat.show>) {
        const shown = await watched(chat.show(...asked));
        if (shown.ok && asked[1].job) ages.shown(asked[1].job);
        return shown;
      },
      notify: (...asked: Parameters<typeof chat.notify>) => watched(chat.notify(...asked)),
    }),
  });
  const watched = async <Value>(call: Promise<Value>): Promise<Value> => {
    inFlight += 1;
    return call.finally(() => {
      inFlight -= 1;
    });
  };
  const owner = aSlackOwner();
  for (const [n, { channel, scenes = 1, firstPollMs = 0 }] of plans.entries()) {
    const reply: SlackReply = aSlackReply({ channelId: channel, cardChannelId: channel, ts: `17952192${n}.000100` });
    const request = aRequest({ prompt: `boat number ${n}.` });
    const one = aJob({ id: aJobId(n), owner, reply, request, deadlineAt: clock.now() + 7_200_000 });
    const running = (scene: number) => aRunning({ taskId: String(taskOf(n, scene)), since: clock.now() });
    const parts = Array.from({ length: scenes === 1 ? 0 : scenes }, (_, scene): Job => {
      const id = aJobId(taskOf(n, scene) + plans.length);
      return { ...one, id, state: running(scene), partOf: { job: one.id, nth: scene + 1 } };
    });
    const gathering = aGathering({ notBefore: clock.now() });
    const batch: Job = { ...one, price: 0, state: gathering, parts: parts.map(({ id }) => id) };
    await jobs.insert(scenes === 1 ? { ...one, state: running(0) } : batch, { parts });
    for (const { id } of [one, ...parts]) scheduler.schedule(id, clock.now() + firstPollMs);
  }
  const save = jobs.save.bind(jobs);
  jobs.save = (job, version) => {
    ages.saved(job);
    return save(job, version);
  };
  scheduler.start(stepJobs(deps));

  return {
    slack,
    seenAt: (n: number, scene = 0) => video.seenAt.get(String(taskOf(n, scene))) ?? Number.NaN,
    /** The mean time for which the cards of several videos were out of date, over all cards and that time. */
    newsAgeMs: (overMs: number) => ages.meanMs(plans.length, overMs),
    /** The jobs in the order in which their ends were polled. */
    seen: () => [...video.seenAt.keys()].map(Number),
    /** The times of the job's final edits and notifications. */
    updatesOf(n: number) {
      const ready = slack.taken.filter(
        ({ words }) => words.includes(`boat number ${n}.`) && /is ready|are ready/.test(words),
      );
      const timesOf = (method: string) => ready.filter((one) => one.method === method).map(({ at }) => at);
      return { edits: timesOf("chat.update"), posts: timesOf("chat.postMessage") };
    },
    pass: (ms: number) => clock.advance(ms),
    open: async () => (await jobs.openJobs(null, plans.length)).length,
    stop: () => scheduler.stop(),
  };
}

const installation = { token: new Secret("xoxb-2"), installedAt: 0 };
/** Each workspace has its own token. */
const access = {
  kind: "installs",
  clientId: "1",
  clientSecret: "a client's secret",
  stateSecret: "a state's secret",
  publicUrl: "https://reelay.example",
  installations: { find: async () => installation, keep: async () => {} },
  left: async () => {},
} as const;

/** Evenly spread random fractions, so that waiting calls do not retry at the same time. */
function evenly(): () => number {
  let fraction = 0;
  return () => {
    fraction = (fraction + 0.618_034) % 1;
    return fraction;
  };
}

/**
 * Records since when each batch's card is out of date. The age of the news grows linearly, so its integral is half the
 * square.
 */
function newsAges(clock: Clock) {
  const wrongSince = new Map<JobId, EpochMs>();
  const shownTexts = new Map<JobId, string>();
  let wrongMs = 0;
  return {
    saved({ id, partOf, state }: Job): void {
      if (!partOf) return;
      const says = `${state.status} ${state.status === "running" ? state.percent : ""}`;
      if (shownTexts.get(id) !== says && !wrongSince.has(partOf.job)) wrongSince.set(partOf.job, clock.now());
      shownTexts.set(id, says);
    },
    shown(batch: JobId): void {
      wrongMs += (clock.now() - (wrongSince.get(batch) ?? clock.now())) ** 2 / 2;
      wrongSince.delete(batch);
    },
    meanMs: (cards: number, overMs: number) => wrongMs / (cards * overMs),
  };
}
