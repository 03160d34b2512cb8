import type { NameOf } from "../chat/draw-words.ts";
import type { Perform, Place, State } from "./page-state.ts";

export interface Seat {
  readonly place: Place;
  readonly personId: string;
  readonly state: State;
  readonly nameOf: NameOf;
  readonly act: Perform;
}

export function seatOf(at: Omit<Seat, "nameOf" | "act"> & { readonly perform: Perform }): Seat {
  const { perform, ...about } = at;
  return {
    ...about,
    nameOf: namesIn(at.state, at.place),
    act: (path, body) => perform(path, { person: at.personId, ...body }),
  };
}

export function namesIn(state: State, place: Place): NameOf {
  const side = state[place];
  const names = new Map([[side.botId, "@Reelay"]]);
  for (const person of state.people)
    names.set(place === "discord" ? person.discordId : person.slackId, `@${person.name}`);
  for (const channel of side.channels) names.set(channel.id, `#${channel.name}`);
  return (id) => names.get(id);
}
