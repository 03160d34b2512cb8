import type { EpochMs } from "../../src/core/clock.ts";
import type { CallKind } from "./faults.ts";
import type { SimProcess } from "./world/sim-process.ts";

/** What happened in a life beside what its person saw and what the service took. The claims are judged by it. */
export interface Facts {
  crashes: number;
  /** Times the operator asked a process to end. */
  stops: number;
  /** Times a process stood still or lost its locks, and how long it stood. */
  stalls: number;
  frozenMs: number;
  /** Writes that failed, or seemed to. */
  writeFaults: number;
  readFaults: number;
  /** Some answer of a paid call reached the process that made it, and was clear. */
  isStartHeard: boolean;
  /** Paid calls that surely did not leave. */
  unsent: number;
  /** Polls that were answered with "no such task", and with a finished video that has no link. */
  unknownTasks: number;
  linkless: number;
  /** The person took the card away: before its final word, or with it. */
  deleted: "unfinished" | "final" | null;
  /** A new message was lost, and the bot could not know. */
  isNewMessageLost: boolean;
  /** A final word was asked for when every way to the person was shut. */
  isWayShut: boolean;
  /** Whose last message was not sent: it waits for its turn. */
  unsentBy: SimProcess | null;
  /** Times that the token of an interaction was tried first although it was dead of age. */
  deadTokens: number;
  /** Somebody else was promised to be told of the end; how often they were called. */
  isListenerPromised: boolean;
  listenerCalls: number;
  /** When the job knew that somebody no longer wants to be told. */
  unlistenedAt: EpochMs | null;
  /** Somebody pressed both at once: which of them came last is not known. */
  isListenerUnclear: boolean;
  /** How often somebody has asked to be told, and how many of those are answered. */
  listensBegun: number;
  listensEnded: number;
  /** Its link was asked for once more, and became another. */
  isLinkAsked: boolean;
  /** The workspace has removed the bot, and since when the job knows: nobody is told anything any longer. */
  isUninstalled: boolean;
  forgottenAt: EpochMs | null;
  /** Its card was brought to another place, and may be left where it was. */
  isMoved: boolean;
  /** When a manager's word came; null: never. */
  decidedAt: EpochMs | null;
  /** A notification was lost, and the bot could not know, or was not sent again. */
  isNotificationLost: boolean;
  /** When a new key woke the job, and how long it took until it was polled with that. */
  renewedAt: EpochMs | null;
  renewedLateMs: number | null;
  /** Polls that went wrong, those whose key was refused among them, and how late the end of the task was seen. */
  pollFaults: number;
  keyFaults: number;
  endSeenLateMs: number | null;
  /** What the person was told at once. */
  saidCannotSave: boolean;
  isAnswerRefused: boolean;
  /** The card of the answer, once the bot has noted which message it is. */
  notedCard: string | null;
  /** How many cards answered the command. */
  cardsAnswered: number;
  /** Files that the person would find, were none replaced; tries that did not go well; files brought before the final word. */
  filesPut: number;
  attachFaults: number;
  filesTooSoon: number;
  /** The running hour, and its calls by kind. */
  hour: number;
  readonly calls: Map<CallKind, number>;
}

/** What came back from the paid call is on the disk, unless that failed; where a press came first, the job is read once more. */
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
    saidCannotSave: false,
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
  };
}
