import type { Team } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { Period } from "../../src/core/period.ts";
import type { Credits } from "../../src/core/request/price.ts";
import type { Notice } from "../../src/core/team/notice.ts";
import type { AuditEntry, Audited } from "../../src/core/team/team-storage.ts";
import type { LeftUnderCaps, TeamUsage } from "../../src/core/team/usage.ts";
import { aDiscordReply, aJob, aJobId, anOwner, TEST_START } from "./jobs.ts";

export const aTeam: Team = { platform: "discord", teamId: "300000000000000003" };
export const ada = anOwner("1");
export const bob = anOwner("2");

/** The nth job of a test, paid by the team. */
export function aTeamJob(n: number, overrides: Partial<Job> = {}): Job {
  return aJob({ id: aJobId(n), owner: ada, team: aTeam, ...overrides });
}

/** An audit entry of that person, in the nth millisecond of a test. */
export function anEntry(n: number, overrides: Partial<AuditEntry & { readonly by: string }> = {}) {
  const did: Audited = "rules";
  return { at: TEST_START + n, by: "7", did, changed: [], job: null, ...overrides };
}

/** The nth notice of a test, due immediately. */
export function aNotice(n = 1, overrides: Partial<Notice> = {}): Notice {
  return {
    v: 1,
    id: `notice-${aJobId(n)}`,
    team: aTeam,
    about: { kind: "approval", job: aJobId(n) },
    createdAt: TEST_START + n,
    reply: aDiscordReply({ messageId: null }),
    status: "due",
    attempts: 0,
    dueAt: TEST_START + n,
    ...overrides,
  };
}

/** A notice that needs nothing more. */
export function anOver(n = 1): Notice {
  return aNotice(n, { status: "over", dueAt: null });
}

/** Uses one value for both the day and the month. */
export function inBoth<Value>(value: Value): Readonly<Record<Period, Value>> {
  return { day: value, month: value };
}

/** Credits left under monthly caps if there are no daily caps. */
export function leftInMonth(team: Credits | null, person: Credits | null): LeftUnderCaps {
  return { day: { team: null, person: null }, month: { team, person } };
}

/** The sum of two accounts, amount by amount. */
export function addUsage(one: TeamUsage, other: TeamUsage): TeamUsage {
  return {
    held: one.held + other.held,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
    videos: one.videos + other.videos,
  };
}
