import { z } from "zod";
import type { TeamRules } from "../core/team/rules.ts";

const names = z.array(z.string());
const cap = z.number().nullable();

const shape = z.looseObject({
  teamMonth: cap,
  personMonth: cap,
  isForEveryone: z.boolean(),
  people: names,
  roles: names,
  channels: names,
  managers: names,
}) satisfies z.ZodType<TeamRules>;

/** The rules in a record's body. Throws where they are damaged: that is never "no rules". */
export function readRules(team: string, body: string, isWhole: boolean): TeamRules {
  if (!isWhole) throw new Error(`the rules of team ${team} are damaged`);
  return shape.parse(JSON.parse(body));
}
