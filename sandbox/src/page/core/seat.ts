import type { NameOf } from "../chat/draw-words.ts";
import type { Place, State } from "./page-state.ts";

/** From where a message or form is looked at: who looks, what is known, what they may do. */
export interface Seat {
  readonly place: Place;
  /** "ada", "ben" or "cleo" */
  readonly personId: string;
  readonly state: State;
  readonly nameOf: NameOf;
  /** Does it as this person; what is refused is shown to them. True where it was done. */
  act(path: string, body: Readonly<Record<string, unknown>>): Promise<boolean>;
}

/** The seat of that person at that platform. */
export function seatOf(at: Omit<Seat, "nameOf" | "act"> & { readonly perform: Seat["act"] }): Seat {
  const { perform, ...about } = at;
  return {
    ...about,
    nameOf: namesIn(at.state, at.place),
    act: (path, body) => perform(path, { person: at.personId, ...body }),
  };
}

/** Names of people, channels and the bot on that platform. */
export function namesIn(state: State, place: Place): NameOf {
  const side = state[place];
  const names = new Map([[side.botId, "@Reelay"]]);
  for (const person of state.people)
    names.set(place === "discord" ? person.discordId : person.slackId, `@${person.name}`);
  for (const channel of side.channels) names.set(channel.id, `#${channel.name}`);
  return (id) => names.get(id);
}
