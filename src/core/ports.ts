import type { Bucket, LimitsInUse } from "./budget/edit-budget.ts";
import type { CardGone, ChatMessage, ChatRefusal, LookRefusal, Notified, Posted, ReplyHandle } from "./chat.ts";
import type { EpochMs } from "./clock.ts";
import type { Answer, AnswerFate, Command } from "./command.ts";
import type { AttachVideo, BroughtPicture, ChatFilms } from "./film/film.ts";
import type { JobId, Owner, TaskId, Team, UserId } from "./job/ids.ts";
import type { Job } from "./job/job.ts";
import type { Ledger } from "./job/ledger.ts";
import type { Platform } from "./platform.ts";
import type { Credits } from "./request/price.ts";
import type { AspectRatio, Picture, PictureProblem, PrivateFile, VideoRequest } from "./request/video-request.ts";
import type { Result } from "./result.ts";
import type { TeamRefusal } from "./team/rules.ts";
import type { TeamPeople } from "./team/team.ts";
import type { Locale } from "./text/locale.ts";
import type { LogFields } from "./text/log-fields.ts";
import type { Secret } from "./text/secret.ts";
import type { ApiRefusal, RawAnswer } from "./video-service.ts";

export interface StoredJob {
  readonly job: Job;
  readonly version: number;
}

export interface DueJob {
  readonly id: JobId;
  readonly dueAt: EpochMs;
}

/** Jobs closed by these times may be forgotten, and ledger rows of jobs accepted by then. */
export interface ForgetBefore {
  /** The content of a closed job. */
  readonly jobs: EpochMs;
  /** The id of a forgotten job: until then a repeated event is recognised. */
  readonly ids: EpochMs;
  readonly ledger: EpochMs;
}

/** `Room` limits the jobs in running places at once: begun and not settled. */
export interface Room {
  readonly ofOwner: number;
  readonly ofWorkspace: number;
  /** This many jobs of an owner may wait, whatever they wait for. */
  readonly waitingOfOwner: number;
}

export interface InsertHow {
  /** Absent: its places are not judged. */
  readonly room?: Room | undefined;
  /**
   * The jobs of a batch's videos, inserted with it and judged as one, all or none: they fit if their owner's free places and
   * the rest of their queue hold all of them.
   */
  readonly parts?: readonly Job[];
  /** The platform's event that asks for the job, as `eventIdFrom` names it: it makes one job at most. */
  readonly event?: JobId;
}

export type InsertRefusal = "repeated" | "exists" | "full" | TeamRefusal;

/** The job store keeps jobs durably. A write that it has answered is on the disk. It rejects if it cannot write or read. */
export interface JobStore {
  /**
   * Stores a new job. Every answer but "inserted" changes nothing:
   * - "repeated": the event has made a job before, perhaps one that is forgotten by now.
   * - "exists": another event has made this very job, such as the first of two presses.
   * - "full": with it, its owner or workspace would have more jobs running or waiting than there is room for, or it would
   *   pass somebody who waits in its queue (`wouldPass`); jobs inserted at the same moment count.
   * - `TeamRefusal`: the rules, as they are at that moment, of the team that is to pay.
   */
  insert(job: Job, how?: InsertHow): Promise<"inserted" | InsertRefusal>;
  /**
   * Compares and sets a waiting job that goes on; "conflict" if another save came first. In the same transaction its team's
   * cap is judged if its price is held from now on, and the room if it takes a running place from now on. The parts of a batch are saved with it, each over the version before its own.
   */
  admit(
    job: Job,
    version: number,
    room: Room,
    parts?: readonly StoredJob[],
  ): Promise<"saved" | "conflict" | "full" | TeamRefusal>;
  /** Rejects with `UnreadableJob` if it is there and cannot be read. */
  load(id: JobId): Promise<StoredJob | null>;
  /** Compares and sets a job; returns false if another save came first. */
  save(job: Job, version: number): Promise<boolean>;
  /** Like `save`, for a change to nothing but times of a running job: a power cut may undo it, the end of the process may not. */
  touch(job: Job, version: number): Promise<boolean>;
  /**
   * Returns a page of the open jobs, in a stable order: those after `after`, the last of the page before. It includes those
   * that cannot be read, because none is read. `dueAt` is exact for a job that has its outcome, else the minute in which it is due.
   */
  openJobs(after: DueJob | null, limit: number): Promise<readonly DueJob[]>;
  openJobsOf(owner: Owner): Promise<readonly Job[]>;
  countUnsettled(workspace: string): Promise<number>;
  /** Returns the jobs of that workspace that wait for a running place, in any order. */
  waitingIn(workspace: string): Promise<readonly Job[]>;
  /** Returns the owner's jobs except forgotten ones, newest first. */
  jobsOf(owner: Owner, limit: number): Promise<readonly Job[]>;
  /** Returns the job whose film is kept under that name; null: there is none. Rejects with `UnreadableJob` like `load`. */
  jobWithFilm(name: string): Promise<Job | null>;
  /**
   * Returns a page of the jobs whose film is kept, the earliest kept first: those after `after`, the last of the page before.
   * Those that cannot be read are left out; an empty page is the last.
   */
  jobsWithFilms(after: Job | null, limit: number): Promise<readonly Job[]>;
  /** Returns all jobs of that person, or of everybody in that team, whose film is kept or still may be. */
  filmsOf(whose: Owner | Team): Promise<readonly Job[]>;
  /** Returns the cost of the owner's jobs accepted in that month (`2026-11`, UTC); forgotten ones count too. */
  ledger(owner: Owner, month: string): Promise<Ledger>;
  /** Forgets the closed jobs of everybody in a Slack installation that were accepted by then; returns the open ones. */
  forgetInstallation(id: string, acceptedBy: EpochMs): Promise<readonly JobId[]>;
  /** Forgets what is older than each of these times, except the parts of an open batch; returns how many jobs. */
  forget(before: ForgetBefore): Promise<number>;
  close(): Promise<void>;
}

export interface Vault {
  put(owner: Owner, key: Secret): Promise<void>;
  /** Returns the key; null: none is stored, or the stored one can no longer be opened. */
  get(owner: Owner): Promise<Secret | null>;
  /** Returns whether there is a key, even if it can no longer be opened. */
  has(owner: Owner): Promise<boolean>;
  remove(owner: Owner): Promise<boolean>;
  /** Returns a sealed copy for one job; only that owner can use it. */
  seal(owner: Owner, key: Secret): string;
  /** Opens such a copy; null: it is cut, changed, of another owner, or of a master key that is gone. */
  open(owner: Owner, sealed: string): Secret | null;
}

/** A task is the service's account of one generation. */
export type Task =
  /** `percent` is 0 to 100; null where the service named none. */
  | { readonly status: "running"; readonly percent: number | null }
  /** `videoUrl` is null where it is missing or not an address that may be passed on. */
  | { readonly status: "succeeded"; readonly videoUrl: string | null }
  /** `reason` is the service's own sentence, made plain: one line, for a person, never for the log. */
  | { readonly status: "failed"; readonly reason?: string };

/** `credits` is null where the service did not say what it charged. */
export interface Started {
  readonly taskId: TaskId;
  readonly credits: Credits | null;
  /** The answer was wrong in this way; absent: it was right. */
  readonly amiss?: string;
}

export type PollRefusal = ApiRefusal | { readonly kind: "unknown_task" };

/** "no_credits": the service accepts the key and names too few credits; "unchecked": it gave no clear answer. */
export type KeyVerdict = "good" | "no_credits" | "bad" | "unchecked";

/** The video service. Every HTTP outcome is a value; nothing is retried in here. */
export interface VideoApi {
  /** Makes the paid call. Any answer that may hold a task is given to `keep`, and read only after that; `keep` must not reject. */
  submit(
    key: Secret,
    request: VideoRequest,
    keep: (answer: RawAnswer) => Promise<void>,
  ): Promise<Result<Started, ApiRefusal>>;
  readAnswer(answer: RawAnswer): Result<Started, ApiRefusal>;
  poll(key: Secret, taskId: TaskId): Promise<Result<Task, PollRefusal>>;
  /** Tests a key without spending; at most 8 s. */
  checkKey(key: Secret): Promise<KeyVerdict>;
  close(): Promise<void>;
}

/**
 * Fetches a picture and judges it by its content. Refuses an address that is not public. The ratio is null where its
 * shape is not known.
 */
export type InspectPicture = (
  url: string,
) => Promise<Result<{ readonly aspectRatio: AspectRatio | null }, PictureProblem>>;

/** A chat is the way to a person on one platform. */
export interface Chat extends ChatFilms {
  /** Returns the platform's limit against which an edit of the card, or a new message near it, counts. */
  bucketOf(reply: ReplyHandle, what: "edit" | "new_message"): Bucket;
  /**
   * Shows the message on the card. "in_place" only edits; "first" also posts the card if none is known; "anywhere" tries all
   * ways to the person in order until one works; "anew" tries the same ways except the edit. `isNew` says that it went as a
   * new message, which itself notifies `calls`: the owner if nobody is named.
   */
  show(
    reply: ReplyHandle,
    message: ChatMessage,
    where: "in_place" | "first" | "anywhere" | "anew",
    calls?: readonly UserId[],
  ): Promise<Result<{ readonly reply: ReplyHandle; readonly isNew: boolean }, ChatRefusal | CardGone>>;
  /**
   * Reads the ids of the buttons that the card shows. "gone": it was deleted; "blind": this chat may not read it, or does not
   * know where it is.
   */
  readButtons(reply: ReplyHandle): Promise<Result<readonly string[] | "gone" | "blind", LookRefusal>>;
  /**
   * Looks for a card that `show` posted and whose answer was lost; the returned handle knows where it is. "not_there": it
   * will not come any more either, which cannot be known at once. "elsewhere": another process with the same credentials has
   * posted the card of this event. "blind": this chat cannot tell.
   */
  find(
    reply: ReplyHandle,
    lost: LostCard,
  ): Promise<Result<ReplyHandle | "not_there" | "elsewhere" | "blind", LookRefusal>>;
  /**
   * Sends one new message that notifies the people named. `triedAt`: an earlier try whose fate is not known; the platform
   * then sends only what cannot become a second message, and returns "skipped" otherwise.
   */
  notify(reply: ReplyHandle, message: ChatMessage, how: Notification): Promise<Result<Notified, ChatRefusal>>;
  /**
   * Sends one new message that belongs to no card, into the reply's channel or directly to its person, and nowhere else; it
   * notifies nobody it names. The returned handle knows where it is. `nonce`: of this message alone, 25 characters at most.
   */
  post(
    reply: ReplyHandle,
    message: ChatMessage,
    how: { readonly to: "channel" | "direct"; readonly nonce: string },
  ): Promise<Result<ReplyHandle, ChatRefusal>>;
  /** Sends a new message that only the owner sees, near the card. */
  whisper(reply: ReplyHandle, message: ChatMessage): Promise<Result<null, ChatRefusal>>;
  /** Deletes the card; a card that is gone already is no failure. */
  remove(reply: ReplyHandle): Promise<Result<null, ChatRefusal>>;
  /**
   * Deletes everything of a finished job in the chat: its notification, the video's file, and last the card, so that its
   * button can finish the rest after an interruption. A part that is gone already is no failure. Returns what only a person
   * can delete; a refusal means that something may be deleted later.
   */
  takeDown(reply: ReplyHandle, notification: readonly Posted[]): Promise<Result<readonly Left[], LookRefusal>>;
  /** null: cards here carry no files, or nobody wants them to (ATTACH_VIDEOS). */
  readonly attach: AttachVideo | null;
}

/** The service was asked once more for a video's link, with this result. */
export type LinkNews =
  /** It has replaced the old one; `isShown`: on the card, too. */
  | { readonly kind: "new"; readonly videoUrl: string; readonly isShown: boolean }
  /** The link is dead, and the card has the video itself: it had it, or does from now on. */
  | { readonly kind: "in_card" }
  /** `keptUntil`: the link is dead, and the bot has saved the video until then, but cannot put it into the card. */
  | (NoNewLink & { readonly keptUntil?: EpochMs });

export type NoNewLink =
  /** `expiresAt` is null where nobody says how long it works. */
  | { readonly kind: "same"; readonly expiresAt: EpochMs | null }
  /** The service answered, and names none. */
  | { readonly kind: "no_link" }
  | { readonly kind: "no_answer" | "no_key" | "bad_key" | "no_credits" };

/** The platform will never let us delete this. */
export type Left = "notification" | "video" | "card";

/**
 * The result of deleting a card. `saved`: so many saved videos of it stay. "not_now": its job has not ended yet, or the
 * platform did not do all of it, or gave no answer.
 */
export type Deletion =
  | { readonly kind: "deleted"; readonly left: readonly Left[]; readonly saved: number }
  | { readonly kind: "not_now" };

export interface LostCard {
  readonly job: JobId;
  /** Absent: no other process makes such a message. */
  readonly mark?: number | undefined;
  readonly triedAt: EpochMs;
  /** This card of the job is known, and another one is searched for. */
  readonly besides?: ReplyHandle;
}

export interface Notification {
  readonly people: readonly UserId[];
  /** At most 25 characters. */
  readonly nonce: string;
  /** A message in a thread is shown to the whole channel too. */
  readonly isBroadcast?: boolean;
  readonly triedAt: EpochMs | null;
}

/** A front end uses this to get an answer, and to report how the platform took it. Neither function rejects. */
export interface CommandService {
  /** Returns the answer, or after `limitMs` a private message that nothing was saved. */
  answer(command: Command, limitMs: number): Promise<Answer>;
  /** Reports the fate of an answer (or a `finish`) that was a job's first card. */
  answered(jobId: JobId, fate: AnswerFate): Promise<void>;
}

/**
 * A rival is another process with the same credentials that does not share our jobs, such as the old bot after a move to
 * another machine.
 */
export interface Rival {
  /** Notes a sign of it. Only the first sign is logged. */
  seen(): void;
  /** Notes that it has stopped. */
  gone(): void;
  isThere(): boolean;
  /** Returns a line for the operator; null if there is no rival. */
  line(): string | null;
}

export interface FrontEnd {
  readonly platform: Platform;
  readonly chat: Chat;
  readonly people: TeamPeople;
  /** Connects and registers; resolves when both are done, rejects if credentials are refused. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns null while all is well, else a reason such as "Discord: not connected". */
  trouble(): string | null;
  readonly rival: Pick<Rival, "line">;
}

/**
 * Replaces `fetch` for an answer that is short and wanted whole: no redirect is followed, nothing is inflated, no more than
 * `mostBytes` (1 MB) is read, and after `limitMs` the request is given up. It rejects like `fetch`.
 */
export type FetchWhole = (
  url: string | URL,
  init: FetchInit,
  limitMs: number,
  mostBytes?: number,
) => Promise<WholeAnswer>;

/** A `Response` is one, too. */
export interface WholeAnswer extends Pick<Response, "ok" | "status" | "text" | "json" | "arrayBuffer"> {
  readonly headers: Pick<Headers, "get" | "has">;
}

/** We use these of `fetch`'s options; a body is text, or bytes that flow as they are sent (an async iterable). */
export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** Logs one line per event, with named fields; a value must not be a secret, nor text of a person or the service. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Any front end shows these by itself. */
export interface OwnMessages {
  readonly somethingWentWrong: ChatMessage;
  /** A payload was not as the platform describes it. */
  readonly unreadable: ChatMessage;
  readonly restarting: ChatMessage;
  /** The second half of an answer failed. Its effects until then are not known, so the message says nothing about them. */
  readonly unfinished: ChatMessage;
}

/** Returns the messages in a person's language; in English if it is not known. */
export type InLanguage<Said> = (locale: Locale | undefined) => Said;

/** Everybody sees this status beside the bot's name; null: none. */
export interface OwnStatus {
  now(): string | null;
  /** Calls `hear` when the status may have changed. The returned function ends that. */
  onChange(hear: () => void): () => void;
}

/** Remembers the people who have been welcomed. Both functions reject if the store fails. */
export interface Welcomed {
  /** Returns true once for each person, who counts as welcomed from then on. */
  note(owner: Owner): Promise<boolean>;
  /** Returns when the person was welcomed; null: not yet. */
  at(owner: Owner): Promise<EpochMs | null>;
}

/** Returns the message for a person who comes for the first time; null: none, or none any more. Rejects if the store fails. */
export type WelcomeOf = (visitor: Command) => Promise<ChatMessage | null>;

/** Returns the messages of a person's own page; a message with a title begins a part of it. Rejects if the store fails. */
export type HomeOf = (owner: Owner, locale: Locale) => Promise<readonly ChatMessage[]>;

/** An installation lets Reelay act in a workspace, or in all of an organisation's. */
export interface Installation {
  readonly token: Secret;
  readonly installedAt: EpochMs;
}

/** Stores where Reelay is installed, by the platform's id of a workspace or an organisation; tokens are sealed at rest. */
export interface Installations {
  find(id: string): Promise<Installation | null>;
  keep(id: string, installation: Installation): Promise<void>;
}

/** The meter counts for the operator. Labels are words of ours, never a person's. */
export interface Meter {
  /** A first answer reached the platform after this many milliseconds. */
  answered(platform: string, afterMs: number): void;
  accepted(platform: string): void;
  submitted(result: string): void;
  /** A started task cost more or less than its price. */
  mispriced(than: "more" | "less"): void;
  /** `lateMs`: how long after its time the poll was made. */
  polled(result: string, lateMs: number): void;
  delivered(
    platform: string,
    what: "progress" | "final" | "notification" | "whisper" | "note" | "video",
    result: string,
  ): void;
  /** A message or an edit arrived by this way. */
  arrived(platform: string, way: string): void;
  settled(outcome: string): void;
  /** A prompt was refused by that rule: an operator's name for it, or a word of ours. */
  denied(rule: string): void;
  /** The meter calls this whenever somebody reads the figures. */
  watch(figures: Figures): void;
}

export interface Figures {
  /** Places that may be down, by name: whether calls are kept away from them. */
  readonly breakers?: () => Readonly<Record<string, boolean>>;
  readonly limits?: () => LimitsInUse;
  readonly isReady?: () => boolean;
  readonly hasTrouble?: () => boolean;
  /** The number and bytes of the films that the bot keeps; null: they are not counted yet. */
  readonly keptFilms?: () => { readonly count: number; readonly bytes: number } | null;
}

/**
 * Fetches a picture and makes a copy that the video service takes. Ends soon after `signal` aborts; never rejects.
 */
export type FitPicture = (
  picture: Pick<Picture, "url" | "file">,
  signal: AbortSignal,
) => Promise<Result<BroughtPicture, PictureProblem>>;

/** Fetches a file that only the platform's own people can see, of `maxBytes` at most. */
export type OpenFile = (
  file: PrivateFile,
  how: { readonly maxBytes: number; readonly signal?: AbortSignal },
) => Promise<Result<Uint8Array, FileProblem>>;

/** `sizeBytes`: as the platform says it. */
export type FileProblem =
  | { readonly kind: "gone" | "unreachable" }
  | { readonly kind: "too_large"; readonly sizeBytes: number | null };

/** The video service fetches pictures that a platform shows only to its own people in this way. */
export interface PrivateFiles {
  /** Returns the address of that job's picture while the job is under way; it cannot be guessed. */
  addressFor(id: JobId): string;
  /** Returns the picture itself, judged by its content. The caller knows who may see it. */
  open(
    file: PrivateFile,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly type: string }, { readonly kind: string }>>;
  /** Returns whether the platform says that there is no such file (any more). */
  isGone(file: PrivateFile): Promise<boolean>;
}
