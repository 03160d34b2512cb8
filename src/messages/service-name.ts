import type { Words } from "./catalogue.ts";

const ELIDED = /^[aeiouyhàâäéèêëîïôöùûü]/i;

/** The words of a language with the service's own name in them, wherever they speak of the video service. */
export function withServiceName(words: Words, name: string): Words {
  // French: "de" before a vowel.
  const isElided = words.locale === "fr" && ELIDED.test(name);
  const phrases = Object.entries(words.serviceName).map(
    ([phrase, how]) => [new RegExp(phrase, "gi"), isElided && how === "de {}" ? "d’{}" : how] as const,
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
