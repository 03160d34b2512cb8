import { RequestMethod } from "discord.js";
import { z } from "zod";
import { type CardFile, filesIn, filmOf, nameOf } from "../../../core/batch/films.ts";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { AttachRefusal, AttachVideo, OpenedVideo, OpenVideo } from "../../../core/job/video-file.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { countBytes } from "../write/count-bytes.ts";
import { writeMessage } from "../write/write.ts";
import type { Api, ApiNo } from "./api.ts";
import { discordReply } from "./discord-reply.ts";
import { fileLimits } from "./file-limits.ts";
import { multipart } from "./multipart.ts";
import { isOutOfReach } from "./way.ts";
import { type CardRoute, cardIdOf, cardRoutes, editedAs, nonceOf, UNKNOWN_MESSAGE } from "./ways.ts";

/** Request entity too large, file too large. Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
const TOO_LARGE: ReadonlySet<number> = new Set([40005, 50045]);
/** Missing permissions, uploads limited for this server: the same by whichever route. Source: as above. */
export const NO_FILES_HERE: ReadonlySet<number> = new Set([50013, 400001]);

type No = ApiNo | Extract<AttachRefusal, { kind: "too_large" | "no_file" }>;

const filed = z.object({ attachments: z.array(z.object({ id: z.string(), filename: z.string() })) });

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
    const kept = filesIn(reply).filter((file) => file.nth !== nth);
    const payload = writeMessage(message, { files: [...kept, { id: null, name, ...(nth !== undefined && { nth }) }] });
    const { content, fault } = countBytes(video.content, maxBytes);
    // Nobody who made a video knows the card's token.
    const body = multipart(payload, { ...video, content, name }, nonceOf(reply, "attach"));
    const sent = await api[by]({ method: RequestMethod.Patch, route, upload: body, signal });
    const found = fault();
    if (!sent.ok && found === "too_large") return refuse({ kind: "too_large" });
    if (!sent.ok && found === "cut") return refuse({ kind: "no_file", problem: { kind: "unreachable" } });
    const placed = editedAs(cardIdOf(reply), sent);
    if (!placed.ok) return placed;
    const read = filed.safeParse(sent.ok ? sent.value : null);
    const there = read.success ? read.data.attachments : [];
    const file = there.findLast(({ id }) => !kept.some((one) => one.id === id));
    if (!file) return refuse({ kind: "unavailable", unclear: true, detail: "no file in the answer" });
    const { attachment: _, ...bare } = reply;
    const messageId = reply.messageId ?? placed.value.messageId;
    const added: CardFile = { id: file.id, name: file.filename, ...(nth !== undefined && { nth }) };
    return ok({ ...bare, messageId, files: [...kept.filter(({ id }) => there.some((one) => one.id === id)), added] });
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
export function isTooLarge(no: No): boolean {
  return no.kind === "too_large" || (no.kind === "refused" && (no.status === 413 || TOO_LARGE.has(no.code)));
}
