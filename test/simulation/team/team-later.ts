import type { Random } from "../random.ts";
import type { TeamAct } from "./team-fate.ts";
import { PEOPLE, TEAM_KEYS } from "./team-place.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface TimedAct {
  readonly afterMs: number;
  readonly act: TeamAct;
}

/** More videos in one moment than there are places, of which some leave the queue; a removed key. */
export function laterActs(dice: Random, activeMs: number): readonly TimedAct[] {
  const acts: TimedAct[] = [];
  const add = (afterMs: number, act: TeamAct) => void acts.push({ afterMs, act });

  function crowd(): void {
    const atMs = dice.between(1_000, activeMs);
    const people = [dice.pick(PEOPLE), dice.pick(PEOPLE)] as const;
    for (let n = 0; n < 6; n += 1) {
      add(atMs + dice.between(0, 2_000), {
        kind: "video",
        by: dice.pick(people),
        pay: dice.pick(["team", "team", "mine"]),
        resolution: "480p",
        duration: "10",
        isTwice: dice.chance(0.1),
      });
      if (dice.chance(0.6)) add(atMs + dice.between(1_000, 4 * MINUTE), leave(dice));
    }
  }

  function noKey(): void {
    const atMs = dice.between(1_000, activeMs);
    add(atMs, { kind: "remove_key" });
    if (dice.chance(0.3)) add(atMs + dice.between(-500, 500), { kind: "remove_key" });
    if (dice.chance(0.8))
      add(atMs + dice.pick([500, MINUTE, 2 * HOUR, 8 * HOUR]), { kind: "key", key: dice.pick(TEAM_KEYS) });
  }

  if (dice.chance(0.4)) crowd();
  if (dice.chance(0.25)) noKey();
  return acts;
}

/** Now and then somebody else tries to. */
function leave(dice: Random): TeamAct {
  return { kind: "leave", nth: dice.between(0, 3), by: dice.chance(0.1) ? dice.pick(PEOPLE) : null };
}
