import type { AccessRules, NeededAccess } from "../core/access.ts";
import type { ActionOf, ButtonAction } from "../core/button.ts";
import type { ChatMessage, Deletion, Form, MessagePlace, PressedOn } from "../core/chat.ts";
import { type Chance, type Clock, within } from "../core/clock.ts";
import type { ActKind, ActOf, Answer, Command, Finish } from "../core/command.ts";
import type { Rate } from "../core/engine.ts";
import type { LinkNews } from "../core/film/film.ts";
import type { CanHostPictures, JoinParts } from "../core/film/film-chain.ts";
import type { KeptFilms } from "../core/film/kept-film.ts";
import type { Chat } from "../core/front-end.ts";
import type { ServiceHealth } from "../core/health.ts";
import type { JobId, Owner, Team, UserId } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import type { JobStore } from "../core/job/job-storage.ts";
import type { Spending } from "../core/job/ledger.ts";
import type { Meter } from "../core/meter.ts";
import type { PersonalData, Welcomed } from "../core/personal-data.ts";
import { TRAITS } from "../core/platform.ts";
import type { JudgePrompts } from "../core/prompt-policy.ts";
import type { OfferedPictures, PendingRequests, UnconfirmedRequests } from "../core/request/kept-request.ts";
import type { PrivateFiles } from "../core/request/pictures.ts";
import type { SettingsStore } from "../core/request/settings.ts";
import { type Denied, type JudgeAddress, type PictureRules, pictureMaxMb } from "../core/request/video-request.ts";
import type { Vault } from "../core/stored-secrets.ts";
import type { StyleStore } from "../core/style.ts";
import type { RefusedKeys, TeamPeople } from "../core/team/team.ts";
import type { TeamStore } from "../core/team/team-storage.ts";
import type { Log } from "../core/text/log-fields.ts";
import type { VideoApi } from "../core/video-service.ts";
import type { Accept, Order } from "../jobs/start/accept.ts";
import type { ApprovalService } from "../jobs/start/decide.ts";
import { type ShortReply, shortReply } from "../messages/ask/short-replies.ts";
import type { PictureLimits } from "../messages/ask/video-forms.ts";
import type { KeptRequest } from "../messages/card/buttons.ts";
import type { Unpaid } from "../messages/pages/keys-page.ts";
import type { Words } from "../messages/words.ts";
import type { Consent } from "./video/consent.ts";

/** Cannot start a paid job: see `PayingDeps`. */
export interface CommandDeps {
  readonly prefix: string;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "token">;
  readonly log: Log;
  readonly meter: Pick<Meter, "denied">;
  readonly retentionDays: number;
  readonly vault: Vault;
  readonly video: Pick<VideoApi, "checkKey">;
  readonly jobs: Pick<JobStore, "load" | "openJobsOf" | "jobsOf">;
  chatOf(job: Pick<Job, "reply">): Pick<Chat, "filmIn" | "post">;
  spendingOf(owner: Owner): Promise<Spending>;
  readonly pending: PendingRequests;
  readonly settings: SettingsStore;
  readonly teams: TeamStore;
  readonly refused: RefusedKeys;
  readonly people: TeamPeople;
  readonly unconfirmed: UnconfirmedRequests;
  readonly offered: OfferedPictures;
  readonly welcomed: Welcomed;
  readonly data: PersonalData;
  /** Null if the bot has no public address. */
  readonly files: PrivateFiles | null;
  readonly canContinue: CanHostPictures;
  readonly canFit: CanHostPictures;
  readonly keptFilms: Omit<KeptFilms, "keep" | "forget"> | null;
  readonly joinParts: JoinParts;
  /** Returns how many videos resumed. May reject. */
  wakeWaiting(payer: Owner | Team): Promise<number>;
  readonly judgeAddress: JudgeAddress;
  readonly judgePrompts: JudgePrompts;
  readonly styles: StyleStore;
  /** Adds nobody if the list is full or the job has ended. */
  notifyMe(id: JobId, userId: UserId): Promise<Job | null>;
  readonly decide: ApprovalService;
  askLink(id: JobId): Promise<LinkNews>;
  /** Deletes the card only if it is a lost first card. */
  removeLostCard(id: JobId, place: MessagePlace): void;
  deleteCard(id: JobId, what: "everything" | "card_only"): Promise<Deletion>;
  readonly rules: CommandRules;
  readonly rate: Rate;
  readonly health: ServiceHealth;
  troubles(): readonly string[];
}

/** Only `startVideo` uses it, and it requires a `Consent`. */
export interface PayingDeps extends CommandDeps {
  readonly accept: Accept;
}

export interface CommandRules {
  readonly maxJobsPerUser: number;
  readonly maxJobsPerWorkspace: number;
  readonly maxWaitingPerUser: number;
  readonly commandsPerMinute: number;
  readonly access: AccessRules;
}

export interface Wanted extends Pick<Order, "id"> {
  readonly consent: Consent;
  readonly isSilent: boolean;
  readonly isPrivate: boolean;
  /** The video itself is attached to the card. */
  readonly isVideoWanted: boolean;
}

/** `team`: their team can pay, so the request is stored under that id. */
export interface NoKey extends Unpaid {
  readonly kind: "no_key";
  readonly team?: KeptRequest;
}

export type StartOutcome =
  | { readonly kind: "started"; readonly job: Job }
  /** Another event already made this job, such as the first of two presses. */
  | { readonly kind: "already_accepted" }
  | { readonly kind: "repeated" }
  | NoKey
  | Denied
  | { readonly kind: "refused"; readonly message: ChatMessage };

export type StartVideo = (visit: Visit, wanted: Wanted) => Promise<StartOutcome>;

export interface Visit {
  readonly deps: CommandDeps;
  readonly command: Command;
  readonly ask: AskStore;
  readonly startVideo: StartVideo;
  readonly words: Words;
}

interface ActSpec<Does> {
  /**
   * What the operator's lists must allow first. Acts that start, pay for or store something need this. Everybody can read
   * the help, and see and delete their own or their team's data.
   */
  readonly needs: NeededAccess | null | ((act: Does) => NeededAccess | null);
  /** Returns the typed texts that may contain a key. Default: none, or `handle` checks them. */
  readonly typed?: (act: Does) => Typed;
  /** The field of a submitted form that shows problems with the whole form. */
  readonly formField?: string | ((act: Does) => string | null);
  readonly handle: (visit: Visit, act: Does) => Answer | Promise<Answer>;
}

/** Texts that somebody typed. A form shows a problem at `field`. */
export type Typed = readonly (readonly [field: string, text: string | null])[];

export interface ActChecks {
  readonly needs: NeededAccess | null;
  readonly typed: Typed;
  readonly formField: string | null;
}

export type ActTable = { readonly [Kind in ActKind]: ActSpec<ActOf<Kind>> };
export type PressHandlers = {
  readonly [Kind in ButtonAction["kind"]]: (
    visit: Visit,
    action: ActionOf<Kind>,
    on: PressedOn,
  ) => Answer | Promise<Answer>;
};

export function privateReply(message: ChatMessage): Answer {
  return { kind: "private", message };
}

/** An answer about a secret, which others should not notice. */
export function discreetReply(message: ChatMessage): Answer {
  return { kind: "private", message, isDiscreet: true };
}

export function formReply(form: Form): Answer {
  return { kind: "form", form };
}

export function replaceMessage(message: ChatMessage): Answer {
  return { kind: "replace_message", message };
}

/** Throws `StoreUnavailable` if our own store fails or takes too long. */
export type AskStore = <Value>(work: () => Promise<Value>, failure?: ShortReply) => Promise<Value>;

export class StoreUnavailable extends Error {
  readonly notice: ShortReply;

  constructor(notice: ShortReply) {
    super();
    this.notice = notice;
  }
}

/**
 * How long a command waits for our own store in total before its job is saved. Saving has another 1.5 s. The platform
 * gives up after 3 s.
 */
export const STORE_LIMIT_MS = 1_000;
const LATER_LIMIT_MS = 2_000;

/** Work that exceeds the time limit continues. So it may only read, or write something that is harmless when late. */
export function askStore({ clock, log }: Pick<CommandDeps, "clock" | "log">, limitMs = STORE_LIMIT_MS): AskStore {
  const until = clock.now() + limitMs;
  return async (work, failure = "cannotSave") => {
    try {
      const value = await within(clock, Math.max(0, until - clock.now()), work());
      if (value !== "late") return value;
      log.warn("store late", { afterMs: limitMs });
    } catch (error) {
      log.warn("store failed", { reason: reasonOf(error) });
    }
    throw new StoreUnavailable(failure);
  };
}

export function working(
  visit: Visit,
  message: ChatMessage,
  finish: (later: Visit) => Promise<ChatMessage | Finish>,
  failure?: ShortReply,
): Extract<Answer, { kind: "working" }> {
  const finishSafely = async (): Promise<Finish> => {
    const result = await afterAnswer(visit, finish, failure);
    return "tone" in result ? { message: result } : result;
  };
  return { kind: "working", message, finish: finishSafely };
}

/** Each wait for the store has its own time limit. Never rejects. */
export async function afterAnswer<Value>(
  visit: Visit,
  work: (later: Visit) => Promise<Value>,
  failure?: ShortReply,
): Promise<Value | ChatMessage> {
  const ask: AskStore = (question, unanswered) => askStore(visit.deps, LATER_LIMIT_MS)(question, unanswered);
  try {
    return await work({ ...visit, ask });
  } catch (error) {
    return failed(visit, error, failure);
  }
}

/** Logs the exception unless the store was unavailable. */
export function failed(
  { deps, command, words }: Pick<Visit, "deps" | "command" | "words">,
  error: unknown,
  failure: ShortReply = "somethingWentWrong",
): ChatMessage {
  if (error instanceof StoreUnavailable) return shortReply(error.notice, words);
  const { act } = command;
  deps.log.error("command failed", { act: act.kind === "press" ? act.action.kind : act.kind, reason: reasonOf(error) });
  return shortReply(failure, words);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}

export function pictureRules({ deps: { judgeAddress, canFit }, command }: Visit): PictureRules {
  return { judgeAddress, canFit: canFit(command) };
}

export function pictureLimits({ deps, command }: Visit): PictureLimits {
  const most = pictureMaxMb(deps.canFit(command));
  return { upload: Math.min(most, TRAITS[command.owner.platform].formFileMaxMb), address: most };
}
