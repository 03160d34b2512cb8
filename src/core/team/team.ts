import { ACCESS_REFUSALS, type AccessRules, access } from "../access.ts";
import type { ChatRefusal } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { Command, Standing } from "../command.ts";
import { homeOf, memberOf, type Owner, type Team, type UserId } from "../job/ids.ts";
import type { AskedIn, Job, TakenOff } from "../job/job.ts";
import { priceOf } from "../request/price.ts";
import type { Result } from "../result.ts";
import type { Secret } from "../text/secret.ts";
import { pauseOrBlock, spendingRefusal, type TeamRules } from "./rules.ts";
import { capPassed, type TakenIn } from "./usage.ts";

export function teamOf({ owner, workspace }: Pick<Command, "owner" | "workspace">): Team | null {
  const teamId = homeOf(owner) ?? workspace;
  return teamId === null ? null : { platform: owner.platform, teamId };
}

/** A team's key is stored under this user id. No real user has it. */
const TEAM = "team";

/** Not a person: the owner under which the team's key is stored. */
export function holderOf(team: Team): Owner {
  const inTeam = memberOf(team, TEAM);
  return homeOf(inTeam) === null ? memberOf(team, `${TEAM}-${team.teamId}`) : inTeam;
}

/** No other key is ever used for the job. */
export function payerOf({ owner, team }: Pick<Job, "owner" | "team">): Owner {
  return team ? holderOf(team) : owner;
}

/** A method returns null if the platform did not answer. */
export interface TeamPeople {
  /** `isFresh`: requested now. Otherwise, at most five minutes old. */
  standingOf(command: Pick<Command, "owner" | "reply" | "standing">, isFresh: boolean): Promise<Standing | null>;
  /** Always requested now. */
  memberNow(job: Pick<Job, "owner" | "reply">): Promise<MemberNow | null>;
  namesOf(command: Pick<Command, "reply">, people: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  isChannelHere(command: Pick<Command, "reply">, channelId: string): Promise<Result<boolean, ChatRefusal>>;
  /** Takes at most half a second. */
  isAgeRestricted(command: Pick<Command, "reply" | "threadOf">): Promise<boolean | null>;
}

const NAMES_AT_ONCE = 5;

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

export interface RefusedKeys {
  /**
   * Records that the team no longer pays with this key. If a key was entered since the refused call, returns false and
   * records nothing.
   */
  note(team: Team, key: Secret, calledAt: EpochMs): Promise<boolean>;
  has(team: Team, key: Secret): Promise<boolean>;
  entered(team: Team, at: EpochMs): Promise<void>;
  clear(team: Team): Promise<void>;
}

/** What applies just before the paid call of a job that was accepted a while ago. */
export interface StandingNow {
  readonly access: AccessRules;
  readonly rules: TeamRules;
  readonly member: MemberNow | null;
  /** Spent on the job's day and in its month, including the job's own price. Null if no team pays. */
  readonly spent: TakenIn | null;
}

export type MemberNow = "gone" | { readonly roles: readonly string[]; readonly isGuest: boolean };

/** Checks by the same rules as the command. If the team pays, `member` must be known. */
export function teamStartRefusal(
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
  const refused = pauseOrBlock(rules, owner.userId);
  if (refused) return refused;
  if (priceOf(request) > price) return "dearer";
  if (!team) return null;
  if (member === null || member === "gone") return "person";
  const spender = { userId: owner.userId, ...member, channelId: threadOf ?? channelId };
  const refusal = spendingRefusal(rules, spender);
  if (refusal) return refusal;
  // Price 0: the sums already include it. An approval that was not needed before is not requested now.
  const passed = spent && capPassed({ ...rules, askAbove: null }, spent, { price: 0, ...(approval && { approval }) });
  return passed ? "over_cap" : null;
}

/** True if the problem is the team's key only. The person may then start the video with their own. */
export function isAboutPaying(why: TakenOff): boolean {
  return why !== "blocked" && why !== "paused" && why !== "dearer" && !ACCESS_REFUSALS.some((one) => one === why);
}
