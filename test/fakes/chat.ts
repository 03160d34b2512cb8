import { cardPlace } from "../../src/core/card-place.ts";
import type { ChatMessage, ChatRefusal, DiscordReply, ReplyHandle } from "../../src/core/chat.ts";
import type { Clock, EpochMs } from "../../src/core/clock.ts";
import type { CardFile } from "../../src/core/film/card-files.ts";
import { type AttachRefusal, cardsOf, type FilmDestination } from "../../src/core/film/film.ts";
import type { Chat } from "../../src/core/front-end.ts";
import type { UserId } from "../../src/core/job/ids.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { labelsOf, wordsOf } from "../messages/words-of.ts";
import { bytesOf } from "./film/kept-films.ts";
import { aPlace } from "./jobs.ts";

export interface FakeChat extends Chat {
  /** The owner's messages now, oldest first. */
  readonly seen: readonly FakeMessage[];
  /** Every call in order, including refused ones. */
  readonly calls: readonly FakeCall[];
  /** Answers a command with a card, like a platform. */
  freshCard(over?: Partial<DiscordReply>): ReplyHandle;
  /** Refuses the next calls (of that kind, or of any), one for each refusal. */
  refuseNext(refusals: readonly ChatRefusal[], call?: FakeCall["call"]): void;
  /** Sets the results of the next uploads, one each. Later uploads succeed. "slow" never responds. */
  attachNext(...fates: readonly (AttachRefusal | "slow")[]): void;
  /** Every upload to a card, in order. */
  readonly files: readonly { readonly url: string; readonly triedAt: EpochMs | null; readonly at: EpochMs }[];
  readonly frames: readonly { readonly cardId: string; readonly bytes: Uint8Array; readonly at: EpochMs }[];
  /** The joined films that the bot sent, in order. */
  readonly sent: readonly { readonly to: FilmDestination; readonly message: ChatMessage; readonly bytes: Uint8Array }[];
  /** Sets the results of the next frames or joined films, one each. Later ones succeed. */
  frameNext(...fates: readonly AttachRefusal[]): void;
  /** The platform does not respond until then. */
  downUntil(at: EpochMs): void;
  onCall(act: () => void): void;
  /** From now on the bot can search the channel, and "not there" is returned immediately. */
  openEyes(): void;
  /** From now on no existing card can be edited. */
  loseCards(): void;
}

export interface FakeCall {
  readonly call:
    | "show"
    | "readButtons"
    | "post"
    | "find"
    | "notify"
    | "sendPrivately"
    | "remove"
    | "takeDown"
    | "attach"
    | "showFrame";
  readonly title: string | null;
  /** NaN without a clock. */
  readonly at: EpochMs;
  readonly userId: UserId;
  readonly isRefused: boolean;
}

export interface FakeMessage {
  readonly id: string;
  readonly text: string;
  readonly message: ChatMessage | null;
  readonly isPrivate: boolean;
  readonly mentions: readonly UserId[];
  /** The channel of a message that belongs to no card, or its direct message. */
  readonly posted?: string;
  readonly edits: number;
  /** The link of the latest video in the message. */
  readonly file: string | null;
  /** The links of all videos in the message, by file id. */
  readonly films: ReadonlyMap<string, string>;
}

/** A repeated nonce returns the earlier message for this long, as on Discord. */
const NONCE_HOLDS_MS = 120_000;

/**
 * A platform in memory. A call with an `unclear` refusal still takes effect. Without a clock, every earlier attempt counts
 * as old.
 */
export function fakeChat(clock?: Pick<Clock, "now">): FakeChat {
  const messages = new Map<string, FakeMessage>();
  const calls: FakeCall[] = [];
  const files: { url: string; triedAt: EpochMs | null; at: EpochMs }[] = [];
  const fates: (AttachRefusal | "slow")[] = [];
  const frames: FakeChat["frames"][number][] = [];
  const sent: FakeChat["sent"][number][] = [];
  const frameFates: AttachRefusal[] = [];
  const refusals: { readonly refusal: ChatRefusal; readonly call: FakeCall["call"] | null }[] = [];
  /** The time of each nonce's last use. */
  const nonces = new Map<string, number>();
  const posts = new Map<string, string>();
  let made = 0;
  let called = () => {};
  let sees = false;
  let isDownUntil = Number.NEGATIVE_INFINITY;
  const now = () => clock?.now() ?? Number.NaN;
  const cardOf = (reply: ReplyHandle) => messages.get(idOf(reply) ?? "");

  const put = (message: ChatMessage | null, over: Partial<FakeMessage> = {}) => {
    made += 1;
    const id = String(900_000_000_000_000_000n + BigInt(made));
    const plain = { isPrivate: false, mentions: [], edits: 0, file: null, films: new Map<string, string>() };
    messages.set(id, { id, text: readBy(message), message, ...plain, ...over });
    return id;
  };
  const noted = (call: FakeCall["call"], reply: ReplyHandle, message: ChatMessage | null): ChatRefusal | null => {
    called();
    const at = now();
    const refusal = at < isDownUntil ? away : nextRefusal(call);
    calls.push({ call, title: message?.title ?? null, at, userId: reply.userId, isRefused: refusal !== null });
    return refusal;
  };
  const nextRefusal = (call: FakeCall["call"]): ChatRefusal | null => {
    const index = refusals.findIndex((each) => each.call === null || each.call === call);
    return index < 0 ? null : (refusals.splice(index, 1)[0]?.refusal ?? null);
  };
  const isUnclear = (refusal: AttachRefusal | null) => refusal?.kind === "unavailable" && refusal.unclear;

  return {
    get seen() {
      return [...messages.values()];
    },
    calls,
    files,
    frames,
    sent,
    frameNext: (...added) => void frameFates.push(...added),
    attachNext: (...added) => void fates.push(...added),
    freshCard(over = {}) {
      const messageId = put(null, { isPrivate: over.isPrivate ?? false });
      return { ...card, messageId, ...over };
    },
    refuseNext(added, call) {
      refusals.push(...added.map((refusal) => ({ refusal, call: call ?? null })));
    },
    downUntil(at) {
      isDownUntil = at;
    },
    onCall(act) {
      called = act;
    },
    loseCards: () => messages.clear(),
    openEyes() {
      sees = true;
    },
    // No limit in practice. A test of rate limits uses its own chat.
    bucketOf: (_reply, what) => ({ name: what, burst: 1_000, everyMs: 1 }),
    async show(reply, message, where, calls = [reply.userId]) {
      const refusal = noted("show", reply, message);
      if (refusal && !isUnclear(refusal)) return refuse(refusal);
      const old = where === "new" ? undefined : cardOf(reply);
      const isFirst = where === "first" && !cardPlace(reply).isKnown();
      if (!old && (where === "in_place" || where === "first") && !isFirst) return refuse({ kind: "card_gone" });
      if (old) {
        const films = filesOf(reply, old);
        messages.set(old.id, edited(old, message, films));
      }
      const mentions = isFirst ? [] : calls;
      const moved = old ? reply : movedTo(reply, put(message, { mentions }));
      return refusal ? refuse(refusal) : ok({ reply: moved, isNew: !old && !isFirst });
    },
    async readButtons(reply) {
      const refusal = noted("readButtons", reply, null);
      if (refusal) return refusal.kind === "unreachable" ? ok("unreadable") : refuse(refusal);
      const there = cardOf(reply);
      return ok(there ? (there.message?.buttons ?? []).map(({ id }) => id) : "gone");
    },
    async find(reply, { job, except }) {
      if (!sees) return ok("unreadable");
      const refusal = noted("find", reply, null);
      if (refusal) return refusal.kind === "unreachable" ? ok("unreadable") : refuse(refusal);
      const known = except && idOf(except);
      const there = [...messages.values()].findLast(({ id, message }) => message?.job === job && id !== known);
      return ok(there ? movedTo(reply, there.id) : "not_there");
    },
    async notify(reply, message, { people, nonce, triedAt }) {
      const refusal = noted("notify", reply, message);
      if (refusal && !isUnclear(refusal)) return refuse(refusal);
      const now = clock?.now() ?? Number.POSITIVE_INFINITY;
      if (triedAt !== null && now - triedAt >= NONCE_HOLDS_MS) return ok({ kind: "skipped" });
      const isKnown = now - (nonces.get(nonce) ?? Number.NEGATIVE_INFINITY) < NONCE_HOLDS_MS;
      if (!isKnown) posts.set(nonce, put(message, { mentions: people }));
      nonces.set(nonce, isKnown ? (nonces.get(nonce) ?? now) : now);
      const at = aPlace(reply, posts.get(nonce) ?? "");
      return refusal ? refuse(refusal) : ok({ kind: "sent", at: [at] });
    },
    async post(reply, message, { to, nonce }) {
      const refusal = noted("post", reply, message);
      if (refusal && !isUnclear(refusal)) return refuse(refusal);
      const posted = to === "channel" ? reply.channelId : reply.userId;
      const id = posts.get(nonce) ?? put(message, { posted, isPrivate: to === "direct" });
      posts.set(nonce, id);
      return refusal ? refuse(refusal) : ok(movedTo(reply, id));
    },
    async sendPrivately(reply, message) {
      const refusal = noted("sendPrivately", reply, message);
      if (refusal && !isUnclear(refusal)) return refuse(refusal);
      put(message, { isPrivate: true });
      return refusal ? refuse(refusal) : ok(null);
    },
    async remove(reply) {
      const refusal = noted("remove", reply, null);
      if (refusal && !isUnclear(refusal)) return refuse(refusal);
      messages.delete(idOf(reply) ?? "");
      return refusal ? refuse(refusal) : ok(null);
    },
    async takeDown(reply, notification) {
      const refusal = noted("takeDown", reply, null);
      // If the call is interrupted, the card remains.
      for (const one of notification) messages.delete(one.platform === "slack" ? one.ts : one.messageId);
      if (refusal?.kind === "unreachable") return ok(["card"]);
      if (refusal && !isUnclear(refusal)) return refuse(refusal);
      for (const one of reply.platform === "discord" ? cardsOf(reply) : [reply]) messages.delete(idOf(one) ?? "");
      return refusal ? refuse(refusal) : ok([]);
    },
    async attach(reply, message, { url, copy, nth, triedAt, signal }) {
      const away = noted("attach", reply, message);
      files.push({ url, triedAt, at: now() });
      const fate = fates.shift();
      if (fate === "slow") await new Promise((resolve) => signal.addEventListener("abort", resolve));
      const refusal = away ?? (fate === "slow" ? givenUp : fate);
      const isThere = !refusal || (refusal.kind === "unavailable" && refusal.unclear && fate !== "slow");
      const old = cardOf(reply);
      if (!old) return refuse({ kind: "card_gone" });
      const shown = copy ? Buffer.from(copy).toString() : url;
      const file: CardFile = { id: `file-${nth ?? 1}`, name: "video.mp4", ...(nth !== undefined && { nth }) };
      if (isThere) messages.set(old.id, edited(old, message, new Map([...filesOf(reply, old), [file.id, shown]])));
      const others = reply.platform === "discord" ? (reply.files ?? []).filter(({ id }) => id !== file.id) : [];
      return refusal ? refuse(refusal) : ok({ reply: { ...reply, files: [...others, file] } as ReplyHandle });
    },
    filmSender: {
      maxBytes: () => 20_000_000,
      async send(to, message, { bytes }) {
        const refusal = frameFates.shift() ?? null;
        if (!refusal || isUnclear(refusal)) sent.push({ to, message, bytes });
        return refusal ? refuse(refusal) : ok(null);
      },
    },
    filmIn(reply, nth) {
      const cards = reply.platform === "discord" ? cardsOf(reply) : [];
      const [url] = cards.flatMap((one) => {
        const file = (one.files ?? []).find((each) => !each.isFrame && each.nth === nth);
        return (file && cardOf(one)?.films.get(file.id)) ?? [];
      });
      return url ? { kind: "platform", open: async () => ok(bytesOf(url)) } : null;
    },
    shareFrame: null,
    async showFrame(reply, message, { bytes, nth }) {
      const refusal = noted("showFrame", reply, message) ?? frameFates.shift() ?? null;
      const old = cardOf(reply);
      if (!old || reply.platform !== "discord") return refuse({ kind: "card_gone" });
      const numbered = nth === undefined ? {} : { nth };
      const file: CardFile = { id: `frame-${frames.length}`, name: "frame.png", isFrame: true, ...numbered };
      if (!refusal || isUnclear(refusal)) {
        frames.push({ cardId: old.id, bytes, at: now() });
        messages.set(old.id, edited(old, message, filesOf(reply, old)));
      }
      if (refusal) return refuse(refusal);
      const others = (reply.files ?? []).filter((one) => !(one.isFrame && one.nth === nth));
      return ok({ reply: { ...reply, files: [...others, file] }, url: `https://cdn.test/${old.id}/${file.id}.png` });
    },
  };
}

const away: ChatRefusal = { kind: "unavailable", unclear: false, detail: "connection refused" };
const givenUp: ChatRefusal = { kind: "unavailable", unclear: true, detail: "given up" };

/** The files that the handle names. An edit removes the others. */
function filesOf(reply: ReplyHandle, { films }: FakeMessage): ReadonlyMap<string, string> {
  const ids = reply.platform === "discord" ? (reply.files ?? []).map(({ id }) => id) : [];
  return new Map([...films].filter(([id]) => ids.includes(id)));
}

function edited(old: FakeMessage, message: ChatMessage, films: ReadonlyMap<string, string>): FakeMessage {
  const file = [...films.values()].at(-1) ?? null;
  return { ...old, text: readBy(message), message, edits: old.edits + 1, file, films };
}

/** A message as a person reads it, with its buttons last. */
function readBy(message: ChatMessage | null): string {
  if (!message) return "";
  return [wordsOf(message), message.quote ?? "", ...labelsOf(message).map((label) => `[${label}]`)].join("\n");
}

const card: DiscordReply = {
  platform: "discord",
  applicationId: "100000000000000001",
  guildId: "300000000000000001",
  channelId: "400000000000000001",
  userId: "200000000000000001",
  token: "a-token",
  tokenUntil: Number.MAX_SAFE_INTEGER,
  messageId: null,
  movedTo: null,
  isPrivate: false,
  editableUntil: null,
  attachmentLimit: null,
};

function idOf(reply: ReplyHandle): string | null {
  return reply.platform === "discord" ? (reply.movedTo?.messageId ?? reply.messageId) : reply.ts;
}

function movedTo(reply: ReplyHandle, id: string): ReplyHandle {
  if (reply.platform === "slack") return { ...reply, ts: id, cardChannelId: reply.channelId };
  return { ...reply, movedTo: { channelId: reply.channelId, messageId: id } };
}
