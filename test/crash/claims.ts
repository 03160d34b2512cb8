import { z } from "zod";
import type { Entry } from "../../sandbox/src/journal.ts";
import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { linesOf } from "../../src/cli/read-message.ts";
import { brokenClaims, CLAIMS, type Claim, type CommandFacts, serviceLedgerOf } from "../claims/claims.ts";
import { isUnderWay, statementsIn } from "../claims/read-text.ts";
import { type Platform, type Report, type Sight, sight } from "./protocol.ts";

/** One typed command and everything that the servers saw about it. */
export interface Trial {
  readonly platform: Platform;
  readonly prompt: string;
  readonly typedAt: number;
  /** Null: no answer yet, and the platform has not shown "did not respond" either. */
  readonly answer: "answered" | "unanswered" | null;
  /** A killed bot had saved the job. */
  readonly isStored: boolean;
  readonly shown: readonly Shown[];
  /** The person was asked for confirmation and pressed nothing. */
  readonly isUndecided?: boolean;
  readonly tasks: Report["tasks"];
  /** Null: there is no outcome yet, or the stored job is not read. */
  readonly stored: CommandFacts["stored"];
  readonly killsAt: readonly number[];
  /** Only the person can see the card. */
  readonly isPrivate?: boolean;
}

/** Claims that only kills of a bot on both platforms can break, in addition to the common claims. */
const CRASH_CLAIMS = ["charged without an answer", "charged without a press", "a second card"] as const;

export type CrashClaim = Claim | (typeof CRASH_CLAIMS)[number];

export const crashClaims: readonly CrashClaim[] = [...CLAIMS, ...CRASH_CLAIMS];

/** A card, and a private message that replaces it, name the video's settings. A notification does not. */
const IS_WORD = /^(?:\d+:\d+|As the picture) · \d+ seconds · \d+p/m;
/** A bot that finds a job without a saved answer waits 30 s before it responds. The rest allows for a busy machine. */
const NOT_STARTED_WITHIN_MS = 38_000;
/** A notification follows the final message within this time. */
const NOTIFIED_WITHIN_MS = 4_000;
/** A kill this soon after a message may have come before the bot saved the result of sending it. */
const UNNOTED_MS = 1_000;

/** Cards and the messages that replaced them, with their latest texts. */
function wordsOf({ shown }: Trial) {
  return shown.flatMap((message) => {
    const last = message.texts.at(-1);
    return last && IS_WORD.test(last.text) ? [{ ...message, last, isFinal: isFinalMessage(last.text) }] : [];
  });
}

/** Returns true if the text of one of our messages is final. */
export const isFinalMessage = (text: string) => IS_WORD.test(text) && !text.split("\n").some(isUnderWay);

/** The number of notifications that people received about the command. */
export const pingsOf = ({ shown }: Trial) => shown.reduce((sum, { pings }) => sum + pings, 0);

/** When the final message was first shown. Null: never. */
function finalAt({ shown }: Trial): number | null {
  const finals = shown.flatMap(({ texts }) => texts).filter(({ text }) => isFinalMessage(text));
  return finals.length === 0 ? null : Math.min(...finals.map(({ at }) => at));
}

/** Returns true if the bot accepted the command: it showed a card or saved the job. */
export function isAccepted(trial: Trial): boolean {
  return trial.isStored || wordsOf(trial).length > 0;
}

/** Returns true if the person is owed no further message. */
export function isOver(trial: Trial, now: number): boolean {
  if (!isAccepted(trial)) return trial.answer === "unanswered" || (trial.answer !== null && isUntaken(trial, now));
  const saidAt = finalAt(trial);
  if (saidAt !== null) return pingsOf(trial) > 0 || now - saidAt > NOTIFIED_WITHIN_MS;
  return trial.answer === "unanswered" && now - trial.typedAt > NOT_STARTED_WITHIN_MS;
}

/** A bot that has answered shows a card soon. If it was killed before that, its stored jobs were checked. */
function isUntaken({ typedAt, killsAt }: Trial, now: number): boolean {
  return killsAt.some((killedAt) => killedAt >= typedAt) || now - typedAt > NOT_STARTED_WITHIN_MS;
}

/** Returns true if the person was told that the bot does not know whether the video was charged. */
export function isUnsure(trial: Trial): boolean {
  return wordsOf(trial).some(({ last }) => /know whether this video was made/.test(last.text));
}

/**
 * The number of first cards that can no longer be edited. Slack returns a message's id only in its response, and the bot was
 * killed before it saved the id. The person has the final message in another message.
 */
export function leftBehind(trial: Trial): number {
  return wordsOf(trial).filter((word) => isLeftBehind(trial, word)).length;
}

function isLeftBehind(trial: Trial, { platform, texts, isFinal }: Shown & { readonly isFinal: boolean }): boolean {
  const [first] = texts;
  if (platform !== "slack" || isFinal || !first || texts.length > 1) return false;
  return wordsOf(trial).some((other) => other.isFinal) && wasKilled(trial, first.at);
}

function wasKilled({ killsAt }: Trial, at: number): boolean {
  return killsAt.some((killedAt) => killedAt >= at && killedAt - at < UNNOTED_MS);
}

/** Returns the claims that a finished command breaks. */
export function brokenCrashClaims(trial: Trial): readonly CrashClaim[] {
  const { tasks, answer, isUndecided = false } = trial;
  const words = wordsOf(trial);
  const finals = words.filter(({ isFinal }) => isFinal);
  const standing = words.filter((word) => !word.isGone && !isLeftBehind(trial, word));
  const isFinalLeft = finals.some(({ isGone }) => !isGone);
  const facts: CommandFacts = {
    service: serviceLedgerOf(tasks.map(taken)),
    isBatch: false,
    statements: trial.shown.flatMap(({ texts }) => texts.flatMap(({ text }) => statementsIn(text))),
    finalMessages: isFinalLeft ? finals.length : 0,
    unfinishedCards: standing.filter(({ isFinal }) => !isFinal).length,
    notifications: pingsOf(trial),
    stored: trial.stored,
  };
  const isCharged = tasks.length > 0;
  const isBroken: Readonly<Record<(typeof CRASH_CLAIMS)[number], boolean>> = {
    "charged without an answer": isCharged && (answer !== "answered" || !isAccepted(trial)),
    "charged without a press": isCharged && isUndecided,
    "a second card": standing.length > Math.max(1, finals.length),
  };
  return [...brokenClaims(facts, excusesOf(trial, finals.length)), ...CRASH_CLAIMS.filter((claim) => isBroken[claim])];
}

function excusesOf(trial: Trial, finals: number): readonly Claim[] {
  const saidAt = finalAt(trial);
  // Slack does not deduplicate messages, nor does Discord private ones, so a message that may have arrived is not sent again.
  const isSentOnce = trial.platform === "slack" || trial.isPrivate;
  const mayBeSilent = trial.answer === "unanswered" || (isSentOnce && saidAt && wasKilled(trial, saidAt));
  return [
    ...(isAccepted(trial) && trial.answer !== "unanswered" ? [] : (["no final message"] as const)),
    ...(finals === 0 || mayBeSilent ? (["no notification"] as const) : []),
  ];
}

/** The credits that the service charged and refunded for a task. */
export function taken({ status, creditsUsed }: Pick<Report["tasks"][number], "status" | "creditsUsed">) {
  return { credits: creditsUsed, refunded: status === "failed" ? creditsUsed : 0 };
}

/**
 * Assigns each notification without a command to a command whose final message came just before it. Prefers a command
 * without a notification, so that any other notification counts as a second one.
 */
export function adopt(trials: readonly Trial[], orphans: readonly Shown[]): readonly Trial[] {
  let adopted = trials;
  for (const orphan of orphans) {
    const at = orphan.texts[0]?.at ?? 0;
    const fitting = adopted.filter((trial) => {
      const saidAt = finalAt(trial);
      return trial.platform === orphan.platform && saidAt !== null && saidAt <= at && at - saidAt < NOTIFIED_WITHIN_MS;
    });
    const parent = fitting.find((trial) => pingsOf(trial) === 0) ?? fitting.at(-1);
    if (!parent) throw new Error(`a notification belongs to no command: ${orphan.texts[0]?.text}`);
    adopted = adopted.map((trial) => (trial === parent ? { ...trial, shown: [...trial.shown, orphan] } : trial));
  }
  return adopted;
}

const ADA = "ada";

/** Reports the service's counts and the messages that Ada sees now. */
export function reportOf({ discord, slack, video }: Sandbox): Report {
  const onDiscord = [discord.channelId, discord.dmChannelId(ADA)].flatMap((id) => discord.messages(ADA, id));
  const onSlack = [slack.channelId, slack.dmChannelId(ADA)].flatMap((id) => slack.messages(ADA, id));
  return {
    tasks: video.tasks().map(({ prompt, status, creditsUsed }) => ({ prompt, status, creditsUsed })),
    ledger: video.ledger(),
    visible: [
      ...onDiscord.map(({ id }) => ({ platform: "discord" as const, messageId: id })),
      ...onSlack.map(({ ts }) => ({ platform: "slack" as const, messageId: ts })),
    ],
  };
}

const reply = z.object({ reference: z.string().nullish(), threadTs: z.string().nullish() });

/** The part of a journal entry that the checks need, or null. */
export function sightOf({ at, place, kind, messageId, interactionId, payload }: Entry): Sight | null {
  const isText = kind === "message" || kind === "edited";
  const { reference, threadTs } = (isText && reply.safeParse(payload).data) || {};
  const text = isText ? linesOf(payload).join("\n") : "";
  const replyTo = reference ?? threadTs ?? undefined;
  return sight.safeParse({ at, platform: place, what: kind, messageId, interactionId, replyTo, text }).data ?? null;
}

/** A message with all of its texts. They stay evidence after the message is deleted. */
export interface Shown {
  readonly platform: Platform;
  readonly messageId: string;
  /** Empty if it is not a reply. */
  readonly replyTo: string;
  readonly texts: readonly { readonly at: number; readonly text: string }[];
  readonly pings: number;
  readonly isGone: boolean;
}

/** Everything that the servers of one world saw, in order. */
export interface Evidence {
  take(sight: Sight): void;
  /**
   * Every message that ever quoted the prompt, and the replies to these. The texts of a confirmation question are left
   * out.
   */
  about(prompt: string): readonly Shown[];
  /** Returns true if the person was asked for confirmation before the video started. */
  isAsked(prompt: string): boolean;
  /**
   * Notifications that cannot be assigned to a command. If the bot never received the id of a card, the notification does
   * not reply to it.
   */
  orphans(): readonly Shown[];
  answerTo(interactionId: string): "answered" | "unanswered" | null;
  lastAt(): number;
  connections(platform: Platform): number;
}

const IS_QUESTION = /A video started now may fail/;
/** Every prompt of the crash test starts with this text. */
export const MARK = "kite ";

interface Held {
  readonly platform: Platform;
  readonly messageId: string;
  readonly replyTo: string;
  readonly texts: { readonly at: number; readonly text: string }[];
  pings: number;
  isGone: boolean;
}

export function evidence(): Evidence {
  const messages = new Map<string, Held>();
  const answers = new Map<string, "answered" | "unanswered">();
  const connections = { discord: 0, slack: 0 };
  let lastAt = 0;

  function heldOf({ platform, messageId = "", replyTo = "" }: Sight): Held {
    const name = `${platform} ${messageId}`;
    const held = messages.get(name) ?? { platform, messageId, replyTo, texts: [], pings: 0, isGone: false };
    messages.set(name, held);
    return held;
  }

  const quotes = ({ texts }: Shown, prompt: string) => texts.some(({ text }) => text.includes(prompt));

  function about(prompt: string): readonly Shown[] {
    const all = [...messages.values()];
    const quoting = new Set(all.filter((one) => quotes(one, prompt)).map(({ messageId }) => messageId));
    const replies = all.filter(({ messageId, replyTo }) => quoting.has(messageId) || quoting.has(replyTo));
    // A bot that was killed during the answer replaces the question with the message that nothing was started.
    const answers = replies.map((one) => ({ ...one, texts: one.texts.filter(({ text }) => !IS_QUESTION.test(text)) }));
    return answers.filter(({ texts }) => texts.length > 0);
  }

  return {
    take(sight) {
      lastAt = sight.at;
      switch (sight.what) {
        case "connected":
          connections[sight.platform] += 1;
          return;
        case "answered":
        case "unanswered":
          answers.set(sight.interactionId ?? "", sight.what);
          return;
        case "message":
        case "edited":
          heldOf(sight).texts.push({ at: sight.at, text: sight.text });
          return;
        case "pinged":
          heldOf(sight).pings += 1;
          return;
        case "deleted":
          heldOf(sight).isGone = true;
      }
    },
    about,
    isAsked: (prompt) =>
      [...messages.values()].some(({ texts }) =>
        texts.some(({ text }) => IS_QUESTION.test(text) && text.includes(prompt)),
      ),
    orphans: () => {
      const isOurs = (text: string) => [...messages.values()].some((one) => one.messageId === text);
      return [...messages.values()].filter(
        ({ pings, replyTo, texts }) => pings > 0 && !isOurs(replyTo) && !texts.some(({ text }) => text.includes(MARK)),
      );
    },
    answerTo: (interactionId) => answers.get(interactionId) ?? null,
    lastAt: () => lastAt,
    connections: (platform) => connections[platform],
  };
}

/** Returns true if the servers' list of visible messages matches the journal. */
export function agrees(shown: readonly Shown[], visible: Report["visible"]): boolean {
  const standing = new Set(visible.map(({ platform, messageId }) => `${platform} ${messageId}`));
  return shown.every(({ platform, messageId, isGone }) => standing.has(`${platform} ${messageId}`) !== isGone);
}
