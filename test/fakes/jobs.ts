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

/** The builders' jobs were accepted at this time, and a manual clock starts there too. */
export const TEST_START = Date.UTC(2026, 10, 21);

/** The key that `aJob` carries sealed, by `memoryVault`. */
export const TEST_KEY = "test-key-0123456789";

/** The id of the nth job of a test. */
export function aJobId(n = 1): JobId {
  return jobIdFrom("test", String(n));
}

/** The jobs as a list has them: each with an id of its own. */
export function listedJobs<One extends Job>(jobs: readonly One[]): readonly One[] {
  return jobs.map((job, nth) => ({ ...job, id: aJobId(nth) }));
}

/** The mark of the cards of these builders' jobs. */
export const A_MARK = newMark(0.5);

/** A person on Discord. */
export function anOwner(userId = "200000000000000002"): Owner {
  return { platform: "discord", userId };
}

/** A person on Slack. */
export function aSlackOwner(userId = "U0000000002", teamId = "T0000000001"): Owner {
  return { platform: "slack", teamId, userId };
}

/** A card on Discord whose message is known. */
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

/** A card on Slack that was posted into its channel. */
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

/** Returns the place of a notification near that card. */
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

/** A job that was just accepted on Discord and whose answer was not given yet; for a Slack owner, on Slack. */
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

/** The state of a job that has its card and is about to be paid for. */
export function anAccepted(overrides: Partial<Accepted> = {}): Accepted {
  return { status: "accepted", answer: "given", attempts: 0, waitingFor: null, notBefore: TEST_START, ...overrides };
}

type Gathering = Extract<JobState, { status: "gathering" }>;

/** The state of a batch that has its card and whose videos go their own ways. */
export function aGathering(overrides: Partial<Gathering> = {}): Gathering {
  return { status: "gathering", answer: "given", notBefore: TEST_START, ...overrides };
}

/** The state of a job whose paid call is on its way for the first time. */
export function aSubmitting(overrides: Partial<Submitting> = {}): Submitting {
  return { status: "submitting", since: TEST_START, attempts: 1, answer: null, ...overrides };
}

/** The key of a paid call that may be repeated for a day, and is under way for the first time. */
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

/** The state of a job whose person has the final message, and nothing more is due. */
export function aClosed(outcome: Outcome, overrides: Partial<Closed> = {}): Closed {
  return { status: "closed", outcome, isNotified: true, closedAt: TEST_START, ...overrides };
}

/** The state of a job whose outcome is known and whose final message is due. */
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

/** The state of a job whose outcome is on its card and whose notification is due. */
export function aPosting(outcome: Outcome, overrides: Partial<Posting> = {}): Posting {
  const times = { settledAt: TEST_START, notBefore: TEST_START };
  return { status: "posting", outcome, nonce: "n", triedAt: null, attempts: 0, ...times, ...overrides };
}

/** The state of a job whose person has the final message, and whose file is due in its card. */
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

/** The state of a job whose person has the final message, and whose film is due to be kept. */
export function aKeeping(overrides: Partial<Keeping> = {}): Keeping {
  const untried = { settledAt: TEST_START, since: TEST_START, attempts: 0, notBefore: TEST_START };
  return { status: "keeping", outcome: aSucceeded(), ...untried, ...overrides };
}

/** The state of a job whose task began at `since` and has brought no news yet. */
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

/** The state of a job that waits for an approval, where nothing else is said. */
export function aWaiting(overrides: Partial<Waiting> = {}): Waiting {
  const until = TEST_START + APPROVAL_MS;
  return { status: "waiting", for: "approval", until, answer: "given", notBefore: TEST_START, ...overrides };
}

/** The approval of a job for which a manager was asked and has not answered. */
export function anApproval(overrides: Partial<Approval> = {}): Approval {
  return { because: "ask_above", askedAt: TEST_START, decision: null, ...overrides };
}

type OutcomeOf<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/** The link of the builders' videos. */
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

/** A paid call whose answer was lost; with a task id, a task whose end is unknown. */
export function anUnknown(overrides: Partial<OutcomeOf<"unknown">> = {}): OutcomeOf<"unknown"> {
  return { kind: "unknown", taskId: null, atMost: 95, ...overrides };
}

/** The outcome of a batch, whose videos have their own outcomes. */
export function aSeveral(): OutcomeOf<"several"> {
  return { kind: "several" };
}

/** A job that ended well and whose person knows. */
export function aClosedJob(overrides: Partial<Job> = {}, closedAt = TEST_START + 120_000): Job {
  const outcome = aSucceeded({ expiresAt: closedAt + 7_200_000 });
  return aJob({
    sealedKey: null,
    dueAt: null,
    state: aClosed(outcome, { closedAt }),
    ...overrides,
  });
}
