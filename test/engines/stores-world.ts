import { test } from "vitest";
import type { Rows } from "../../src/core/rows.ts";
import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import type { DeletedNames } from "../../src/core/team/spending.ts";
import { storesOver } from "../../src/engines/stores.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { memoryRows } from "../fakes/memory-rows.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aTeam } from "../fakes/teams.ts";

export type StoresWorld = ReturnType<typeof storesWorld>;

/**
 * All stores over these rows, by default new ones in memory. The contract of rows guarantees that every engine behaves the
 * same.
 */
export function storesWorld(rows: Rows = memoryRows(), names: DeletedNames = testNames) {
  const log = recordingLog();
  return {
    rows,
    log,
    ...storesOver(rows, log, names),
    /** Makes the row unreadable. It stays in its indexes. */
    async spoil(key: string, value: unknown = "spoiled"): Promise<void> {
      await rows.transact({ keys: [key] }, (facts) => {
        const indexes = facts.row(key)?.indexes ?? [];
        return { value: null, puts: [{ key, value, indexes }] };
      });
    },
    async stored(): Promise<string> {
      const all: unknown[] = [];
      for await (const page of rows.walk("")) all.push(...page);
      return JSON.stringify(all);
    },
  };
}

/** A test of stores in which `aTeam` has these rules. */
export function teamTest(title: string, rules: Partial<TeamRules>, claim: (world: StoresWorld) => Promise<void>): void {
  test(title, async () => {
    const world = storesWorld();
    await world.teams.saveRules(aTeam, { ...noRules, ...rules }, 0);
    await claim(world);
  });
}
