import { z } from "zod";
import type { ChatMessage, SlackReply } from "../../../core/chat.ts";
import type { OwnFile } from "../../../core/command.ts";
import { type Film, filmOf, nameOf } from "../../../core/film/card-files.ts";
import type { ChatFilms, FilmSender, ShareFrame } from "../../../core/film/card-films.ts";
import type { AttachRefusal, AttachVideo, OpenedVideo, OpenVideo } from "../../../core/film/film.ts";
import type { FetchWhole, Log } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { errorForLog } from "../../../core/text/error-for-log.ts";
import { limits, times } from "../slack-limits.ts";
import { type CallRefusal, type ClientOf, callAt, retryAfterMs, slacksOwn, type Whereabouts } from "./slack-calls.ts";
import { slackReply } from "./slack-chat.ts";
import type { SlackFiles } from "./slack-files.ts";
import { truncate, withoutControls } from "./write-slack-text.ts";

/** The files in the threads of cards on Slack, which stand there for its own people alone. */
export function threadFilms(deps: Uploading & { readonly openFilm: SlackFiles["openFilm"] }): ChatFilms {
  const { openFilm } = deps;
  return {
    filmIn(handle, nth) {
      const reply = slackReply(handle);
      const file = (reply.files ?? []).findLast((one) => !one.isFrame && !one.isJoined && one.nth === nth);
      if (!file) return null;
      const { platform, teamId, enterpriseId = null } = reply;
      return { kind: "platform", open: (signal) => openFilm({ platform, teamId, enterpriseId, id: file.id }, signal) };
    },
    showFrame: null,
    shareFrame: frameSharer(deps),
    filmSender: filmSender(deps),
  };
}

/**
 * Shares a video's file in the thread of its card, where Slack's own player shows it. The file is not in the card, so
 * edits leave it alone. Sharing it twice would show it twice: what may have been shared is never shared again.
 */
export function videoSharer(deps: Uploading & { readonly openVideo: OpenVideo }): AttachVideo {
  const { clientOf, openVideo } = deps;
  const send = sendBytes(deps);

  return async (handle, message, { url, nth, triedAt, signal }) => {
    if (triedAt !== null) return refuse({ kind: "skipped" });
    const reply = slackReply(handle);
    // Such a card stands where the bot is not, or nowhere: it has no thread that a file could go into.
    if (reply.ts === null) return refuse({ kind: "card_gone" });
    const opened = await openVideo(url, signal);
    if (!opened.ok) return refuse({ kind: "no_file", problem: opened.refusal });
    try {
      const film = filmOf(message, nth) ?? { description: "" };
      const fileId = await brought(reply, { film, signal, video: opened.value });
      if (!fileId.ok) return fileId;
      return signal.aborted ? givenUp : await shared(reply, film, fileId.value);
    } finally {
      opened.value.close();
    }
  };

  async function brought(
    reply: SlackReply,
    { film, signal, video }: { film: Film; signal: AbortSignal; video: OpenedVideo },
  ): Promise<Result<string, AttachRefusal>> {
    const { bytes: length, extension } = video;
    // Slack asks for it beforehand, and a film of unknown length may be of any.
    if (length === null) return refuse({ kind: "not_taken", detail: "length unknown" });
    return upload({ clientOf, send }, reply, { ...askedFor(film, extension), length, content: video, signal });
  }

  async function shared(
    reply: SlackReply,
    film: Film,
    id: string,
  ): Promise<Result<{ readonly reply: SlackReply }, AttachRefusal>> {
    const { ts, cardChannelId, channelId, threadTs } = reply;
    const files = [...(reply.files ?? []), { id, ...(film.nth !== undefined && { nth: film.nth }) }];
    const file = { id, title: titleOf(film) };
    const where = { channelId: cardChannelId ?? channelId, threadTs: threadTs ?? ts ?? undefined };
    const done = await share(clientOf, reply, { ...file, ...where });
    return done.ok ? ok({ reply: { ...reply, files } }) : done;
  }
}

const givenUp = refuse({ kind: "unavailable", unclear: false, detail: "given up" } as const);

/** What a film's file is called, and what is said of it to those who do not see it. */
function askedFor(film: Film, extension: string) {
  const alt_txt = truncate(tidy(film.description), limits.altText);
  return { filename: nameOf(film, extension, "any"), ...(alt_txt !== "" && { alt_txt }) };
}

/** Shown above the player. Slack says nothing of markup there: brackets, which begin all of it, are turned. */
function titleOf({ nth, description }: Film): string {
  const words = tidy(description).replaceAll("<", "‹").replaceAll(">", "›") || "Video";
  return truncate(nth === undefined ? words : `${nth}. ${words}`, limits.fileTitle);
}

function tidy(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim();
}

/** Shares a film in the thread of the card that was pressed. */
function filmSender(deps: Uploading): FilmSender {
  const { clientOf } = deps;
  const send = sendBytes(deps);
  return {
    maxBytes: () => limits.fileBytes,
    cardBeside: ({ reply, card }) =>
      card && { ...slackReply(reply), ts: card.messageId, cardChannelId: card.channelId, isUneditable: false },
    async send({ reply: handle, card }, message, { bytes, signal, save }) {
      const reply = slackReply(handle);
      const film = message.video ?? { description: "" };
      const content = { type: "video/mp4", content: inOnePiece(bytes) };
      const length = bytes.length;
      const brought = await upload({ clientOf, send }, reply, { ...askedFor(film, "mp4"), length, content, signal });
      if (!brought.ok) return brought;
      await save(brought.value);
      return share(clientOf, reply, {
        id: brought.value,
        title: titleOf(film),
        channelId: card?.channelId ?? reply.channelId,
        threadTs: reply.threadTs ?? card?.messageId,
      });
    },
  };
}

/**
 * Shares the frame that a video begins with in the thread of its card. It is no block of the card: Slack refuses a whole message
 * for a picture that it cannot load.
 */
function frameSharer(deps: Uploading): ShareFrame {
  const { clientOf } = deps;
  const send = sendBytes(deps);

  return async (handle, { bytes, title, nth, signal, save }) => {
    const reply = slackReply(handle);
    const { ts, cardChannelId, channelId, threadTs } = reply;
    // Such a card stands where the bot is not, or nowhere: it has no thread.
    if (ts === null) return refuse({ kind: "card_gone" });
    const filename = nth === undefined ? "frame.png" : `${nth}-frame.png`;
    const content = { type: "image/png", content: inOnePiece(bytes) };
    const asked = { filename, length: bytes.length, alt_txt: title, content, signal };
    const brought = await upload({ clientOf, send }, reply, asked);
    if (!brought.ok) return brought;
    const id = brought.value;
    const file = { id, isFrame: true, ...(nth !== undefined && { nth }) } as const;
    const files = [...(reply.files ?? []), file];
    if (signal.aborted || !(await save({ ...reply, files }))) return refuse({ kind: "skipped" });
    return share(clientOf, reply, {
      id,
      title: nth === undefined ? title : `${nth}. ${title}`,
      channelId: cardChannelId ?? channelId,
      threadTs: threadTs ?? ts,
    });
  };
}

/** However large a file is taken: it is held in memory. */
const MOST_BYTES = 20 * 1_024 * 1_024;

const opened = z.object({ channel: z.object({ id: z.string() }) });

/** What its person is told of a file; null: it surely was not given. Never rejects. */
export type GiveFile = (reply: SlackReply, file: OwnFile) => Promise<ChatMessage | null>;

/** Puts a person's file into their direct message with the bot, for no message that only one person sees can hold one. */
export function fileGiver(deps: Uploading & { readonly log: Log }): GiveFile {
  const { clientOf, log } = deps;
  const send = sendBytes(deps);

  async function give(reply: SlackReply, file: OwnFile): Promise<ChatMessage | null> {
    const { userId: users } = reply;
    const direct = await callAt(clientOf, reply, (client) => client.conversations.open({ users }));
    const channel = opened.safeParse(direct.ok ? direct.value : null);
    if (!channel.success) return lost(direct.ok ? "no channel" : detailOf(direct.refusal));
    const { content, message } = await file.within(MOST_BYTES);
    const { name: filename, type } = file;
    const signal = AbortSignal.timeout(times.uploadMs);
    const brought = await upload({ clientOf, send }, reply, {
      filename,
      length: content.length,
      signal,
      content: { type, content: inOnePiece(content) },
    });
    if (!brought.ok) return lost(brought.refusal.kind);
    const shared = await callAt(clientOf, reply, (client) =>
      client.apiCall("files.completeUploadExternal", {
        files: [{ id: brought.value, title: filename }],
        channel_id: channel.data.channel.id,
      }),
    );
    if (shared.ok) return message;
    const { refusal } = shared;
    // A second one might be one too many.
    if (refusal.kind === "unavailable" && refusal.unclear) return file.unsure;
    return lost(detailOf(refusal));
  }

  function lost(why: string): null {
    log.warn("slack file not given", { why });
    return null;
  }

  return (reply, file) =>
    give(reply, file).catch((error: unknown) => {
      log.error("slack file not given", { ...errorForLog(error) });
      return null;
    });
}

function detailOf(refusal: CallRefusal): string {
  return refusal.kind === "not_here" ? refusal.code : refusal.kind;
}

/** The workspace takes no file of that size. Source: docs.slack.dev, methods/files.completeUploadExternal#errors (read 2026-11-21). */
const TOO_LARGE: ReadonlySet<string> = new Set(["file_upload_size_restricted", "upload_length_too_large"]);

/** What brings a file to Slack. `apiUrl` is the Web API's base: a file goes to Slack's own hosts, or to this origin. */
export interface Uploading {
  readonly clientOf: ClientOf;
  readonly fetchWhole: FetchWhole;
  readonly apiUrl: string;
}

const begun = z.object({ upload_url: z.string(), file_id: z.string() });

interface AskedFor {
  readonly filename: string;
  readonly length: number;
  readonly alt_txt?: string;
  readonly content: FileContent;
  readonly signal: AbortSignal;
}

interface Sharing {
  readonly id: string;
  readonly title: string;
  readonly channelId: string;
  readonly threadTs: string | undefined;
}

/** Brings a file's bytes to Slack, and answers its id; nobody sees them yet, so whatever becomes of it may be repeated. */
async function upload(
  { clientOf, send }: { readonly clientOf: ClientOf; readonly send: SendBytes },
  where: Whereabouts,
  { content, signal, ...asked }: AskedFor,
): Promise<Result<string, AttachRefusal>> {
  if (asked.length > limits.fileBytes) return refuse({ kind: "too_large" });
  const got = await callAt(clientOf, where, (client) => client.apiCall("files.getUploadURLExternal", { ...asked }));
  if (!got.ok) return refuse(harmless(fileRefusal(got.refusal)));
  const target = begun.safeParse(got.value);
  if (!target.success) return refuse({ kind: "unavailable", unclear: false, detail: "no upload_url" });
  const sent = await send(target.data.upload_url, content, { length: asked.length, signal });
  return sent.ok ? ok(target.data.file_id) : sent;
}

/** Shows a file that was brought to the people of a channel, or of a thread in it; asked for twice, it may be shown twice. */
async function share(
  clientOf: ClientOf,
  where: Whereabouts,
  { channelId: channel_id, threadTs: thread_ts, ...file }: Sharing,
): Promise<Result<null, AttachRefusal>> {
  const shared = await callAt(clientOf, where, (client) =>
    client.apiCall("files.completeUploadExternal", { files: [file], channel_id, thread_ts }),
  );
  return shared.ok ? ok(null) : refuse(fileRefusal(shared.refusal));
}

/** Bytes that are held anyway, as content. */
async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** Any clear no is about files in this place: membership, room, types, the workspace's own rules. */
function fileRefusal(refusal: CallRefusal): AttachRefusal {
  if (refusal.kind !== "not_here") return refusal;
  return TOO_LARGE.has(refusal.code) ? { kind: "too_large" } : { kind: "not_taken", detail: refusal.code };
}

function harmless(refusal: AttachRefusal): AttachRefusal {
  return refusal.kind === "unavailable" ? { ...refusal, unclear: false } : refusal;
}

export type FileContent = Pick<OpenedVideo, "type" | "content">;

/** Brings a file's bytes to the address that Slack named for them, no faster than they are taken. */
export type SendBytes = (
  uploadUrl: string,
  file: FileContent,
  how: { readonly length: number; readonly signal: AbortSignal },
) => Promise<Result<null, AttachRefusal>>;

/** No token goes along: the address is the key. */
export function sendBytes({ apiUrl, fetchWhole }: { apiUrl: string; fetchWhole: FetchWhole }): SendBytes {
  const ownUrl = slacksOwn(apiUrl);

  return async (uploadUrl, file, { length, signal }) => {
    const url = ownUrl(uploadUrl);
    if (!url) return refuse(broken("a foreign upload_url"));
    const { content, fault } = watched(file.content);
    try {
      const headers = { "content-type": file.type, "content-length": String(length) };
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
  };
}

/** Nobody sees the bytes before the file is shared: they may be brought again. */
function broken(detail: string): AttachRefusal {
  return { kind: "unavailable", unclear: false, detail };
}

/** The same bytes; `fault` says whether they ended badly. */
function watched(content: OpenedVideo["content"]): { readonly content: OpenedVideo["content"]; fault(): boolean } {
  let isCut = false;
  async function* flow() {
    try {
      yield* content;
    } catch (error) {
      isCut = true;
      throw error;
    }
  }
  return { content: flow(), fault: () => isCut };
}
