import type { ChatMessage, ReplyHandle } from "../../../src/core/chat.ts";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { JobId, UserId } from "../../../src/core/job/ids.ts";

/** One person's messages, now and before. It outlives every process of the bot. */
export interface Screen {
  /** The first answer of the platform never came: it knows no card of this command. */
  hasRefused: boolean;
  /** The answer to the command itself, which Discord knows without an id; it calls nobody. */
  answer(kind: "card" | "refusal", message: ChatMessage): string;
  /** Puts a new message there; says its id. */
  put(kind: Shown["kind"], message: ChatMessage): string;
  /** A new message that notifies those people; the same nonce while it holds is the same message. */
  post(kind: "post" | "moved card", message: ChatMessage, how: Posting): string;
  edit(id: string, message: ChatMessage, how: Edit): void;
  /** The message that the handle means, where it is still there. */
  cardOf(handle: ReplyHandle): string | null;
  /** The newest card of that job, where it is still there. */
  find(job: JobId): string | null;
  /** Takes the card away; null where there is none. */
  remove(handle: ReplyHandle): Shown | null;
  /** Returns the messages that the person sees now. */
  visible(): readonly Shown[];
  /** Counts all cards so far, including those that the bot does not know of. */
  cards(): number;
  /** The messages that have called the person, in their order. */
  notifications(): readonly string[];
}

export interface Edit {
  /** It was sent before others that have landed already. */
  readonly isLate: boolean;
  /** The video: put into the card, shown where it has been put, or not to be seen. */
  readonly file: "put" | "shown" | "hidden";
}

export interface Posting {
  readonly use: NonceUse | null;
  readonly people: readonly UserId[];
}

export interface NonceUse {
  readonly nonce: string;
  readonly holdsMs: number;
}

export interface Shown {
  readonly id: string;
  /** "copy": the card once more, where its person asked for it. */
  readonly kind: "card" | "post" | "moved card" | "copy" | "whisper" | "refusal";
  readonly isFinal: boolean;
  readonly title: string;
  readonly text: string;
  /** The job whose card it is. */
  readonly job: JobId | null;
  /** The video plays in it. */
  readonly hasFile: boolean;
}

/** A text at the moment the person sees it. */
export interface Seen {
  readonly kind: Shown["kind"];
  readonly message: ChatMessage;
  readonly text: string;
  readonly isFinal: boolean;
  readonly isLate: boolean;
}

/** This user presses *Notify me too*. */
export const LISTENER: UserId = "U-listener";

/** `see` is called with every text the person gets to see, when they see it; `heard` when somebody else is called. */
export function screen(now: () => EpochMs, see: (seen: Seen) => void, heard: () => void): Screen {
  const messages = new Map<string, Shown>();
  const files = new Set<string>();
  const nonces = new Map<string, { readonly id: string; readonly at: EpochMs }>();
  let made = 0;
  let cards = 0;
  const calls: string[] = [];
  let original: string | null = null;

  function write(
    id: string,
    message: ChatMessage,
    { kind, isLate, hasFile }: Pick<Seen, "kind" | "isLate"> & Pick<Shown, "hasFile">,
  ): void {
    const isUnderWay = message.tone === "waiting" || message.tone === "running";
    const isFinal = !isUnderWay && message.title !== "Request received";
    const text = textOf(message);
    messages.set(id, { id, kind, isFinal, title: message.title, text, job: message.job ?? null, hasFile });
    see({ kind, message, text, isFinal, isLate });
  }

  function put(kind: Shown["kind"], message: ChatMessage, people: readonly UserId[] | null = null): string {
    made += 1;
    const id = `m${made}`;
    if (kind === "card") cards += 1;
    else if (kind !== "refusal" && kind !== "copy" && (people === null || people.some((one) => one !== LISTENER)))
      calls.push(kind);
    if (people?.includes(LISTENER)) heard();
    write(id, message, { kind, isLate: false, hasFile: false });
    return id;
  }

  function cardOf(handle: ReplyHandle): string | null {
    const id = idOf(handle) ?? (handle.platform === "discord" ? original : null);
    return id !== null && messages.has(id) ? id : null;
  }

  return {
    hasRefused: false,
    answer(kind, message) {
      original = put(kind, message);
      return original;
    },
    put: (kind, message) => put(kind, message),
    post(kind, message, { use, people }) {
      const earlier = use ? nonces.get(use.nonce) : undefined;
      if (use && earlier && now() - earlier.at < use.holdsMs) return earlier.id;
      const id = put(kind, message, people);
      if (use) nonces.set(use.nonce, { id, at: now() });
      return id;
    },
    edit(id, message, { isLate, file }) {
      const shown = messages.get(id);
      if (!shown) return;
      if (file === "put") files.add(id);
      write(id, message, { kind: shown.kind, isLate, hasFile: file !== "hidden" && files.has(id) });
    },
    cardOf,
    find: (job) => [...messages.values()].findLast((each) => each.job === job)?.id ?? null,
    remove(handle) {
      const id = cardOf(handle);
      const gone = (id !== null && messages.get(id)) || null;
      if (id !== null) messages.delete(id);
      return gone;
    },
    visible: () => [...messages.values()],
    cards: () => cards,
    notifications: () => calls,
  };
}

/** The handle that knows this message as its card. */
export function toReply(handle: ReplyHandle, id: string): ReplyHandle {
  if (handle.platform === "slack") return { ...handle, ts: id, cardChannelId: handle.channelId };
  return { ...handle, movedTo: { channelId: handle.channelId, messageId: id } };
}

/** The handle of a message that stands there as the answer itself. */
export function placed(handle: ReplyHandle, id: string): ReplyHandle {
  return handle.platform === "slack" ? toReply(handle, id) : { ...handle, messageId: id };
}

/** Returns the message of the answer itself, wherever the card is by now. */
export function answerIdOf(handle: ReplyHandle): string | null {
  return handle.platform === "slack" ? handle.ts : handle.messageId;
}

function idOf(handle: ReplyHandle): string | null {
  return handle.platform === "slack" ? handle.ts : (handle.movedTo?.messageId ?? handle.messageId);
}

function textOf({ title, body, bar }: ChatMessage): string {
  const pieces = body.flat().map((piece) => (typeof piece === "string" ? piece : "text" in piece ? piece.text : ""));
  return [title, ...pieces, bar?.words ?? ""].join(" ");
}
