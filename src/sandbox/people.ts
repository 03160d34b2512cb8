/** Somebody who acts in the sandbox, the same person on both platforms. */
export interface Person {
  readonly id: "ada" | "ben";
  readonly name: string;
  readonly discordId: string;
  readonly slackId: string;
  /** As the platforms spell it: Discord's locale is the same word here. */
  readonly locale: string;
}

/** Ada starts with a working key; Ben has none and shows how a first start feels. */
export const people: readonly Person[] = [
  { id: "ada", name: "Ada", discordId: "200000000000000001", slackId: "U00000ADA1", locale: "en-US" },
  { id: "ben", name: "Ben", discordId: "200000000000000002", slackId: "U00000BEN2", locale: "en-US" },
];

/** The person with that id of ours or of either platform. */
export function personWith(id: string): Person | undefined {
  return people.find((person) => person.id === id || person.discordId === id || person.slackId === id);
}
