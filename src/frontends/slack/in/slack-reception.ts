import { LRUCache } from "lru-cache";
import type { ChatMessage, ChatRefusal, SlackReply } from "../../../core/chat.ts";
import { type Clock, within } from "../../../core/clock.ts";
import {
  type Answer,
  type AnswerFate,
  type Card,
  type Command,
  type Finish,
  MEANWHILE_MS,
} from "../../../core/command.ts";
import type { CommandDesk, Log } from "../../../core/ports.ts";
import { unreachable } from "../../../core/result.ts";
import type { KnownEvents } from "../../../core/shared.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import type { GiveFile } from "../out/slack-files.ts";
import type { PostFirstCard } from "../out/slack-ways.ts";
import { times } from "../slack-limits.ts";
import type { Incoming } from "./read-slack.ts";
import { type Line, type LineTools, tell } from "./slack-answers.ts";

/** Takes people's acts and answers them within Slack's three seconds. */
export interface Reception {
  /** Resolves once the act is answered in full; never rejects. */
  receive(incoming: Incoming, line: Line): Promise<void>;
  /** From now on people read that Reelay is restarting; resolves when all acts in hand are answered, or after 5 s. */
  close(): Promise<void>;
}

export function reception(deps: {
  desk: CommandDesk;
  clock: Clock;
  log: Log;
  events?: KnownEvents | undefined;
  tools: LineTools;
  postFirstCard: PostFirstCard;
  giveFile: GiveFile;
}): Reception {
  const { desk, clock, log, events, tools, postFirstCard, giveFile } = deps;
  const { wordsIn } = tools;
  const askOnce = deskAsker({ desk, clock, log, events });
  const needsHint = inviteHints();
  const inHand = new Set<Promise<void>>();
  let isClosing = false;

  async function giveCard(card: Card, { command, userName, reply: asked }: Incoming): Promise<AnswerFate["kind"]> {
    const words = wordsIn(command.locale);
    const { reply, message } = card;
    if (reply.platform !== "slack") throw new Error(`a ${reply.platform} card was given to Slack`);
    const names = new Map(userName === null ? [] : [[asked.userId, userName] as const]);
    const posted = await postFirstCard(reply, message, { names, locale: command.locale });
    if (posted.ok) {
      await desk.answered(card.jobId, { kind: "given", reply: posted.value });
      if (needsHint(reply, posted.value)) await tell(tools, asked, words.invite);
      return "given";
    }
    log.warn("slack card not posted", { job: card.jobId, ...posted.refusal });
    const fate = fateOf(posted.refusal);
    await desk.answered(card.jobId, fate);
    if (fate.kind === "refused") await tell(tools, asked, words.unpostable);
    return fate.kind;
  }

  /** The question is replaced once its card is there, or will be; where there is none, it may be asked again. */
  async function giveInstead(
    card: Card,
    instead: ChatMessage,
    { incoming, line }: { readonly incoming: Incoming; readonly line: Line },
  ): Promise<void> {
    await line.accept();
    const fate = await giveCard(card, incoming);
    const { inDirect } = wordsIn(incoming.command.locale);
    if (fate !== "refused") await line.replace(isElsewhere(card, incoming) ? inDirect : instead);
  }

  /** Nothing of the job changes where its card cannot be shown again. */
  async function giveCardAgain(card: Card, isLive: boolean, { command, reply: asked }: Incoming): Promise<void> {
    const { reply, message } = card;
    if (reply.platform !== "slack") throw new Error(`a ${reply.platform} card was given to Slack`);
    const posted = await postFirstCard(reply, message, { locale: command.locale });
    if (!posted.ok) return tell(tools, asked, wordsIn(command.locale).unpostable);
    if (isLive) await desk.answered(card.jobId, { kind: "moved", reply: posted.value });
  }

  async function carryOut(answer: Answer, incoming: Incoming, line: Line): Promise<void> {
    const words = wordsIn(incoming.command.locale);
    switch (answer.kind) {
      case "private":
        return line.say(answer.message);
      case "replace_message":
        return line.replace(answer.message);
      case "card":
        if (answer.instead) return giveInstead(answer.card, answer.instead, { incoming, line });
        await (isElsewhere(answer.card, incoming) ? line.say(words.inDirect) : line.accept());
        await giveCard(answer.card, incoming);
        return;
      case "replace_later": {
        await line.accept();
        const done = answer.finish();
        const isLate = (await within(clock, MEANWHILE_MS, done)) === "late";
        if (answer.meanwhile && isLate) await line.replace(answer.meanwhile);
        return line.replace(await done);
      }
      case "card_again":
        await (isElsewhere(answer.card, incoming) ? line.say(words.inDirect) : line.accept());
        return giveCardAgain(answer.card, answer.isLive, incoming);
      case "form":
        return line.open(answer.form);
      case "form_error":
        return line.pointOut(answer.field, answer.text, answer.message);
      case "working": {
        const replaceWith = await line.work(answer.message);
        const finish = await answer.finish().catch((error: unknown): Finish => {
          log.error("slack finish failed", { ...errorForLog(error) });
          return { message: words.unfinished };
        });
        const given = finish.file ? await giveFile(incoming.reply, finish.file) : null;
        await replaceWith(given ?? finish.message);
        if (finish.card) await giveCard(finish.card, incoming);
        return;
      }
      // Slack suggests nothing while somebody types.
      case "suggestions":
        return line.accept();
      case "remove_message":
        if (!(await line.removeMessage())) await tell(tools, incoming.reply, answer.otherwise);
        return;
      case "nothing":
        return line.accept();
      default:
        return unreachable(answer);
    }
  }

  async function answerOne(incoming: Incoming, line: Line): Promise<void> {
    const words = wordsIn(incoming.command.locale);
    if (isClosing) return line.say(words.restarting);
    if (!(await tools.isInstalled(incoming.reply))) return line.say(words.notInstalled);
    const answer = await askOnce(incoming.command);
    if (answer.kind === "again") return answer.said !== null && line.repeat ? line.repeat(answer.said) : line.accept();
    await carryOut(answer, incoming, line);
  }

  function keep(work: Promise<void>): Promise<void> {
    const settled = work
      .catch((error: unknown) => log.error("slack answer not carried out", errorForLog(error)))
      .finally(() => inHand.delete(settled));
    inHand.add(settled);
    return settled;
  }

  return {
    receive: (incoming, line) => keep(answerOne(incoming, line)),
    async close() {
      isClosing = true;
      await within(clock, times.stopMs, Promise.all(inHand));
    },
  };
}

/** A failure that may pass is no refusal: the job shows its card when Slack takes it again. */
function fateOf(refusal: ChatRefusal): AnswerFate {
  switch (refusal.kind) {
    case "unreachable":
      return { kind: "refused" };
    case "rate_limited":
      return { kind: "put_off", waitMs: refusal.retryAfterMs };
    case "unavailable":
      return refusal.unclear ? { kind: "unclear" } : { kind: "put_off", waitMs: 0 };
    default:
      return unreachable(refusal);
  }
}

/** The card goes into the person's direct messages while they look at another channel. */
function isElsewhere({ reply }: Card, { reply: asked }: Incoming): boolean {
  const { channelId, userId } = asked;
  return reply.channelId === userId && channelId !== userId && !channelId.startsWith("D");
}

/** The answer to one event. "again": it was received before, and `said` was its private answer. */
type Asked = Answer | { readonly kind: "again"; readonly said: ChatMessage | null };

/**
 * How long and how many events are cached in memory: Slack delivers one again for about six minutes. A job is
 * recognised by its id for days.
 */
const KNOWN_MS = 600_000;
const KNOWN_MOST = 10_000;

/** Asks the desk once about each event, in Slack's time; never rejects. */
export function deskAsker(deps: {
  readonly desk: Pick<CommandDesk, "answer">;
  readonly clock: Clock;
  readonly log: Log;
  /** Events that other processes have received; absent where this process is alone. */
  readonly events?: KnownEvents | undefined;
}): (command: Command) => Promise<Asked> {
  const { desk, clock, log, events } = deps;
  /** The private answers to the newest events, or null. */
  const recent = new LRUCache<string, Promise<ChatMessage | null>>({
    max: KNOWN_MOST,
    ttl: KNOWN_MS,
    perf: clock,
    ttlResolution: 0,
  });

  /** Checks the other processes first: Slack may deliver an event again to another one. */
  async function askOnce(command: Command): Promise<Asked> {
    const elsewhere = (await events?.begin(command.eventId)) ?? null;
    if (elsewhere) {
      log.info("slack event came to another process first", { act: command.act.kind });
      return { kind: "again", said: elsewhere.said };
    }
    const leftMs = command.receivedAt + times.answerMs - clock.now();
    return desk.answer(command, Math.min(times.askDeskMs, Math.max(0, leftMs)));
  }

  return async (command) => {
    const { eventId } = command;
    const earlierAnswer = recent.get(eventId);
    if (earlierAnswer !== undefined) {
      log.info("slack event came again", { act: command.act.kind });
      return { kind: "again", said: await earlierAnswer };
    }
    const answering = askOnce(command);
    recent.set(eventId, answering.then(privateMessageIn));
    const answer = await answering;
    if (answer.kind === "form_error") {
      // The corrected form may come again with the same id.
      recent.delete(eventId);
      events?.forget(eventId);
    } else if (answer.kind !== "again") events?.answered(eventId, privateMessageIn(answer));
    return answer;
  };
}

function privateMessageIn(answer: Asked): ChatMessage | null {
  if (answer.kind === "again") return answer.said;
  return answer.kind === "private" ? answer.message : null;
}

/** How many people this process remembers as having read the hint; other processes do not know. */
const HINTED_MOST = 10_000;

/**
 * Tells when somebody should read how the bot gets into their channel: once for each channel and person, not at every
 * card.
 */
export function inviteHints(): (asked: SlackReply, posted: SlackReply) => boolean {
  const hinted = new LRUCache<string, true>({ max: HINTED_MOST });
  return ({ teamId, channelId, userId }, { isUneditable, cardChannelId }) => {
    // Where a card is meant for the direct message, its channel is the person's id.
    const isElsewhere = channelId !== userId && cardChannelId !== null && cardChannelId !== channelId;
    if (!isUneditable && !isElsewhere) return false;
    const name = JSON.stringify([teamId, channelId, userId]);
    if (hinted.has(name)) return false;
    hinted.set(name, true);
    return true;
  };
}
