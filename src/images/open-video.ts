import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/clock.ts";
import type { OpenedVideo, OpenVideo, VideoProblem } from "../core/job/video-file.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { parseUrl } from "../core/text/parse-url.ts";
import { judgeAddress } from "./address.ts";
import { askOnce } from "./ask-once.ts";
import { machineNetwork, type Network } from "./guarded-connect.ts";
import { REDIRECTS, REDIRECTS_MAX } from "./redirects.ts";
import { videoKind } from "./video-kind.ts";

/** From the first connection to the first 4 kB, redirects and all. */
const BEGIN_WITHIN_MS = 15_000;
/** How long a server may say nothing while it is waited for. */
const SILENCE_MS = 15_000;
/** The whole, reader included. */
const WHOLE_WITHIN_MS = 120_000;
/** What file-type looks at. Source: its README, minimumBytes (read 2026-11-21). */
const HEAD_BYTES = 4_100;

/** A signed address that has expired is often forbidden, one whose file is gone not found. */
const EXPIRED: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/**
 * Opens a finished video as a stream that flows no faster than it is read, judged by its first bytes. Nothing is ever sent
 * to an address that is not public, unless its origin is in `trustedOrigins`. `network` is for tests.
 */
export function openVideos(options: {
  readonly trustedOrigins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly network?: Network;
}): OpenVideo {
  const { trustedOrigins, clock, network = machineNetwork } = options;
  const judge = judgeAddress(trustedOrigins);

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
    const found = await follow(address, life.signal);
    const opened = found.ok ? await read(found.value, close) : found;
    cancelBegin();
    if (!opened.ok) close();
    return opened;
  };

  async function follow(given: string, signal: AbortSignal): Promise<Result<IncomingMessage, VideoProblem>> {
    let address = given;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      if (judge(address) !== null) return refuse({ kind: "not_public" });
      const url = new URL(address);
      const isTrusted = trustedOrigins.has(url.origin);
      const asked = await askOnce(url, { isTrusted, network, accept: "video/*", signal });
      if (asked.kind !== "answer") return refuse(asked);
      const { statusCode: status = 0, headers } = asked.answer;
      if (!REDIRECTS.has(status)) return judgeStatus(asked.answer, status);
      asked.answer.destroy();
      const next = parseUrl(headers.location ?? "", url.href);
      if (headers.location === undefined || !next) break;
      address = next.href;
    }
    return refuse({ kind: "unreachable" });
  }

  /** Takes the head, judges it, and puts it before the rest. */
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
        // It runs only while the server is waited for: a reader that lags behind is no fault of its.
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

function judgeStatus(answer: IncomingMessage, status: number): Result<IncomingMessage, VideoProblem> {
  if (status !== 200) return refuse({ kind: EXPIRED.has(status) ? "expired" : "unreachable" });
  const { "content-encoding": encoding = "identity" } = answer.headers;
  return encoding.toLowerCase() === "identity" ? ok(answer) : refuse({ kind: "not_a_video" });
}
