import type { ChatMessage } from "../../src/core/chat.ts";
import type { Decision, Job } from "../../src/core/job/job.ts";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import * as approvals from "../../src/messages/team/approval-messages.ts";
import type { Words } from "../../src/messages/words.ts";
import {
  aJob,
  aJobId,
  aNotStarted,
  anAnnouncing,
  aRequest,
  aSlackOwner,
  aWaiting,
  listedJobs,
  TEST_START as now,
} from "../fakes/jobs.ts";
import { inBoth, leftInMonth, aTeam as team } from "../fakes/teams.ts";

const picture = { source: "address", url: "https://example.com/a.png", isChecked: false, decidesRatio: false } as const;
const file = { platform: "slack", teamId: "T0000000001", enterpriseId: null, id: "F1" } as const;

/** A team's job for 205 credits that waits for an approval. */
export function anAskedJob(overrides: Partial<Job> = {}): Job {
  return aJob({
    team,
    request: aRequest({ resolution: "720p" }),
    price: 205,
    approval: { because: "ask_above", askedAt: now, decision: null },
    sealedKey: null,
    state: aWaiting(),
    ...overrides,
  });
}

export function aDecidedJob(word: Decision["word"], overrides: Partial<Decision> = {}): Job {
  const by = word === "expired" ? null : "200000000000000002";
  const approval = { because: "ask_above", askedAt: now, decision: { word, by, at: now, ...overrides } } as const;
  if (word === "approved") return anAskedJob({ approval, state: aWaiting({ for: "turn" }) });
  return anAskedJob({ approval, state: anAnnouncing(aNotStarted(word)) });
}

const words = ["approved", "declined", "expired", "withdrawn"] as const;

/** A job for each state of an approval. */
const everyAskedJob: readonly Job[] = [
  anAskedJob(),
  anAskedJob({ approval: { because: "person_day", askedAt: now, decision: null } }),
  anAskedJob({ approval: { because: "person_month", askedAt: now, mayBeOwn: true, decision: null } }),
  anAskedJob({ approval: { because: "ask_above", askedAt: now, isUnreached: true, decision: null } }),
  anAskedJob({ request: aRequest({ picture }) }),
  anAskedJob({
    request: aRequest({
      prompt: "<@1> **x** ".repeat(400).slice(0, PROMPT_MAX),
      picture: { ...picture, url: `https://example.com/${"a".repeat(2_000)}` },
    }),
  }),
  anAskedJob({ request: aRequest({ picture: { ...picture, source: "attachment", file } }) }),
  anAskedJob({ owner: aSlackOwner(), state: aWaiting({ answer: "due" }) }),
  anAskedJob({ owner: aSlackOwner(), state: aWaiting({ for: "turn", answer: "unclear" }) }),
  ...words.map((word) => aDecidedJob(word)),
  aDecidedJob("declined", { note: "too dear".repeat(30) }),
  anAskedJob({ state: anAnnouncing(aNotStarted("no_turn")) }),
  anAskedJob({ state: anAnnouncing(aNotStarted("store")) }),
];

export function everyApprovalMessage(spoken: Words): readonly ChatMessage[] {
  const jobs = everyAskedJob.map((job) => ({ ...job, locale: spoken.locale }));
  const [first = anAskedJob()] = jobs;
  const many = Array.from({ length: 30 }, (_, nth) => ({
    ...first,
    id: aJobId(nth),
    request: aRequest({ prompt: "x".repeat(200) }),
  }));
  return [
    ...jobs.flatMap((job) => [
      cardOf(job, now),
      approvals.approvalQuestion(job, leftInMonth(5_000, 105), spoken),
      approvals.approvalQuestion(job, inBoth({ team: 5_000, person: 105 }), spoken),
      approvals.approvalEnded(job, spoken),
      approvals.alreadyDecided(job, spoken),
    ]),
    ...jobs.filter(({ state }) => "outcome" in state).map((job) => notificationOf(job, now)),
    ...[[], listedJobs(jobs), many].map((listed) => approvals.approvalsList(listed, spoken)),
    ...[1, 3].map((most) => approvals.tooManyWaiting(most, spoken)),
    ...[approvals.approvedNow, approvals.declinedNow].map((say) => say(first, spoken)),
    ...(["team_day", "team_month"] as const).map((cap) =>
      approvals.overTeamCap({ cap, price: 205, left: inBoth({ team: 105, person: 0 }), now }, spoken),
    ),
  ];
}
