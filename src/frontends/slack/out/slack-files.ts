import { z } from "zod";
import type { OpenFilm } from "../../../core/film/film.ts";
import type { FetchWhole, Log, OpenFile } from "../../../core/ports.ts";
import type { PrivateFile } from "../../../core/request/video-request.ts";
import { IMAGE_MAX_BYTES } from "../../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import { times } from "../slack-limits.ts";
import { type CallRefusal, type ClientOf, callAt, slacksOwn } from "./slack-calls.ts";

/** Slack's private files, which it gives to a caller with the workspace's own token. */
export interface SlackFiles {
  readonly open: OpenFile;
  /** Opens the film in a card's thread; all its bytes are held in memory. */
  openFilm(file: PrivateFile, signal: AbortSignal): ReturnType<OpenFilm>;
  /** Resolves with true if Slack says that there is no such file. */
  isGone(file: PrivateFile): Promise<boolean>;
}

/** Source: Slack's documentation, methods/files.info#errors (read 2026-11-21). */
const goneCodes = ["file_not_found", "file_deleted", "not_visible"];

/**
 * The longest film that is opened, in bytes: all of it is held in memory. The limit is ours; films of 15 s in 720p have
 * some 20 MB.
 */
const FILM_MAX_BYTES = 100_000_000;

const described = z.object({
  size: z.number().optional(),
  url_private: z.string(),
  url_private_download: z.string().optional(),
});

export function slackFiles(deps: { clientOf: ClientOf; apiUrl: string; fetchWhole: FetchWhole; log: Log }): SlackFiles {
  const { clientOf, apiUrl, fetchWhole, log } = deps;
  const ownUrl = slacksOwn(apiUrl);
  const isGone = (refusal: CallRefusal) => refusal.kind === "not_here" && goneCodes.includes(refusal.code);
  const info = (file: PrivateFile) => callAt(clientOf, file, (client) => client.files.info({ file: file.id }));

  async function download(
    file: PrivateFile,
    url: URL,
    { mostBytes, limitMs, signal }: Reading,
  ): Promise<Result<Uint8Array, { readonly kind: "unreachable" }>> {
    const client = await clientOf(file);
    if (!client.ok || client.value.token === undefined) return refuse({ kind: "unreachable" });
    const init = { headers: { authorization: `Bearer ${client.value.token}` }, signal };
    try {
      // One byte too many is enough to know.
      const answer = await fetchWhole(url, init, limitMs, mostBytes + 1);
      const isSignIn = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
      if (isSignIn) log.warn("slack file not given: is the scope files:read there?", { status: answer.status });
      if (answer.status !== 200 || isSignIn) return refuse({ kind: "unreachable" });
      return ok(new Uint8Array(await answer.arrayBuffer()));
    } catch (error) {
      log.warn("slack file not fetched", { ...errorForLog(error) });
      return refuse({ kind: "unreachable" });
    }
  }

  async function open(
    file: PrivateFile,
    reading: Reading,
  ): Promise<Result<Uint8Array, { readonly kind: "gone" | "unreachable" | "too_large" }>> {
    const asked = await info(file);
    if (!asked.ok) {
      log.info("slack file not found", { ...asked.refusal });
      return refuse({ kind: isGone(asked.refusal) ? "gone" : "unreachable" });
    }
    const read = described.safeParse(asked.value.file);
    if (reading.isSizeJudged && (read.data?.size ?? 0) > reading.mostBytes) return refuse({ kind: "too_large" });
    // The token goes to Slack alone, whatever address an answer names.
    const url = ownUrl(read.data?.url_private_download ?? read.data?.url_private ?? "");
    return url ? download(file, url, reading) : refuse({ kind: "unreachable" });
  }

  return {
    async openFilm(file, signal) {
      const opened = await open(file, {
        mostBytes: FILM_MAX_BYTES,
        isSizeJudged: true,
        limitMs: times.uploadMs,
        signal,
      });
      return opened.ok ? ok(once(opened.value)) : opened;
    },
    async isGone(file) {
      const asked = await info(file);
      return !asked.ok && isGone(asked.refusal);
    },
    async open(file) {
      const opened = await open(file, { mostBytes: IMAGE_MAX_BYTES, limitMs: times.callMs });
      if (opened.ok) return opened;
      return refuse({ kind: opened.refusal.kind === "gone" ? "gone" : "unreachable" });
    },
  };
}

interface Reading {
  readonly mostBytes: number;
  /** A file that is too large according to Slack itself is not requested. */
  readonly isSizeJudged?: true;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
