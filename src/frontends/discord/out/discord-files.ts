import { Routes } from "discord.js";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { OwnFile } from "../../../core/command.ts";
import { type CardFile, filmOf, nameOf } from "../../../core/film/card-files.ts";
import type { ChatFilms, FilmSender, ShowFrame } from "../../../core/film/card-films.ts";
import { cardsOf } from "../../../core/film/card-films.ts";
import type {
  AttachRefusal,
  AttachVideo,
  FilmMissing,
  OpenedVideo,
  OpenFilm,
  OpenVideo,
} from "../../../core/film/film.ts";
import type { Log } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { type Api, type ApiNo, multipart } from "./discord-api.ts";
import {
  type CardRoute,
  cardIdOf,
  cardRoutes,
  discordReply,
  editedAs,
  isOutOfReach,
  nonceOf,
  placeIn,
  UNKNOWN_MESSAGE,
} from "./discord-ways.ts";
import { writeMessage } from "./write-discord-message.ts";
import type { CommandIds } from "./write-discord-text.ts";

/** Request entity too large, file too large. Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
const TOO_LARGE: ReadonlySet<number> = new Set([40005, 50045]);
/** Missing permissions, uploads limited for this server: the same by whichever route. Source: as above. */
const NO_FILES_HERE: ReadonlySet<number> = new Set([50013, 400001]);

type No = ApiNo | Extract<AttachRefusal, { kind: "too_large" | "no_file" }>;

/** Puts a video's file into a card by an edit, which replaces what was there of the same video and keeps the others: repeating it does no harm. */
export function videoAttacher(deps: {
  readonly api: Api;
  readonly clock: Clock;
  readonly openVideo: OpenVideo;
}): AttachVideo {
  const { api, clock, openVideo } = deps;
  const limits = fileLimits(deps);

  return async (handle, message, video) => {
    const reply = discordReply(handle);
    let refusedBytes = 0;
    for (const route of cardRoutes(reply, clock.now())) {
      const maxBytes = await limits.of(route, reply);
      if (maxBytes <= refusedBytes) continue;
      const put = await putBy(route, { reply, message, maxBytes, ...video });
      if (put.ok) return ok({ reply: put.value });
      const { refusal } = put;
      if (isTooLarge(refusal)) refusedBytes = maxBytes;
      else if (refusal.kind !== "refused") return refuse(refusal);
      else if (refusal.code === UNKNOWN_MESSAGE) return refuse({ kind: "card_gone" });
      else if (NO_FILES_HERE.has(refusal.code) || !isOutOfReach({ ...refusal, way: route.name }))
        return refuse({ kind: "not_taken", detail: `${route.name} ${refusal.status}/${refusal.code}` });
    }
    return refuse(refusedBytes > 0 ? { kind: "too_large" } : { kind: "card_gone" });
  };

  async function putBy(route: CardRoute, putting: Putting): Promise<Result<DiscordReply, No>> {
    const opened = await openVideo(putting.url, putting.signal);
    if (!opened.ok) return refuse({ kind: "no_file", problem: opened.refusal });
    try {
      return await upload(route, putting, opened.value);
    } finally {
      opened.value.close();
    }
  }

  async function upload(
    { by, route }: CardRoute,
    { reply, message, nth, maxBytes, signal }: Putting,
    video: OpenedVideo,
  ): Promise<Result<DiscordReply, No>> {
    if (video.bytes !== null && video.bytes > maxBytes) return refuse({ kind: "too_large" });
    const name = nameOf(filmOf(message, nth) ?? { description: "" }, video.extension, "ascii");
    const kept = (reply.files ?? []).filter((file) => file.nth !== nth);
    const payload = writeMessage(message, { files: [...kept, { id: null, name, ...(nth !== undefined && { nth }) }] });
    const { content, fault } = countBytes(video.content, maxBytes);
    // Nobody who made a video knows the card's token.
    const body = multipart(payload, { ...video, content, name }, nonceOf(reply, "attach"));
    const sent = await api[by]({ method: "PATCH", route, upload: body, signal });
    const found = fault();
    if (!sent.ok && found === "too_large") return refuse({ kind: "too_large" });
    if (!sent.ok && found === "cut") return refuse({ kind: "no_file", problem: { kind: "unreachable" } });
    const placed = editedAs(cardIdOf(reply), sent);
    if (!placed.ok) return placed;
    const read = filed.safeParse(sent.ok ? sent.value : null);
    const there = read.success ? read.data.attachments : [];
    const file = there.findLast(({ id }) => !kept.some((one) => one.id === id));
    if (!file) return refuse({ kind: "unavailable", unclear: true, detail: "no file in the answer" });
    const messageId = reply.messageId ?? placed.value.messageId;
    const added: CardFile = { id: file.id, name: file.filename, ...(nth !== undefined && { nth }) };
    return ok({ ...reply, messageId, files: [...kept.filter(({ id }) => there.some((one) => one.id === id)), added] });
  }
}

interface Putting {
  readonly reply: DiscordReply;
  readonly message: ChatMessage;
  readonly nth?: number | undefined;
  readonly maxBytes: number;
  readonly url: string;
  readonly signal: AbortSignal;
}

/** By any of the ways in which it is said. */
function isTooLarge(no: No): boolean {
  return no.kind === "too_large" || (no.kind === "refused" && (no.status === 413 || TOO_LARGE.has(no.code)));
}

const filed = z.object({ attachments: z.array(z.object({ id: z.string(), filename: z.string(), url: z.string() })) });

interface FilmDeps {
  readonly api: Api;
  readonly clock: Clock;
  readonly openVideo?: OpenVideo | undefined;
}

/** The files of cards on Discord: an address of one works for a day, and each reading of its message gives a new one. */
export function cardFilms(deps: FilmDeps): ChatFilms {
  const { openVideo } = deps;
  return {
    filmIn(handle, nth) {
      if (!openVideo) return null;
      for (const reply of cardsOf(discordReply(handle))) {
        const file = (reply.files ?? []).find((one) => !one.isFrame && one.nth === nth);
        if (file) return { kind: "platform", open: filmOpener(deps, openVideo, { reply, file }) };
      }
      return null;
    },
    showFrame: frameShower(deps),
    shareFrame: null,
    filmSender: filmSender(deps),
  };
}

function filmOpener(
  { api, clock }: FilmDeps,
  openVideo: OpenVideo,
  { reply, file }: { readonly reply: DiscordReply; readonly file: CardFile },
): OpenFilm {
  async function addressOf(signal: AbortSignal): Promise<Result<string, FilmMissing>> {
    let kind: FilmMissing["kind"] = "gone";
    for (const { by, route } of cardRoutes(reply, clock.now())) {
      const asked = await api[by]({ method: "GET", route, signal });
      const read = filed.safeParse(asked.ok ? asked.value : null);
      const found = read.data?.attachments.find(({ id }) => id === file.id);
      if (found) return ok(found.url);
      // An answer that cannot be read says nothing of the file.
      if (asked.ok ? !read.success : asked.refusal.kind !== "refused") kind = "unreachable";
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

/** Puts a frame into the card by an edit, which takes the place of the one before. */
function frameShower({ api, clock }: FilmDeps): ShowFrame {
  return async (handle, message, { bytes, nth, signal }) => {
    const reply = discordReply(handle);
    const numbered = nth === undefined ? {} : { nth };
    const name = `${nth ?? ""}frame.png`;
    const part = { name, type: "image/png", bytes: bytes.length, content: [bytes] };
    const kept = (reply.files ?? []).filter((file) => !(file.isFrame && file.nth === nth));
    const payload = writeMessage(message, { files: [...kept, { id: null, name, isFrame: true, ...numbered }] });
    let refused: AttachRefusal = { kind: "card_gone" };
    for (const { name: way, by, route } of cardRoutes(reply, clock.now())) {
      // Nobody who made a film knows the card's token.
      const body = multipart(payload, part, nonceOf(reply, "frame"));
      const sent = await api[by]({ method: "PATCH", route, upload: body, signal });
      const placed = editedAs(cardIdOf(reply), sent);
      if (placed.ok) {
        const read = filed.safeParse(sent.ok ? sent.value : null);
        const there = read.data?.attachments ?? [];
        const file = there.findLast(({ id }) => !kept.some((one) => one.id === id));
        if (!file) return refuse({ kind: "unavailable", unclear: true, detail: "no file in the answer" });
        const messageId = reply.messageId ?? placed.value.messageId;
        const added: CardFile = { id: file.id, name: file.filename, isFrame: true, ...numbered };
        return ok({ reply: { ...reply, messageId, files: [...kept, added] }, url: file.url });
      }
      if (placed.refusal.kind !== "refused") return refuse(placed.refusal);
      refused = refusalOf(placed.refusal, way);
    }
    return refuse(refused);
  };
}

function refusalOf(no: Extract<ApiNo, { kind: "refused" }>, way: string): AttachRefusal {
  if (no.code === UNKNOWN_MESSAGE) return { kind: "card_gone" };
  if (!NO_FILES_HERE.has(no.code) && isOutOfReach({ ...no, way })) return { kind: "card_gone" };
  return no.status === 413 ? { kind: "too_large" } : { kind: "not_taken", detail: `${way} ${no.status}/${no.code}` };
}

/**
 * Sends a film by the token of the press, which needs no right of the bot's own in the channel and says how large a file
 * may be. Such a message has no nonce: repeated, it would be a second one.
 */
export function filmSender({ api }: { readonly api: Api }): FilmSender {
  return {
    maxBytes: ({ reply }) => discordReply(reply).attachmentLimit ?? DEFAULT_BYTES,
    async send({ reply: handle, isPrivate }, message, { bytes, signal }) {
      const reply = discordReply(handle);
      const name = nameOf(message.video ?? { description: "" }, "mp4", "ascii");
      const payload = writeMessage(message, { isPrivate, files: [{ id: null, name }] });
      const file = { name, type: "video/mp4", bytes: bytes.length, content: [bytes] };
      const sent = placeIn(
        await api.byToken({
          method: "POST",
          route: Routes.webhook(reply.applicationId, reply.token),
          upload: multipart(payload, file, nonceOf(reply, "film")),
          signal,
        }),
      );
      if (sent.ok) return ok(null);
      const { refusal } = sent;
      if (refusal.kind !== "refused") return refuse(refusal);
      if (isTooLarge(refusal)) return refuse({ kind: "too_large" });
      return refuse({ kind: "not_taken", detail: `${refusal.status}/${refusal.code}` });
    },
  };
}

const MIB = 1_024 * 1_024;

/** One file of a message; ten until 2026-09-04. Source: Discord docs, reference, uploading files (read 2026-11-21). */
const DEFAULT_BYTES = 20 * MIB;
/** By a server's level. Source: Discord's help page "Server Boosting" (read 2026-11-21). */
const TIER_BYTES: ReadonlyMap<number, number> = new Map([
  [2, 50 * MIB],
  [3, 100 * MIB],
]);

/** How long a server's level is taken for known, and of how many servers. */
const KNOWN_MS = 3_600_000;
const KNOWN_MAX = 1_000;

const guild = z.object({ premium_tier: z.int() });

/** The largest file that a route takes, in bytes: what the interaction said for its token, the server's level for the bot itself. */
function fileLimits({ api, clock }: { readonly api: Api; readonly clock: Clock }) {
  const known = new LRUCache<string, number>({ max: KNOWN_MAX, ttl: KNOWN_MS, ttlResolution: 0, perf: clock });

  async function ofGuild(guildId: string): Promise<number> {
    const kept = known.get(guildId);
    if (kept !== undefined) return kept;
    const asked = await api.asBot({ method: "GET", route: Routes.guild(guildId) });
    const read = guild.safeParse(asked.ok ? asked.value : null);
    const bytes = (read.success && TIER_BYTES.get(read.data.premium_tier)) || DEFAULT_BYTES;
    // What was not answered is asked again; a no will be the same for a while.
    if (asked.ok || asked.refusal.kind === "refused") known.set(guildId, bytes);
    return bytes;
  }

  return {
    of({ by }: CardRoute, { attachmentLimit, guildId, channelId, movedTo }: DiscordReply): Promise<number> | number {
      if (by === "byToken") return attachmentLimit ?? DEFAULT_BYTES;
      // A card that moved elsewhere moved into a direct message.
      const isDirect = guildId === null || (movedTo !== null && movedTo.channelId !== channelId);
      return isDirect ? DEFAULT_BYTES : ofGuild(guildId);
    },
  };
}

/** A document where an interaction does not say what it takes: the default until 2026-09-04, which some servers still had later. */
const DOCUMENT_BYTES = 10 * MIB;
/** However large a file is taken: it is held in memory. */
const MOST_BYTES = 20 * MIB;

const TRIES = 3;
const WAIT_MS = 1_000;

/** Puts a person's file into the private answer to their command; false: it is not there, as far as anybody knows. Never rejects. */
export async function giveFile(
  {
    api,
    clock,
    log,
    commands,
  }: { readonly api: Api; readonly clock: Clock; readonly log: Log; readonly commands?: CommandIds | undefined },
  { reply }: { readonly reply: DiscordReply },
  file: OwnFile,
): Promise<boolean> {
  try {
    const { content, message } = await file.within(Math.min(reply.attachmentLimit ?? DOCUMENT_BYTES, MOST_BYTES));
    const payload = writeMessage(message, { document: file.name, commands });
    for (let tries = 1; ; tries += 1) {
      // An edit: repeated, it puts the same file into the same message.
      const given = await api.byToken({
        method: "PATCH",
        route: Routes.webhookMessage(reply.applicationId, reply.token),
        upload: multipart(payload, { ...file, bytes: content.length, content: [content] }, nonceOf(reply, "file")),
      });
      if (given.ok) return true;
      const { refusal } = given;
      if (refusal.kind === "refused" || tries === TRIES) {
        const { kind: why } = refusal;
        log.warn("discord file not given", { why, ...(refusal.kind === "refused" && { code: refusal.code }) });
        return false;
      }
      const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : WAIT_MS;
      await sleep(clock, Math.min(waitMs, 5 * WAIT_MS));
    }
  } catch (error) {
    log.error("discord file not given", { error: error instanceof Error ? error.message : "not an error" });
    return false;
  }
}

/** What flows, no more of it than `maxBytes`; `fault` says afterwards what ended it before its time. */
function countBytes(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): { readonly content: AsyncIterable<Uint8Array>; fault(): "too_large" | "cut" | null } {
  let fault: "too_large" | "cut" | null = null;

  async function* flow() {
    let sizeBytes = 0;
    try {
      for await (const part of content) {
        sizeBytes += part.length;
        if (sizeBytes > maxBytes) {
          fault = "too_large";
          break;
        }
        yield part;
      }
    } catch (error) {
      fault = "cut";
      throw error;
    }
    if (fault) throw new Error("larger than may be sent");
  }
  return { content: flow(), fault: () => fault };
}
