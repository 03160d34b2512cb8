/** The first box of an MP4, followed by zeros. */
export function mp4(sizeBytes: number): Buffer {
  return Buffer.concat([boxed("ftyp", "isom\0\0\x02\0isomiso2mp41"), Buffer.alloc(sizeBytes)]).subarray(0, sizeBytes);
}

/** The head of an MP4 file with this brand. "qt  " is QuickTime. */
export function branded(brand: string): Buffer {
  return Buffer.concat([boxed("ftyp", `${brand}\0\0\0\0`), Buffer.alloc(200)]);
}

export const webm = Buffer.concat([
  Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex"),
  Buffer.alloc(200),
]);

function boxed(name: string, content: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.length);
  return Buffer.concat([size, Buffer.from(name + content, "latin1")]);
}
