import { inspect } from "node:util";

/** Prints as `[secret]` everywhere: logs, errors, JSON. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Called only to encrypt or send it. */
  reveal(): string {
    return this.#text;
  }

  /** Lets a person recognize the key. Empty if shorter than 12 characters: four would show too much. */
  lastFour(): string {
    return this.#text.length >= 12 ? this.#text.slice(-4) : "";
  }

  trimmed(): Secret {
    return new Secret(this.#text.trim());
  }

  fits(shape: RegExp): boolean {
    return shape.test(this.#text);
  }

  /** False for secrets shorter than 12 characters, which could be ordinary words. */
  isIn(text: string): boolean {
    return this.#text.length >= 12 && text.includes(this.#text);
  }

  equals(other: Secret): boolean {
    return this.#text === other.#text;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}

/** Keys and tokens that never belong in an address. */
export const KEY_SHAPES: readonly RegExp[] = [
  /\bxox[a-z](?:\.xox[a-z])?-[\w-]{6,}/,
  /\bxapp-[\w-]{6,}/,
  /\b(?:vk|sk|pk|rk)[-_](?:[A-Za-z0-9]{1,40}[-_]){0,4}(?=[A-Za-z]*\d)[A-Za-z0-9]{10,}/,
  /\b(?:gh[oprsu]|github_pat|hf|npm|r8)_(?=\w*\d)[A-Za-z0-9_]{18,}/,
  /\bglpat-[\w-]{16,}/,
  // A Discord bot token, and an interaction token ("interaction:" in base64).
  /\b[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}/,
  /\baW50ZXJhY3Rpb24[\w=-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** Signed addresses may contain these. They are of little use without the rest of the address. */
export const TOKEN_SHAPES: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  // A JWT from the dot after its header, which is not secret. If the match could start anywhere in the header, "eyJ-eyJ-…"
  // would be rescanned from each position.
  /\.eyJ[\w-]{10,}\.[\w-]{10,}/,
];

const ADDRESS = /\bhttps?:\/\/\S+/gi;
const WORD = /[A-Za-z0-9_-]{24,}/g;

/** True if the text seems to contain an API key or access token. Few prompts do: see the table in the tests. */
export function looksLikeKey(text: string): boolean {
  if (KEY_SHAPES.some((shape) => shape.test(text))) return true;
  const outside = text.replace(ADDRESS, " ");
  if (TOKEN_SHAPES.some((shape) => shape.test(outside))) return true;
  return [...outside.matchAll(WORD)].some(([word]) => isRandom(word));
}

/**
 * Random text changes the kind of its characters about every second character. Words run together change it at most every
 * third.
 */
function isRandom(word: string): boolean {
  const kinds = [...word].map(kindOf);
  const digits = kinds.filter((kind) => kind === "digit").length;
  const isMixed = kinds.includes("small") && kinds.includes("capital");
  if (!isMixed && (word.length < 32 || /[_-]/.test(word))) return false;
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
  return digits >= (isMixed ? 1 : 6) && changes / (kinds.length - 1) >= (isMixed ? 0.4 : 0.3);
}

function kindOf(character: string): "digit" | "small" | "capital" | "mark" {
  if (/\d/.test(character)) return "digit";
  if (/[a-z]/.test(character)) return "small";
  return /[A-Z]/.test(character) ? "capital" : "mark";
}
