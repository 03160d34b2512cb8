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

/** What to forget: jobs closed before `jobs`, and ids of jobs accepted before `ids`. */
export interface ForgetBefore {
  readonly jobs: EpochMs;
  /** Until then, a repeated event is recognized by the id of its job. */
  readonly ids: EpochMs;
  readonly ledger: EpochMs;
  /** Teams' sums of days that had begun before. */
  readonly daySums: EpochMs;
}

/** The largest numbers of jobs in progress. */
export interface Room {
  readonly ofOwner: number;
  readonly ofWorkspace: number;
  /** How many jobs of an owner may wait, for any reason. */
  readonly waitingOfOwner: number;
}

export interface InsertHow {
  /** Not set: the numbers of jobs are not checked. */
  readonly room?: Room | undefined;
  /**
   * The jobs of a batch's videos. They are inserted together or not at all, if their owner's free places and queue can
   * hold them.
   */
  readonly parts?: readonly Job[];
  /** The platform's event that asks for the job, as named by `eventIdFrom`. An event makes at most one job. */
  readonly event?: JobId;
}

export type InsertRefusal = "repeated" | "exists" | "full" | TeamRefusal;

/** Stores jobs durably: an answered write is on disk. Rejects if it cannot read or write. */
export interface JobStore {
  /**
   * Inserts a new job. Any answer but "inserted" changes nothing. "repeated": the event already made a job, perhaps a
   * forgotten one. "exists": another event made this job, such as the first of two presses. "full": its owner or workspace
   * has no room, or it would jump the queue (`wouldPass`). `TeamRefusal`: the paying team's rules do not allow it. All of
   * this is checked in the inserting transaction.
   */
  insert(job: Job, how?: InsertHow): Promise<"inserted" | InsertRefusal>;
  /**
   * Lets a waiting job continue, by compare-and-set; "conflict" if another save came first. The same transaction checks
   * the team's cap if the price is reserved from now on, and the room if the job starts running. The parts of a batch are
   * saved with it.
   */
  admit(
    job: Job,
    version: number,
    room: Room,
    parts?: readonly StoredJob[],
  ): Promise<"saved" | "conflict" | "full" | TeamRefusal>;
  /** Rejects with `UnreadableJob` if it exists but cannot be read. */
  load(id: JobId): Promise<StoredJob | null>;
  /** Saves by compare-and-set. Returns false if another save came first. */
  save(job: Job, version: number): Promise<boolean>;
  /**
   * Saves a change that affects only the times of a running job. A power cut or a failover may undo it, a process crash may
   * not. The version stays the same: otherwise a process whose change was undone could save over another's.
   */
  touch(job: Job, version: number): Promise<boolean>;
  /**
   * Returns a page of the open jobs after `after` in a stable order, including unreadable ones. `dueAt` is exact for jobs
   * with an outcome; otherwise it is the minute in which the job is due.
   */
  openJobs(after: DueJob | null, limit: number): Promise<readonly DueJob[]>;
  openJobsOf(owner: Owner): Promise<readonly Job[]>;
  countUnsettled(workspace: string): Promise<number>;
  /** Returns the jobs of a workspace that wait for a running place, in any order. */
  waitingIn(workspace: string): Promise<readonly Job[]>;
  /** Returns the owner's jobs that are not forgotten, newest first. */
  jobsOf(owner: Owner, limit: number): Promise<readonly Job[]>;
  /** Returns the job whose film is kept under that name, or null. Rejects with `UnreadableJob` like `load`. */
  jobWithFilm(name: string): Promise<Job | null>;
  /**
   * Returns a page of the readable jobs with kept films after `after`, oldest film first. An empty page is the last.
   */
  jobsWithFilms(after: Job | null, limit: number): Promise<readonly Job[]>;
  /** Returns all jobs of a person or team whose film is kept or may still be. */
  filmsOf(whose: Owner | Team): Promise<readonly Job[]>;
  /** Returns the cost of the owner's jobs accepted in a month (`2026-11`, UTC), including forgotten ones. */
  ledger(owner: Owner, month: string): Promise<Ledger>;
  /** Forgets a Slack installation's closed jobs accepted by that time. Returns the open ones. */
  forgetInstallation(id: string, acceptedBy: EpochMs): Promise<readonly JobId[]>;
  /** Forgets what is older than these times, except parts of an open batch. Returns the number of jobs. */
  forget(before: ForgetBefore): Promise<number>;
  close(): Promise<void>;
}

export interface Vault {
  put(owner: Owner, key: Secret): Promise<void>;
  /** Returns the key; null if none is stored or it can no longer be decrypted. */
  get(owner: Owner): Promise<Secret | null>;
  /** Returns whether a key is stored, even if it can no longer be decrypted. */
  has(owner: Owner): Promise<boolean>;
  remove(owner: Owner): Promise<boolean>;
  /** Encrypts a copy of the key for one job. Only that owner can use it. */
  seal(owner: Owner, key: Secret): string;
  /** Decrypts such a copy. null: it is damaged, belongs to another owner, or its master key is gone. */
  open(owner: Owner, sealed: string): Secret | null;
}

/** One video generation at the service. */
export type Task =
  /** `percent`: 0 to 100, or null if the service did not say. */
  | { readonly status: "running"; readonly percent: number | null }
  /** `videoUrl`: null if it is missing or not an address we may pass on. */
  | { readonly status: "succeeded"; readonly videoUrl: string | null }
  /** `reason`: the service's own sentence, cleaned to one line. It is shown to people and never logged. */
  | { readonly status: "failed"; readonly reason?: string };

/** `credits`: null if the service did not say what it charged. */
export interface Started {
  readonly taskId: TaskId;
  readonly credits: Credits | null;
  /** What was wrong with the answer, if anything. */
  readonly problem?: string;
}

export type PollRefusal = ApiRefusal | { readonly kind: "unknown_task" };

/** "no_credits": the key works, but the account has too few credits. "unchecked": the service gave no clear answer. */
export type KeyVerdict = "good" | "no_credits" | "bad" | "unchecked";

/** The video service. Every HTTP outcome is a value, and nothing is retried here. */
export interface VideoApi {
  /**
   * The service starts one task for each idempotency key, and a call may be repeated under the same key for so long. `place`
   * names its address and header. Absent: it makes no such promise.
   */
  readonly idempotency?: { readonly place: string; readonly forMs: number };
  /**
   * Makes the paid call. An answer that may contain a task is passed to `keep` before it is parsed. `keep` must not
   * reject.
   */
  submit(
    key: Secret,
    request: VideoRequest,
    keep: (answer: RawAnswer) => Promise<void>,
    idempotencyKey?: string,
  ): Promise<Result<Started, ApiRefusal>>;
  readAnswer(answer: RawAnswer): Result<Started, ApiRefusal>;
  poll(key: Secret, taskId: TaskId): Promise<Result<Task, PollRefusal>>;
  /** Tests a key without spending credits, within 8 s. */
  checkKey(key: Secret): Promise<KeyVerdict>;
  close(): Promise<void>;
}

/**
 * Fetches a picture and checks its content. Refuses addresses that are not public. The ratio is null if its shape is
 * unknown.
 */
export type InspectPicture = (
  url: string,
) => Promise<Result<{ readonly aspectRatio: AspectRatio | null }, PictureProblem>>;

/** Sends messages to people on one platform. */
export interface Chat extends ChatFilms {
  /** Returns the platform's limit for an edit of the card, or for a new message near it. */
  bucketOf(reply: ReplyHandle, what: "edit" | "new_message"): Bucket;
  /**
   * Shows a message on the card. "in_place": only edits. "first": also posts the card if none is known. "anywhere": tries
   * all ways to the person in order. "anew": like "anywhere", but never edits. `isNew`: it was sent as a new message,
   * which notifies `calls` (default: the owner).
   */
  show(
    reply: ReplyHandle,
    message: ChatMessage,
    where: "in_place" | "first" | "anywhere" | "anew",
    calls?: readonly UserId[],
  ): Promise<Result<{ readonly reply: ReplyHandle; readonly isNew: boolean }, ChatRefusal | CardGone>>;
  /** Reads the ids of the card's buttons. "gone": the card was deleted. "blind": this chat cannot read it. */
  readButtons(reply: ReplyHandle): Promise<Result<readonly string[] | "gone" | "blind", LookRefusal>>;
  /**
   * Searches for a card posted by `show` whose answer was lost, and returns its handle. "not_there": it will not arrive
   * any more. "elsewhere": another process with the same credentials posted this event's card. "blind": this chat cannot
   * tell.
   */
  find(
    reply: ReplyHandle,
    lost: LostCard,
  ): Promise<Result<ReplyHandle | "not_there" | "elsewhere" | "blind", LookRefusal>>;
  /**
   * Sends one message that notifies people. `triedAt`: an earlier attempt may have arrived. Then only a message that
   * cannot become a duplicate is sent; otherwise the result is "skipped".
   */
  notify(reply: ReplyHandle, message: ChatMessage, how: Notification): Promise<Result<Notified, ChatRefusal>>;
  /**
   * Sends one message without a card, to the reply's channel or directly to the person. It notifies nobody. `nonce`:
   * unique to this message, at most 25 characters.
   */
  post(
    reply: ReplyHandle,
    message: ChatMessage,
    how: { readonly to: "channel" | "direct"; readonly nonce: string },
  ): Promise<Result<ReplyHandle, ChatRefusal>>;
  /** Sends a message near the card that only the owner sees. */
  sendPrivately(reply: ReplyHandle, message: ChatMessage): Promise<Result<null, ChatRefusal>>;
  /** Deletes the card. A card that is already gone is not a failure. */
  remove(reply: ReplyHandle): Promise<Result<null, ChatRefusal>>;
  /**
   * Deletes everything of a finished job: the notification, the file, and the card last, so that its button can finish the
   * rest after an interruption. Missing parts are not a failure. Returns what only a person can delete. After a refusal,
   * it can be tried again.
   */
  takeDown(reply: ReplyHandle, notification: readonly Posted[]): Promise<Result<readonly Left[], LookRefusal>>;
  /** null: cards have no files here, or ATTACH_VIDEOS is off. */
  readonly attach: AttachVideo | null;
}

/** The result of asking the service for a video's link again. */
export type LinkNews =
  /** The link was replaced. `isShown`: on the card, too. */
  | { readonly kind: "new"; readonly videoUrl: string; readonly isShown: boolean }
  /** The link is dead, but the card has the video itself. */
  | { readonly kind: "in_card" }
  /** `keptUntil`: the link is dead. The bot keeps the video until then, but cannot put it into the card. */
  | (NoNewLink & { readonly keptUntil?: EpochMs });

export type NoNewLink =
  /** `expiresAt`: null if nobody says how long it works. */
  | { readonly kind: "same"; readonly expiresAt: EpochMs | null }
  /** The service answered without a link. */
  | { readonly kind: "no_link" }
  | { readonly kind: "no_answer" | "no_key" | "bad_key" | "no_credits" };

/** What the platform will never let us delete. */
export type Left = "notification" | "video" | "card";

/**
 * The result of deleting a card. `saved`: how many saved videos stay. "not_now": the job has not ended, or the platform did
 * not delete everything.
 */
export type Deletion =
  | { readonly kind: "deleted"; readonly left: readonly Left[]; readonly saved: number }
  | { readonly kind: "not_now" };

export interface LostCard {
  readonly job: JobId;
  /** Not set: no other process makes such a message. */
  readonly mark?: number | undefined;
  readonly triedAt: EpochMs;
  /** A known card of the job. Search for another one. */
  readonly besides?: ReplyHandle;
}

export interface Notification {
  readonly people: readonly UserId[];
  /** At most 25 characters. */
  readonly nonce: string;
  /** A message in a thread is also shown in the channel. */
  readonly isBroadcast?: boolean;
  readonly triedAt: EpochMs | null;
}

/** Answers commands for a front end, which then reports how the platform took the answer. Neither function rejects. */
export interface CommandService {
  /** Returns the answer, or after `limitMs` a private message that nothing was saved. */
  answer(command: Command, limitMs: number): Promise<Answer>;
  /** Reports whether an answer (or a `finish`) with a job's first card arrived. */
  answered(jobId: JobId, fate: AnswerFate): Promise<void>;
}

/**
 * Another process with the same credentials that does not share our jobs, such as the old bot after a move to another
 * machine.
 */
export interface Rival {
  /** Reports a sign of it. Only the first one is logged. */
  seen(): void;
  /** Reports that it has stopped. */
  gone(): void;
  isThere(): boolean;
  /** Returns a line for the operator; null if there is no rival. */
  line(): string | null;
}

export interface FrontEnd {
  readonly platform: Platform;
  readonly chat: Chat;
  readonly people: TeamPeople;
  /** Connects and registers. Rejects if the credentials are refused. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns null while all is well, otherwise a reason such as "Discord: not connected". */
  trouble(): string | null;
  readonly rival: Pick<Rival, "line">;
}

/**
 * Like `fetch`, for short answers. It follows no redirects, decompresses nothing, reads at most `mostBytes` (1 MB), and
 * gives up after `limitMs`.
 */
export type FetchWhole = (
  url: string | URL,
  init: FetchInit,
  limitMs: number,
  mostBytes?: number,
) => Promise<WholeAnswer>;

/** A part of `Response`. */
export interface WholeAnswer extends Pick<Response, "ok" | "status" | "text" | "json" | "arrayBuffer"> {
  readonly headers: Pick<Headers, "get" | "has">;
}

/** The options of `fetch` that we use. The body is text, or bytes streamed as an async iterable. */
export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** Logs one line per event with named fields. Values must not be secrets or text from people or the service. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Messages that a front end shows on its own. */
export interface OwnMessages {
  readonly somethingWentWrong: ChatMessage;
  /** A payload did not have the format the platform documents. */
  readonly unreadable: ChatMessage;
  readonly restarting: ChatMessage;
  /** The second half of an answer failed. Its effects are unknown, so the message says nothing about them. */
  readonly unfinished: ChatMessage;
}

/** Returns messages in a person's language, or in English if it is unknown. */
export type InLanguage<Said> = (locale: Locale | undefined) => Said;

/** The status beside the bot's name, visible to everybody; null: none. */
export interface OwnStatus {
  now(): string | null;
  /** Calls `hear` when the status may have changed. The returned function unsubscribes. */
  onChange(hear: () => void): () => void;
}

/** Remembers who has been welcomed. Both functions reject if the store fails. */
export interface Welcomed {
  /** Returns true the first time for each person. */
  note(owner: Owner): Promise<boolean>;
  /** Returns when the person was welcomed; null: not yet. */
  at(owner: Owner): Promise<EpochMs | null>;
}

/** Returns the message for a first visit, or null. Rejects if the store fails. */
export type WelcomeOf = (visitor: Command) => Promise<ChatMessage | null>;

/** Returns the messages of a person's own page. A message with a title starts a section. Rejects if the store fails. */
export type HomeOf = (owner: Owner, locale: Locale) => Promise<readonly ChatMessage[]>;

/** Lets Reelay act in a workspace, or in all workspaces of an organization. */
export interface Installation {
  readonly token: Secret;
  readonly installedAt: EpochMs;
}

/** Stores installations by the platform's id of a workspace or organization. Tokens are encrypted at rest. */
export interface Installations {
  find(id: string): Promise<Installation | null>;
  keep(id: string, installation: Installation): Promise<void>;
}

/** Counts for the operator. Labels are our own words, never a person's. */
export interface Meter {
  /** The first answer reached the platform after this many milliseconds. */
  answered(platform: string, afterMs: number): void;
  accepted(platform: string): void;
  submitted(result: string): void;
  /** A task cost more or less than its price. */
  mispriced(than: "more" | "less"): void;
  /** `lateMs`: how long after its due time the poll was made. */
  polled(result: string, lateMs: number): void;
  delivered(
    platform: string,
    what: "progress" | "final" | "notification" | "whisper" | "note" | "video",
    result: string,
  ): void;
  /** A message or an edit was delivered in this way. */
  arrived(platform: string, way: string): void;
  settled(outcome: string): void;
  /** A video with this outcome cost that; a batch costs nothing itself. */
  cost(of: { readonly platform: string; readonly payer: "own" | "team" }, ledger: Ledger): void;
  /** A rule refused a prompt. `rule`: the operator's name for it, or a word of ours. */
  denied(rule: string): void;
  /** Calls these functions whenever somebody reads the metrics. */
  watch(figures: Figures): void;
}

export interface Figures {
  /** For each platform, whether calls are held back because it is down. */
  readonly breakers?: () => Readonly<Record<string, boolean>>;
  readonly limits?: () => LimitsInUse;
  readonly isReady?: () => boolean;
  readonly hasTrouble?: () => boolean;
  /** The number and size of the kept films; null: not counted yet. */
  readonly keptFilms?: () => { readonly count: number; readonly bytes: number } | null;
}

/**
 * Fetches a picture and makes a copy that the video service accepts. Ends soon after `signal` aborts; never rejects.
 */
export type FitPicture = (
  picture: Pick<Picture, "url" | "file">,
  signal: AbortSignal,
) => Promise<Result<BroughtPicture, PictureProblem>>;

/** Fetches a file that only members of the platform can see, at most `maxBytes` large. */
export type OpenFile = (
  file: PrivateFile,
  how: { readonly maxBytes: number; readonly signal?: AbortSignal },
) => Promise<Result<Uint8Array, FileProblem>>;

/** `sizeBytes`: as reported by the platform. */
export type FileProblem =
  | { readonly kind: "gone" | "unreachable" }
  | { readonly kind: "too_large"; readonly sizeBytes: number | null };

/** Lets the video service fetch pictures that a platform shows only to its members. */
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
