import type { Config } from "../../config.ts";
import { ok, refuse } from "../../core/result.ts";
import { whereInstalled } from "../../engines/distributed/open-distributed.ts";
import { lookAtBooks } from "../../engines/embedded/teams/look-at-books.ts";
import type { TeamBooksSeen } from "../../engines/team-books-seen.ts";
import type { DoctorDeps, Verdict } from "./check.ts";

/** Places that are named in one line. */
const NAMED_MOST = 3;

/** Whether the sums that teams' caps are judged by are those of their videos; null where no team has paid for one. */
export async function lookAtTeams({ config, lookAtTeamBooks }: DoctorDeps): Promise<Verdict | null> {
  const seen = await lookAtTeamBooks(config).catch(() => "unreadable" as const);
  if (seen === null) return null;
  if (seen === "unreadable") return refuse("They cannot be read. Start Reelay: its log says why.");
  const { months, differing } = seen;
  if (differing.length === 0)
    return ok(`the sums of ${months === 1 ? "one month" : `${months} months`} are those of their videos`);
  const more = differing.length > NAMED_MOST ? ` and ${differing.length - NAMED_MOST} more` : "";
  return refuse(
    `The sums of ${differing.slice(0, NAMED_MOST).join(", ")}${more} are not those of their videos. A damaged sum is mended by the team's next video; if this line stays after that, report it with your log.`,
  );
}

export async function machineTeamBooks({
  REDIS_URL: url,
  DATA_DIR: dir,
}: Pick<Config, "REDIS_URL" | "DATA_DIR">): Promise<TeamBooksSeen | null> {
  if (url === undefined) return lookAtBooks(dir);
  const loaded = await whereInstalled(() => import("../../engines/distributed/teams/look-at-books.ts"));
  return loaded.ok ? loaded.value.lookAtBooks(url) : null;
}
