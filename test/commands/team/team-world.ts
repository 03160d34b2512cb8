import type { Act, Command, Standing } from "../../../src/core/command.ts";
import type { Owner, Team, UserId } from "../../../src/core/job/ids.ts";
import { ok } from "../../../src/core/result.ts";
import {
  type ContentRulesDraft,
  noRules,
  type RulesDraft,
  type SpendersDraft,
  type TeamRules,
} from "../../../src/core/team/rules.ts";
import { holderOf, type TeamPeople } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { commandWorld, privateWords } from "../command-world.ts";

export const team: Team = { platform: "discord", teamId: "300000000000000003" };
export const teamKey = new Secret("rk-team-0123456789-t3am");

export const admin: Standing = { isAdmin: true, isGuest: false };
export const member: Standing = { isAdmin: false, isGuest: false };
export const guest: Standing = { isAdmin: false, isGuest: true };

type FormOfRules =
  | { readonly kind: "set_team_rules"; readonly given: RulesDraft }
  | { readonly kind: "set_team_spenders"; readonly given: SpendersDraft }
  | { readonly kind: "set_team_managers"; readonly managers: readonly UserId[] }
  | { readonly kind: "set_team_house"; readonly given: ContentRulesDraft };

/** The commands of a server whose team has a key. By default everyone may spend it. */
export async function teamWorld(
  rules: Partial<TeamRules> | null = {},
  changes: Parameters<typeof commandWorld>[0] = {},
) {
  const world = commandWorld(changes);
  if (rules !== null) {
    await world.vault.put(holderOf(team), teamKey);
    await world.teams.saveRules(team, { ...noRules, isForEveryone: true, ...rules }, 0);
  }
  const asAdmin = (act: Act, command: Partial<Command> = {}) => world.does(act, { standing: admin, ...command });
  const asMember = (act: Act, command: Partial<Command> = {}) => world.does(act, { standing: member, ...command });
  const version = async () => (await world.teams.rules(team))?.version ?? 0;
  return {
    ...world,
    asAdmin,
    version,
    /** An admin submits a form that was opened with the current rules. */
    sets: async (form: FormOfRules, command: Partial<Command> = {}) =>
      asAdmin({ ...form, version: await version() }, command),
    asMember,
    adminReads: async (act: Act, command: Partial<Command> = {}) => privateWords(await asAdmin(act, command)),
    memberReads: async (act: Act, command: Partial<Command> = {}) => privateWords(await asMember(act, command)),
    rules: async () => (await world.teams.rules(team))?.rules ?? null,
    key: () => world.vault.get(holderOf(team)),
    /** The owner of the key of each accepted video. A repeated order counts once. */
    paidWith: () =>
      [...new Map(world.orders.map((order) => [order.id, order])).values()].map(({ owner, team: payer, sealedKey }) =>
        payerName(world.vault.open(payer ? holderOf(payer) : owner, sealedKey)),
      ),
  };
}

function payerName(key: Secret | null): "team" | "own" | "nobody" {
  if (key === null) return "nobody";
  return key.equals(teamKey) ? "team" : "own";
}

export const ben: Owner = anOwner("200000000000000009");

/** A platform that knows only the standing in the command, and no names or channels. */
export const unknownPeople: TeamPeople = {
  standingOf: async ({ standing }) => standing ?? null,
  memberNow: async () => null,
  namesOf: async () => new Map(),
  isChannelHere: async () => ok(true),
  isAgeRestricted: async () => null,
};
