import type { Owner } from "../../core/job/ids.ts";
import { noShelf, type OfferedLooks, offeredLooks } from "../../core/look/look.ts";
import type { Result } from "../../core/result.ts";
import { teamOf } from "../../core/team/team.ts";
import type { Visit } from "../command-deps.ts";

/** The looks that this person may choose here: their own, and those of the team of the place. */
export function looksHere(
  { deps, command, ask }: Visit,
  owner: Owner = command.owner,
): Promise<Result<OfferedLooks, unknown>> {
  const team = teamOf(command);
  return ask(async () => {
    const [mine, ofTeam] = await Promise.all([deps.looks.get(owner), team ? deps.looks.get(team) : noShelf]);
    return offeredLooks(mine, ofTeam);
  });
}
