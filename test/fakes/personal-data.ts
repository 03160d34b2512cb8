import { personalData } from "../../src/app/people/personal-data.ts";
import type { CommandDeps } from "../../src/commands/answer.ts";
import type { Wishes } from "../../src/core/health/wishes.ts";
import { type Owner, ownerName } from "../../src/core/job/ids.ts";
import { isOpen, isSettled } from "../../src/core/job/job.ts";
import { ledgerOf } from "../../src/core/job/ledger.ts";
import type { PersonalData, PersonalJobs } from "../../src/core/personal-data.ts";
import type { JobStore } from "../../src/core/ports.ts";
import { noShelf } from "../../src/core/style/style.ts";
import type { Languages } from "../../src/core/text/languages.ts";

/** The platform tells it with all that people do. */
const unknown: Languages = { get: async () => null, put: async () => {} };

const noWishes = { until: async () => null };

/** The real gathering of a person's data over a store in memory; `gone` are those who were forgotten, and nothing else of them is. */
export function memoryPersonalData(
  deps: Pick<CommandDeps, "vault" | "settings" | "pending" | "unconfirmed" | "offered" | "welcomed"> & {
    readonly jobs: Pick<JobStore, "jobsOf">;
    readonly languages?: Languages;
    readonly wishes?: Pick<Wishes, "until">;
  },
): PersonalData & { readonly gone: string[] } {
  const gone: string[] = [];
  const all = async (owner: Owner) => (gone.includes(ownerName(owner)) ? [] : deps.jobs.jobsOf(owner, 10_000));
  const costsOf = async (owner: Owner) =>
    (await all(owner))
      .map((job) => ({
        jobId: job.id,
        acceptedAt: job.acceptedAt,
        payer: job.team ? ("team" as const) : ("mine" as const),
        ...ledgerOf(job),
      }))
      .filter(({ charged, unknown }) => charged + unknown > 0);
  const jobs: PersonalJobs = {
    async tally(owner) {
      const [held, costs] = await Promise.all([all(owner), costsOf(owner)]);
      const under = held.filter(isOpen);
      const videos = under.filter(({ parts }) => !parts);
      const ending = videos.filter(isSettled).length;
      const waiting = videos.filter(({ state }) => state.status === "waiting").length;
      const open = videos.length - ending - waiting;
      return { open, waiting, ending, ended: held.length - under.length, costs: costs.length };
    },
    async *videos(owner) {
      yield* await all(owner);
    },
    async *costs(owner) {
      yield* await costsOf(owner);
    },
    listedIn: async () => [],
    acts: async () => [],
    forget: async () => 0,
  };
  const forget = async (owner: Owner) => {
    gone.push(ownerName(owner));
    await deps.vault.remove(owner);
  };
  return {
    ...personalData({
      languages: unknown,
      wishes: noWishes,
      styles: { get: async () => noShelf },
      ...deps,
      jobs,
      forget,
    }),
    gone,
  };
}
