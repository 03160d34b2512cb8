import type { OpenVideo, VideoProblem } from "../../src/core/film/film.ts";
import { ok, refuse } from "../../src/core/result.ts";

/** A video of that size behind every link. Counts how often it was opened and closed. */
export function aVideoFile(how: {
  readonly sizeBytes: number;
  /** True if the host sends the size. Default: true. */
  readonly isSizeTold?: boolean;
  /** The byte at which the download breaks off. */
  readonly cutAt?: number;
  readonly problem?: VideoProblem["kind"];
}) {
  const { sizeBytes, isSizeTold = true, cutAt = sizeBytes } = how;
  const bytes = Buffer.alloc(cutAt, "film");
  const seen = { opened: 0, closed: 0, taken: 0 };

  async function* content() {
    for (let at = 0; at < cutAt; at += 60_000) {
      const part = bytes.subarray(at, Math.min(at + 60_000, cutAt));
      seen.taken += part.length;
      yield part;
    }
    if (cutAt < sizeBytes) throw new Error("cut");
  }
  const openVideo: OpenVideo = async () => {
    seen.opened += 1;
    if (how.problem) return refuse({ kind: how.problem });
    return ok({
      bytes: isSizeTold ? sizeBytes : null,
      type: "video/mp4",
      extension: "mp4",
      content: content(),
      close() {
        seen.closed += 1;
      },
    });
  };
  return { openVideo, seen, bytes };
}
