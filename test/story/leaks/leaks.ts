import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { join } from "node:path";
import { gunzipSync, inflateRawSync, constants as zlib } from "node:zlib";
import { onTestFinished } from "vitest";
import type { Sandbox } from "../../../sandbox/src/sandbox.ts";

/** Something that the bot sent, printed or stored. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The last characters of a key are shown, so that a person recognizes it. */
const SHOWN = 4;

/** The text in every encoding in which it could be printed. Base64 has three, one for each offset. */
export function encodingsOf(secret: string): ReadonlyMap<string, Buffer> {
  const plain = Buffer.from(secret, "latin1");
  const each = (write: (byte: number) => string) => Buffer.from([...plain].map(write).join(""), "latin1");
  const hex = (byte: number) => byte.toString(16).padStart(2, "0");
  const base64 = (offset: number) => {
    // The first and last characters depend on the neighbouring bytes.
    const text = Buffer.concat([Buffer.alloc(offset), plain])
      .toString("base64")
      .replace(/=+$/, "");
    return Buffer.from(text.slice(offset === 0 ? 0 : offset + 1, -2), "latin1");
  };
  const utf16 = Buffer.from(secret, "utf16le");
  return new Map([
    ["plain", plain],
    ["base64, offset 0", base64(0)],
    ["base64, offset 1", base64(1)],
    ["base64, offset 2", base64(2)],
    ["hex", each(hex)],
    ["hex in capital letters", each((byte) => hex(byte).toUpperCase())],
    ["URL-escaped", each((byte) => `%${hex(byte).toUpperCase()}`)],
    ["JSON-escaped", each((byte) => `\\u00${hex(byte)}`)],
    ["reversed", Buffer.from(plain).reverse()],
    ["UTF-16, little-endian", utf16],
    ["UTF-16, big-endian", Buffer.from(utf16).swap16()],
  ]);
}

interface Needle {
  readonly encoding: string;
  readonly bytes: Buffer;
}

/** Returns each place that contains one of the secrets, in any encoding or compressed. */
export function leaksIn(places: readonly Place[], secrets: readonly string[]): string[] {
  const needles = secrets.flatMap((secret) =>
    [...encodingsOf(secret.slice(0, -SHOWN))].map(([encoding, bytes]) => ({ encoding, bytes })),
  );
  const search = searchFor(needles);
  return places
    .flatMap((place) => [place, ...unpacked(place)])
    .flatMap(({ name, bytes }) => search(bytes).map(({ encoding }) => `${name}: ${encoding}`));
}

/** Finds needles in one pass, because a story's files are searched for 200 of them. */
function searchFor(needles: readonly Needle[]): (bytes: Buffer) => readonly Needle[] {
  // Looked up by their last four bytes, because many secrets begin in the same way.
  const byEnd = new Map<number, Needle[]>();
  for (const needle of needles) {
    const end = needle.bytes.readInt32BE(needle.bytes.length - 4);
    byEnd.set(end, [...(byEnd.get(end) ?? []), needle]);
  }
  const mayEnd = new Uint8Array(0x1_0000);
  const fold = (end: number) => (end ^ (end >>> 16)) & 0xffff;
  for (const end of byEnd.keys()) mayEnd[fold(end)] = 1;
  return (bytes) => {
    const leaked = new Set<Needle>();
    let end = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      end = (end << 8) | (bytes[at] ?? 0);
      if (mayEnd[fold(end)] === 0) continue;
      for (const needle of byEnd.get(end) ?? [])
        if (
          bytes
            .subarray(0, at + 1)
            .subarray(-needle.bytes.length)
            .equals(needle.bytes)
        )
          leaked.add(needle);
    }
    return [...leaked];
  };
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
/** The length of a gzip header without a file name. */
const GZIP_HEADER_BYTES = 10;
const UNPACKED_MAX_BYTES = 10_000_000;

/** Everything in the place that can be unpacked as gzip, which is the twelfth encoding. */
function unpacked({ name, bytes }: Place): Place[] {
  const places: Place[] = [];
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const inside = unpack(bytes.subarray(at));
    if (inside) places.push({ name: `${name}, gzip`, bytes: inside });
  }
  return places;
}

/** Null: it only resembled gzip. */
function unpack(bytes: Buffer): Buffer | null {
  const how = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: UNPACKED_MAX_BYTES };
  // The first fails if other data follow, and the second if the header contains a file name.
  for (const unpackAll of [
    () => gunzipSync(bytes, how),
    () => inflateRawSync(bytes.subarray(GZIP_HEADER_BYTES), how),
  ]) {
    try {
      return unpackAll();
    } catch {
      // Tries the other one.
    }
  }
  return null;
}

/** Entries for people's own acts, which may contain a key typed into its form. */
const FROM_PEOPLE: ReadonlySet<string> = new Set(["command", "press", "submit_form", "shortcut", "event"]);

/** Returns where a secret of the sandbox, or one of `more`, occurs in what the bot sent, stored and printed. */
export function leaksOf(
  { journal, slack, video }: Sandbox,
  dir: string,
  { texts, more }: { readonly texts: Readonly<Record<string, string>>; readonly more: Iterable<string> },
): string[] {
  const messages = JSON.stringify(journal.since(0).filter(({ kind }) => !FROM_PEOPLE.has(kind)));
  const namedTexts = Object.entries({ messages, ...texts }).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const secrets = new Set([video.key, slack.clientSecret, ...slack.tokens(), ...more]);
  return leaksIn([...namedTexts, ...filesIn(dir)], [...secrets]);
}

/** The tokens and secrets in a bot's environment. */
export function secretsIn(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (/^\w+_(TOKEN|SECRET)$/.test(name) && value ? [value] : []));
}

/** Every file in the folder and its subfolders, except the 8 MB file that only reserves space. */
export function filesIn(dir: string): readonly Place[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== "reelay.spare");
  return files.map(({ name, parentPath }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

const printed: string[] = [];
let isListening = false;

/** Records this process's standard error. The returned function stops the recording and returns the text. */
export function keptStderr(): () => string {
  listen();
  const from = printed.length;
  return () => printed.slice(from).join("");
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (part: string | Uint8Array, ...rest: never[]) => {
    printed.push(typeof part === "string" ? part : Buffer.from(part).toString("latin1"));
    return write(part, ...rest);
  };
}

const REQUESTS = "http.server.request.start";

/**
 * Records this process's HTTP requests to these servers until the test ends: URLs, headers and bodies, including files.
 */
export function keptWire(origins: readonly string[]): () => Buffer {
  const ports = new Set(origins.map((origin) => Number(new URL(origin).port)));
  const parts: Buffer[] = [];
  const keep = (event: unknown) => {
    const request = typeof event === "object" && event !== null && "request" in event ? event.request : null;
    if (!(request instanceof IncomingMessage) || !ports.has(request.socket.localPort ?? 0)) return;
    parts.push(Buffer.from(`${request.method} ${request.url}\n${request.rawHeaders.join("\n")}\n`));
    const push = request.push.bind(request);
    request.push = (part, encoding) => {
      if (part instanceof Buffer) parts.push(part);
      return push(part, encoding);
    };
  };
  subscribe(REQUESTS, keep);
  onTestFinished(() => void unsubscribe(REQUESTS, keep));
  return () => Buffer.concat(parts);
}
