import type { ChatMessage, ReplyHandle } from "../../src/core/chat.ts";
import type { EpochMs } from "../../src/core/clock.ts";
import type { CardFile } from "../../src/core/film/card-files.ts";
import type { JobId, UserId } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";

/** What people see, and have seen. It outlives every process of the bot. */
export interface Board {
  /** The first answer of the platform never came: it knows no card of this command. */
  hasRefused: boolean;
  /** Shows the answer to the command itself, which Discord knows without an id; it calls nobody. */
  answer(kind: "card" | "refusal", message: ChatMessage): string;
  /** Shows a new message, and returns its id. */
  put(kind: Shown["kind"], message: ChatMessage): string;
  /** Shows a new message that calls those people; while its nonce holds, the same nonce is the same message. */
  post(kind: "post" | "moved card" | "notice", message: ChatMessage, how: Posting): string;
  /** `isLate`: it was sent before others that have landed already. */
  edit(handle: ReplyHandle, message: ChatMessage, isLate: boolean): void;
  /** Puts a file into the card, or on Slack into its thread, and returns the handle that knows it; null: the card is not there. */
  putFile(handle: ReplyHandle, message: ChatMessage, file: NewFile, isLate?: boolean): ReplyHandle | null;
  /** Puts a file into the card's thread; false: the card is not there. */
  share(handle: ReplyHandle, file: FileThere): boolean;
  /** Returns the files that are to be seen in that card. */
  filesOf(handle: ReplyHandle, job?: JobId): readonly FileThere[];
  /** Returns the message that the handle means, where it is still there. */
  cardOf(handle: ReplyHandle, job?: JobId): string | null;
  /** Returns the newest card of that job, where it is still there. */
  find(job: JobId): string | null;
  /** Takes the card away; null where there is none. */
  remove(handle: ReplyHandle): Shown | null;
  /** Returns what is to be seen now. */
  visible(): readonly Shown[];
  /** Counts the cards that have stood there, those that the bot does not know of too. */
  cards(): number;
  /** Returns the kinds of the messages that have called their person, in order, of that card alone where it is given. */
  calls(card?: Pick<Job, "id" | "reply">): readonly string[];
}

export interface Posting {
  readonly use: { readonly nonce: string; readonly holdsMs: number } | null;
  readonly people: readonly UserId[];
  /** The card that it belongs to. */
  readonly card?: string | null;
}

export interface Shown {
  readonly id: string;
  /** "copy": the card once more, where its person asked for it. */
  readonly kind: "card" | "post" | "moved card" | "copy" | "whisper" | "refusal" | "notice";
  readonly isFinal: boolean;
  readonly message: ChatMessage;
  readonly text: string;
  readonly files: readonly FileThere[];
  /** The files that are to be seen in it; on Slack they are in its thread, and are seen there. */
  readonly named: ReadonlySet<string> | null;
}

export type NewFile = Pick<CardFile, "nth" | "isFrame"> & { readonly holds: string };

export interface FileThere extends NewFile {
  readonly id: string;
}

/** A text at the moment somebody sees it. */
export interface Seen extends Pick<Shown, "kind" | "message" | "text" | "isFinal"> {
  readonly isLate: boolean;
}

/** Who presses *Notify me too*. */
export const LISTENER: UserId = "U-listener";

/** Calls `see` with every text when somebody gets to see it, and `heard` when somebody else is called. */
export function simBoard(now: () => EpochMs, see: (seen: Seen) => void, heard: () => void): Board {
  const messages = new Map<string, Shown>();
  const nonces = new Map<string, { readonly id: string; readonly at: EpochMs }>();
  /** The answers to commands, by their jobs; a refusal has none. */
  const answers = new Map<JobId, string>();
  const calls: { readonly kind: string; readonly card: string | null }[] = [];
  let [made, cards, files] = [0, 0, 0];

  function write(
    id: string,
    message: ChatMessage,
    { kind, files, named, isLate }: Pick<Shown, "kind" | "files" | "named"> & { isLate: boolean },
  ): void {
    const isUnderWay = message.tone === "waiting" || message.tone === "running";
    const isFinal = !isUnderWay && message.title !== "Request received";
    const text = textOf(message);
    messages.set(id, { id, kind, isFinal, message, text, files, named });
    see({ kind, message, text, isFinal, isLate });
  }

  function put(kind: Shown["kind"], message: ChatMessage, how: Partial<Posting> = {}): string {
    const { people = null, card = null } = how;
    made += 1;
    const id = `m${made}`;
    if (kind === "card") cards += 1;
    else if (!QUIET.includes(kind) && (people === null || people.some((one) => one !== LISTENER)))
      calls.push({ kind, card });
    if (people?.includes(LISTENER)) heard();
    write(id, message, { kind, files: [], named: null, isLate: false });
    return id;
  }

  function cardOf(handle: ReplyHandle, job?: JobId): string | null {
    const answer = job === undefined ? [...answers.values()].at(-1) : answers.get(job);
    const id = idOf(handle) ?? (handle.platform === "discord" ? (answer ?? null) : null);
    return id !== null && messages.has(id) ? id : null;
  }

  function at(handle: ReplyHandle, job?: JobId): Shown | null {
    const id = cardOf(handle, job);
    return id === null ? null : (messages.get(id) ?? null);
  }

  const filesOf = (handle: ReplyHandle, job?: JobId) => {
    const { files = [], named = null } = at(handle, job) ?? {};
    return files.filter(({ id }) => named === null || named.has(id));
  };

  return {
    hasRefused: false,
    answer(kind, message) {
      const id = put(kind, message);
      answers.set(message.job ?? "", id);
      return id;
    },
    put: (kind, message) => put(kind, message),
    post(kind, message, how) {
      const { use } = how;
      const same = use ? nonces.get(use.nonce) : undefined;
      if (use && same && now() - same.at < use.holdsMs) return same.id;
      const id = put(kind, message, how);
      if (use) nonces.set(use.nonce, { id, at: now() });
      return id;
    },
    edit(handle, message, isLate) {
      const card = at(handle, message.job);
      if (card) write(card.id, message, { ...card, named: namesIn(handle), isLate });
    },
    putFile(handle, message, file, isLate = false) {
      const card = at(handle, message.job);
      if (!card) return null;
      files += 1;
      if (handle.platform === "slack") {
        const id = `F${files}`;
        write(card.id, message, { ...card, files: [...card.files, { ...file, id }], isLate });
        return {
          ...handle,
          files: [...(handle.files ?? []), { id, ...(file.nth !== undefined && { nth: file.nth }) }],
        };
      }
      // On Discord it takes the place of what was there, and a film that of its frame.
      const id = `${card.id}-file-${files}`;
      const isReplaced = (one: Pick<FileThere, "nth" | "isFrame">) =>
        one.nth === file.nth && (one.isFrame === true || !file.isFrame);
      const there = [...card.files.filter((one) => !isReplaced(one)), { ...file, id }];
      const { holds: _, ...named } = { ...file, id, name: id };
      const reply = { ...handle, files: [...(handle.files ?? []).filter((one) => !isReplaced(one)), named] };
      write(card.id, message, { ...card, files: there, named: namesIn(reply), isLate });
      return reply;
    },
    share(handle, file) {
      const card = at(handle);
      if (card) messages.set(card.id, { ...card, files: [...card.files, file] });
      return card !== null;
    },
    filesOf,
    cardOf,
    find: (job) => [...messages.values()].findLast(({ message }) => message.job === job)?.id ?? null,
    remove(handle) {
      const card = at(handle);
      if (card) messages.delete(card.id);
      return card;
    },
    visible: () => [...messages.values()],
    cards: () => cards,
    calls: (of) =>
      calls.filter(({ card }) => !of || (card !== null && card === cardOf(of.reply, of.id))).map(({ kind }) => kind),
  };
}

/** These call nobody. */
const QUIET: readonly Shown["kind"][] = ["refusal", "copy", "notice"];

/** On Discord an edit keeps the files that it names alone. */
function namesIn(handle: ReplyHandle): ReadonlySet<string> | null {
  return handle.platform === "discord" ? new Set((handle.files ?? []).map(({ id }) => id)) : null;
}

/** Returns the handle that knows this new message as its card. */
export function toReply(handle: ReplyHandle, id: string): ReplyHandle {
  if (handle.platform === "slack") return { ...handle, ts: id, cardChannelId: handle.channelId };
  return { ...handle, movedTo: { channelId: handle.channelId, messageId: id } };
}

/** Returns the handle that knows this message as the answer to its command. */
export function answeredBy(reply: ReplyHandle, id: string): ReplyHandle {
  if (reply.platform === "discord") return { ...reply, messageId: id };
  return { ...reply, ts: id, cardChannelId: reply.channelId };
}

export function idOf(handle: ReplyHandle): string | null {
  return handle.platform === "slack" ? handle.ts : (handle.movedTo?.messageId ?? handle.messageId);
}

function textOf({ title, body, bar }: ChatMessage): string {
  const pieces = body.flat().map((piece) => (typeof piece === "string" ? piece : "text" in piece ? piece.text : ""));
  return [title, ...pieces, bar?.words ?? ""].join(" ");
}
