import type { Asked } from "../../core/batch/batch.ts";
import type { ActionOf } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { ActOf, Answer, Finish } from "../../core/command.ts";
import { type JobId, ownerName, teamName } from "../../core/job/ids.ts";
import { type Job, needsApproval } from "../../core/job/job.ts";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import { askedJob, wholeJob } from "../../jobs/related-jobs.ts";
import type { Undecided } from "../../jobs/start/decide.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import {
  alreadyDecided,
  approvalQuestion,
  approvalsList,
  approvedNow,
  declinedNow,
  overTeamCap,
} from "../../messages/team/approval-messages.ts";
import { declineForm } from "../../messages/team/team-forms.ts";
import { noTeamKey } from "../../messages/team/team-refusals.ts";
import { type ActTable, formReply, type PressHandlers, privateReply, type Visit, working } from "../visit.ts";
import { asManager, forManagers, type Managed, noteAct } from "./managers.ts";
import { leftUnderCaps } from "./team-account.ts";

export const approvalActs = {
  team_approvals: { needs: null, handle: forManagers("approve", listApprovals) },
  decline: { needs: "team", typed: ({ note }) => [["note", note]], formField: "note", handle: decline },
} satisfies Partial<ActTable>;

export const approvalPresses = {
  team_approvals: forManagers("approve", listApprovals),
  show_approval: (visit, { jobId }) => showApproval(visit, jobId),
  show_picture: (visit, { jobId }) => showPicture(visit, jobId),
  approve: (visit, { jobId }) => approve(visit, jobId),
  ask_decline: forManagers("reports", openDecline),
} satisfies Partial<PressHandlers>;

async function listApprovals(visit: Visit, { team }: Managed): Promise<Answer> {
  const open = await visit.ask(() => visit.deps.teams.openJobs(team));
  const asked = open.filter((job) => needsApproval(job) && !job.partOf);
  const whole = await visit.ask(() => Promise.all(asked.map((job) => wholeJob(visit.deps.jobs, job))));
  return privateReply(approvalsList(whole, visit.words));
}

async function showApproval(visit: Visit, jobId: JobId): Promise<Answer> {
  const request = await toDecide(visit, jobId);
  if (!request.ok) return privateReply(request.refusal);
  const { job, managed } = request.value;
  if (!needsApproval(job)) return privateReply(alreadyDecided(job, visit.words));
  return privateReply(approvalQuestion(job, await whatIsLeft(visit, managed, job), visit.words));
}

function showPicture(visit: Visit, jobId: JobId): Answer {
  return afterRights(visit, jobId, async ({ job }) => {
    const { deps, words } = visit;
    if (!needsApproval(job)) return alreadyDecided(job, words);
    const picture = job.request.picture?.file;
    const opened = picture && (await deps.files?.open(picture));
    if (!opened?.ok) return shortReply("pictureNotSent", words);
    const { bytes, type } = opened.value;
    const message = shortReply("pictureSent", words);
    const within = async (maxBytes: number) => ({ content: bytes.subarray(0, maxBytes), message });
    const name = `picture.${type.replace(/^image\//, "")}`;
    return { message: shortReply("pictureNotSent", words), file: { name, type, within, unsure: message } };
  });
}

function approve(visit: Visit, jobId: JobId): Answer {
  return afterRights(visit, jobId, async ({ job, managed }) => {
    const { deps, command, words } = visit;
    if (ownerName(job.owner) === ownerName(command.owner) && !job.approval?.mayBeOwn)
      return shortReply("notYourOwn", words);
    const result = await deps.decide.approve(jobId, command.owner.userId);
    if (!result.ok) return whyNot(visit, { job, managed }, result.refusal);
    await noteAct(visit, managed.team, { did: "approved", job: jobId });
    return approvedNow({ ...result.value, price: job.price }, words);
  });
}

function openDecline(visit: Visit, _managed: Managed, { jobId }: ActionOf<"ask_decline">): Answer {
  return formReply(declineForm(jobId, visit.words));
}

function decline(visit: Visit, { jobId, note }: ActOf<"decline">): Answer {
  return afterRights(visit, jobId, async ({ job, managed }) => {
    const { deps, command, words } = visit;
    const result = await deps.decide.decline(jobId, command.owner.userId, note.trim() || null);
    if (!result.ok) return whyNot(visit, { job, managed }, result.refusal);
    await noteAct(visit, managed.team, { did: "declined", job: jobId });
    return declinedNow(result.value, words);
  });
}

interface ToDecide {
  readonly job: Asked;
  readonly managed: Managed;
}

/** Acknowledges the press first, because fetching the person's rights takes time. */
function afterRights(visit: Visit, jobId: JobId, decide: (request: ToDecide) => Promise<ChatMessage | Finish>): Answer {
  return working(visit, shortReply("checkingRights", visit.words), async (later) => {
    const request = await toDecide(later, jobId);
    return request.ok ? decide(request.value) : request.refusal;
  });
}

/** A manager of one team must learn nothing about another team's videos. */
export async function toDecide(visit: Visit, jobId: JobId): Promise<Result<ToDecide, ChatMessage>> {
  const { deps, ask, words } = visit;
  const managed = await asManager(visit, "approve");
  if (!managed.ok) return managed;
  const job = await ask(async () => {
    const stored = await deps.jobs.load(jobId);
    return stored && askedJob(deps.jobs, stored.job);
  });
  const isOfTeam = job?.team && teamName(job.team) === teamName(managed.value.team);
  return job?.approval && isOfTeam ? ok({ job, managed: managed.value }) : refuse(shortReply("goneCard", words));
}

async function whyNot(visit: Visit, { job, managed }: ToDecide, refusal: Undecided): Promise<ChatMessage> {
  const { deps, words } = visit;
  switch (refusal.kind) {
    case "gone":
      return shortReply("goneCard", words);
    case "decided":
      return alreadyDecided(refusal.job, words);
    case "no_rules":
      return noTeamKey(deps.prefix, words);
    case "team_day":
    case "team_month": {
      const left = await whatIsLeft(visit, managed, job);
      return overTeamCap({ cap: refusal.kind, price: job.price, left, now: deps.clock.now() }, words);
    }
    case "person_day":
    case "person_month":
    case "ask_above":
      throw new Error(`job ${job.id} was refused what an approval lifts`);
    default:
      return unreachable(refusal);
  }
}

function whatIsLeft(visit: Visit, { team, stored }: Managed, { owner }: Job) {
  return leftUnderCaps(visit, { team, rules: stored.rules }, owner.userId);
}
