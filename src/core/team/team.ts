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

/** Returns the team of the place where a command was used; null in a Discord direct message. */
export function teamOf({ owner, workspace }: Pick<Command, "owner" | "workspace">): Team | null {
  const teamId = homeOf(owner) ?? workspace;
  return teamId === null ? null : { platform: owner.platform, teamId };
}

/** Used as the user id under which a team's key is stored. No real user has this id. */
const TEAM = "team";

/** Returns the owner under which the team's key is stored. It is not a person. */
export function holderOf(team: Team): Owner {
  const inTeam = memberOf(team, TEAM);
  return homeOf(inTeam) === null ? memberOf(team, `${TEAM}-${team.teamId}`) : inTeam;
}

/** Returns whose key pays for the job. No other key is ever used for it. */
export function payerOf({ owner, team }: Pick<Job, "owner" | "team">): Owner {
  return team ? holderOf(team) : owner;
}

/** Looks up a team's people and places on its platform. */
export interface TeamPeople {
  /**
   * Returns the person's standing in the team where they used the command; null: the platform did not say. `isFresh`:
   * asked now, else at most five minutes old.
   */
  standingOf(command: Pick<Command, "owner" | "reply" | "standing">, isFresh: boolean): Promise<Standing | null>;
  /** Returns the current membership of a job's person, always asked now. Null: the platform did not say. */
  memberNow(job: Pick<Job, "owner" | "reply">): Promise<MemberNow | null>;
  namesOf(command: Pick<Command, "reply">, people: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  /** Returns whether that channel is in the server or workspace where the command was used. */
  isChannelHere(command: Pick<Command, "reply">, channelId: string): Promise<Result<boolean, ChatRefusal>>;
  /**
   * Returns whether the command's channel, or the channel of its thread, is age-restricted. Takes at most half a second.
   * Null: the platform did not say.
   */
  isAgeRestricted(command: Pick<Command, "reply" | "threadOf">): Promise<boolean | null>;
}

const NAMES_AT_ONCE = 5;

/** Looks up people's names, a few at a time. Leaves out those without one. */
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

/** Remembers team keys that the video service refused. Methods reject if the store fails. */
export interface RefusedKeys {
  /**
   * Records that the team no longer pays with this key; later keys are not affected. Returns false and records nothing if
   * a key was entered since the refused call.
   */
  note(team: Team, key: Secret, calledAt: EpochMs): Promise<boolean>;
  has(team: Team, key: Secret): Promise<boolean>;
  /** Records that a manager entered a key that was not refused. */
  entered(team: Team, at: EpochMs): Promise<void>;
  clear(team: Team): Promise<void>;
}

/**
 * What the operator, the team and the platform allow now, before the paid call of a job that was accepted a while ago.
 */
export interface StandingNow {
  readonly access: AccessRules;
  /** The rules of the job's team. In a Discord direct message, those of a team that has set nothing. */
  readonly rules: TeamRules;
  /** Null: the platform was not asked, or did not say. */
  readonly member: MemberNow | null;
  /**
   * The team's spending in the job's day and month, including the job's own price. Null: the team does not pay for it.
   */
  readonly spent: TakenIn | null;
}

/** Somebody's membership of a team. "gone": they left it. */
export type MemberNow = "gone" | { readonly roles: readonly string[]; readonly isGuest: boolean };

/** Checks a job by the same rules as its command. Null: it may start. If the team pays, `member` must be known. */
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
  // Its price is already held. An approval that was not needed before is not requested now.
  const passed = spent && capPassed({ ...rules, askAbove: null }, spent, { price: 0, ...(approval && { approval }) });
  return passed ? "over_cap" : null;
}

/**
 * Returns whether the job was refused only because the team's key cannot pay. Its person may then start it with their own
 * key.
 */
export function isAboutPaying(why: TakenOff): boolean {
  return why !== "blocked" && why !== "paused" && why !== "dearer" && !ACCESS_REFUSALS.some((one) => one === why);
}
