import type { DiscordReply, Posted, ReplyHandle, SlackReply } from "../../src/core/chat.ts";
import { type JobId, jobIdFrom, newMark, type Owner } from "../../src/core/job/ids.ts";
import type {
  Accepted,
  Announcing,
  Attaching,
  Idempotency,
  Job,
  JobRefusal,
  JobState,
  Keeping,
  NotStarted,
  Outcome,
  Posting,
  Running,
  Submitting,
  Waiting,
} from "../../src/core/job/job.ts";
import { APPROVAL_MS, type Approval } from "../../src/core/job/job.ts";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { memoryVault } from "./vault.ts";

/** When the builders' jobs were accepted. A manual clock also starts then. */
export const TEST_START = Date.UTC(2026, 10, 21);

/** The key in each job of `aJob`, encrypted by `memoryVault`. */
export const TEST_KEY = "test-key-0123456789";

/** The id of the nth job of a test. */
export function aJobId(n = 1): JobId {
  return jobIdFrom("test", String(n));
}

/** Gives each job its own id. */
export function listedJobs<One extends Job>(jobs: readonly One[]): readonly One[] {
  return jobs.map((job, nth) => ({ ...job, id: aJobId(nth) }));
}

/** The mark of the cards of these jobs. */
export const A_MARK = newMark(0.5);

export function anOwner(userId = "200000000000000002"): Owner {
  return { platform: "discord", userId };
}

export function aSlackOwner(userId = "U0000000002", teamId = "T0000000001"): Owner {
  return { platform: "slack", teamId, userId };
}

/** A card on Discord with a known message. */
export function aDiscordReply(overrides: Partial<DiscordReply> = {}): DiscordReply {
  return {
    platform: "discord",
    applicationId: "100000000000000001",
    guildId: "300000000000000003",
    channelId: "400000000000000004",
    userId: "200000000000000002",
    token: "interaction-token",
    tokenUntil: overrides.editableUntil ?? 0,
    messageId: "500000000000000005",
    movedTo: null,
    isPrivate: false,
    editableUntil: null,
    attachmentLimit: null,
    ...overrides,
  };
}

/** A card on Slack that was posted in its channel. */
export function aSlackReply(overrides: Partial<SlackReply> = {}): SlackReply {
  return {
    platform: "slack",
    teamId: "T0000000001",
    enterpriseId: null,
    channelId: "C0000000003",
    userId: "U0000000002",
    ts: "1795219200.000100",
    cardChannelId: "C0000000003",
    responseUrl: "https://hooks.slack.com/commands/T0000000001/1/test",
    responseUrlUntil: TEST_START + 1_800_000,
    responseUrlUses: 0,
    isUneditable: false,
    ...overrides,
  };
}

/** The place of a notification near that card. */
export function aPlace({ platform, channelId }: ReplyHandle, id: string): Posted {
  if (platform === "slack") return { platform, channelId, ts: id };
  return { platform, channelId, messageId: id, isByToken: false };
}

/** A request for the cheapest video, without a picture. */
export function aRequest(overrides: Partial<VideoRequest> = {}): VideoRequest {
  return {
    prompt: "a paper boat in the rain",
    aspectRatio: "16:9",
    duration: 10,
    resolution: "480p",
    picture: null,
    ...overrides,
  };
}

/** A job that was just accepted and has no saved answer yet. With a Slack owner, its card is on Slack. */
export function aJob(overrides: Partial<Job> = {}): Job {
  const owner = overrides.owner ?? anOwner();
  const acceptedAt = overrides.acceptedAt ?? TEST_START;
  const isSlack = owner.platform === "slack";
  return {
    v: 1,
    id: aJobId(),
    mark: A_MARK,
    owner,
    workspace: isSlack ? owner.teamId : "300000000000000003",
    reply: isSlack
      ? aSlackReply({ userId: owner.userId, teamId: owner.teamId })
      : aDiscordReply({ userId: owner.userId }),
    request: aRequest(),
    price: 95,
    sealedKey: memoryVault().seal(owner, new Secret(TEST_KEY)),
    acceptedAt,
    deadlineAt: acceptedAt + 3_600_000,
    dueAt: acceptedAt,
    notify: [],
    isCardInDoubt: false,
    state: anAccepted({ answer: "due", notBefore: acceptedAt }),
    ...overrides,
  };
}

/** A job that has its card and waits for the paid call. */
export function anAccepted(overrides: Partial<Accepted> = {}): Accepted {
  return { status: "accepted", answer: "given", attempts: 0, waitingFor: null, notBefore: TEST_START, ...overrides };
}

type Gathering = Extract<JobState, { status: "gathering" }>;

/** A batch that has its card and whose videos are running. */
export function aGathering(overrides: Partial<Gathering> = {}): Gathering {
  return { status: "gathering", answer: "given", notBefore: TEST_START, ...overrides };
}

/** A job during its first paid call. */
export function aSubmitting(overrides: Partial<Submitting> = {}): Submitting {
  return { status: "submitting", since: TEST_START, attempts: 1, answer: null, ...overrides };
}

/** The idempotency key of a first paid call, which may be repeated for a day. */
export function anIdempotency(overrides: Partial<Idempotency> = {}): Idempotency {
  const until = TEST_START + 86_400_000;
  return {
    key: "key-1",
    place: "Idempotency-Key https://video.test",
    firstAt: TEST_START,
    until,
    lost: 0,
    againAt: null,
    ...overrides,
  };
}

type Closed = Extract<JobState, { status: "closed" }>;

/** A job whose person has the final message, and that needs nothing more. */
export function aClosed(outcome: Outcome, overrides: Partial<Closed> = {}): Closed {
  return { status: "closed", outcome, isNotified: true, closedAt: TEST_START, ...overrides };
}

/** A job whose outcome is known and whose final message is due. */
export function anAnnouncing(outcome: Outcome, overrides: Partial<Announcing> = {}): Announcing {
  const settledAt = overrides.settledAt ?? TEST_START;
  return {
    status: "announcing",
    outcome,
    settledAt,
    newMessage: "due",
    noWaySince: null,
    isLinkAsked: false,
    attempts: 0,
    notBefore: settledAt,
    ...overrides,
  };
}

/** A job whose card shows the outcome and whose notification is due. */
export function aPosting(outcome: Outcome, overrides: Partial<Posting> = {}): Posting {
  const times = { settledAt: TEST_START, notBefore: TEST_START };
  return { status: "posting", outcome, nonce: "n", triedAt: null, attempts: 0, ...times, ...overrides };
}

/** A job whose person has the final message, and whose video file is due. */
export function anAttaching(overrides: Partial<Attaching> = {}): Attaching {
  const untried = { triedAt: null, attempts: 0, notBefore: TEST_START };
  return {
    status: "attaching",
    outcome: aSucceeded(),
    settledAt: TEST_START,
    since: TEST_START,
    ...untried,
    ...overrides,
  };
}

/** A job whose person has the final message, and whose film is due to be stored. */
export function aKeeping(overrides: Partial<Keeping> = {}): Keeping {
  const untried = { settledAt: TEST_START, since: TEST_START, attempts: 0, notBefore: TEST_START };
  return { status: "keeping", outcome: aSucceeded(), ...untried, ...overrides };
}

/** A job whose task started at `since` and has not been polled yet. */
export function aRunning(overrides: Partial<Running> = {}): Running {
  const since = overrides.since ?? TEST_START;
  return {
    status: "running",
    taskId: "task-1",
    credits: 95,
    creditsAreExact: true,
    endsAt: null,
    percent: null,
    since,
    lastRunningAt: since,
    misses: 0,
    missing: null,
    missingSince: null,
    waitingFor: null,
    notBefore: since,
    ...overrides,
  };
}

/** A job that waits for an approval, unless `overrides` say otherwise. */
export function aWaiting(overrides: Partial<Waiting> = {}): Waiting {
  const until = TEST_START + APPROVAL_MS;
  return { status: "waiting", for: "approval", until, answer: "given", notBefore: TEST_START, ...overrides };
}

/** An approval that was requested and not decided yet. */
export function anApproval(overrides: Partial<Approval> = {}): Approval {
  return { because: "ask_above", askedAt: TEST_START, decision: null, ...overrides };
}

type OutcomeOf<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

export const VIDEO_URL = "https://cdn.example.com/video.mp4";

/** A finished video, whose link expires two hours after `TEST_START`. */
export function aSucceeded(overrides: Partial<OutcomeOf<"succeeded">> = {}): OutcomeOf<"succeeded"> {
  return {
    kind: "succeeded",
    taskId: "task-1",
    videoUrl: VIDEO_URL,
    expiresAt: TEST_START + 7_200_000,
    credits: 95,
    creditsAreExact: true,
    ...overrides,
  };
}

/** A task that failed and was refunded. */
export function aFailed(overrides: Partial<OutcomeOf<"failed">> = {}): OutcomeOf<"failed"> {
  return { kind: "failed", taskId: "task-1", refunded: 95, creditsAreExact: true, ...overrides };
}

export function aRefused(refusal: JobRefusal): OutcomeOf<"refused"> {
  return { kind: "refused", refusal };
}

export function aNotStarted(why: NotStarted): OutcomeOf<"not_started"> {
  return { kind: "not_started", why };
}

/** A paid call whose response was lost. With a task id, a task whose end is unknown. */
export function anUnknown(overrides: Partial<OutcomeOf<"unknown">> = {}): OutcomeOf<"unknown"> {
  return { kind: "unknown", taskId: null, atMost: 95, ...overrides };
}

/** The outcome of a batch, whose videos have their own outcomes. */
export function aSeveral(): OutcomeOf<"several"> {
  return { kind: "several" };
}

/** A job that succeeded and whose person was notified. */
export function aClosedJob(overrides: Partial<Job> = {}, closedAt = TEST_START + 120_000): Job {
  const outcome = aSucceeded({ expiresAt: closedAt + 7_200_000 });
  return aJob({
    sealedKey: null,
    dueAt: null,
    state: aClosed(outcome, { closedAt }),
    ...overrides,
  });
}
