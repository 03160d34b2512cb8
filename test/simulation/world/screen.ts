import type { ChatMessage, ReplyHandle } from "../../../src/core/chat.ts";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { CardFile } from "../../../src/core/film/card-files.ts";
import type { JobId, UserId } from "../../../src/core/job/ids.ts";

/** The messages in a channel. They outlive every process of the bot. */
export interface Screen {
  /** The platform refused the first response to the job's command, so there is no card. */
  noteRefused(job: JobId): void;
  isRefused(job: JobId | undefined): boolean;
  /** Adds the response to a job's command. Discord finds it without an id. It notifies nobody. */
  answer(kind: "card" | "refusal", message: ChatMessage, job: JobId): string;
  put(kind: Shown["kind"], message: ChatMessage): string;
  /** Adds a message that notifies `people`. A repeated nonce returns the earlier message while the nonce is valid. */
  post(kind: "post" | "moved card" | "notice", message: ChatMessage, how: Posting): string;
  /** Edits a message. On Discord it keeps only the files that the handle names. */
  edit(id: string, message: ChatMessage, how: { readonly handle: ReplyHandle; readonly isLate: boolean }): void;
  /** Returns the id of the handle's card, if it still exists. */
  cardOf(handle: ReplyHandle, job?: JobId): string | null;
  /** The newest visible card or notice of that job, other than `except`. */
  find(job: JobId, except: string | null): string | null;
  /** The message that was posted under that name, if it still exists. */
  findPosted(name: string): string | null;
  /** Deletes the card and returns it. Null if there is none. */
  remove(handle: ReplyHandle): Shown | null;
  /** Adds a file to the card. On Discord it replaces an earlier one. Null: there is no card. */
  putFile(handle: ReplyHandle, message: ChatMessage, file: PutFile & { readonly isLate?: boolean }): ReplyHandle | null;
  /** Adds a file to the card's thread. False: there is no card. */
  share(handle: ReplyHandle, file: FileThere): boolean;
  /** The files that people see at the card. */
  filesOf(handle: ReplyHandle, job?: JobId): readonly FileThere[];
  visible(): readonly Shown[];
  /** The number of cards so far, including those unknown to the bot. */
  cards(): number;
  /** The kinds of all messages that notified the job's owner, in order. */
  notifications(): readonly string[];
}

export type PutFile = Pick<CardFile, "nth" | "isFrame"> & { readonly holds: string };

export interface FileThere extends PutFile {
  readonly id: string;
}

export interface Posting {
  /** The bot can find the message again by this name if it may read the channel. */
  readonly name?: string;
  readonly use: NonceUse | null;
  readonly people: readonly UserId[];
  /** The card to which the message belongs. */
  readonly about?: string | null;
}

export interface NonceUse {
  readonly nonce: string;
  readonly holdsMs: number;
}

export interface Shown {
  readonly id: string;
  /** A "copy" repeats the card where its person requested it. A "notice" is for a team's managers. */
  readonly kind: "card" | "post" | "moved card" | "copy" | "sendPrivately" | "refusal" | "notice";
  readonly isFinal: boolean;
  readonly message: ChatMessage;
  readonly text: string;
  readonly about: string | null;
}

/** A text at the time when a person sees it. */
export interface Seen extends Pick<Shown, "id" | "kind" | "message" | "text" | "isFinal"> {
  readonly isLate: boolean;
}

/** This user presses *Notify me too*. */
export const LISTENER: UserId = "U-listener";

/**
 * Files are never removed: an edit that names an earlier file shows it again. If `named` is null, all files are shown.
 */
interface Files {
  readonly all: readonly FileThere[];
  readonly named: ReadonlySet<string> | null;
}

/** `see` is called with every text when people see it, and `received` when the listener is notified. */
export function screen(now: () => EpochMs, see: (seen: Seen) => void, received: () => void): Screen {
  const messages = new Map<string, Shown>();
  const files = new Map<string, Files>();
  const nonces = new Map<string, { readonly id: string; readonly at: EpochMs }>();
  const named = new Map<string, string>();
  /** The response to each job's command. `lastAnswer` is the only response, or null if there are several. */
  const answers = new Map<JobId, string>();
  let lastAnswer: string | null = null;
  const refused = new Set<JobId>();
  let made = 0;
  let cards = 0;
  let filesPut = 0;
  const calls: string[] = [];

  function write(shown: Pick<Shown, "id" | "kind" | "message" | "about">, isLate: boolean): void {
    const { kind, message } = shown;
    const isUnderWay = message.tone === "waiting" || message.tone === "running";
    const isFinal = !isUnderWay && message.title !== "Request received";
    const text = textOf(message);
    messages.set(shown.id, { ...shown, isFinal, text });
    see({ id: shown.id, kind, message, text, isFinal, isLate });
  }

  function put(kind: Shown["kind"], message: ChatMessage, { people, about = null }: Partial<Posting> = {}): string {
    made += 1;
    const id = `m${made}`;
    const isCall = kind === "post" || kind === "moved card" || kind === "sendPrivately";
    if (kind === "card") cards += 1;
    else if (isCall && (!people || people.some((one) => one !== LISTENER))) calls.push(kind);
    if (people?.includes(LISTENER)) received();
    write({ id, kind, message, about }, false);
    return id;
  }

  function edit(id: string, message: ChatMessage, { handle, isLate }: Parameters<Screen["edit"]>[2]): void {
    const shown = messages.get(id);
    if (!shown) return;
    const named = handle.platform === "slack" ? null : new Set((handle.files ?? []).map((file) => file.id));
    files.set(id, { all: files.get(id)?.all ?? [], named });
    write({ ...shown, message }, isLate);
  }

  function cardOf(handle: ReplyHandle, job?: JobId): string | null {
    const answer = job === undefined ? lastAnswer : answers.get(job);
    const id = idOf(handle) ?? (handle.platform === "discord" ? answer : null);
    return id && messages.has(id) ? id : null;
  }

  function addFile(id: string, file: FileThere, isReplaced: (one: FileThere) => boolean): void {
    const { all = [], named = null } = files.get(id) ?? {};
    files.set(id, {
      all: [...all.filter((one) => !isReplaced(one)), file],
      named: named && new Set([...named, file.id]),
    });
  }

  return {
    noteRefused: (job) => void refused.add(job),
    isRefused: (job) => job !== undefined && refused.has(job),
    answer(kind, message, job) {
      const id = put(kind, message);
      answers.set(job, id);
      lastAnswer = answers.size < 2 ? id : null;
      return id;
    },
    put: (kind, message) => put(kind, message),
    post(kind, message, how) {
      const { use } = how;
      const earlier = use ? nonces.get(use.nonce) : undefined;
      if (use && earlier && now() - earlier.at < use.holdsMs) return earlier.id;
      const id = put(kind, message, how);
      if (use) nonces.set(use.nonce, { id, at: now() });
      if (how.name !== undefined) named.set(how.name, id);
      return id;
    },
    edit,
    cardOf,
    find(job, except) {
      const isWanted = ({ id, kind, message }: Shown) =>
        (kind === "card" || kind === "moved card" || kind === "notice") && message.job === job && id !== except;
      return [...messages.values()].findLast(isWanted)?.id ?? null;
    },
    findPosted(name) {
      const id = named.get(name);
      return id !== undefined && messages.has(id) ? id : null;
    },
    remove(handle) {
      const id = cardOf(handle);
      const gone = (id !== null && messages.get(id)) || null;
      if (id !== null) messages.delete(id);
      return gone;
    },
    putFile(handle, message, { isLate = false, ...file }) {
      const card = cardOf(handle, message.job);
      if (card === null) return null;
      filesPut += 1;
      const id = `file-${filesPut}`;
      const { holds: _, ...entry } = { ...file, id };
      const isReplaced = (one: PutFile) => one.nth === file.nth && (one.isFrame === true || !file.isFrame);
      edit(card, message, { handle, isLate });
      addFile(card, { ...file, id }, handle.platform === "slack" ? () => false : isReplaced);
      if (handle.platform === "slack") return { ...handle, files: [...(handle.files ?? []), entry] };
      const others = (handle.files ?? []).filter((one) => !isReplaced({ ...one, holds: "" }));
      return { ...handle, files: [...others, { ...entry, name: id }] };
    },
    share(handle, file) {
      const card = cardOf(handle);
      if (card !== null) addFile(card, file, () => false);
      return card !== null;
    },
    filesOf(handle, job) {
      const { all = [], named = null } = files.get(cardOf(handle, job) ?? "") ?? {};
      return named ? all.filter(({ id }) => named.has(id)) : all;
    },
    visible: () => [...messages.values()],
    cards: () => cards,
    notifications: () => calls,
  };
}

/** The handle after the card has become this message. */
export function toReply(handle: ReplyHandle, id: string): ReplyHandle {
  if (handle.platform === "slack") return { ...handle, ts: id, cardChannelId: handle.channelId };
  return { ...handle, movedTo: { channelId: handle.channelId, messageId: id } };
}

/** The handle after the response has become this message. */
export function placed(handle: ReplyHandle, id: string): ReplyHandle {
  return handle.platform === "slack" ? toReply(handle, id) : { ...handle, messageId: id };
}

/** The id of the response message, wherever the card is now. */
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
