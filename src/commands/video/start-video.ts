import type { ChatMessage } from "../../core/chat.ts";
import { askedIn } from "../../core/command.ts";
import { type JobId, type Owner, partIdFrom, type Team } from "../../core/job/ids.ts";
import type { OrderWait } from "../../core/request/order.ts";
import { type Credits, priceOfEach } from "../../core/request/price.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import type { TeamRules } from "../../core/team/rules.ts";
import { holderOf } from "../../core/team/team.ts";
import type { Secret } from "../../core/text/secret.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { looksLikeAKey, ownKeyInText } from "../../messages/ask/leaked-key.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { withTrouble } from "../../messages/ask/trouble.ts";
import { tooManyWaiting } from "../../messages/team/approval-answers.ts";
import { noTeamKey, withKeyAsked, withOwnKeyOffered } from "../../messages/team/refusals.ts";
import type { CommandDeps, PayingDeps, StartOutcome, StartVideo, Visit, Wanted } from "../command-deps.ts";
import { sayCapPassed } from "../team/cap-passed.ts";
import { teamPurse } from "../team/may-spend.ts";
import type { Consent } from "./consent.ts";
import { type Judged, judge } from "./judge.ts";
import { saysKey } from "./leak-guard.ts";
import { sayNoRoom } from "./no-room.ts";
import { isPlacedPrivately } from "./place-card.ts";
import { troubleNow } from "./trouble-now.ts";
import { keepOnce, withoutKey } from "./without-key.ts";

/** Judges the key and saves the job that was consented to; the store keeps the bounds and caps, however many commands come at once. */
export function videoStarter(deps: PayingDeps): StartVideo {
  const { maxJobsPerUser: ofOwner, maxJobsPerWorkspace: ofWorkspace, maxWaitingPerUser: waitingOfOwner } = deps.rules;

  /** `wait`: what it waits for before it begins. */
  async function start(visit: Visit, wanted: Wanted, judged: Judged, wait?: OrderWait): Promise<StartOutcome> {
    const { ask, words } = visit;
    const { consent: _, ...placed } = wanted;
    const refused: StartOutcome = { kind: "refused", message: cannotSave(words) };
    const each = withAddresses(deps, placed.id, judged);
    if (each === null) return { kind: "refused", message: draftProblemOf({ kind: "picture_private" }, words).message };
    const settings = await ask(() => deps.settings.get(placed.owner));
    if (!settings.ok) return refused;
    const purse = await openPurse(visit, wanted);
    if (!purse.ok) return purse.refusal;
    const { team, payer, key, rules } = purse.value;
    // The rules as they are now say where to ask.
    if (wait?.for === "approval" && !rules?.approvals)
      return wait.because === "person_month" ? overCap(visit, wanted, { team, cap: "person" }) : refused;

    // Not cut short by our patience: an order that is saved late must not be answered with "nothing was charged".
    const order = {
      ...placed,
      askedIn: askedIn(visit.command),
      request: each[0],
      ...(each.length > 1 && { each }),
      isVideoWanted: settings.value.isAttached,
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
        return refused;
      case "already_accepted":
        return { kind };
      case "full":
        if (each.length > 1) return { kind: "refused", message: await sayNoRoom(visit, each.length) };
        if (wait) return { kind: "refused", message: tooManyWaiting(waitingOfOwner, words) };
        return start(visit, wanted, judged, { for: "turn" });
      case "team_month":
        return overCap(visit, wanted, { team, cap: "team" });
      case "person_month":
      case "ask_above":
        return start(visit, wanted, judged, { for: "approval", because: kind });
      case "no_rules":
        return { kind: "refused", message: noTeamKey(deps.prefix, words) };
      default:
        return unreachable(kind);
    }
  }
  return async (visit, wanted) => {
    const { consent } = wanted;
    const judged = await judge(visit, consent.each);
    if (!judged.ok) return judged.refusal;
    return start(visit, wanted, judged.value, wanted.wait);
  };
}

interface Purse {
  readonly team: Team | null;
  /** The team's. */
  readonly rules: TeamRules | null;
  readonly payer: Owner;
  readonly key: Secret;
}

/** The key that was agreed on, and no other: the person's own, or their team's where they may spend it. */
async function openPurse(visit: Visit, wanted: Wanted): Promise<Result<Purse, StartOutcome>> {
  const { deps, ask, words } = visit;
  const { owner, consent } = wanted;
  const own = await ask(() => deps.vault.get(owner));
  if (!own.ok) return refuse({ kind: "refused", message: cannotSave(words) });
  const says = (key: Secret) => consent.each.some((request) => saysKey(request, key));
  if (own.value && says(own.value)) return refuse({ kind: "refused", message: ownKeyInText(words) });
  if (consent.pay === "mine") {
    if (own.value) return ok({ team: null, rules: null, payer: owner, key: own.value });
    const { id, isSilent = false, reply } = wanted;
    const kept = { each: consent.each, isSilent, isPrivate: isPlacedPrivately(reply) };
    return refuse(await withoutKey(visit, id, kept));
  }

  const purse = await teamPurse(visit, consent.pay);
  if (!purse.ok) return refuse(await ownKeyInstead(visit, wanted, purse.refusal));
  const { team, key, rules } = purse.value;
  if (says(key)) return refuse({ kind: "refused", message: looksLikeAKey(words).message });
  return ok({ team, rules, payer: holderOf(team), key });
}

/** Nothing was started: says which cap it would pass. */
async function overCap(
  visit: Visit,
  wanted: Wanted,
  { team, cap }: { readonly team: Team | null; readonly cap: "team" | "person" },
): Promise<StartOutcome> {
  if (team === null) throw new Error("a job that its person pays for was judged by a cap");
  const said = await sayCapPassed(visit, team, { cap, price: priceIn(wanted) });
  return ownKeyInstead(visit, wanted, said, withKeyAsked(said, visit.words));
}

/** The refusal of the team's key, with the offer to pay with one's own where there is one; `keyless`: what is said where there is none. */
async function ownKeyInstead(
  { deps, ask, words }: Visit,
  wanted: Wanted,
  refusal: ChatMessage,
  keyless = refusal,
): Promise<StartOutcome> {
  const { id, owner, consent, isSilent = false, reply } = wanted;
  const { each } = consent;
  const [request] = each;
  const offered = await ask(async () => {
    if (!(await deps.vault.has(owner))) return false;
    await keepOnce(deps, owner, id, { each, isSilent, isPrivate: isPlacedPrivately(reply), pay: "mine" });
    return true;
  });
  if (!offered.ok) return { kind: "refused", message: refusal };
  if (!offered.value) return { kind: "refused", message: keyless };
  const message = withOwnKeyOffered(refusal, { jobId: id, price: priceIn(wanted) }, words);
  const trouble = troubleNow(deps, request);
  return { kind: "refused", message: trouble ? withTrouble(message, trouble, id, words, "mine") : message };
}

function priceIn({ consent }: Wanted): Credits {
  return priceOfEach(consent.each);
}

/** Each video of a batch is a job of its own. */
function withAddresses(deps: CommandDeps, id: JobId, { each }: Judged): Consent["each"] | null {
  const idOf = (index: number) => (each.length > 1 ? partIdFrom(id, index + 1) : id);
  const [first, ...more] = each.map((request, index) => withAddress(deps, idOf(index), request));
  return first && !more.includes(null) ? [first, ...more.filter((one) => one !== null)] : null;
}

/** A private picture has another address for each job; null where it can have none. */
function withAddress({ files }: CommandDeps, id: JobId, request: VideoRequest): VideoRequest | null {
  const { picture } = request;
  if (!picture?.file) return request;
  return files === null ? null : { ...request, picture: { ...picture, url: files.addressFor(id) } };
}
