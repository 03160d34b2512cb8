import { personalData } from "../../src/app/people/people.ts";
import type { CommandDeps } from "../../src/commands/visit.ts";
import type { PersonalData, PersonalJobs } from "../../src/core/personal-data.ts";
import { noSavedStyles } from "../../src/core/style.ts";
import type { Languages } from "../../src/core/text/locale.ts";

/** No stored languages, because the platform sends the language with every interaction. */
const unknown: Languages = { get: async () => null, put: async () => {} };

/** The real personal data over stores in memory. Forgetting a person deletes their jobs and key. */
export function memoryPersonalData(
  deps: Pick<CommandDeps, "vault" | "settings" | "pending" | "unconfirmed" | "offered" | "welcomed"> & {
    readonly personal: PersonalJobs;
    readonly languages?: Languages;
  },
): PersonalData {
  const { personal: jobs, vault } = deps;
  return personalData({
    languages: unknown,
    styles: { get: async () => noSavedStyles },
    ...deps,
    jobs,
    async forget(owner) {
      await jobs.forget(owner, Number.MAX_SAFE_INTEGER);
      await vault.remove(owner);
    },
  });
}
