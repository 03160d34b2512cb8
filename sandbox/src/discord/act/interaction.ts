import type { Person } from "../../people.ts";
import type { Place } from "../place.ts";

/** The kinds of interaction, as the API numbers them. */
export const kind = { command: 2, component: 3, autocomplete: 4, form: 5 } as const;

/** Something a person did that the bot has to answer. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly kind: (typeof kind)[keyof typeof kind];
  /** Of a command: its whole name with subcommands; else empty. */
  readonly name: string;
  /** Of a command: 1 typed, 3 used on a message; else 0. */
  readonly commandType: number;
  readonly person: Person;
  /** At which of the person's clients it was done; a form that answers it opens there alone. "" where nobody says. */
  readonly client: string;
  readonly place: Place;
  readonly createdAt: number;
  /** The message it was used on: a component's, or the one from which the form was opened. */
  readonly messageId: string | null;
  /** Of a form: what opened it. */
  readonly opener: Interaction | null;
}
