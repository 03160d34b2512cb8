import { gunzipSync, inflateRawSync, constants as zlib } from "node:zlib";

/** Something that came out of the bot or was left behind by it. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A person knows a key by these last characters, so they are shown. */
const SHOWN = 4;

/** The same text as it may look after it went through somebody's encoder; base64 at each of its three offsets. */
export function encodingsOf(secret: string): ReadonlyMap<string, Buffer> {
  const plain = Buffer.from(secret, "latin1");
  const each = (write: (byte: number) => string) => Buffer.from([...plain].map(write).join(""), "latin1");
  const hex = (byte: number) => byte.toString(16).padStart(2, "0");
  const base64 = (offset: number) => {
    // What stands at either end depends on the neighbours.
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
    ["HEX", each((byte) => hex(byte).toUpperCase())],
    ["URL-escaped", each((byte) => `%${hex(byte).toUpperCase()}`)],
    ["JSON-escaped", each((byte) => `\\u00${hex(byte)}`)],
    ["reversed", Buffer.from(plain).reverse()],
    ["UTF-16, little-endian", utf16],
    ["UTF-16, big-endian", Buffer.from(utf16).swap16()],
  ]);
}

/** Where one of the secrets is found, in which encoding, or inside of something compressed. */
export function leaksIn(places: readonly Place[], secrets: readonly string[]): string[] {
  const found: string[] = [];
  const all = places.flatMap((place) => [place, ...unpacked(place)]);
  for (const secret of secrets) {
    const needles = encodingsOf(secret.slice(0, -SHOWN));
    for (const { name, bytes } of all)
      for (const [encoding, needle] of needles) if (bytes.includes(needle)) found.push(`${name}: ${encoding}`);
  }
  return found;
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
/** Of a header that names no file. */
const GZIP_HEADER_BYTES = 10;
const UNPACKED_MAX_BYTES = 10_000_000;

/** Whatever in it begins like gzip and can be unpacked, the twelfth encoding. */
function unpacked({ name, bytes }: Place): Place[] {
  const places: Place[] = [];
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const inside = unpack(bytes.subarray(at));
    if (inside) places.push({ name: `${name}, gzip`, bytes: inside });
  }
  return places;
}

/** null: it only looked like gzip. */
function unpack(bytes: Buffer): Buffer | null {
  const how = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: UNPACKED_MAX_BYTES };
  // The first refuses what is followed by something else, the second what names its file.
  for (const unpackAll of [
    () => gunzipSync(bytes, how),
    () => inflateRawSync(bytes.subarray(GZIP_HEADER_BYTES), how),
  ]) {
    try {
      return unpackAll();
    } catch {
      // The other one, or none.
    }
  }
  return null;
}
