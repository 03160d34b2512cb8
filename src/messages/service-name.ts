import type { Locale } from "../core/text/locale.ts";

/** What stands for a name in each language, and how the name stands there. Longer phrases come first. */
const PHRASES: Readonly<Record<Locale, readonly (readonly [RegExp, string])[]>> = {
  en: [[/the video service/gi, "{}"]],
  de: [
    [/des Videodienstes/gi, "von {}"],
    [/beim Videodienst/gi, "bei {}"],
    [/de[rnm] Videodienst/gi, "{}"],
  ],
  es: [
    [/del servicio de video/gi, "de {}"],
    [/al servicio de video/gi, "a {}"],
    [/el servicio de video/gi, "{}"],
  ],
  fr: [
    [/du service vidéo/gi, "de {}"],
    [/au service vidéo/gi, "à {}"],
    [/le service vidéo/gi, "{}"],
  ],
  ja: [[/動画サービス/gi, "{}"]],
  "pt-BR": [
    [/do serviço de vídeo/gi, "de {}"],
    [/no serviço de vídeo/gi, "em {}"],
    [/ao serviço de vídeo/gi, "a {}"],
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
    phrases.reduce(
      (all, [phrase, how]) => all.replace(phrase, (found) => asFound(found, how).replace("{}", () => name)),
      text,
    );
  // Each part keeps its shape: only the letters in its strings change.
  return renamed(words, rename) as Words;
}

/** Where the phrase began a sentence, what stands for it does. */
function asFound(found: string, how: string): string {
  const isFirst = found.charAt(0) !== found.charAt(0).toLowerCase();
  return isFirst ? `${how.charAt(0).toUpperCase()}${how.slice(1)}` : how;
}

function renamed(part: unknown, rename: (text: string) => string): unknown {
  if (typeof part === "string") return rename(part);
  if (typeof part === "function") return (...given: readonly unknown[]) => renamed(part(...given), rename);
  if (Array.isArray(part)) return part.map((each) => renamed(each, rename));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, renamed(each, rename)]));
}
