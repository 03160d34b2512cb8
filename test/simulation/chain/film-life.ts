import type { Life } from "../life.ts";
import { teamLife } from "../team/team-life.ts";
import { teamFilms } from "./team-films.ts";

/** Lives some days of a team of five that makes batches, most of them chains; their films go into the cards. */
export function filmLife(seed: number, { isTraced = false } = {}): Promise<Life> {
  return teamLife(seed, { isTraced }, teamFilms);
}
