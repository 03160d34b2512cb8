import { z } from "zod";
import { parseUrl } from "../core/text/parse-url.ts";

export type Shards = "auto" | number | { readonly list: readonly number[]; readonly of: number };

/** A base address, http or https, without login, query or fragment. */
export function address(example: string) {
  return z.string().refine(isHttp, `must be an address such as ${example}`);
}

function isHttp(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}

/** Longest address of a button. Source: Discord docs, components reference, button url (read 2026-11-22). */
const PAGE_MAX = 512;

/** An address that people open: https, or http on this machine; without a login. */
export function page(example: string) {
  return z
    .string()
    .trim()
    .refine((text) => {
      const url = text.length <= PAGE_MAX ? parseUrl(text) : null;
      if (!url || url.username || url.password || url.href.length > PAGE_MAX) return false;
      return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
    }, `must be an https:// address such as ${example}`)
    .transform((text) => new URL(text).href);
}

/** Longest name that stands well in a sentence, in characters. */
const NAME_MAX = 40;

/** A name that stands in sentences as it is. */
export const plainName = z
  .string()
  .trim()
  .refine(
    (text) => text.length <= NAME_MAX && /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'’+-]*$/u.test(text),
    `must be a name of ${NAME_MAX} characters at most: letters, digits, spaces and . & ' + -`,
  );

/** Whether a host as URL gives it is this machine. Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3 (read 2026-11-22). */
export function isLoopback(hostname: string): boolean {
  return /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)$/.test(hostname) || hostname.endsWith(".localhost");
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number, normally: number) {
  return z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}; the default is ${normally}`,
    )
    .transform(Number)
    .default(normally);
}

/** One of these words. */
export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return z.enum(words, `must be one of: ${words.join(", ")}`);
}

/** A comma list of ids as a set; nothing set is the empty set. */
export const ids = z
  .string()
  .transform((text) => new Set(words(text)))
  .default(new Set<string>());

/** A comma list of addresses, as their origins. */
export const origins = z
  .string()
  .refine((text) => words(text).every(isHttp), "must be origins such as https://cdn.example.com, comma-separated")
  .transform((text) => words(text).map((word) => new URL(word).origin))
  .default([]);

/** `auto`, a count, or shards of a whole such as `0-3/8`. */
export const shards = z
  .string()
  .refine((text) => readShards(text) !== null, "must be auto, a count such as 2, or shards of a whole such as 0-3/8")
  .transform((text): Shards => readShards(text) ?? "auto")
  .default("auto");

/** Where Redis is: plain or by TLS, with its login and the number of its database where it has them. */
export const redisUrl = z
  .string()
  .trim()
  .refine((text) => /^rediss?:$/.test(parseUrl(text)?.protocol ?? "") && /^rediss?:\/\/[^/]/.test(text), {
    error: "must be an address such as redis://127.0.0.1:6379, or rediss://… for TLS",
    abort: true,
  });

/** The words between commas. */
export function words(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function readShards(text: string): Shards | null {
  if (text === "auto") return "auto";
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  const range = /^(\d{1,5})-(\d{1,5})\/(\d{1,5})$/.exec(text)?.slice(1).map(Number);
  const [from, to, of] = range ?? [];
  if (from === undefined || to === undefined || of === undefined || from > to || to >= of) return null;
  return { list: Array.from({ length: to - from + 1 }, (_, index) => from + index), of };
}
