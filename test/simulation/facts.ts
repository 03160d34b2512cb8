import type { EpochMs } from "../../src/core/clock.ts";
import type { CallKind } from "./faults.ts";

/** Facts of a run that the claims need, other than what its person saw and the service charged. */
export function noFacts() {
  return {
    crashes: 0,
    /** How often the operator asked a process to stop. */
    stops: 0,
    /** How often a process stalled or lost its locks, and for how long it stalled. */
    stalls: 0,
    frozenMs: 0,
    /** Writes that failed, or seemed to fail. */
    writeFaults: 0,
    readFaults: 0,
    /** The process that made a paid call received a clear response. */
    isStartHeard: false,
    /** A paid call was refused in a way that no retry can change. */
    isRefusedForGood: false,
    /** Paid calls that were certainly not sent, without repeated ones. */
    unsent: 0,
    /** Polls answered with "no such task", and polls answered with a finished video without a link. */
    unknownTasks: 0,
    linkless: 0,
    /** The card that the person deleted: one that was unfinished, or one with the final message. */
    deleted: null as "unfinished" | "final" | null,
    /** A new message was lost, and the bot could not know. */
    isNewMessageLost: false,
    /** The person was unreachable, and a final message could not be sent. */
    isWayShut: false,
    /** Another person pressed *Notify me too*. `listenerCalls` counts the notifications that they received. */
    isListenerPromised: false,
    listenerCalls: 0,
    /** The time when that person was removed from the list. */
    unlistenedAt: null as EpochMs | null,
    /** Somebody requested a new link and received one. */
    isLinkAsked: false,
    /**
     * The bot was removed from the workspace, and since `forgottenAt` every job knows this. Nobody may be notified after
     * that time.
     */
    isUninstalled: false,
    forgottenAt: null as EpochMs | null,
    /** The card was moved. A copy may be left in the old place. */
    isMoved: false,
    decidedAt: null as EpochMs | null,
    /** A notification was lost without the bot's knowledge, or was not sent again. */
    isNotificationLost: false,
    /** When a new key woke the job, and how many milliseconds later the job was polled with it. */
    renewedAt: null as EpochMs | null,
    renewedLateMs: null as number | null,
    /** Failed polls, those among them with a refused key, and how late the bot saw the end of the task. */
    pollFaults: 0,
    keyFaults: 0,
    endSeenLateMs: null as number | null,
    /** The command was refused because it could not be saved. */
    isRefusedUnsaved: false,
    isAnswerRefused: false,
    /** The message id of the first card, once the bot has saved it. */
    notedCard: null as string | null,
    cardsAnswered: 0,
    /** Files put into the card, failed uploads, and files put there before the final message. */
    filesPut: 0,
    attachFaults: 0,
    filesTooSoon: 0,
    /** Somebody deleted the kept films. */
    isFilmForgotten: false,
    /** The current hour, and its number of calls by kind. */
    hour: 0,
    calls: new Map<CallKind, number>(),
  };
}

export type Facts = ReturnType<typeof noFacts>;

/**
 * Returns true if the response to the paid call is certainly on the disk. After *Notify me too*, the job is read once more
 * before the save.
 */
export function isAnswerKept({ crashes, stops, writeFaults, readFaults, isListenerPromised }: Facts): boolean {
  const isUnread = isListenerPromised && readFaults > 0;
  return crashes + stops === 0 || (writeFaults === 0 && !isUnread);
}

/** The number of faults that may have prevented a process from working. */
export function troublesOf({ crashes, stops, stalls, writeFaults }: Facts): number {
  return crashes + stops + stalls + writeFaults;
}
