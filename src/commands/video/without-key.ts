import type { ChatMessage } from "../../core/chat.ts";
import type { JobId, Owner } from "../../core/job/ids.ts";
import { priceOfEach } from "../../core/request/price.ts";
import type { UnconfirmedRequest } from "../../core/request/unconfirmed-request.ts";
import { withTrouble } from "../../messages/ask/trouble.ts";
import { withTeamOffered } from "../../messages/team/refusals.ts";
import type { CommandDeps, NoKey, Visit } from "../command-deps.ts";
import { teamPurse } from "../team/may-spend.ts";
import type { Consent } from "./consent.ts";
import { judge } from "./judge.ts";
import { saysKey } from "./leak-guard.ts";
import { worstTrouble } from "./trouble-now.ts";

/**
 * Somebody without a key is to pay. Where their team can pay, the request is kept under that id for the button that says so.
 */
export async function withoutKey(
  visit: Visit,
  jobId: JobId,
  { each, ...placed }: Pick<UnconfirmedRequest, "isSilent" | "isPrivate"> & Pick<Consent, "each">,
): Promise<NoKey> {
  const { deps, command, ask } = visit;
  const none = { kind: "no_key" } as const;
  const purse = await teamPurse(visit);
  if (!purse.ok) return none;
  const judged = await judge(visit, each);
  if (!judged.ok || each.some((one) => saysKey(one, purse.value.key))) return none;
  const kept = await ask(() => keepOnce(deps, command.owner, jobId, { each, ...placed, pay: "team" }));
  return kept.ok ? { ...none, team: { jobId, price: priceOfEach(each), trouble: worstTrouble(deps, each) } } : none;
}

/** Keeps it for a button that names its payer. What an earlier question was about stays as it is: its own button names another one. */
export async function keepOnce(
  { unconfirmed }: CommandDeps,
  owner: Owner,
  jobId: JobId,
  { each, ...how }: Omit<UnconfirmedRequest, "request" | "each"> & Pick<Consent, "each">,
): Promise<void> {
  if (await unconfirmed.find(owner, jobId)) return;
  await unconfirmed.keep(owner, jobId, { request: each[0], ...(each.length > 1 && { each }), ...how });
}

/** The word about the missing key, with the offer that comes with it. */
export function withOffer(message: ChatMessage, { team }: NoKey, { words }: Visit): ChatMessage {
  if (!team) return message;
  const { trouble, ...kept } = team;
  const offered = withTeamOffered(message, kept, words);
  return trouble ? withTrouble(offered, trouble, kept.jobId, words, "team") : offered;
}
