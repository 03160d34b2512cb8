import type { EpochMs } from "../../src/core/clock.ts";
import type { CallKind } from "./faults.ts";

/** Facts of a life beside what its person saw and what the service took, before anything has happened. The claims judge by them. */
export function noFacts() {
  return {
    crashes: 0,
    /** Times the operator asked a process to end. */
    stops: 0,
    /** Times a process stalled or lost its locks, and how long it stalled. */
    stalls: 0,
    frozenMs: 0,
    /** Writes that failed, or seemed to. */
    writeFaults: 0,
    readFaults: 0,
    /** A clear answer of a paid call reached the process that made it. */
    isStartHeard: false,
    /** A paid call was refused in a way that no repetition changes. */
    isRefusedForGood: false,
    /** Paid calls that certainly did not leave, without repetitions. */
    unsent: 0,
    /** Polls that were answered with "no such task", and with a finished video that has no link. */
    unknownTasks: 0,
    linkless: 0,
    /** The person took the card away: before its final message, or with it. */
    deleted: null as "unfinished" | "final" | null,
    /** A new message was lost, and the bot could not know. */
    isNewMessageLost: false,
    /** A final message was due when every way to the person was shut. */
    isWayShut: false,
    /** The job has had another person to notify; `listenerCalls` is how many notifications they got. */
    isListenerPromised: false,
    listenerCalls: 0,
    /** Since then it has them no longer. */
    unlistenedAt: null as EpochMs | null,
    /** Somebody asked for a new link, and got another. */
    isLinkAsked: false,
    /** The workspace has removed the bot, and the job has known since then: nobody may be notified any longer. */
    isUninstalled: false,
    forgottenAt: null as EpochMs | null,
    /** The card was moved, and may also be left where it was. */
    isMoved: false,
    /** The time of a manager's decision. */
    decidedAt: null as EpochMs | null,
    /** A notification was lost without the bot's knowledge, or was not sent again. */
    isNotificationLost: false,
    /** A new key woke the job then, and it was polled with that key so much later. */
    renewedAt: null as EpochMs | null,
    renewedLateMs: null as number | null,
    /** Polls that failed, those of them whose key was refused, and how late the end of the task was seen. */
    pollFaults: 0,
    keyFaults: 0,
    endSeenLateMs: null as number | null,
    /** The command was refused because it could not be saved. */
    isRefusedUnsaved: false,
    isAnswerRefused: false,
    /** The card of the answer, once the bot has noted which message it is. */
    notedCard: null as string | null,
    cardsAnswered: 0,
    /** Files put into the card, failed tries, and files put before the final message. */
    filesPut: 0,
    attachFaults: 0,
    filesTooSoon: 0,
    /** Somebody has had the kept films deleted. */
    isFilmForgotten: false,
    /** The running hour, and its calls by kind. */
    hour: 0,
    calls: new Map<CallKind, number>(),
  };
}

export type Facts = ReturnType<typeof noFacts>;

/** Returns whether the paid call's answer is certainly on the disk. Where a press came first, the job is read once more. */
export function isAnswerKept({ crashes, stops, writeFaults, readFaults, isListenerPromised }: Facts): boolean {
  const isUnread = isListenerPromised && readFaults > 0;
  return crashes + stops === 0 || (writeFaults === 0 && !isUnread);
}

/** Counts what may have kept a process from its work; without any, nothing excuses it. */
export function troublesOf({ crashes, stops, stalls, writeFaults }: Facts): number {
  return crashes + stops + stalls + writeFaults;
}
