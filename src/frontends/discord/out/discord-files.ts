import { Routes } from "discord.js";
import { z } from "zod";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import type { OwnFile } from "../../../core/command.ts";
import { type CardFile, findFilm, nameOf } from "../../../core/film/card-files.ts";
import {
  type AttachRefusal,
  type AttachVideo,
  type ChatFilms,
  cardsOf,
  type FilmMissing,
  type FilmSender,
  type OpenedVideo,
  type OpenFilm,
  type OpenVideo,
  openedBytes,
  watched,
} from "../../../core/film/film.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { withRetries } from "../../../core/with-retries.ts";
import type { Api, ApiNo } from "./discord-api.ts";
import {
  type CardRoute,
  cardRoutes,
  discordReply,
  editedAs,
  isOutOfReach,
  placeIn,
  type SendDeps,
  UNKNOWN_MESSAGE,
  wayOf,
} from "./discord-ways.ts";
import { writeMessage } from "./write-discord-message.ts";
import type { CommandIds } from "./write-discord-text.ts";

const MIB = 1_024 * 1_024;
/** Source: Discord docs, reference, uploading files (read 2026-11-21). */
const DEFAULT_BYTES = 20 * MIB;
/** The default until 2026-09-04. Some servers still had it later. Source: discord-api-docs #8572 (read 2026-11-21). */
const FORMER_BYTES = 10 * MIB;

/** Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
const TOO_LARGE: ReadonlySet<number> = new Set([40005, 50045]);
const NO_FILES_HERE: ReadonlySet<number> = new Set([50013, 400001]);

type FileRefusal = ApiNo | Extract<AttachRefusal, { kind: "too_large" | "no_file" }>;

/** Safe to repeat: the edit replaces the video's earlier file and keeps all others. */
export function videoAttacher(deps: SendDeps & { readonly openVideo: OpenVideo }): AttachVideo {
  const { openVideo } = deps;

  return async (handle, message, { url, copy, nth, signal }) => {
    const reply = discordReply(handle);
    const others = (reply.files ?? []).filter((file) => file.nth !== nth);
    return firstRoute(deps, reply, async (route) => {
      // Without an interaction's token, only what every server accepts is safe.
      const maxBytes = (route.by === "byToken" ? reply.attachmentLimit : null) ?? DEFAULT_BYTES;
      const opened = copy ? ok(openedBytes(copy)) : await openVideo(url, signal);
      if (!opened.ok) return refuse({ kind: "no_file", problem: opened.refusal });
      try {
        const put = await upload(route, opened.value, maxBytes);
        if (put.ok || !isTooLarge(put.refusal)) return put;
        const isOurWord = put.refusal.kind === "too_large";
        return refuse({ kind: "too_large", maxBytes: isOurWord ? maxBytes : Math.min(FORMER_BYTES, maxBytes - 1) });
      } finally {
        opened.value.close();
      }
    });

    async function upload(route: CardRoute, video: OpenedVideo, maxBytes: number): Promise<Result<Put, FileRefusal>> {
      if (video.bytes !== null && video.bytes > maxBytes) return refuse({ kind: "too_large" });
      const name = nameOf(findFilm(message, nth) ?? { description: "" }, video.extension, "ascii");
      const { content, fault } = watched(video.content, maxBytes);
      const file = { name, ...(nth !== undefined && { nth }) };
      const part = { ...video, content };
      const put = await putFile(deps.api, route, { reply, message, others, file, part, signal });
      if (!put.ok && fault() === "too_large") return refuse({ kind: "too_large" });
      if (!put.ok && fault() === "cut") return refuse({ kind: "no_file", problem: { kind: "unreachable" } });
      return put;
    }
  };
}

/** A file's URL works for a day. Each read of its message returns a new one. */
export function cardFilms(
  deps: SendDeps & { readonly openVideo?: OpenVideo | undefined },
): Omit<ChatFilms, "filmSender"> {
  const { api, openVideo } = deps;
  return {
    filmIn(handle, nth) {
      if (!openVideo) return null;
      for (const reply of cardsOf(discordReply(handle))) {
        const file = (reply.files ?? []).find((one) => !one.isFrame && one.nth === nth);
        if (file) return { kind: "platform", open: filmOpener(deps, openVideo, { reply, file }) };
      }
      return null;
    },
    showFrame(handle, message, { bytes, type, nth, signal }) {
      const reply = discordReply(handle);
      const file = {
        name: `${nth ?? ""}frame.${type.replace("image/", "")}`,
        isFrame: true as const,
        ...(nth !== undefined && { nth }),
      };
      const part = { type, bytes: bytes.length, content: [bytes] };
      const others = (reply.files ?? []).filter((one) => !(one.isFrame && one.nth === nth));
      const how = { reply, message, others, file, part, signal };
      return firstRoute(deps, reply, (route) => putFile(api, route, how));
    },
    shareFrame: null,
  };
}

/**
 * A film that is too large for one route is not tried on the other: an interaction's limit is at least the default limit
 * of all servers.
 */
async function firstRoute(
  { clock }: SendDeps,
  reply: DiscordReply,
  put: (route: CardRoute) => Promise<Result<Put, FileRefusal>>,
): Promise<Result<Put, AttachRefusal>> {
  let last: AttachRefusal = { kind: "card_gone" };
  for (const route of cardRoutes(reply, clock.now())) {
    const result = await put(route);
    if (result.ok) return result;
    const { refusal } = result;
    if (refusal.kind !== "refused") return refuse(refusal);
    if (refusal.code === UNKNOWN_MESSAGE) return refuse({ kind: "card_gone" });
    if (isTooLarge(refusal)) last = { kind: "too_large" };
    else if (NO_FILES_HERE.has(refusal.code) || !isOutOfReach(refusal))
      last = { kind: "not_taken", detail: `${wayOf[route.by]} ${refusal.status}/${refusal.code}` };
  }
  return refuse(last);
}

function isTooLarge(no: FileRefusal): boolean {
  return no.kind === "too_large" || (no.kind === "refused" && (no.status === 413 || TOO_LARGE.has(no.code)));
}

interface Put {
  readonly reply: DiscordReply;
  readonly url: string;
}

const filed = z.object({ attachments: z.array(z.object({ id: z.string(), filename: z.string(), url: z.string() })) });

async function putFile(
  api: Api,
  { by, route }: CardRoute,
  how: {
    readonly reply: DiscordReply;
    readonly message: ChatMessage;
    readonly others: readonly CardFile[];
    readonly file: Omit<CardFile, "id">;
    readonly part: Pick<OpenedVideo, "type" | "bytes"> & {
      readonly content: OpenedVideo["content"] | readonly Uint8Array[];
    };
    readonly signal: AbortSignal;
  },
): Promise<Result<Put, ApiNo>> {
  const { reply, message, others, file, part, signal } = how;
  const body = writeMessage(message, { files: [...others, { id: null, ...file }] });
  const answer = await api[by]({ method: "PATCH", route, body, file: { ...part, name: file.name }, signal });
  const placed = editedAs(reply, answer);
  if (!placed.ok) return placed;
  const there = filed.safeParse(answer.ok ? answer.value : null).data?.attachments ?? [];
  const added = there.findLast(({ id }) => !others.some((one) => one.id === id));
  if (!added) return refuse({ kind: "unavailable", unclear: true, detail: "no file in the answer" });
  const files = [
    ...others.filter(({ id }) => there.some((one) => one.id === id)),
    { ...file, id: added.id, name: added.filename },
  ];
  return ok({ reply: { ...reply, messageId: reply.messageId ?? placed.value.messageId, files }, url: added.url });
}

function filmOpener(
  { api, clock }: SendDeps,
  openVideo: OpenVideo,
  { reply, file }: { readonly reply: DiscordReply; readonly file: CardFile },
): OpenFilm {
  async function addressOf(signal: AbortSignal): Promise<Result<string, FilmMissing>> {
    let kind: FilmMissing["kind"] = "gone";
    for (const { by, route } of cardRoutes(reply, clock.now())) {
      const answer = await api[by]({ method: "GET", route, signal });
      const read = filed.safeParse(answer.ok ? answer.value : null);
      const url = read.data?.attachments.find(({ id }) => id === file.id)?.url;
      if (url !== undefined) return ok(url);
      // An unreadable answer does not show that the file is gone.
      if (answer.ok ? !read.success : answer.refusal.kind !== "refused") kind = "unreachable";
    }
    return refuse({ kind });
  }

  return async (signal) => {
    const address = await addressOf(signal);
    if (!address.ok) return address;
    const opened = await openVideo(address.value, signal);
    if (!opened.ok) return refuse({ kind: opened.refusal.kind === "unreachable" ? "unreachable" : "gone" });
    return ok(opened.value.content);
  };
}

/**
 * The button press's token needs no bot permissions in the channel. No nonce: repeating it would send the film twice.
 */
export function filmSender(api: Api): FilmSender {
  return {
    maxBytes: ({ reply }) => discordReply(reply).attachmentLimit ?? DEFAULT_BYTES,
    async send({ reply: handle, isPrivate }, message, { bytes, signal }) {
      const reply = discordReply(handle);
      const name = nameOf(message.video ?? { description: "" }, "mp4", "ascii");
      const body = writeMessage(message, { isPrivate, files: [{ id: null, name }] });
      const file = { name, type: "video/mp4", bytes: bytes.length, content: [bytes] };
      const route = Routes.webhook(reply.applicationId, reply.token);
      const sent = placeIn(await api.byToken({ method: "POST", route, body, file, signal }));
      if (sent.ok) return ok(null);
      const { refusal } = sent;
      if (refusal.kind !== "refused") return refuse(refusal);
      if (isTooLarge(refusal)) return refuse({ kind: "too_large" });
      return refuse({ kind: "not_taken", detail: `${refusal.status}/${refusal.code}` });
    },
  };
}

/** "refused": Discord accepts no file there. "not_now": Discord failed. */
export async function giveFile(
  { api, clock, log, commands }: SendDeps & { readonly log: Log; readonly commands?: CommandIds | undefined },
  reply: DiscordReply,
  file: OwnFile,
): Promise<"given" | "refused" | "not_now"> {
  // The file is held in memory.
  const maxBytes = Math.min(reply.attachmentLimit ?? FORMER_BYTES, DEFAULT_BYTES);
  const { content, message } = await file.within(maxBytes);
  const body = writeMessage(message, { document: file.name, commands });
  const part = { name: file.name, type: file.type, bytes: content.length, content: [content] };
  const route = Routes.webhookMessage(reply.applicationId, reply.token);
  // Safe to repeat: the same file replaces itself.
  const given = await withRetries(clock, () => api.byToken({ method: "PATCH", route, body, file: part }));
  if (given.ok) return "given";
  const { refusal } = given;
  log.warn("discord file not given", {
    why: refusal.kind,
    ...(refusal.kind === "refused" && { code: refusal.code }),
  });
  return refusal.kind === "refused" ? "refused" : "not_now";
}
