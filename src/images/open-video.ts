import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/clock.ts";
import type { OpenedVideo, OpenVideo, VideoProblem } from "../core/film/film.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { guardedFetch, type Network } from "./guarded-fetch.ts";

/** Includes redirects and the first 4 kB. */
const BEGIN_WITHIN_MS = 15_000;
const SILENCE_MS = 15_000;
/** Includes the time that the video's reader takes. */
const WHOLE_WITHIN_MS = 120_000;
/** The bytes that file-type reads. Source: its README, minimumBytes (read 2026-11-21). */
const HEAD_BYTES = 4_100;

/** An expired signed address often gets 401 or 403. A file that is gone or not there yet gets 404 or 410. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Checks the first bytes. The video flows no faster than it is read. */
export function openVideos({
  clock,
  ...guard
}: {
  readonly trustedOrigins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly network?: Network;
}): OpenVideo {
  const fetch = guardedFetch(guard);

  return async (address, signal) => {
    const life = new AbortController();
    const end = () => life.abort();
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    const cancelWhole = clock.after(WHOLE_WITHIN_MS, end);
    const close = () => {
      cancelWhole();
      signal.removeEventListener("abort", end);
      end();
    };
    const cancelBegin = clock.after(BEGIN_WITHIN_MS, end);
    const opened = await open(address, life.signal, close);
    cancelBegin();
    if (!opened.ok) close();
    return opened;
  };

  async function open(address: string, signal: AbortSignal, close: () => void) {
    const fetched = await fetch(address, { accept: "video/*", signal });
    if (!fetched.ok)
      return refuse({ kind: fetched.refusal.kind === "unreachable" ? "unreachable" : "not_public" } as const);
    const answer = judgeStatus(fetched.value);
    return answer.ok ? read(answer.value, close) : answer;
  }

  async function read(answer: IncomingMessage, close: () => void): Promise<Result<OpenedVideo, VideoProblem>> {
    const rest: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]();
    const head: Uint8Array[] = [];
    try {
      for (let sizeBytes = 0; sizeBytes < HEAD_BYTES; ) {
        const next = await rest.next();
        if (next.done) break;
        head.push(next.value);
        sizeBytes += next.value.length;
      }
    } catch {
      return refuse({ kind: "unreachable" });
    }
    const kind = await videoKind(Buffer.concat(head));
    if (kind === null) return refuse({ kind: "not_a_video" });
    const length = answer.headers["content-length"];
    return ok({
      ...kind,
      bytes: length === undefined ? null : Number(length),
      content: flow(head, rest, close),
      close,
    });
  }

  async function* flow(head: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>, close: () => void) {
    try {
      yield* head;
      for (;;) {
        // Runs only while we wait for the server, which is not at fault for a slow reader.
        const cancel = clock.after(SILENCE_MS, close);
        const next = await rest.next().finally(cancel);
        if (next.done) return;
        yield next.value;
      }
    } finally {
      close();
    }
  }
}

function judgeStatus(answer: IncomingMessage): Result<IncomingMessage, VideoProblem> {
  const { statusCode: status = 0 } = answer;
  if (status !== 200) return refuse({ kind: REFUSED.has(status) ? "refused" : "unreachable" });
  const { "content-encoding": encoding = "identity" } = answer.headers;
  return encoding.toLowerCase() === "identity" ? ok(answer) : refuse({ kind: "not_a_video" });
}

const KINDS: ReadonlyMap<string, { readonly type: string; readonly extension: string }> = new Map([
  ["video/mp4", { type: "video/mp4", extension: "mp4" }],
  ["video/x-m4v", { type: "video/mp4", extension: "mp4" }],
  ["video/webm", { type: "video/webm", extension: "webm" }],
  ["video/quicktime", { type: "video/quicktime", extension: "mov" }],
]);

async function videoKind(head: Uint8Array): Promise<{ readonly type: string; readonly extension: string } | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    return KINDS.get((await fileTypeFromBuffer(head))?.mime ?? "") ?? null;
  } catch {
    return null;
  }
}
