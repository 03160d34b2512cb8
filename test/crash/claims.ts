import type { Shown } from "./evidence.ts";
import type { Platform, Report } from "./protocol.ts";

/** One command that was typed, with all that was ever seen of it. */
export interface Trial {
  readonly platform: Platform;
  readonly prompt: string;
  readonly typedAt: number;
  /** null: neither an answer nor the platform's "did not respond" so far. */
  readonly answer: "answered" | "unanswered" | null;
  /** Whether a killed bot left its job on the disk. */
  readonly isStored: boolean;
  readonly shown: readonly Shown[];
  /** Its person was asked before it starts, and pressed nothing. */
  readonly isUndecided?: boolean;
  readonly tasks: Report["tasks"];
  readonly killsAt: readonly number[];
}

export const claims = [
  "double charge",
  "lost final word",
  "doubled final word",
  "doubled notification",
  "lost notification",
  "charge without an answer",
  "charge without a press",
  "false word about money",
  "second card",
  "card left as if under way",
] as const;
export type Claim = (typeof claims)[number];

/** A card and the private word in its place name the video's settings; a notification does not. */
const IS_WORD = /^(?:\d+:\d+|As the picture) · \d+ seconds · \d+p/m;
/** On Slack its first line begins with an emoji. */
const IS_UNDER_WAY =
  /^(?:\p{Extended_Pictographic}\uFE0F? )?(Request received$|Waiting for the video service|Waiting for its turn|Starting…|Queued$|Making the video|Still not finished…)/mu;

const HAS_WAITED = /^(?:⏳ )?Waiting for the video service/;

/** A bot that finds an order whose answer was never noted waits 30 s with its word; the rest is for a busy machine. */
const NOT_STARTED_WITHIN_MS = 38_000;
/** A notification follows the final word within this. */
export const NOTIFIED_WITHIN_MS = 4_000;
/** A kill so soon after a message may have come before the bot noted what became of it. */
const UNNOTED_MS = 1_000;

/** Cards and what replaced them, with the last text of each. */
function wordsOf({ shown }: Trial) {
  return shown.flatMap((message) => {
    const last = message.texts.at(-1);
    return last && IS_WORD.test(last.text) ? [{ ...message, last, isFinal: !IS_UNDER_WAY.test(last.text) }] : [];
  });
}

/** Whether a message of ours says what nothing comes after. */
export const isFinalWord = (text: string) => IS_WORD.test(text) && !IS_UNDER_WAY.test(text);

/** How often people were notified because of it. */
export const pingsOf = ({ shown }: Trial) => shown.reduce((sum, { pings }) => sum + pings, 0);

/** When the final word was first read; null where it never was. */
export function finalAt({ shown }: Trial): number | null {
  const finals = shown.flatMap(({ texts }) => texts).filter(({ text }) => isFinalWord(text));
  return finals.length === 0 ? null : Math.min(...finals.map(({ at }) => at));
}

/** Whether the bot took the command: it showed a card, or its job is on the disk. */
export function isAccepted(trial: Trial): boolean {
  return trial.isStored || wordsOf(trial).length > 0;
}

/** Whether nothing more is to come that a person would miss. */
export function isOver(trial: Trial, now: number): boolean {
  if (!isAccepted(trial)) return trial.answer === "unanswered" || (trial.answer !== null && isUntaken(trial, now));
  const saidAt = finalAt(trial);
  if (saidAt !== null) return pingsOf(trial) > 0 || now - saidAt > NOTIFIED_WITHIN_MS;
  return trial.answer === "unanswered" && now - trial.typedAt > NOT_STARTED_WITHIN_MS;
}

/** A bot that answered shows a card soon; where it died before that, its disk was looked at. */
function isUntaken({ typedAt, killsAt }: Trial, now: number): boolean {
  return killsAt.some((killedAt) => killedAt >= typedAt) || now - typedAt > NOT_STARTED_WITHIN_MS;
}

/** Its card said that it waits until the video service is well again. */
export function hasWaited({ shown }: Trial): boolean {
  return shown.some(({ texts }) => texts.some(({ text }) => HAS_WAITED.test(text)));
}

/** Its person reads that we do not know whether it was charged. */
export function isUnsure(trial: Trial): boolean {
  return wordsOf(trial).some(({ last }) => /know whether this video was made/.test(last.text));
}

/**
 * First cards that nobody can edit any more: Slack tells a post's id only in its answer, and the bot died before it had
 * noted it. Its person has the final word in another message.
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

/** The claims that a command which is over does not keep. */
export function brokenClaims(trial: Trial): readonly Claim[] {
  const { tasks, answer } = trial;
  const words = wordsOf(trial);
  const finals = words.filter(({ isFinal }) => isFinal);
  const standing = words.filter((word) => !word.isGone && !isLeftBehind(trial, word));
  const pings = pingsOf(trial);
  const saidAt = finalAt(trial);
  // Slack knows no message again, so one that may have arrived is not sent a second time.
  const mayBeSilent = answer === "unanswered" || (trial.platform === "slack" && saidAt && wasKilled(trial, saidAt));
  const isMissed = isAccepted(trial) && answer !== "unanswered" && !finals.some(({ isGone }) => !isGone);
  const isBroken: Readonly<Record<Claim, boolean>> = {
    "double charge": tasks.length > 1,
    "lost final word": isMissed,
    "doubled final word": finals.length > 1,
    "doubled notification": pings > 1,
    "lost notification": pings === 0 && finals.length > 0 && !mayBeSilent,
    "charge without an answer": tasks.length > 0 && (answer !== "answered" || !isAccepted(trial)),
    "charge without a press": tasks.length > 0 && trial.isUndecided === true,
    "false word about money": trial.shown.some(({ texts }) => texts.some(({ text }) => isFalse(text, tasks))),
    "second card": standing.length > Math.max(1, finals.length),
    "card left as if under way": standing.some(({ isFinal }) => !isFinal),
  };
  return claims.filter((claim) => isBroken[claim]);
}

function isFalse(text: string, tasks: Trial["tasks"]): boolean {
  const ended = (status: string) => tasks.some((task) => task.status === status);
  if (/Nothing was charged/.test(text)) return tasks.some(({ status }) => status !== "failed");
  if (/credits were refunded/.test(text)) return !ended("failed");
  return /credits used/.test(text) && !ended("succeeded");
}
