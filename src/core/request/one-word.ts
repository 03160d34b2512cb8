import type { Locale } from "../text/locale.ts";

const PHRASES: Readonly<Record<Locale, { readonly help: string; readonly greetings: readonly string[] }>> = {
  en: {
    help: "help",
    greetings: [
      "hi",
      "hello",
      "hey",
      "hiya",
      "hi there",
      "hello there",
      "good morning",
      "good afternoon",
      "good evening",
    ],
  },
  de: { help: "hilfe", greetings: ["hallo", "moin", "servus", "guten morgen", "guten tag", "guten abend"] },
  es: { help: "ayuda", greetings: ["hola", "buenas", "buenos dias", "buenas tardes", "buenas noches"] },
  fr: { help: "aide", greetings: ["bonjour", "bonsoir", "salut", "coucou"] },
  ja: {
    help: "ヘルプ",
    greetings: ["こんにちは", "こんばんは", "おはよう", "おはようございます", "はじめまして", "やあ", "どうも"],
  },
  "pt-BR": { help: "ajuda", greetings: ["ola", "oi", "bom dia", "boa tarde", "boa noite"] },
};

const TEXT_MAX = 60;
const WAVE = /👋\p{Emoji_Modifier}?|:wave:(?::skin-tone-\d:)?/gu;

const helpWords: ReadonlySet<string> = new Set(Object.values(PHRASES).map(({ help }) => bare(help)));
const greetingWords: ReadonlySet<string> = new Set(
  Object.values(PHRASES).flatMap(({ greetings }) => greetings.map(bare)),
);

/** Also true for a single question mark. Surrounding dashes and punctuation are ignored. */
export function asksForHelp(text: string): boolean {
  return text.length <= TEXT_MAX && (helpWords.has(bare(text)) || /^[?？]$/.test(text.trim()));
}

export function isGreeting(text: string): boolean {
  if (text.length > TEXT_MAX) return false;
  const words = text.replace(WAVE, " ");
  const left = bare(words);
  return greetingWords.has(left) || (left === "" && words !== text);
}

/** Removes capitals and accents. Spaces and punctuation become single spaces. */
function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, " ")
    .trim();
}
