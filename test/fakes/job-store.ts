import type { JobStore } from "../../src/core/job/job-storage.ts";
import type { PersonalJobs } from "../../src/core/personal-data.ts";
import type { TeamStore } from "../../src/core/team/team-storage.ts";
import { JOBS } from "../../src/engines/job-rows.ts";
import { jobStore } from "../../src/engines/job-store.ts";
import { personalJobs } from "../../src/engines/personal-store.ts";
import { teamStore } from "../../src/engines/team-store.ts";
import { testNames } from "./deleted-names.ts";
import { memoryRows } from "./memory-rows.ts";

export interface MemoryJobStore extends JobStore {
  readonly teams: TeamStore;
  readonly personal: PersonalJobs;
  /** Makes the next `times` calls reject without any change. Default: one call. */
  failNext(times?: number): void;
  /** Makes all later calls wait for `resume`. */
  hang(): void;
  resume(): void;
  /** The number of jobs written, for tests that count durable writes. */
  writes(): number;
}

/** The real stores over rows in memory. They outlive a simulated restart. */
export function memoryJobStore(): MemoryJobStore {
  const rows = memoryRows();
  let failures = 0;
  let writes = 0;
  let isHanging = false;
  let waiting: (() => void)[] = [];

  const turn = async () => {
    if (isHanging) await new Promise<void>((resolve) => waiting.push(resolve));
    if (failures === 0) return;
    failures -= 1;
    throw new Error("memoryJobStore fails on purpose");
  };
  const counted: typeof rows = {
    ...rows,
    transact: (reads, decide, how) =>
      rows.transact(
        reads,
        (facts) => {
          const decision = decide(facts);
          writes += decision.puts?.filter(({ key }) => key.startsWith(JOBS)).length ?? 0;
          return decision;
        },
        how,
      ),
  };
  const log = { error() {} };

  return {
    ...inTurn(jobStore(counted, log, testNames), turn),
    teams: inTurn(teamStore(counted, log, testNames), turn),
    personal: personalJobs(counted, log, testNames),
    failNext(times = 1) {
      failures = times;
    },
    hang() {
      isHanging = true;
    },
    resume() {
      isHanging = false;
      for (const go of waiting.splice(0)) go();
      waiting = [];
    },
    writes: () => writes,
  };
}

/** Delays each call of the store until `turn` resolves. */
function inTurn<Store extends object>(store: Store, turn: () => Promise<void>): Store {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    async (...values: readonly unknown[]) => {
      await turn();
      return method(...values);
    },
  ]);
  return Object.fromEntries(methods);
}
