import type { ChatMessage, ReplyHandle } from "../../../src/core/chat.ts";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { CardFile } from "../../../src/core/film/card-files.ts";
import type { JobId, UserId } from "../../../src/core/job/ids.ts";

/** The messages of a place, now and before. They outlive every process of the bot. */
export interface Screen {
  /** The platform refused the first answer to that job's command, and knows no card of it. */
  noteRefused(job: JobId): void;
  isRefused(job: JobId | undefined): boolean;
  /** The answer to a job's command, which Discord knows without an id; it calls nobody. */
  answer(kind: "card" | "refusal", message: ChatMessage, job: JobId): string;
  /** Puts a new message there; says its id. */
  put(kind: Shown["kind"], message: ChatMessage): string;
  /** A new message that notifies those people; the same nonce while it holds is the same message. */
  post(kind: "post" | "moved card" | "notice", message: ChatMessage, how: Posting): string;
  /** Changes a message; on Discord it keeps the files that the handle names. */
  edit(id: string, message: ChatMessage, how: { readonly handle: ReplyHandle; readonly isLate: boolean }): void;
  /** The message that the handle means, where it is still there. */
  cardOf(handle: ReplyHandle, job?: JobId): string | null;
  /** The newest visible card of that job, or notice with that id, other than `except`. */
  find(job: JobId, except: string | null): string | null;
  /** The message that was posted under that name, where it is still there. */
  findPosted(name: string): string | null;
  /** Takes the card away; null where there is none. */
  remove(handle: ReplyHandle): Shown | null;
  /** Puts a file into that card, where on Discord it replaces an earlier one; null: the card is not there. */
  putFile(handle: ReplyHandle, message: ChatMessage, file: PutFile & { readonly isLate?: boolean }): ReplyHandle | null;
  /** Puts a file into the thread of that card; false: the card is not there. */
  share(handle: ReplyHandle, file: FileThere): boolean;
  /** Returns the files that people see at that card. */
  filesOf(handle: ReplyHandle, job?: JobId): readonly FileThere[];
  /** Returns the messages that people see now. */
  visible(): readonly Shown[];
  /** Counts all cards so far, including those that the bot does not know of. */
  cards(): number;
  /** The messages that have called their owner, in their order. */
  notifications(): readonly string[];
}

export type PutFile = Pick<CardFile, "nth" | "isFrame"> & { readonly holds: string };

export interface FileThere extends PutFile {
  readonly id: string;
}

export interface Posting {
  /** Those who may read the channel find it again by this name. */
  readonly name?: string;
  readonly use: NonceUse | null;
  readonly people: readonly UserId[];
  /** The card that it tells of. */
  readonly about?: string | null;
}

export interface NonceUse {
  readonly nonce: string;
  readonly holdsMs: number;
}

export interface Shown {
  readonly id: string;
  /** "copy": the card once more, where its person asked for it; "notice": to a team's managers. */
  readonly kind: "card" | "post" | "moved card" | "copy" | "sendPrivately" | "refusal" | "notice";
  readonly isFinal: boolean;
  readonly message: ChatMessage;
  readonly text: string;
  readonly about: string | null;
}

/** A text at the moment the person sees it. */
export interface Seen extends Pick<Shown, "id" | "kind" | "message" | "text" | "isFinal"> {
  readonly isLate: boolean;
}

/** This user presses *Notify me too*. */
export const LISTENER: UserId = "U-listener";

/** Files are never forgotten: an edit that names one again shows it again. `named` is null where all are shown. */
interface Files {
  readonly all: readonly FileThere[];
  readonly named: ReadonlySet<string> | null;
}

/** `see` is called with every text that people get to see, when they see it; `heard` when somebody else is called. */
export function screen(now: () => EpochMs, see: (seen: Seen) => void, received: () => void): Screen {
  const messages = new Map<string, Shown>();
  const files = new Map<string, Files>();
  const nonces = new Map<string, { readonly id: string; readonly at: EpochMs }>();
  const named = new Map<string, string>();
  /** The answers to commands, by their jobs; the last one, as long as all were to one command. */
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
