import type { Answer, Finish, OwnFile } from "../../core/command.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { auditMessage, auditText } from "../../messages/team/audit.ts";
import { addingUp, reportUnsure, withoutFile } from "../../messages/team/report.ts";
import type { Visit } from "../command-deps.ts";
import { asManager, type Managed } from "./as-manager.ts";
import { NAMES_MOST } from "./report.ts";

/** Shows a team's managers what they did last, with all entries that are kept in a file. */
export async function showAudit(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "reports");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  return { kind: "working", message: addingUp(visit.words), finish: () => finish(visit, managed.value) };
}

async function finish({ deps, command, words }: Visit, { team }: Managed): Promise<Finish> {
  try {
    const audit = await deps.teams.audit(team);
    const message = auditMessage(audit, words);
    if (audit.length === 0) return { message, card: null };
    const people = [...new Set(audit.flatMap(({ by }) => by ?? []))];
    const names = await deps.people.namesOf(command, people.slice(0, NAMES_MOST));
    const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
    const file: OwnFile = {
      name: `reelay-activity-${day}.txt`,
      type: "text/plain",
      within: async (maxBytes) => ({
        content: Buffer.from(auditText(audit, names, words)).subarray(0, maxBytes),
        message,
      }),
      unsure: reportUnsure(words),
    };
    return { message: withoutFile(message, words), card: null, file };
  } catch (error) {
    deps.log.error("team audit not read", { reason: error instanceof Error ? error.message : "unknown" });
    return { message: cannotSave(words), card: null };
  }
}
