import type { ChatMessage, ChatRefusal, ReplyHandle } from "../../../src/core/chat.ts";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { CardFile } from "../../../src/core/film/card-files.ts";
import type { AttachRefusal, ChatFilms, FilmBeside } from "../../../src/core/film/film.ts";
import { cardsOf } from "../../../src/core/film/film.ts";
import { ok, refuse } from "../../../src/core/result.ts";

export interface FakeFilms extends ChatFilms {
  /** The frames that were shown, in order. */
  readonly frames: readonly { readonly cardId: string; readonly bytes: Uint8Array; readonly at: EpochMs }[];
  /** The films of the bot's own making that were sent, in order. */
  readonly sent: readonly { readonly to: FilmBeside; readonly message: ChatMessage; readonly bytes: Uint8Array }[];
  /** Gives the next frames or films these fates, one each; after them each is taken. */
  frameNext(...fates: readonly AttachRefusal[]): void;
}

interface Filed {
  readonly id: string;
  readonly films: ReadonlyMap<string, string>;
}

/** Films and frames of a platform in memory; `away`: why it answers nothing now. */
export function fakeFilms<Message extends Filed>(chat: {
  readonly messages: Map<string, Message>;
  readonly at: () => EpochMs;
  readonly write: (old: Message, message: ChatMessage, reply: ReplyHandle) => Message;
  readonly away: (reply: ReplyHandle, message: ChatMessage) => ChatRefusal | null;
}): FakeFilms {
  const { messages, at, write, away } = chat;
  const frames: { cardId: string; bytes: Uint8Array; at: EpochMs }[] = [];
  const fates: AttachRefusal[] = [];
  const cardOf = (reply: ReplyHandle) =>
    messages.get((reply.platform === "discord" ? (reply.movedTo?.messageId ?? reply.messageId) : reply.ts) ?? "");
  const sent: FakeFilms["sent"][number][] = [];
  return {
    frames,
    sent,
    filmSender: {
      maxBytes: () => 20_000_000,
      async send(to, message, { bytes }) {
        const refusal = fates.shift();
        if (!refusal || (refusal.kind === "unavailable" && refusal.unclear)) sent.push({ to, message, bytes });
        return refusal ? refuse(refusal) : ok(null);
      },
    },
    frameNext: (...added) => void fates.push(...added),
    filmIn(reply, nth) {
      const cards = reply.platform === "discord" ? cardsOf(reply) : [];
      const [url] = cards.flatMap((card) => {
        const file = (card.files ?? []).find((one) => !one.isFrame && one.nth === nth);
        return (file && cardOf(card)?.films.get(file.id)) ?? [];
      });
      return url ? { kind: "platform", open: async () => ok(bytesOf(url)) } : null;
    },
    shareFrame: null,
    async showFrame(reply, message, { bytes, nth }) {
      const refusal = away(reply, message) ?? fates.shift();
      const old = cardOf(reply);
      if (!old || reply.platform !== "discord") return refuse({ kind: "card_gone" });
      const numbered = nth === undefined ? {} : { nth };
      const file: CardFile = { id: `frame-${frames.length}`, name: "frame.png", isFrame: true, ...numbered };
      if (!refusal || (refusal.kind === "unavailable" && refusal.unclear)) {
        frames.push({ cardId: old.id, bytes, at: at() });
        messages.set(old.id, write(old, message, reply));
      }
      if (refusal) return refuse(refusal);
      const others = (reply.files ?? []).filter((one) => !(one.isFrame && one.nth === nth));
      return ok({ reply: { ...reply, files: [...others, file] }, url: `https://cdn.test/${old.id}/${file.id}.png` });
    },
  };
}

/** Stands for a film: its address, as bytes. */
async function* bytesOf(url: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(url);
}
