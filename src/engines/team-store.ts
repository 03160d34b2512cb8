import { z } from "zod";
import type { ReplyHandle } from "../core/chat.ts";
import { firstMonthKept } from "../core/job/forgetting.ts";
import { memberOf, ownerFromName, ownerName, type Team, teamName, type UserId } from "../core/job/ids.ts";
import { index } from "../core/job/job-indexes.ts";
import { PLATFORMS } from "../core/platform.ts";
import type { Facts, Put, Row, Rows, TransactResult } from "../core/rows.ts";
import type { TeamRules } from "../core/team/rules.ts";
import {
  type DeletedNames,
  EVERYBODY,
  isDeletedName,
  type SpendingOf,
  sumsAt,
  usageOfBoth,
} from "../core/team/spending.ts";
import {
  AUDIT_MOST,
  AUDITED,
  type AuditEntry,
  isNamedRule,
  type StoredRules,
  type TeamStore,
} from "../core/team/team-storage.ts";
import { noUsage, type TeamUsage } from "../core/team/usage.ts";
import { LOCALES } from "../core/text/locale.ts";
import type { Log } from "../core/text/log-fields.ts";
import {
  deleteBelow,
  jobReader,
  pagesOf,
  reading,
  readMonthKeys,
  rowsOf,
  saveOver,
  sumIn,
  sumKey,
} from "./job-rows.ts";

export function teamStore(rows: Rows, log: Pick<Log, "error">, names: DeletedNames): TeamStore {
  const { readable } = jobReader(log);
  const usageOf = async (sum: SpendingOf | null) => {
    const row = sum && (await rows.get(sumKey(sum)));
    return row ? sumIn(row).usage : noUsage;
  };

  return {
    async rules(team) {
      const row = await rows.get(rulesKey(team));
      return row && rulesIn(row);
    },
    saveRules: (team, rules, version) =>
      saveOver(rows, { key: rulesKey(team), value: rules }, version, { isNew: true }),
    async spent(team, period) {
      const sums = (await rowsOf(rows, index.sumsOf(teamName(team), period))).map(sumIn);
      const people = new Map<UserId, TeamUsage>();
      for (const { person, usage } of sums) {
        const owner = ownerFromName(person);
        if (owner) people.set(owner.userId, usage);
      }
      return {
        all: sums.find(({ person }) => person === EVERYBODY)?.usage ?? noUsage,
        people,
        deleted: sums.filter(({ person }) => isDeletedName(person)).map(({ usage }) => usage),
      };
    },
    async takenAt(team, at, userId) {
      const sums = sumsAt(memberOf(team, userId), team, at);
      const monthKeys = await readMonthKeys(rows, names, { periods: [sums.month.period], makes: false });
      const takenIn = async (sum: SpendingOf) => {
        const [all, named, deleted] = await Promise.all([
          usageOf({ ...sum, person: EVERYBODY }),
          usageOf(sum),
          usageOf(monthKeys.deletedSum(sum)),
        ]);
        return { team: all, person: usageOfBoth(named, deleted) };
      };
      const [day, month] = await Promise.all([takenIn(sums.day), takenIn(sums.month)]);
      return { day, month };
    },
    async forgetMonthKeys(before) {
      await deleteBelow(rows, index.monthKeys, firstMonthKept(before));
    },
    openJobs: async (team) => readable(await rowsOf(rows, index.openOfTeam(teamName(team)))),
    noteAct(team, { by, ...act }) {
      const key = actsKey(team);
      const decide = (facts: Facts): TransactResult<void> => {
        const acts = [...actsIn(facts.row(key)), { ...act, by: ownerName(memberOf(team, by)) }];
        return { value: undefined, puts: [actsPut(key, team, acts.slice(-AUDIT_MOST))] };
      };
      return rows.transact({ keys: [key] }, decide, { isNew: true });
    },
    async audit(team) {
      const acts = actsIn(await rows.get(actsKey(team)));
      return acts.map(({ by, ...act }) => ({ ...act, by: by && (ownerFromName(by)?.userId ?? null) })).toReversed();
    },
    async forgetAudit(before) {
      for await (const page of pagesOf(rows, ACTS_BY_TIME, { to: before - 1 }))
        await changeActs(rows, page, (act) => (act.at < before ? null : act));
    },
    forget(team) {
      const keys = [rulesKey(team), actsKey(team)];
      return rows.transact({ keys }, () => ({ value: undefined, deletes: keys }), { batchKey: teamName(team) });
    },
  };
}

export const RULES = "rules/";
export const rulesKey = (team: Team) => `${RULES}${teamName(team)}`;

const names = z.array(z.string());
const cap = z.number().nullable();
const reply = z.looseObject({ platform: z.enum(PLATFORMS), channelId: z.string(), userId: z.string() });
/** Other fields are trusted: we wrote them. */
const handle = z.custom<ReplyHandle>((value) => reply.safeParse(value).success).nullable();

const rulesShape = z.object({
  teamDay: cap,
  teamMonth: cap,
  personDay: cap,
  personMonth: cap,
  isForEveryone: z.boolean(),
  people: names,
  roles: names,
  channels: names,
  askAbove: cap,
  approvals: handle,
  savedBy: handle,
  locale: z.enum(LOCALES),
  mayApproveOwn: z.boolean(),
  managers: names,
  isPaused: z.boolean(),
  blocked: names,
  words: names,
  isAgeRestrictedOnly: z.boolean(),
}) satisfies z.ZodType<TeamRules>;

const readRules = reading(rulesShape);

/** Throws if unreadable: that must not count as no rules. */
export function rulesIn(row: Row): StoredRules {
  return { rules: readRules(row), version: row.version };
}

// Each team's activity log is one row.

export const ACTS_OF_TEAMS = "acts/";
const actsKey = (team: Team) => `${ACTS_OF_TEAMS}${teamName(team)}`;
/** Scored by a log's oldest entry. */
const ACTS_BY_TIME = "acts";
export const actsOf = (owner: string) => `acts-of/${owner}`;

/** `by` is an `ownerName`. */
export interface StoredAct extends Omit<AuditEntry, "by"> {
  readonly by: string | null;
}

const actsShape = z.object({
  team: z.object({ platform: z.enum(PLATFORMS), teamId: z.string() }),
  acts: z.array(
    z.object({
      at: z.number(),
      by: z.string().nullable(),
      did: z.enum(AUDITED),
      changed: names.transform((all) => all.filter(isNamedRule)),
      job: z.string().nullable(),
    }),
  ),
});

/** Oldest first; none if they cannot be read. */
export function actsIn(row: Row | null): readonly StoredAct[] {
  return actsShape.safeParse(row?.value).data?.acts ?? [];
}

export function teamIn({ value }: Row): Team | null {
  return actsShape.safeParse(value).data?.team ?? null;
}

function actsPut(key: string, team: Team, acts: readonly StoredAct[]): Put {
  const people = new Set(acts.flatMap(({ by }) => by ?? []));
  const indexes = [
    { name: ACTS_BY_TIME, score: Math.min(...acts.map(({ at }) => at)) },
    ...[...people].map((name) => ({ name: actsOf(name), score: 0 })),
  ];
  return { key, value: { team, acts }, indexes };
}

export async function changeActs(
  rows: Rows,
  page: readonly Row[],
  change: (act: StoredAct) => StoredAct | null,
): Promise<void> {
  for (const { key } of page)
    await rows.transact({ keys: [key] }, (facts) => {
      const row = facts.row(key);
      const team = row && teamIn(row);
      if (!team) return { value: null };
      const acts = actsIn(row).flatMap((act) => change(act) ?? []);
      return { value: null, ...(acts.length > 0 ? { puts: [actsPut(key, team, acts)] } : { deletes: [key] }) };
    });
}
