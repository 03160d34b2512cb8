import { ACCESS_REFUSALS, type AccessRules, access } from "../access.ts";
import type { ChatRefusal } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { Command, Standing } from "../command.ts";
import { homeOf, memberOf, type Owner, type Team, type UserId } from "../job/ids.ts";
import type { AskedIn, Job, TakenOff } from "../job/job.ts";
import { priceOf } from "../request/price.ts";
import type { Result } from "../result.ts";
import type { Secret } from "../text/secret.ts";
import { capPassed, type TakenIn } from "./account.ts";
import { houseRefusal, spendingRefusal, type TeamRules } from "./rules.ts";

/** Returns the team of this place; null in a direct message on Discord. */
export function teamOf({ owner, workspace }: Pick<Command, "owner" | "workspace">): Team | null {
  const teamId = homeOf(owner) ?? workspace;
  return teamId === null ? null : { platform: owner.platform, teamId };
}

/** This is no person's id: a team's key is in the vault like a person's. */
const TEAM = "team";

/** Returns the owner of the team's key, who is nobody. */
export function holderOf(team: Team): Owner {
  const inTeam = memberOf(team, TEAM);
  return homeOf(inTeam) === null ? memberOf(team, `${TEAM}-${team.teamId}`) : inTeam;
}

/** Returns whose key pays for the job, the only one ever tried for it. */
export function payerOf({ owner, team }: Pick<Job, "owner" | "team">): Owner {
  return team ? holderOf(team) : owner;
}

/** A platform answers these questions about a team's people and places. */
export interface TeamPeople {
  /** Returns the person's standing in the team where they used the command; `isFresh`: asked now, else five minutes old at most. null: the platform did not say. */
  standingOf(command: Pick<Command, "owner" | "reply" | "standing">, isFresh: boolean): Promise<Standing | null>;
  /** Returns what the person of a job is in its team, asked afresh; null: the platform did not say. */
  memberNow(job: Pick<Job, "owner" | "reply">): Promise<MemberNow | null>;
  namesOf(command: Pick<Command, "reply">, people: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  /** Returns whether that channel is one of the server or workspace where the command was used. */
  isChannelHere(command: Pick<Command, "reply">, channelId: string): Promise<Result<boolean, ChatRefusal>>;
  /**
   * Returns whether the channel where the command was used, or that of its thread, is age-restricted; takes half a second at
   * most. null: the platform did not say.
   */
  isAgeRestricted(command: Pick<Command, "reply" | "threadOf">): Promise<boolean | null>;
}

const NAMES_AT_ONCE = 5;

/** Looks up these people's names, a few at a time, and leaves out anyone without a name. */
export async function namesOfEach(
  people: readonly UserId[],
  nameOf: (userId: UserId) => Promise<string | null>,
): Promise<ReadonlyMap<UserId, string>> {
  const names: (readonly [UserId, string])[] = [];
  const ask = async (userId: UserId) => {
    const name = await nameOf(userId);
    if (name !== null) names.push([userId, name]);
  };
  for (let from = 0; from < people.length; from += NAMES_AT_ONCE)
    await Promise.all(people.slice(from, from + NAMES_AT_ONCE).map(ask));
  return new Map(names);
}

/** Remembers teams' keys that the video service has refused. It rejects if it cannot write or read. */
export interface RefusedKeys {
  /**
   * Notes that the team no longer pays with this very key; a later key is not affected. Returns false, and notes nothing, if
   * a key was entered since the refused call.
   */
  note(team: Team, key: Secret, calledAt: EpochMs): Promise<boolean>;
  has(team: Team, key: Secret): Promise<boolean>;
  /** Notes that a manager has entered a key, and it was not refused. */
  entered(team: Team, at: EpochMs): Promise<void>;
  clear(team: Team): Promise<void>;
}

/** `StandingNow` is what the operator, the team and the platform say now, before the paid call of a job that was accepted a while ago. */
export interface StandingNow {
  readonly access: AccessRules;
  /** The rules of the team of the job's place; in a direct message on Discord those of a team that has set nothing. */
  readonly rules: TeamRules;
  /** null: the platform was not asked, or does not say. */
  readonly member: MemberNow | null;
  /** The team's credits in the day and the month of the job, whose own price is already held in them; null: the team does not pay for it. */
  readonly spent: TakenIn | null;
}

/** Somebody's membership of a team; "gone": they have left it. */
export type MemberNow = "gone" | { readonly roles: readonly string[]; readonly isGuest: boolean };

/** Judges a job by the same rules as at its command; null: it may be started. If the team pays, `member` has to be known. */
export function startRefusal(
  { owner, workspace, reply, askedIn, team, approval, request, price }: Job,
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
  const verdict = access(visitor, lists);
  if (verdict !== "allowed") return verdict;
  const house = houseRefusal(rules, owner.userId);
  if (house) return house;
  if (priceOf(request) > price) return "dearer";
  if (!team) return null;
  if (member === null || member === "gone") return "person";
  const spender = { userId: owner.userId, ...member, channelId: threadOf ?? channelId };
  const refusal = spendingRefusal(rules, spender);
  if (refusal) return refusal;
  // Its price is held already. An approval that was not needed then is not asked for now.
  const passed = spent && capPassed({ ...rules, askAbove: null }, spent, { price: 0, ...(approval && { approval }) });
  return passed ? "over_cap" : null;
}

/** Returns whether only the team's key does not pay for it: its person may start it with a key of their own. */
export function isAboutPaying(why: TakenOff): boolean {
  return why !== "blocked" && why !== "paused" && why !== "dearer" && !ACCESS_REFUSALS.some((one) => one === why);
}
