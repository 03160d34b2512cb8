/** Somebody who acts in the sandbox, the same person on both platforms. */
export interface Person {
  readonly id: string;
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

/** A guest's ids of ours and of both platforms. */
const GUEST = /^(?:guest-|20000000000001|U000GUEST)(\d{4})$/;

/** The person with that id of ours or of either platform; `guest-0001` to `guest-9999` are a crowd in the public channels that nobody's list has. */
export function personWith(id: string): Person | undefined {
  const known = people.find((person) => person.id === id || person.discordId === id || person.slackId === id);
  const nth = GUEST.exec(id)?.[1];
  return known ?? (nth === undefined ? undefined : guest(nth));
}

export function isGuest({ id }: Person): boolean {
  return GUEST.test(id);
}

/** Those whose number is a country's dialling code speak its language. */
const SPOKEN: Readonly<Record<string, string>> = { "0049": "de" };

function guest(nth: string): Person {
  return {
    id: `guest-${nth}`,
    name: `Guest ${Number(nth)}`,
    discordId: `20000000000001${nth}`,
    slackId: `U000GUEST${nth}`,
    locale: SPOKEN[nth] ?? "en-US",
  };
}
