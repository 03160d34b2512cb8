import type { Person } from "../people.ts";

/** A person at one of their clients: what opens there is seen there alone. */
export interface Seated extends Person {
  /** "" where nobody says which. */
  readonly client: string;
}
