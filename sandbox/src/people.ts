export interface Person {
  readonly id: string;
  readonly name: string;
  readonly discordId: string;
  readonly slackId: string;
  readonly locale: string;
}

export const people: readonly Person[] = [
  { id: "ada", name: "Ada", discordId: "200000000000000001", slackId: "U00000ADA1", locale: "en-US" },
  { id: "ben", name: "Ben", discordId: "200000000000000002", slackId: "U00000BEN2", locale: "en-US" },
  { id: "cleo", name: "Cleo", discordId: "200000000000000003", slackId: "U0000CLEO3", locale: "en-US" },
];

const GUEST = /^(?:guest-|20000000000001|U000GUEST)(\d{4})$/;

/** Finds a person by our id or either platform's. `guest-0001` to `guest-9999` exist but are not listed. */
export function personWith(id: string): Person | undefined {
  const person = people.find((person) => person.id === id || person.discordId === id || person.slackId === id);
  const number = GUEST.exec(id)?.[1];
  return person ?? (number === undefined ? undefined : guest(number));
}

export function isGuest({ id }: Person): boolean {
  return GUEST.test(id);
}

const SPOKEN: Readonly<Record<string, string>> = { "0049": "de" };

function guest(number: string): Person {
  return {
    id: `guest-${number}`,
    name: `Guest ${Number(number)}`,
    discordId: `20000000000001${number}`,
    slackId: `U000GUEST${number}`,
    locale: SPOKEN[number] ?? "en-US",
  };
}

/** A partner is from another workspace that shares a channel. On Discord partners are members. */
export const ranks = ["admin", "member", "guest", "partner"] as const;

export interface Standing {
  readonly rank: (typeof ranks)[number];
  readonly isCrew: boolean;
}

export type Standings = ReturnType<typeof openStandings>;

export function openStandings() {
  const standings = new Map<string, Standing>([
    ["ada", { rank: "member", isCrew: true }],
    ["ben", { rank: "admin", isCrew: false }],
  ]);
  const of = ({ id }: Person) => standings.get(id) ?? { rank: "member", isCrew: false };
  return {
    of,
    change(personId: string, { rank, isCrew }: { [K in keyof Standing]?: Standing[K] | undefined }) {
      const person = personWith(personId);
      if (!person) throw new Error(`nobody here is called "${personId}"`);
      const now = of(person);
      standings.set(person.id, { rank: rank ?? now.rank, isCrew: isCrew ?? now.isCrew });
    },
  };
}

export const languages = [
  { id: "en", name: "English", discord: "en-US", slack: "en-US" },
  { id: "de", name: "Deutsch", discord: "de", slack: "de-DE" },
  { id: "es", name: "Español", discord: "es-ES", slack: "es-ES" },
  { id: "fr", name: "Français", discord: "fr", slack: "fr-FR" },
  { id: "ja", name: "日本語", discord: "ja", slack: "ja-JP" },
  { id: "pt-BR", name: "Português", discord: "pt-BR", slack: "pt-BR" },
] as const;

interface LanguageChoices {
  readonly discord: { readonly chosenLocales: Map<string, string> };
  readonly slack: { readonly chosenLocales: Map<string, string> };
}

export function setLanguage({ discord, slack }: LanguageChoices, personId: string, languageId: string): void {
  const language = languages.find(({ id }) => id === languageId);
  if (!language) throw new Error(`There is no language “${languageId}” here.`);
  discord.chosenLocales.set(personId, language.discord);
  slack.chosenLocales.set(personId, language.slack);
}

export function languageOf({ discord }: Pick<LanguageChoices, "discord">, personId: string): string {
  const locale = discord.chosenLocales.get(personId);
  return languages.find((language) => language.discord === locale)?.id ?? "en";
}
