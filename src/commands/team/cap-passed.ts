import type { ChatMessage } from "../../core/chat.ts";
import type { Team } from "../../core/job/ids.ts";
import { monthOf } from "../../core/job/ledger.ts";
import type { Credits } from "../../core/request/price.ts";
import { leftOf } from "../../core/team/account.ts";
import { monthAfter } from "../../core/team/months.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { capPassedMessage } from "../../messages/team/refusals.ts";
import type { Visit } from "../command-deps.ts";

/** Says which cap a video would pass, and what is left under it. */
export async function sayCapPassed(
  { deps, command, ask, words }: Visit,
  team: Team,
  { cap, price }: { readonly cap: "team" | "person"; readonly price: Credits },
): Promise<ChatMessage> {
  const month = monthOf(deps.clock.now());
  const known = await ask(() =>
    Promise.all([deps.teams.rules(team), deps.teams.monthOf(team, month, command.owner.userId)]),
  );
  if (!known.ok) return cannotSave(words);
  const [stored, { all, person }] = known.value;
  const left =
    cap === "team" ? leftOf(stored?.rules.teamMonth ?? null, all) : leftOf(stored?.rules.personMonth ?? null, person);
  return capPassedMessage({ cap, price, left: left ?? 0, anewAt: monthAfter(month) }, words);
}
