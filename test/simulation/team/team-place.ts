import { cardPlace } from "../../../src/core/card-place.ts";
import type { ReplyHandle } from "../../../src/core/chat.ts";
import { memberOf, type Owner, type Team, type UserId } from "../../../src/core/job/ids.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { aDiscordReply, aSlackReply, TEST_START } from "../../fakes/jobs.ts";

/** A team of five: Ada has the platform's own right, the rules name Ben, and Eve is a guest now and then. */
export const ADA = "200000000000000001";
export const BEN = "200000000000000002";
export const CEM = "200000000000000003";
const DAN = "200000000000000004";
export const EVE = "200000000000000005";
export const PEOPLE: readonly [UserId, ...UserId[]] = [ADA, BEN, CEM, DAN, EVE];

/** Two days before a month's end: what is accepted before it and told after it counts to the old one. */
export const LIFE_START = TEST_START + 8 * 86_400_000;

export const TEAM_KEYS = ["rk-team-0123456789-one", "rk-team-0123456789-two"] as const;
export const ownKeyOf = (userId: UserId) => `rk-own-0123456789-${userId.slice(-1)}`;
/** These have a key of their own. */
export const WITH_OWN_KEY: readonly UserId[] = [BEN, CEM];

/** The team's place on one platform. */
export interface TeamPlace {
  readonly team: Team;
  ownerOf(userId: UserId): Owner;
  /** Returns the handle of a command of that person. */
  replyOf(userId: UserId, at: number): ReplyHandle;
  readonly rules: TeamRules;
}

export function teamPlace(platform: Team["platform"]): TeamPlace {
  const team: Team = { platform, teamId: platform === "slack" ? "T0000000001" : "300000000000000003" };
  const replyOf = (userId: UserId, at: number): ReplyHandle =>
    platform === "slack"
      ? aSlackReply({ userId, ts: null, cardChannelId: null, responseUrlUntil: at + 1_800_000 })
      : aDiscordReply({ userId, messageId: null, tokenUntil: at + 840_000 });
  const approvals = cardPlace(replyOf(ADA, LIFE_START)).inChannel("600000000000000006");
  return {
    team,
    ownerOf: (userId) => memberOf(team, userId),
    replyOf,
    rules: { ...noRules, isForEveryone: true, managers: [BEN], approvals },
  };
}
