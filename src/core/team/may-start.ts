import { type AccessRules, access } from "../access.ts";
import type { AskedIn, Job, TakenOff } from "../job/job.ts";
import { capPassed, type TeamAccount } from "./account.ts";
import { houseRefusal } from "./house-rules.ts";
import { spendingRefusal, type TeamRules } from "./rules.ts";

/** What the operator, the team and the platform say now, before the paid call of a job that was accepted a while ago. */
export interface StandingNow {
  readonly access: AccessRules;
  /** Of the team of the job's place; in a direct message on Discord those of a team that has set nothing. */
  readonly rules: TeamRules;
  /** null: the platform was not asked, or does not say. */
  readonly member: MemberNow | null;
  /** The team's credits in the month of the job, whose own price is held in them; null: the team does not pay for it. */
  readonly spent: { readonly team: TeamAccount; readonly person: TeamAccount } | null;
}

/** What somebody is in a team; "gone": no longer in it. */
export type MemberNow = "gone" | { readonly roles: readonly string[]; readonly isGuest: boolean };

/** Judges by the same rules as at its command; null: it may be started. Where the team pays, `member` has to be known. */
export function startRefusal(
  { owner, workspace, reply, askedIn, team, approval }: Job,
  { access: lists, rules, member, spent }: StandingNow,
): TakenOff | null {
  const { channelId, threadOf }: AskedIn = askedIn ?? reply;
  const roles = member === null ? null : member === "gone" ? [] : member.roles;
  const visitor = {
    owner,
    workspace,
    roles,
    reply: { channelId },
    ...(threadOf !== undefined && { threadOf }),
    ...(channelId === "" && { isPlaceOpen: true as const }),
  };
  if (access(visitor, lists) !== "allowed") return "not_allowed";
  const house = houseRefusal(rules, owner.userId);
  if (house) return house;
  if (!team) return null;
  if (member === null || member === "gone") return "person";
  const spender = { userId: owner.userId, ...member, channelId: threadOf ?? channelId };
  const refusal = spendingRefusal(rules, spender);
  if (refusal) return refusal;
  // Its price is held already. An approval that was not needed then is not asked for now.
  const passed = spent && capPassed({ ...rules, askAbove: null }, spent, { price: 0, ...(approval && { approval }) });
  return passed ? "over_cap" : null;
}

/** Only the team's key does not pay for it: its person may start it with a key of their own. */
export function isAboutPaying(why: TakenOff): boolean {
  return why !== "not_allowed" && why !== "blocked" && why !== "paused";
}
