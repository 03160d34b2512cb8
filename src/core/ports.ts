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

/** Jobs closed, and job ids accepted, before these times are forgotten. */
export interface ForgetBefore {
  readonly jobs: EpochMs;
  /** Later, a repeated event would make a second job. */
  readonly ids: EpochMs;
  readonly ledger: EpochMs;
  /** Sums of days that began before. */
  readonly daySums: EpochMs;
}

export interface Room {
  readonly ofOwner: number;
  readonly ofWorkspace: number;
  readonly waitingOfOwner: number;
}

export interface InsertHow {
  /** Default: no limits. */
  readonly room?: Room | undefined;
  /** Inserted all together or not at all. */
  readonly parts?: readonly Job[];
  readonly event?: JobId;
}

export type InsertRefusal = "repeated" | "exists" | "full" | TeamRefusal;

/** An answered write is on disk. Rejects if it cannot read or write. */
export interface JobStore {
  /**
   * One transaction. "repeated": the event already made a job, perhaps a forgotten one. "exists": another event made this
   * job, such as the first of two presses. "full": no room, or it would jump the queue (`wouldPass`).
   */
  insert(job: Job, how?: InsertHow): Promise<"inserted" | InsertRefusal>;
  /**
   * Lets a waiting job continue, by compare-and-set. The same transaction checks cap and room, and saves the batch's
   * parts.
   */
  admit(
    job: Job,
    version: number,
    room: Room,
    parts?: readonly StoredJob[],
  ): Promise<"saved" | "conflict" | "full" | TeamRefusal>;
  /** Rejects with `UnreadableJob` if it cannot be read. */
  load(id: JobId): Promise<StoredJob | null>;
  /** Compare-and-set. False: another save came first. */
  save(job: Job, version: number): Promise<boolean>;
  /**
   * Saves only times of a running job. A power cut or a failover may undo it, so the version stays the same: otherwise a
   * process whose change was undone could save over another's.
   */
  touch(job: Job, version: number): Promise<boolean>;
  /**
   * A page in a stable order, including unreadable jobs. `dueAt` is exact for jobs with an outcome, otherwise to the
   * minute.
   */
  openJobs(after: DueJob | null, limit: number): Promise<readonly DueJob[]>;
  openJobsOf(owner: Owner): Promise<readonly Job[]>;
  countUnsettled(workspace: string): Promise<number>;
  waitingIn(workspace: string): Promise<readonly Job[]>;
  jobsOf(owner: Owner, limit: number): Promise<readonly Job[]>;
  /** Rejects with `UnreadableJob` like `load`. */
  jobWithFilm(name: string): Promise<Job | null>;
  /** A page of the readable jobs, oldest film first. An empty page is the last. */
  jobsWithFilms(after: Job | null, limit: number): Promise<readonly Job[]>;
  /** Includes jobs whose film may still be kept. */
  filmsOf(whose: Owner | Team): Promise<readonly Job[]>;
  /** The cost of jobs accepted in a month (`2026-11`, UTC), including forgotten ones. */
  ledger(owner: Owner, month: string): Promise<Ledger>;
  /** Forgets closed jobs only. Returns the open ones. */
  forgetInstallation(id: string, acceptedBy: EpochMs): Promise<readonly JobId[]>;
  /** Keeps the parts of an open batch. Returns the number of forgotten jobs. */
  forget(before: ForgetBefore): Promise<number>;
  close(): Promise<void>;
}

export interface Vault {
  put(owner: Owner, key: Secret): Promise<void>;
  get(owner: Owner): Promise<Secret | null>;
  /** True even if the key can no longer be decrypted. */
  has(owner: Owner): Promise<boolean>;
  remove(owner: Owner): Promise<boolean>;
  /** Encrypts a copy of the key for one job of that owner. */
  seal(owner: Owner, key: Secret): string;
  /** Null: damaged, another owner's, or its master key is gone. */
  open(owner: Owner, sealed: string): Secret | null;
}

/** A generation at the service. */
export type Task =
  /** `percent`: 0 to 100; null: unknown. */
  | { readonly status: "running"; readonly percent: number | null }
  /** `videoUrl`: null if it is missing or unsafe to pass on. */
  | { readonly status: "succeeded"; readonly videoUrl: string | null }
  | { readonly status: "failed"; readonly reason?: string };

/** `credits`: null if the service did not say what it charged. */
export interface Started {
  readonly taskId: TaskId;
  readonly credits: Credits | null;
  /** What was wrong with the answer. */
  readonly problem?: string;
}

export type PollRefusal = ApiRefusal | { readonly kind: "unknown_task" };

/** "no_credits": the key works, but the account has too few credits. "unchecked": no clear answer. */
export type KeyVerdict = "good" | "no_credits" | "bad" | "unchecked";

/** Every HTTP outcome is a value, and nothing is retried here. */
export interface VideoApi {
  /**
   * The service starts one task per idempotency key, which it remembers for `forMs`. `place` names its address and header.
   */
  readonly idempotency?: { readonly place: string; readonly forMs: number };
  /** `keep` gets an answer that may contain a task before it is parsed, and must not reject. */
  submit(
    key: Secret,
    request: VideoRequest,
    keep: (answer: RawAnswer) => Promise<void>,
    idempotencyKey?: string,
  ): Promise<Result<Started, ApiRefusal>>;
  readAnswer(answer: RawAnswer): Result<Started, ApiRefusal>;
  poll(key: Secret, taskId: TaskId): Promise<Result<Task, PollRefusal>>;
  /** Spends no credits, and takes at most 8 s. */
  checkKey(key: Secret): Promise<KeyVerdict>;
  close(): Promise<void>;
}

/** The ratio is null if the picture's shape is unknown. */
export type InspectPicture = (
  url: string,
) => Promise<Result<{ readonly aspectRatio: AspectRatio | null }, PictureProblem>>;

/** Sends messages on one platform. */
export interface Chat extends ChatFilms {
  bucketOf(reply: ReplyHandle, what: "edit" | "new_message"): Bucket;
  /**
   * "in_place": only edits. "first": also posts the card if none is known. "anywhere": tries all ways to the person in
   * order. "anew": like "anywhere", but never edits. `isNew`: it was a new message, which notified `calls` (default: the
   * owner).
   */
  show(
    reply: ReplyHandle,
    message: ChatMessage,
    where: "in_place" | "first" | "anywhere" | "anew",
    calls?: readonly UserId[],
  ): Promise<Result<{ readonly reply: ReplyHandle; readonly isNew: boolean }, ChatRefusal | CardGone>>;
  /** "blind": this chat cannot read the card. */
  readButtons(reply: ReplyHandle): Promise<Result<readonly string[] | "gone" | "blind", LookRefusal>>;
  /**
   * Searches for a posted card whose answer was lost. "not_there": it will not arrive any more. "elsewhere": another
   * process with the same credentials posted this event's card. "blind": this chat cannot tell.
   */
  find(
    reply: ReplyHandle,
    lost: LostCard,
  ): Promise<Result<ReplyHandle | "not_there" | "elsewhere" | "blind", LookRefusal>>;
  /**
   * `triedAt`: an earlier attempt may have arrived. Then the result is "skipped" if a repetition could be a duplicate.
   */
  notify(reply: ReplyHandle, message: ChatMessage, how: Notification): Promise<Result<Notified, ChatRefusal>>;
  /** Notifies nobody. `nonce`: unique to this message, at most 25 characters. */
  post(
    reply: ReplyHandle,
    message: ChatMessage,
    how: { readonly to: "channel" | "direct"; readonly nonce: string },
  ): Promise<Result<ReplyHandle, ChatRefusal>>;
  /** Sends a message near the card that only the owner sees. */
  sendPrivately(reply: ReplyHandle, message: ChatMessage): Promise<Result<null, ChatRefusal>>;
  remove(reply: ReplyHandle): Promise<Result<null, ChatRefusal>>;
  /**
   * Deletes the card last, so that its button can finish the rest after an interruption. Returns what only a person can
   * delete.
   */
  takeDown(reply: ReplyHandle, notification: readonly Posted[]): Promise<Result<readonly Left[], LookRefusal>>;
  /** Null: cards have no files here, or ATTACH_VIDEOS is off. */
  readonly attach: AttachVideo | null;
}

/** The result of asking the service for a video's link again. */
export type LinkNews =
  | { readonly kind: "new"; readonly videoUrl: string; readonly isShown: boolean }
  /** The link is dead, but the film is in the card. */
  | { readonly kind: "in_card" }
  /** `keptUntil`: the bot keeps the film until then, but cannot put it into the card. */
  | (NoNewLink & { readonly keptUntil?: EpochMs });

export type NoNewLink =
  /** `expiresAt`: null if unknown. */
  | { readonly kind: "same"; readonly expiresAt: EpochMs | null }
  /** The service answered without a link. */
  | { readonly kind: "no_link" }
  | { readonly kind: "no_answer" | "no_key" | "bad_key" | "no_credits" };

/** What the platform will never let us delete. */
export type Left = "notification" | "video" | "card";

/** `saved`: how many saved videos stay. "not_now": the job has not ended, or the platform did not delete everything. */
export type Deletion =
  | { readonly kind: "deleted"; readonly left: readonly Left[]; readonly saved: number }
  | { readonly kind: "not_now" };

export interface LostCard {
  readonly job: JobId;
  /** Not set: no other process posts such a message. */
  readonly mark?: number | undefined;
  readonly triedAt: EpochMs;
  /** A known card of the job: search for another one. */
  readonly besides?: ReplyHandle;
}

export interface Notification {
  readonly people: readonly UserId[];
  /** At most 25 characters. */
  readonly nonce: string;
  /** Also shows a message of a thread in the channel. */
  readonly isBroadcast?: boolean;
  readonly triedAt: EpochMs | null;
}

export interface CommandService {
  /** After `limitMs`, answers that nothing was saved. */
  answer(command: Command, limitMs: number): Promise<Answer>;
  /** Reports whether a job's first card arrived. */
  answered(jobId: JobId, fate: AnswerFate): Promise<void>;
}

/**
 * Another process with the same credentials that does not share our jobs, such as the old bot after a move to another
 * machine.
 */
export interface Rival {
  seen(): void;
  gone(): void;
  isThere(): boolean;
  line(): string | null;
}

export interface FrontEnd {
  readonly platform: Platform;
  readonly chat: Chat;
  readonly people: TeamPeople;
  /** Rejects if the credentials are refused. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A reason such as "Discord: not connected"; null: all is well. */
  trouble(): string | null;
  readonly rival: Pick<Rival, "line">;
}

/** Like `fetch`, for short answers: no redirects, no decompression, at most `mostBytes` (1 MB) within `limitMs`. */
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

export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** Fields must not contain secrets, or text from people or the service. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Messages that a front end shows on its own. */
export interface OwnMessages {
  readonly somethingWentWrong: ChatMessage;
  /** A payload in an undocumented format. */
  readonly unreadable: ChatMessage;
  readonly restarting: ChatMessage;
  /** The second half of an answer failed. Its effects are unknown, so the message says nothing about them. */
  readonly unfinished: ChatMessage;
}

/** English if the language is unknown. */
export type InLanguage<Said> = (locale: Locale | undefined) => Said;

/** The status beside the bot's name, visible to everybody. */
export interface OwnStatus {
  now(): string | null;
  /** Returns the function that unsubscribes. */
  onChange(hear: () => void): () => void;
}

export interface Welcomed {
  note(owner: Owner): Promise<boolean>;
  at(owner: Owner): Promise<EpochMs | null>;
}

export type WelcomeOf = (visitor: Command) => Promise<ChatMessage | null>;

/** A message with a title starts a section. */
export type HomeOf = (owner: Owner, locale: Locale) => Promise<readonly ChatMessage[]>;

/** For one workspace, or all workspaces of an organization. */
export interface Installation {
  readonly token: Secret;
  readonly installedAt: EpochMs;
}

export interface Installations {
  find(id: string): Promise<Installation | null>;
  keep(id: string, installation: Installation): Promise<void>;
}

/** Labels are our own words, never a person's. */
export interface Meter {
  answered(platform: string, afterMs: number): void;
  accepted(platform: string): void;
  submitted(result: string): void;
  /** A task cost more or less than its price. */
  mispriced(than: "more" | "less"): void;
  /** `lateMs`: time since the poll was due. */
  polled(result: string, lateMs: number): void;
  delivered(
    platform: string,
    what: "progress" | "final" | "notification" | "whisper" | "note" | "video",
    result: string,
  ): void;
  /** Counts by which way a message or an edit arrived. */
  arrived(platform: string, way: string): void;
  settled(outcome: string): void;
  cost(of: { readonly platform: string; readonly payer: "own" | "team" }, ledger: Ledger): void;
  /** `rule`: the operator's name for it, or a word of ours. */
  denied(rule: string): void;
  watch(figures: Figures): void;
}

export interface Figures {
  /** Per platform: calls are held back because it is down. */
  readonly breakers?: () => Readonly<Record<string, boolean>>;
  readonly limits?: () => LimitsInUse;
  readonly isReady?: () => boolean;
  readonly hasTrouble?: () => boolean;
  /** Null: not counted yet. */
  readonly keptFilms?: () => { readonly count: number; readonly bytes: number } | null;
}

/** Makes a copy that the video service accepts. Never rejects. */
export type FitPicture = (
  picture: Pick<Picture, "url" | "file">,
  signal: AbortSignal,
) => Promise<Result<BroughtPicture, PictureProblem>>;

/** Fetches a file that only members of the platform can see. */
export type OpenFile = (
  file: PrivateFile,
  how: { readonly maxBytes: number; readonly signal?: AbortSignal },
) => Promise<Result<Uint8Array, FileProblem>>;

export type FileProblem =
  | { readonly kind: "gone" | "unreachable" }
  | { readonly kind: "too_large"; readonly sizeBytes: number | null };

/** Lets the video service fetch pictures that a platform shows only to its members. */
export interface PrivateFiles {
  /** Cannot be guessed, and works while the job is in progress. */
  addressFor(id: JobId): string;
  open(
    file: PrivateFile,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly type: string }, { readonly kind: string }>>;
  /** The platform says that the file does not exist (any more). */
  isGone(file: PrivateFile): Promise<boolean>;
}
