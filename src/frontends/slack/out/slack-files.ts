import { z } from "zod";
import type { ChatMessage, SlackReply } from "../../../core/chat.ts";
import type { OwnFile } from "../../../core/command.ts";
import { type Film, findFilm, nameOf, type ThreadFile } from "../../../core/film/card-files.ts";
import {
  type AttachRefusal,
  type AttachVideo,
  type ChatFilms,
  type FilmSender,
  type OpenedVideo,
  type OpenFilm,
  type OpenVideo,
  openedBytes,
  type ShareFrame,
  watched,
} from "../../../core/film/film.ts";
import type { FetchWhole } from "../../../core/http-client.ts";
import type { OpenFile } from "../../../core/request/pictures.ts";
import type { PrivateFile } from "../../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { limits, times } from "../slack-limits.ts";
import {
  type CallRefusal,
  type ClientOf,
  callAt,
  directChannel,
  retryAfterMs,
  slacksOwn,
  type Whereabouts,
} from "./slack-calls.ts";
import { slackReply } from "./slack-chat.ts";
import { onOneLine, truncate } from "./write-slack-text.ts";

/** Source: docs.slack.dev, methods/files.info#errors (read 2026-11-21). */
const goneCodes = ["file_not_found", "file_deleted", "not_visible"];

/** A whole film is held in memory. 15 s in 720p have about 20 MB. */
const FILM_MAX_BYTES = 100_000_000;

const described = z.object({
  size: z.number().optional(),
  url_private: z.string(),
  url_private_download: z.string().optional(),
});

export function slackFiles(deps: { clientOf: ClientOf; apiUrl: string; fetchWhole: FetchWhole; log: Log }) {
  const { clientOf, apiUrl, fetchWhole, log } = deps;
  const ownUrl = slacksOwn(apiUrl);
  const isGone = (refusal: CallRefusal) => refusal.kind === "not_here" && goneCodes.includes(refusal.code);
  const info = (file: Whereabouts & Pick<PrivateFile, "id">) =>
    callAt(clientOf, file, (client) => client.files.info({ file: file.id }));

  async function download(
    file: PrivateFile,
    url: URL,
    { mostBytes, limitMs, signal }: Reading,
  ): Promise<Result<Uint8Array, { readonly kind: "unreachable" }>> {
    const client = await clientOf(file);
    if (!client.ok || client.value.token === undefined) return refuse({ kind: "unreachable" });
    const init = { headers: { authorization: `Bearer ${client.value.token}` }, signal };
    try {
      // One extra byte shows that the file is too large.
      const answer = await fetchWhole(url, init, limitMs, mostBytes + 1);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      // A picture may have a page's content type.
      const isPage = answer.headers.get("content-type")?.startsWith("text/html") && /^\s*</.test(firstOf(bytes));
      if (isPage) log.warn("slack file not given: is the scope files:read there?", { status: answer.status });
      return answer.status === 200 && !isPage ? ok(bytes) : refuse({ kind: "unreachable" });
    } catch (error) {
      log.warn("slack file not fetched", { ...errorForLog(error) });
      return refuse({ kind: "unreachable" });
    }
  }

  async function open(file: PrivateFile, reading: Reading): ReturnType<OpenFile> {
    const asked = await info(file);
    if (!asked.ok) {
      log.info("slack file not found", { ...asked.refusal });
      return refuse({ kind: isGone(asked.refusal) ? "gone" : "unreachable" });
    }
    const read = described.safeParse(asked.value.file);
    const sizeBytes = read.data?.size ?? 0;
    if (sizeBytes > reading.mostBytes) return refuse({ kind: "too_large", sizeBytes });
    // The token is sent only to Slack, whatever URL an answer has.
    const url = ownUrl(read.data?.url_private_download ?? read.data?.url_private ?? "");
    return url ? download(file, url, reading) : refuse({ kind: "unreachable" });
  }

  return {
    async describe(file: Whereabouts & Pick<PrivateFile, "id">): Promise<object | null> {
      const asked = await info(file);
      return asked.ok ? (asked.value.file ?? null) : null;
    },
    async openFilm(file: PrivateFile, signal: AbortSignal): ReturnType<OpenFilm> {
      const opened = await open(file, { mostBytes: FILM_MAX_BYTES, limitMs: times.uploadMs, signal });
      return opened.ok ? ok(once(opened.value)) : opened;
    },
    async isGone(file: PrivateFile): Promise<boolean> {
      const asked = await info(file);
      return !asked.ok && isGone(asked.refusal);
    },
    async open(file: PrivateFile, { maxBytes, signal }: Parameters<OpenFile>[1]): ReturnType<OpenFile> {
      // A caller that can cancel may wait for a large file.
      const limitMs = signal ? times.uploadMs : times.callMs;
      return open(file, { mostBytes: maxBytes, limitMs, ...(signal && { signal }) });
    },
  };
}

export type SlackFiles = ReturnType<typeof slackFiles>;

const firstOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 100)).toString("latin1");

interface Reading {
  readonly mostBytes: number;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

const OWN_FILE_MAX_BYTES = 20 * 1_024 * 1_024;

/** Source: docs.slack.dev, methods/files.completeUploadExternal#errors (read 2026-11-21). */
const TOO_LARGE: ReadonlySet<string> = new Set(["file_upload_size_restricted", "upload_length_too_large"]);

export function threadFilms(upload: Uploader, openFilm: SlackFiles["openFilm"]): ChatFilms {
  return {
    filmIn(handle, nth) {
      const { platform, teamId, enterpriseId, files = [] } = slackReply(handle);
      const file = files.findLast((one) => !one.isFrame && !one.isJoined && one.nth === nth);
      if (!file) return null;
      return { kind: "platform", open: (signal) => openFilm({ platform, teamId, enterpriseId, id: file.id }, signal) };
    },
    showFrame: null,
    shareFrame: frameSharer(upload),
    filmSender: filmSender(upload),
  };
}

/**
 * Edits leave the file alone, because it is in the card's thread. A file that may have been shared is never shared again.
 */
export function videoSharer({ upload, share }: Uploader, openVideo: OpenVideo): AttachVideo {
  return async (handle, message, { url, copy, nth, triedAt, signal }) => {
    if (triedAt !== null) return refuse({ kind: "skipped" });
    const reply = slackReply(handle);
    // Without a card in a channel, there is no thread for a file.
    if (reply.ts === null) return refuse({ kind: "card_gone" });
    const opened = copy ? ok(openedBytes(copy)) : await openVideo(url, signal);
    if (!opened.ok) return refuse({ kind: "no_file", problem: opened.refusal });
    const { value: video } = opened;
    try {
      // Slack requires the length before the upload.
      if (video.bytes === null) return refuse({ kind: "not_taken", detail: "length unknown" });
      const film = findFilm(message, nth) ?? { description: "" };
      const file = { ...describedAs(film, video.extension), length: video.bytes, content: video };
      const id = await upload(reply, file, signal);
      if (!id.ok) return id;
      if (signal.aborted) return refuse(broken("given up"));
      const shared = await share(reply, { id: id.value, title: titleOf(film) }, threadOf(reply));
      return shared.ok ? ok({ reply: withFile(reply, { id: id.value, ...numbered(film.nth) }) }) : shared;
    } finally {
      video.close();
    }
  };
}

function filmSender({ upload, share }: Uploader): FilmSender {
  return {
    maxBytes: () => limits.fileBytes,
    progressCard: ({ reply, card }) =>
      card && { ...slackReply(reply), ts: card.messageId, cardChannelId: card.channelId, isUneditable: false },
    async send({ reply: handle, card }, message, { bytes, signal, save }) {
      const reply = slackReply(handle);
      const film = message.video ?? { description: "" };
      const id = await upload(reply, { ...describedAs(film, "mp4"), ...whole(bytes, "video/mp4") }, signal);
      if (!id.ok) return id;
      await save(id.value);
      const channelId = card?.channelId ?? reply.channelId;
      const threadTs = reply.threadTs ?? card?.messageId;
      return share(reply, { id: id.value, title: titleOf(film) }, { channelId, threadTs });
    },
  };
}

/** The frame is not a block of the card: Slack refuses a whole message if it cannot load a picture. */
function frameSharer({ upload, share }: Uploader): ShareFrame {
  return async (handle, { bytes, title, nth, signal, save }) => {
    const reply = slackReply(handle);
    if (reply.ts === null) return refuse({ kind: "card_gone" });
    const filename = nth === undefined ? "frame.png" : `${nth}-frame.png`;
    const id = await upload(reply, { filename, alt_txt: title, ...whole(bytes, "image/png") }, signal);
    if (!id.ok) return id;
    const withFrame = withFile(reply, { id: id.value, isFrame: true, ...numbered(nth) });
    if (signal.aborted || !(await save(withFrame))) return refuse({ kind: "skipped" });
    return share(reply, { id: id.value, title: nth === undefined ? title : `${nth}. ${title}` }, threadOf(reply));
  };
}

/** Returns the message to show. null: the file was certainly not given. Never rejects. */
export type GiveFile = (reply: SlackReply, file: OwnFile) => Promise<ChatMessage | null>;

/** A private message cannot contain files, so the direct message is used. */
export function fileGiver({ upload, share }: Uploader, clientOf: ClientOf, log: Log): GiveFile {
  async function give(reply: SlackReply, file: OwnFile): Promise<ChatMessage | null> {
    const direct = await directChannel(clientOf, reply);
    if (!direct.ok) return notGiven(file, direct.refusal);
    const { content, message } = await file.within(OWN_FILE_MAX_BYTES);
    const { name: filename, type } = file;
    const id = await upload(reply, { filename, ...whole(content, type) }, AbortSignal.timeout(times.uploadMs));
    if (!id.ok) return notGiven(file, id.refusal);
    const shared = await share(reply, { id: id.value, title: filename }, { channelId: direct.value });
    if (shared.ok) return message;
    const { refusal } = shared;
    // The file may have been shared, so it is not shared again.
    if (refusal.kind === "unavailable" && refusal.unclear) return file.unsure;
    return notGiven(file, refusal);
  }

  function notGiven({ notNow }: OwnFile, refusal: CallRefusal | AttachRefusal): ChatMessage | null {
    log.warn("slack file not given", { why: refusal.kind === "not_taken" ? refusal.detail : refusal.kind });
    return refusal.kind === "unavailable" || refusal.kind === "rate_limited" ? (notNow ?? null) : null;
  }

  return (reply, file) =>
    give(reply, file).catch((error: unknown) => {
      log.error("slack file not given", { ...errorForLog(error) });
      return null;
    });
}

function describedAs(film: Film, extension: string) {
  const alt_txt = truncate(onOneLine(film.description), limits.altText);
  return { filename: nameOf(film, extension, "any"), ...(alt_txt !== "" && { alt_txt }) };
}

/** Replaces the brackets that start markup, which Slack may read in titles. */
function titleOf({ nth, description }: Film): string {
  const words = onOneLine(description).replaceAll("<", "‹").replaceAll(">", "›") || "Video";
  return truncate(nth === undefined ? words : `${nth}. ${words}`, limits.fileTitle);
}

function numbered(nth: number | undefined): { readonly nth?: number } {
  return nth === undefined ? {} : { nth };
}

function withFile(reply: SlackReply, file: ThreadFile): SlackReply {
  return { ...reply, files: [...(reply.files ?? []), file] };
}

function threadOf({ ts, cardChannelId, channelId, threadTs }: SlackReply): Place {
  return { channelId: cardChannelId ?? channelId, threadTs: threadTs ?? ts ?? undefined };
}

function whole(bytes: Uint8Array, type: string): Pick<NewFile, "length" | "content"> {
  return { length: bytes.length, content: { type, content: once(bytes) } };
}

interface NewFile {
  readonly filename: string;
  readonly length: number;
  readonly alt_txt?: string;
  readonly content: Pick<OpenedVideo, "type" | "content">;
}

interface Place {
  readonly channelId: string;
  readonly threadTs?: string | undefined;
}

const begun = z.object({ upload_url: z.string(), file_id: z.string() });

type Uploader = ReturnType<typeof uploader>;

/** Files are sent only to Slack's hosts or to the origin of `apiUrl`. */
export function uploader(deps: { clientOf: ClientOf; apiUrl: string; fetchWhole: FetchWhole }) {
  const { clientOf, apiUrl, fetchWhole } = deps;
  const ownUrl = slacksOwn(apiUrl);

  /** No token is sent: the URL is the credential. */
  async function send(
    url: URL,
    file: Pick<NewFile, "content" | "length">,
    signal: AbortSignal,
  ): Promise<Result<null, AttachRefusal>> {
    const { content, fault } = watched(file.content.content);
    try {
      const headers = { "content-type": file.content.type, "content-length": String(file.length) };
      const init = { method: "POST", headers, body: content, signal };
      const { status, headers: answered } = await fetchWhole(url.href, init, times.uploadMs);
      if (status === 200) return ok(null);
      if (status === 413) return refuse({ kind: "too_large" });
      if (status === 429)
        return refuse({ kind: "rate_limited", retryAfterMs: retryAfterMs(answered.get("retry-after")) });
      return refuse(broken(`HTTP ${status}`));
    } catch {
      if (signal.aborted) return refuse(broken("given up"));
      return refuse(fault() ? { kind: "no_file", problem: { kind: "unreachable" } } : broken("not sent"));
    }
  }

  return {
    /** Nobody sees the file yet, so the upload can be repeated. */
    async upload(
      where: Whereabouts,
      { content, ...asked }: NewFile,
      signal: AbortSignal,
    ): Promise<Result<string, AttachRefusal>> {
      const { length } = asked;
      if (length > limits.fileBytes) return refuse({ kind: "too_large" });
      const got = await callAt(clientOf, where, (client) => client.apiCall("files.getUploadURLExternal", { ...asked }));
      if (!got.ok) return refuse(harmless(fileRefusal(got.refusal)));
      const target = begun.safeParse(got.value);
      const url = target.success ? ownUrl(target.data.upload_url) : null;
      if (!target.success || !url) return refuse(broken("no upload_url of Slack's"));
      const sent = await send(url, { content, length }, signal);
      return sent.ok ? ok(target.data.file_id) : sent;
    },
    /** If called twice, the file may be shown twice. */
    async share(
      where: Whereabouts,
      file: { readonly id: string; readonly title: string },
      { channelId: channel_id, threadTs: thread_ts }: Place,
    ): Promise<Result<null, AttachRefusal>> {
      const shared = await callAt(clientOf, where, (client) =>
        client.apiCall("files.completeUploadExternal", { files: [file], channel_id, thread_ts }),
      );
      return shared.ok ? ok(null) : refuse(fileRefusal(shared.refusal));
    },
  };
}

/** A clear refusal concerns files in this place, such as membership, space or the workspace's rules. */
function fileRefusal(refusal: CallRefusal): AttachRefusal {
  if (refusal.kind !== "not_here") return refusal;
  return TOO_LARGE.has(refusal.code) ? { kind: "too_large" } : { kind: "not_taken", detail: refusal.code };
}

function harmless(refusal: AttachRefusal): AttachRefusal {
  return refusal.kind === "unavailable" ? { ...refusal, unclear: false } : refusal;
}

function broken(detail: string): AttachRefusal {
  return { kind: "unavailable", unclear: false, detail };
}
