import type { ChatMessage } from "../../core/chat.ts";
import { teamName } from "../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { PaidBy, Payer } from "../../core/team/payer.ts";
import { teamOf } from "../../core/team/team.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";
import { teamPurse } from "./may-spend.ts";

/**
 * Who pays for a request: as was said, else the person's own key where they have one, else their team's where they may
 * spend. A stored key that cannot be read counts as theirs: nothing falls back to another's money.
 */
export async function choosePayer(visit: Visit, said: PaidBy | null): Promise<Result<PaidBy, ChatMessage>> {
  if (said !== null) return ok(said);
  const { deps, command, ask, words } = visit;
  const hasOwn = await ask(() => deps.vault.has(command.owner));
  if (!hasOwn.ok) return refuse(cannotSave(words));
  if (hasOwn.value || teamOf(command) === null) return ok("mine");
  const purse = await teamPurse(visit);
  return ok(purse.ok ? "team" : "mine");
}

/** Whom a form proposes to pay, where both keys could: who paid before, but for another place's team; null: there is no choice to make. */
export async function payerToAsk(visit: Visit, before: PaidBy | null): Promise<Payer | null> {
  const { deps, command, ask } = visit;
  const { owner } = command;
  const team = teamOf(command);
  if (team === null) return null;
  const known = await ask(() => Promise.all([deps.vault.has(owner), deps.settings.get(owner)]));
  if (!known.ok || !known.value[0] || !(await teamPurse(visit)).ok) return null;
  const isOfOthers = before !== null && typeof before === "object" && teamName(before) !== teamName(team);
  if (before === null || isOfOthers) return known.value[1].pay ?? "mine";
  return before === "mine" ? "mine" : "team";
}
