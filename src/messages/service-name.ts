import type { Locale } from "../core/locale.ts";

/** What stands for a name in each language, and how the name stands there. Longer phrases come first. */
const PHRASES: Readonly<Record<Locale, readonly (readonly [RegExp, string])[]>> = {
  en: [[/the video service/gi, "{}"]],
  de: [
    [/des Videodienstes/g, "von {}"],
    [/beim Videodienst/g, "bei {}"],
    [/de[rnm] Videodienst/gi, "{}"],
  ],
  es: [
    [/del servicio de video/g, "de {}"],
    [/al servicio de video/g, "a {}"],
    [/el servicio de video/gi, "{}"],
  ],
  fr: [
    [/du service vidéo/g, "de {}"],
    [/au service vidéo/g, "à {}"],
    [/le service vidéo/gi, "{}"],
  ],
  ja: [[/動画サービス/g, "{}"]],
  "pt-BR": [
    [/do serviço de vídeo/g, "de {}"],
    [/no serviço de vídeo/g, "em {}"],
    [/ao serviço de vídeo/g, "a {}"],
    [/o serviço de vídeo/gi, "{}"],
  ],
};

const ELIDED = /^[aeiouyhàâäéèêëîïôöùûü]/i;

/** The words of a language with the service's own name in them, wherever they speak of the video service. */
export function withServiceName<Words>(words: Words, locale: Locale, name: string): Words {
  // French: "de" before a vowel.
  const phrases = PHRASES[locale].map(
    ([phrase, how]) => [phrase, how === "de {}" && locale === "fr" && ELIDED.test(name) ? "d’{}" : how] as const,
  );
  const rename = (text: string) =>
    phrases.reduce((all, [phrase, how]) => all.replace(phrase, () => how.replace("{}", () => name)), text);
  // Each part keeps its shape: only the letters in its strings change.
  return renamed(words, rename) as Words;
}

function renamed(part: unknown, rename: (text: string) => string): unknown {
  if (typeof part === "string") return rename(part);
  if (typeof part === "function") return (...given: readonly unknown[]) => renamed(part(...given), rename);
  if (Array.isArray(part)) return part.map((each) => renamed(each, rename));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, renamed(each, rename)]));
}
