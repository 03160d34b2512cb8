/** The languages that a person may choose, as each platform spells them. */
export const languages = [
  { id: "en", name: "English", discord: "en-US", slack: "en-US" },
  { id: "de", name: "Deutsch", discord: "de", slack: "de-DE" },
  { id: "es", name: "Español", discord: "es-ES", slack: "es-ES" },
  { id: "fr", name: "Français", discord: "fr", slack: "fr-FR" },
  { id: "ja", name: "日本語", discord: "ja", slack: "ja-JP" },
  { id: "pt-BR", name: "Português", discord: "pt-BR", slack: "pt-BR" },
] as const;

interface Tellers {
  readonly discord: { readonly chosenLocales: Map<string, string> };
  readonly slack: { readonly chosenLocales: Map<string, string> };
}

/** From now on both platforms tell the bot that this person speaks that language. */
export function speak({ discord, slack }: Tellers, personId: string, languageId: string): void {
  const language = languages.find(({ id }) => id === languageId);
  if (!language) throw new Error(`There is no language “${languageId}” here.`);
  discord.chosenLocales.set(personId, language.discord);
  slack.chosenLocales.set(personId, language.slack);
}

/** The language that this person has chosen; English at first. */
export function languageOf({ discord }: Pick<Tellers, "discord">, personId: string): string {
  const locale = discord.chosenLocales.get(personId);
  return languages.find((language) => language.discord === locale)?.id ?? "en";
}
