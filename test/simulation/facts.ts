import type { EpochMs } from "../../src/core/clock.ts";
import type { CallKind } from "./faults.ts";
import type { SimProcess } from "./world/sim-process.ts";

/** Facts of a life beside what its person saw and what the service took. The claims judge by them. */
export interface Facts {
  crashes: number;
  /** Times the operator asked a process to end. */
  stops: number;
  /** Times a process stalled or lost its locks, and how long it stalled. */
  stalls: number;
  frozenMs: number;
  /** Writes that failed, or seemed to. */
  writeFaults: number;
  readFaults: number;
  /** A clear answer of a paid call reached the process that made it. */
  isStartHeard: boolean;
  /** Paid calls that certainly did not leave. */
  unsent: number;
  /** Polls that were answered with "no such task", and with a finished video that has no link. */
  unknownTasks: number;
  linkless: number;
  /** The person took the card away: before its final word, or with it. */
  deleted: "unfinished" | "final" | null;
  /** A new message was lost, and the bot could not know. */
  isNewMessageLost: boolean;
  /** A final word was due when every way to the person was shut. */
  isWayShut: boolean;
  /** The process whose last message was not sent, because it waits for its turn. */
  unsentBy: SimProcess | null;
  /** Times that an expired interaction token was tried first. */
  deadTokens: number;
  /** Somebody else was promised a notification, and got so many. */
  isListenerPromised: boolean;
  listenerCalls: number;
  /** The job learned then that somebody no longer wants to be notified. */
  unlistenedAt: EpochMs | null;
  /** Somebody pressed both buttons at once, so nobody knows which came last. */
  isListenerUnclear: boolean;
  /** Presses of *Notify me too*, and those of them that were answered. */
  listensBegun: number;
  listensEnded: number;
  /** Somebody asked for a new link, and got another. */
  isLinkAsked: boolean;
  /** The workspace has removed the bot, and the job has known since then: nobody may be notified any longer. */
  isUninstalled: boolean;
  forgottenAt: EpochMs | null;
  /** The card was moved, and may also be left where it was. */
  isMoved: boolean;
  /** The time of a manager's decision. */
  decidedAt: EpochMs | null;
  /** A notification was lost without the bot's knowledge, or was not sent again. */
  isNotificationLost: boolean;
  /** A new key woke the job then, and it was polled with that key so much later. */
  renewedAt: EpochMs | null;
  renewedLateMs: number | null;
  /** Polls that failed, those of them whose key was refused, and how late the end of the task was seen. */
  pollFaults: number;
  keyFaults: number;
  endSeenLateMs: number | null;
  /** The command was refused because it could not be saved. */
  isRefusedUnsaved: boolean;
  isAnswerRefused: boolean;
  /** The card of the answer, once the bot has noted which message it is. */
  notedCard: string | null;
  cardsAnswered: number;
  /** Files put into the card, failed tries, and files put before the final word. */
  filesPut: number;
  attachFaults: number;
  filesTooSoon: number;
  /** Somebody has had the kept films deleted. */
  isFilmForgotten: boolean;
  /** The running hour, and its calls by kind. */
  hour: number;
  readonly calls: Map<CallKind, number>;
}

/** Returns whether the paid call's answer is certainly on the disk. Where a press came first, the job is read once more. */
export function isAnswerKept({ crashes, stops, writeFaults, readFaults, isListenerPromised }: Facts): boolean {
  const isUnread = isListenerPromised && readFaults > 0;
  return crashes + stops === 0 || (writeFaults === 0 && !isUnread);
}

export function noFacts(): Facts {
  return {
    crashes: 0,
    stops: 0,
    stalls: 0,
    frozenMs: 0,
    writeFaults: 0,
    readFaults: 0,
    isStartHeard: false,
    deleted: null,
    isNewMessageLost: false,
    isWayShut: false,
    isRefusedUnsaved: false,
    isAnswerRefused: false,
    notedCard: null,
    unsent: 0,
    unknownTasks: 0,
    linkless: 0,
    cardsAnswered: 0,
    hour: 0,
    calls: new Map(),
    unsentBy: null,
    deadTokens: 0,
    isListenerPromised: false,
    listenerCalls: 0,
    unlistenedAt: null,
    isListenerUnclear: false,
    listensBegun: 0,
    listensEnded: 0,
    isUninstalled: false,
    forgottenAt: null,
    isLinkAsked: false,
    isMoved: false,
    decidedAt: null,
    isNotificationLost: false,
    renewedAt: null,
    renewedLateMs: null,
    pollFaults: 0,
    keyFaults: 0,
    endSeenLateMs: null,
    filesPut: 0,
    attachFaults: 0,
    filesTooSoon: 0,
    isFilmForgotten: false,
  };
}
