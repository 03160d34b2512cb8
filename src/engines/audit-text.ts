import { memberOf, ownerFromName, ownerName, type Team } from "../core/job/ids.ts";
import { AUDITED, type AuditEntry, isNamedRule } from "../core/team/audit.ts";
import { GONE } from "./team-row.ts";

/** An entry's words but when and by whom: DID CHANGED JOB, `-` for nothing. */
export function restOf({ did, changed, job }: Pick<AuditEntry, "did" | "changed" | "job">): string {
  return [did, changed.join(",") || "-", job ?? "-"].join(" ");
}

/** Who did it, as stored. */
export function personIn(team: Team, { by }: AuditEntry): string {
  return by === null ? GONE : ownerName(memberOf(team, by));
}

/** The entry of these words: AT PERSON DID CHANGED JOB. null: another version wrote it. */
export function entryIn(text: string): AuditEntry | null {
  const [at = "", person = "", act, changed = "-", job = "-"] = text.split(" ");
  const did = AUDITED.find((one) => one === act);
  if (did === undefined || !/^\d+$/.test(at)) return null;
  return {
    at: Number(at),
    by: ownerFromName(person)?.userId ?? null,
    did,
    changed: changed.split(",").filter(isNamedRule),
    job: job === "-" ? null : job,
  };
}

/** The team that `teamName` gave that name. */
export function teamIn(name: string): Team {
  const [platform, teamId = ""] = name.split(":");
  return { platform: platform === "slack" ? "slack" : "discord", teamId };
}
