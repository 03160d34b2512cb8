/** Harmful values for sizes and counts. */
const EXTREMES = [0, 1, 7, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fff8, 65_535, 16_384];

const NAMES = "moov trak mdia stbl stsd avc1 stts ctts stsz stsc stco elst moof free".split(" ");

/** A film with one to eight faults in it: bits, bytes, sizes, names of boxes, parts that are missing, double or elsewhere. */
export function mutated(film: Buffer, chance: () => number): Buffer {
  const below = (most: number) => Math.floor(chance() * most);
  let bytes = Buffer.from(film);
  // Most of a film is pictures; its index is where a reader is led astray.
  const index = bytes.indexOf("moov");
  const place = () => (chance() < 0.6 ? Math.min(index + below(900), bytes.length - 9) : below(bytes.length - 8));
  for (let left = 1 + below(8); left > 0; left -= 1) {
    const at = Math.max(place(), 0);
    switch (below(7)) {
      case 0:
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8)), at);
        break;
      case 1:
        bytes.writeUInt8(below(256), at);
        break;
      case 2:
        bytes.writeUInt32BE(EXTREMES[below(EXTREMES.length)] ?? 0, at);
        break;
      case 3:
        bytes.write(NAMES[below(NAMES.length)] ?? "", at, "latin1");
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(64))]);
        break;
      case 5:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - below(200)))]);
        break;
      default:
        if (chance() < 0.2) bytes = bytes.subarray(0, Math.max(64, at));
    }
    if (bytes.length < 64) return bytes;
  }
  return bytes;
}
