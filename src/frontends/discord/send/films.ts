import { RequestMethod } from "discord.js";
import { z } from "zod";
import { type CardFile, filesIn } from "../../../core/batch/films.ts";
import type { DiscordReply } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import { cardsOf } from "../../../core/film/cards-before.ts";
import type { ChatFilms, ShowFrame } from "../../../core/film/chat-films.ts";
import type { FilmMissing, OpenFilm } from "../../../core/film/source.ts";
import type { AttachRefusal, OpenVideo } from "../../../core/job/video-file.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { writeMessage } from "../write/write.ts";
import type { Api, ApiNo } from "./api.ts";
import { NO_FILES_HERE } from "./attach.ts";
import { discordReply } from "./discord-reply.ts";
import { multipart } from "./multipart.ts";
import { filmSender } from "./send-film.ts";
import { isOutOfReach } from "./way.ts";
import { cardIdOf, cardRoutes, editedAs, nonceOf, UNKNOWN_MESSAGE } from "./ways.ts";

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
        const file = filesIn(reply).find((one) => !one.isFrame && one.nth === nth);
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
      const asked = await api[by]({ method: RequestMethod.Get, route, signal });
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
    const kept = filesIn(reply).filter((file) => !(file.isFrame && file.nth === nth));
    const payload = writeMessage(message, { files: [...kept, { id: null, name, isFrame: true, ...numbered }] });
    let refused: AttachRefusal = { kind: "card_gone" };
    for (const { name: way, by, route } of cardRoutes(reply, clock.now())) {
      // Nobody who made a film knows the card's token.
      const body = multipart(payload, part, nonceOf(reply, "frame"));
      const sent = await api[by]({ method: RequestMethod.Patch, route, upload: body, signal });
      const placed = editedAs(cardIdOf(reply), sent);
      if (placed.ok) {
        const read = filed.safeParse(sent.ok ? sent.value : null);
        const there = read.data?.attachments ?? [];
        const file = there.findLast(({ id }) => !kept.some((one) => one.id === id));
        if (!file) return refuse({ kind: "unavailable", unclear: true, detail: "no file in the answer" });
        const { attachment: _, ...bare } = reply;
        const messageId = reply.messageId ?? placed.value.messageId;
        const added: CardFile = { id: file.id, name: file.filename, isFrame: true, ...numbered };
        return ok({ reply: { ...bare, messageId, files: [...kept, added] }, url: file.url });
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
