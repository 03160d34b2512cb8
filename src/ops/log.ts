import pino from "pino";
import type pretty from "pino-pretty";
import { LOG_FIELDS, type Log, type LogFields, type LogValue } from "../core/text/log-fields.ts";
import { KEY_SHAPES, TOKEN_SHAPES } from "../core/text/secret.ts";

export interface LogOptions {
  readonly level: string;
  readonly pretty: typeof pretty | null;
  readonly destination: NodeJS.WritableStream;
}

/** Only the listed fields are written, and secrets are removed from every line. */
export function openLog({ level, pretty, destination }: LogOptions): Log {
  const stream = pretty
    ? pretty({
        destination,
        sync: true,
        colorize: "isTTY" in destination && destination.isTTY === true,
        ignore: "pid,hostname",
        singleLine: true,
        // Without this, a field with such a name is printed on a separate line.
        errorLikeObjectKeys: [],
      })
    : destination;
  const names = {
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const logger = pino({ level, base: null, hooks: { streamWrite: scrub }, ...(pretty ? {} : names) }, stream);
  const at =
    (name: "debug" | "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) =>
      logger[name](listed(fields), oneLine(event));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The compiler checks only fields that are written out, not spread ones. */
function listed(fields: LogFields): Readonly<Record<string, LogValue>> {
  const listedFields = LOG_FIELDS.flatMap((name): [string, LogValue][] => {
    const value = fields[name];
    return value === undefined ? [] : [[name, typeof value === "string" ? oneLine(value) : plain(value)]];
  });
  return Object.fromEntries(listedFields);
}

/** A spread may also contain an object. */
function plain(value: LogValue): LogValue {
  return typeof value === "object" && value !== null ? "[object]" : value;
}

const VALUE_MAX = 1_000;

/** A plain slash, or one escaped as in Slack's JSON or in a form's body. */
const slash = String.raw`(?:\\*/|(?:%5C)*%2F)`;
/** Does not match backslashes before it: each one in a series would start a match. */
const firstSlash = "(?:/|%2F)";
const rest = String.raw`(?:[^\s"'\\<>]|\\+/)+`;

/** Places where libraries put secrets into their errors. The captured text around the secret stays. */
const places: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 [secret]"],
  [/\b(Bot)\s+(?=[\w.~+/=-]*[\d.])[\w.~+/=-]{8,}/g, "$1 [secret]"],
  [/\b(authorization\W{1,6})(?!(?:Bearer|Basic|Bot)\b)[\w.~+/=-]{8,}/gi, "$1[secret]"],
  [new RegExp(`(${firstSlash}(?:webhooks|interactions)${slash}\\d+${slash})[\\w.~%-]{16,}`, "gi"), "$1[token]"],
  [new RegExp(`(hooks\\.slack(?:-gov)?\\.com|${firstSlash}response)${slash}${rest}`, "gi"), "$1/[secret]"],
  [new RegExp(`(files\\.slack(?:-gov)?\\.com${slash}(?:upload|files-\\w+))${slash}${rest}`, "gi"), "$1/[secret]"],
  // A login, such as in the address of Redis.
  [/(:\/\/)[^\s/@:"'\\]*:[^\s/@"'\\]+@/g, "$1[login]@"],
  [
    /\b((?:access_|refresh_)?(?:token|secret)|client_secret|signing_secret|ticket|code|state)=[\w.~%+/-]{8,}/g,
    "$1=[secret]",
  ],
  [
    /(\\?"(?:access_token|refresh_token|client_secret|signing_secret|token|secret|ticket|upload_url|url_private(?:_download)?|response_url|authorization)\\?"\s*:\s*\\?")(?:[^"\\]|\\+\/)+/gi,
    "$1[secret]",
  ],
  [/\b([\w-]{1,32}:)[A-Za-z0-9+/]{43}=/g, "$1[master key]"],
];

const shapes: readonly (readonly [RegExp, string])[] = [
  ...places,
  ...[...KEY_SHAPES, ...TOKEN_SHAPES].map(
    (shape) => [new RegExp(shape.source, `g${shape.flags}`), "[secret]"] as const,
  ),
];

const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Safe for a log: one line, no change of text direction, limited length. */
export function oneLine(text: string): string {
  return text.slice(0, VALUE_MAX).toWellFormed().replace(UNSEEN, " ").trim();
}

export function scrub(line: string): string {
  const clean = shapes.reduce((text, [shape, instead]) => text.replace(shape, instead), line);
  const isEnded = clean.endsWith("\n");
  const whole = clean.replace(UNSEEN, " ").trimEnd();
  return isEnded ? `${whole}\n` : whole;
}
