/** One frame of a moving picture, and for how long it is shown. */
export interface Frame {
  /** A still WebP picture as a browser's canvas makes it. */
  readonly webp: Buffer;
  readonly ms: number;
}

/**
 * Joins still WebP pictures of one size, in pixels, into a moving one that begins anew after its last frame.
 * Source: the WebP container specification, chunks VP8X, ANIM and ANMF (read 2026-11-22).
 */
export function animatedWebp(
  size: { readonly width: number; readonly height: number },
  frames: readonly Frame[],
): Buffer {
  const canvas = [u24(size.width - 1), u24(size.height - 1)];
  // The flag says that it moves.
  const head = chunk("VP8X", Buffer.from([0b10, 0, 0, 0]), ...canvas);
  // A white ground of four bytes, and no end of rounds.
  const anim = chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0]));
  // A frame lies at 0, 0 and takes the place of the one before it.
  const moving = frames.map(({ webp, ms }) =>
    chunk("ANMF", u24(0), u24(0), ...canvas, u24(Math.min(ms, 0xffffff)), Buffer.from([0b10]), pixelsOf(webp)),
  );
  return chunk("RIFF", Buffer.from("WEBP"), head, anim, ...moving);
}

/** The chunk with the pixels, as it stands in a still picture; what else is there (a colour profile) is left out. */
function pixelsOf(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    if (["VP8 ", "VP8L"].includes(webp.toString("latin1", at, at + 4))) return webp.subarray(at, end + (end % 2));
    at = end + (end % 2);
  }
  throw new Error(`no pixels in ${webp.length} bytes of a WebP picture`);
}

function u24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

function chunk(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name, "latin1"), length, body, Buffer.alloc(body.length % 2)]);
}
