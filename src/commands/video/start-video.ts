import { type PlacesLeft, placesLeft } from "../../core/batch/batch.ts";
import { cardPlace } from "../../core/card-place.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { type Answer, askedIn } from "../../core/command.ts";
import { eventIdFrom, type JobId, type Owner, partIdFrom, type Team } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import type { UnconfirmedRequest } from "../../core/request/kept-request.ts";
import { type Credits, priceOfEach } from "../../core/request/price.ts";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { CapRefusal, TeamRules } from "../../core/team/rules.ts";
import { holderOf } from "../../core/team/team.ts";
import type { Secret } from "../../core/text/secret.ts";
import { partsOf } from "../../jobs/related-jobs.ts";
import type { OrderWait } from "../../jobs/start/accept.ts";
import { draftProblemOf, looksLikeAKey, ownKeyInText, tooManyVideosFor } from "../../messages/ask/draft-problems.ts";
import { withTrouble } from "../../messages/ask/price-questions.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import type { KeptRequest } from "../../messages/card/buttons.ts";
import { cardOf } from "../../messages/card/card.ts";
import { tooManyWaiting } from "../../messages/team/approval-messages.ts";
import { capPassedMessage, noTeamKey, withPayerOffered } from "../../messages/team/team-refusals.ts";
import { isKeyIn } from "../leak-guard.ts";
import { type AccountRefusal, doesNotPay, leftUnderCaps, teamAccount } from "../team/team-account.ts";
import {
  type CommandDeps,
  type NoKey,
  type PayingDeps,
  privateReply,
  type StartOutcome,
  type StartVideo,
  type Visit,
  type Wanted,
} from "../visit.ts";
import type { Consent } from "./consent.ts";
import { type Judged, judge } from "./judge.ts";

/** The store enforces limits and caps, however many commands arrive at once. */
export function videoStarter(deps: PayingDeps): StartVideo {
  const { maxJobsPerUser: ofOwner, maxJobsPerWorkspace: ofWorkspace, maxWaitingPerUser: waitingOfOwner } = deps.rules;

  async function start(
    visit: Visit,
    wanted: Wanted,
    account: PayingAccount,
    each: Consent["each"],
    wait?: OrderWait,
  ): Promise<StartOutcome> {
    const { command, words } = visit;
    const { owner, workspace } = command;
    const { id, isSilent, isPrivate, isVideoWanted } = wanted;
    const { team, payer, key, rules } = account;
    // Without a channel there is nowhere to ask.
    if (wait?.for === "approval" && !rules?.approvals) {
      if (wait.because !== "ask_above") return overCap(visit, wanted, { team, rules, cap: wait.because });
      return { kind: "refused", message: shortReply("cannotSave", words) };
    }

    // No time limit here: if the order is saved late, the answer must not be "nothing was charged".
    const order = {
      id,
      event: eventIdFrom(owner, command.eventId),
      owner,
      workspace,
      reply: isPrivate ? cardPlace(command.reply).privately() : command.reply,
      isSilent,
      locale: words.locale,
      askedIn: askedIn(command),
      request: each[0],
      ...(each.length > 1 && { each }),
      isVideoWanted,
      ...(team && { team }),
      ...(wait && {
        wait: rules?.mayApproveOwn && wait.for === "approval" ? { ...wait, mayBeOwn: true as const } : wait,
      }),
      sealedKey: deps.vault.seal(payer, key),
    };
    const accepted = await deps.accept(order, { ofOwner, ofWorkspace, waitingOfOwner });
    if (accepted.ok) return { kind: "started", job: accepted.value };
    const { kind } = accepted.refusal;
    switch (kind) {
      case "cannot_save":
        return { kind: "refused", message: shortReply("cannotSave", words) };
      case "already_accepted":
      case "repeated":
        return { kind };
      case "full":
        if (each.length > 1)
          return { kind: "refused", message: tooManyVideos(visit, each.length, await placesLeftFor(visit)) };
        if (wait) return { kind: "refused", message: tooManyWaiting(waitingOfOwner, words) };
        return start(visit, wanted, account, each, { for: "turn" });
      case "team_day":
      case "team_month":
        return overCap(visit, wanted, { team, rules, cap: kind });
      case "person_day":
      case "person_month":
      case "ask_above":
        return start(visit, wanted, account, each, { for: "approval", because: kind });
      case "no_rules":
        return ownKeyInstead(visit, wanted, doesNotPay(noTeamKey(deps.prefix, words), words));
      default:
        return unreachable(kind);
    }
  }
  return async (visit, wanted) => {
    const { consent } = wanted;
    const judged = await judge(visit, consent.each);
    if (!judged.ok) return judged.refusal;
    const each = withAddresses(deps, wanted.id, judged.value);
    if (each === null)
      return { kind: "refused", message: draftProblemOf({ kind: "picture_private" }, visit.words).message };
    const account = await openAccount(visit, wanted);
    return account.ok ? start(visit, wanted, account.value, each) : account.refusal;
  };
}

interface PayingAccount {
  readonly team: Team | null;
  readonly rules: TeamRules | null;
  readonly payer: Owner;
  readonly key: Secret;
}

/** Opens only the key that the person agreed to. */
async function openAccount(visit: Visit, wanted: Wanted): Promise<Result<PayingAccount, StartOutcome>> {
  const { deps, command, ask, words } = visit;
  const { owner } = command;
  const { id, consent, isSilent, isPrivate } = wanted;
  const own = await ask(() => deps.vault.get(owner));
  if (own && isKeyIn(consent.each, own)) return refuse({ kind: "refused", message: ownKeyInText(words) });
  if (consent.pay === "mine") {
    if (own) return ok({ team: null, rules: null, payer: owner, key: own });
    return refuse(await withoutKey(visit, id, { each: consent.each, isSilent, isPrivate }));
  }

  const account = await teamAccount(visit, consent.pay);
  if (!account.ok) return refuse(await ownKeyInstead(visit, wanted, account.refusal));
  const { team, key, rules } = account.value;
  if (isKeyIn(consent.each, key)) return refuse({ kind: "refused", message: looksLikeAKey(words).message });
  return ok({ team, rules, payer: holderOf(team), key });
}

async function overCap(
  visit: Visit,
  wanted: Wanted,
  { team, rules, cap }: Pick<PayingAccount, "team" | "rules"> & { readonly cap: CapRefusal },
): Promise<StartOutcome> {
  if (team === null || rules === null) throw new Error("a job that its person pays for was judged by a cap");
  const { deps, command, words } = visit;
  const left = await leftUnderCaps(visit, { team, rules }, command.owner.userId);
  const refusal = capPassedMessage({ cap, price: priceIn(wanted), left, now: deps.clock.now() }, words);
  return ownKeyInstead(visit, wanted, doesNotPay(refusal, words));
}

/** Offers to pay with the person's own key if they have one. */
async function ownKeyInstead(
  visit: Visit,
  wanted: Wanted,
  { message, keyless }: AccountRefusal,
): Promise<StartOutcome> {
  const { deps, command, ask } = visit;
  const { owner } = command;
  const { id, consent, isSilent, isPrivate } = wanted;
  const hasOwn = await ask(async () => {
    if (!(await deps.vault.has(owner))) return false;
    await keepOnce(deps, owner, id, { each: consent.each, isSilent, isPrivate, pay: "mine" });
    return true;
  });
  if (!hasOwn) return { kind: "refused", message: keyless };
  return { kind: "refused", message: offerPayer(visit, message, "mine", { jobId: id, price: priceIn(wanted) }) };
}

function priceIn({ consent }: Wanted): Credits {
  return priceOfEach(consent.each);
}

/** Each job has its own address of a private picture. */
function withAddresses({ files }: CommandDeps, id: JobId, { each }: Judged): Consent["each"] | null {
  if (!each.some(({ picture }) => picture?.file)) return each;
  if (files === null) return null;
  const [first, ...more] = each.map((request, index) => {
    const { picture } = request;
    const jobId = each.length > 1 ? partIdFrom(id, index + 1) : id;
    return picture?.file ? { ...request, picture: { ...picture, url: files.addressFor(jobId) } } : request;
  });
  return first ? [first, ...more] : null;
}

export async function withoutKey(
  visit: Visit,
  jobId: JobId,
  { each, ...placed }: Pick<UnconfirmedRequest, "isSilent" | "isPrivate"> & Pick<Consent, "each">,
): Promise<NoKey> {
  const { deps, command, ask } = visit;
  const price = priceOfEach(each);
  const none = { kind: "no_key", price, videos: each.length } as const;
  const account = await teamAccount(visit);
  if (!account.ok) return none;
  const judged = await judge(visit, each);
  if (!judged.ok || isKeyIn(each, account.value.key)) return none;
  await ask(() => keepOnce(deps, command.owner, jobId, { each, ...placed, pay: "team" }));
  return { ...none, team: { jobId, price } };
}

/** Does not replace a stored request: the offered button itself names the payer. */
async function keepOnce(
  { unconfirmed }: CommandDeps,
  owner: Owner,
  jobId: JobId,
  request: UnconfirmedRequest,
): Promise<void> {
  if (!(await unconfirmed.find(owner, jobId))) await unconfirmed.keep(owner, jobId, request);
}

export function withOffer(message: ChatMessage, { team }: NoKey, visit: Visit): ChatMessage {
  return team ? offerPayer(visit, message, "team", team) : message;
}

function offerPayer({ deps, words }: Visit, message: ChatMessage, pay: Payer, kept: KeptRequest): ChatMessage {
  const offered = withPayerOffered(message, pay, kept, words);
  const trouble = deps.health.trouble();
  return trouble ? withTrouble(offered, trouble, words) : offered;
}

export async function placesLeftFor({ deps, command, ask }: Visit): Promise<PlacesLeft> {
  const open = await ask(() => deps.jobs.openJobsOf(command.owner));
  const { maxJobsPerUser: ofOwner, maxWaitingPerUser: waitingOfOwner } = deps.rules;
  return placesLeft(open, { ofOwner, waitingOfOwner });
}

export function tooManyVideos({ deps, words }: Visit, videos: number, { inAll: left }: PlacesLeft): ChatMessage {
  return tooManyVideosFor({ videos, left, rules: deps.rules }, words);
}

export async function answerStart(
  { deps, ask, words }: Visit,
  outcome: Exclude<StartOutcome, { kind: "no_key" }>,
): Promise<Answer> {
  switch (outcome.kind) {
    case "started": {
      const { job } = outcome;
      // The job is saved: show its card even if the store fails now.
      const parts = await ask(() => partsOf(deps.jobs, job)).catch(() => []);
      const shown = parts.map((part) => part.job);
      const message = cardOf(job, deps.clock.now(), shown);
      return { kind: "card", card: { jobId: job.id, reply: job.reply, message } };
    }
    case "repeated":
      return { kind: "nothing" };
    case "already_accepted":
      return privateReply(shortReply("alreadyOnItsWay", words));
    case "denied":
      return privateReply(draftProblemOf(outcome, words).message);
    case "refused":
      return privateReply(outcome.message);
    default:
      return unreachable(outcome);
  }
}

/** Keeps the privacy and notification settings of the earlier video. */
export function deliveryOf({ reply, isSilent = false }: Job) {
  return { isPrivate: cardPlace(reply).isPrivate(), isSilent };
}
