import type { Owner } from "../../core/job/ids.ts";
import type { Result } from "../../core/result.ts";
import { noShelf, type OfferedStyles, offeredStyles } from "../../core/style/style.ts";
import { teamOf } from "../../core/team/team.ts";
import type { Visit } from "../command-deps.ts";

/** The styles that this person may choose here: their own, and those of the team of the place. */
export function stylesHere(
  { deps, command, ask }: Visit,
  owner: Owner = command.owner,
): Promise<Result<OfferedStyles, unknown>> {
  const team = teamOf(command);
  return ask(async () => {
    const [mine, ofTeam] = await Promise.all([deps.styles.get(owner), team ? deps.styles.get(team) : noShelf]);
    return offeredStyles(mine, ofTeam);
  });
}
