import { listedJobs } from "../../core/batch/listed-jobs.ts";
import { gradesOf } from "../../core/health/health.ts";
import type { HomeOf } from "../../core/home.ts";
import { homeOf } from "../../messages/pages/home.ts";
import { wordsIn } from "../../messages/words.ts";
import type { CommandDeps } from "../command-deps.ts";

/** How many of a person's newest videos stand there. */
const JOBS = 5;

/** What a person finds on a page of their own, as it is now. Rejects where the store fails. */
export function homes(deps: CommandDeps): HomeOf {
  return async (owner, locale) => {
    const [jobs, key, settings, spent] = await Promise.all([
      listedJobs(deps.jobs, owner, JOBS),
      deps.vault.get(owner),
      deps.settings.get(owner),
      deps.spendingOf(owner),
    ]);
    const common = { platform: owner.platform, now: deps.clock.now(), grades: gradesOf(deps.health) };
    return homeOf({ ...common, jobs, keyEnding: key?.lastFour() ?? null, settings, spent }, wordsIn(locale));
  };
}
