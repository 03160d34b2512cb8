import { LRUCache } from "lru-cache";
import { atMost } from "../../../core/at-most.ts";
import type { ChannelRefusal, ChatRefusal, SlackReply } from "../../../core/chat.ts";
import { within } from "../../../core/clock.ts";
import {
  type Answer,
  type AnswerFate,
  type Card,
  type Command,
  type Finish,
  replaceLater,
} from "../../../core/command.ts";
import type { KnownEvents } from "../../../core/engine.ts";
import type { CommandService } from "../../../core/front-end.ts";
import { unreachable } from "../../../core/result.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import { channelRefusalOf } from "../out/slack-calls.ts";
import { slackReply } from "../out/slack-chat.ts";
import type { GiveFile } from "../out/slack-files.ts";
import type { PostFirstCard } from "../out/slack-ways.ts";
import { times } from "../slack-limits.ts";
import type { Incoming } from "./read-slack.ts";
import { type Responder, type ResponderTools, replyPrivately } from "./slack-answers.ts";

export type SlackCommands = ReturnType<typeof slackCommands>;

interface SlackCommandsDeps extends ResponderTools {
  readonly service: CommandService;
  readonly events: KnownEvents;
  readonly postFirstCard: PostFirstCard;
  readonly giveFile: GiveFile;
}

export function slackCommands(deps: SlackCommandsDeps) {
  const { service, clock, log, wordsIn, isInstalled, postFirstCard, giveFile } = deps;
  const askOnce = oncePerEvent(deps);
  const needsHint = inviteHints();
  const pending = new Set<Promise<void>>();
  let isClosing = false;

  async function giveCard(
    { reply: handle, message, jobId }: Card,
    { command: { locale }, userName, reply: asked }: Incoming,
  ): Promise<AnswerFate["kind"]> {
    const words = wordsIn(locale);
    const reply = slackReply(handle);
    const names = new Map(userName === null ? [] : [[asked.userId, userName] as const]);
    const posted = await postFirstCard(reply, message, { names, locale });
    if (posted.ok) {
      const { reply: card, refusedInChannel } = posted.value;
      await service.answered(jobId, { kind: "given", reply: card });
      if (refusedInChannel) {
        log.info("slack card not in its channel", { job: jobId, ...refusedInChannel });
        const hint = words.notInChannel(channelRefusalOf(refusedInChannel));
        if (needsHint(reply, card)) await replyPrivately(deps, asked, hint);
      }
      return "given";
    }
    log.warn("slack card not posted", { job: jobId, ...posted.refusal });
    const fate = fateOf(posted.refusal);
    await service.answered(jobId, fate);
    if (fate.kind === "refused") await replyPrivately(deps, asked, words.unpostable(whyUnposted(posted.refusal)));
    return fate.kind;
  }

  async function carryOut(answer: Answer, incoming: Incoming, responder: Responder): Promise<void> {
    const { command, reply } = incoming;
    const words = wordsIn(command.locale);
    switch (answer.kind) {
      case "private":
        return responder.send(answer.message);
      case "replace_message":
        return responder.replace(answer.message);
      case "card": {
        const { card, instead } = answer;
        const elsewhere = isElsewhere(card, incoming) ? words.inDirect : null;
        await (elsewhere && !instead ? responder.send(elsewhere) : responder.accept());
        const fate = await giveCard(card, incoming);
        // If no card was posted, the question stays, and the person may answer it again.
        if (instead && fate !== "refused") await responder.replace(elsewhere ?? instead);
        return;
      }
      case "replace_later": {
        await responder.accept();
        return replaceLater(clock, answer, responder.replace);
      }
      case "card_again": {
        const { card, isLive } = answer;
        await (isElsewhere(card, incoming) ? responder.send(words.inDirect) : responder.accept());
        const posted = await postFirstCard(slackReply(card.reply), card.message, { locale: command.locale });
        if (!posted.ok) return replyPrivately(deps, reply, words.unpostable(whyUnposted(posted.refusal)));
        if (isLive) await service.answered(card.jobId, { kind: "moved", reply: posted.value.reply });
        return;
      }
      case "form":
        return responder.open(answer.form);
      case "form_error":
        return responder.pointOut(answer.field, answer.text, answer.message);
      case "working": {
        const replaceWith = await responder.work(answer.message);
        const finish = await answer.finish().catch((error: unknown): Finish => {
          log.error("slack finish failed", { ...errorForLog(error) });
          return { message: words.unfinished };
        });
        const given = finish.file ? await giveFile(reply, finish.file) : null;
        await replaceWith(given ?? finish.message);
        if (finish.card) await giveCard(finish.card, incoming);
        return;
      }
      case "remove_message":
        if (!(await responder.removeMessage())) await replyPrivately(deps, reply, answer.otherwise);
        return;
      // Slack has no suggestions while typing.
      case "suggestions":
      case "nothing":
        return responder.accept();
      default:
        return unreachable(answer);
    }
  }

  async function answerOne(incoming: Incoming, responder: Responder): Promise<void> {
    const words = wordsIn(incoming.command.locale);
    if (isClosing) return responder.send(words.restarting);
    if (!(await isInstalled(incoming.reply))) return responder.send(words.notInstalled);
    const answer = await askOnce(incoming.command);
    return answer === null ? responder.accept() : carryOut(answer, incoming, responder);
  }

  return {
    receive(incoming: Incoming, responder: Responder): Promise<void> {
      const settled = answerOne(incoming, responder)
        .catch((error: unknown) => log.error("slack answer not carried out", errorForLog(error)))
        .finally(() => pending.delete(settled));
      pending.add(settled);
      return settled;
    },
    /** From now on, answers say that Reelay is restarting. */
    async close() {
      isClosing = true;
      await within(clock, times.stopMs, Promise.all(pending));
    },
  };
}

/** After a temporary failure, the card is posted once Slack accepts messages again. */
function fateOf(refusal: ChatRefusal): AnswerFate {
  switch (refusal.kind) {
    case "unreachable":
      return { kind: "refused" };
    case "rate_limited":
      return { kind: "postponed", waitMs: refusal.retryAfterMs };
    case "unavailable":
      return refusal.unclear ? { kind: "unclear" } : { kind: "postponed", waitMs: 0 };
    default:
      return unreachable(refusal);
  }
}

function whyUnposted(refusal: ChatRefusal): ChannelRefusal | "outage" {
  if (refusal.kind !== "unreachable") return "outage";
  return refusal.channel ?? "other";
}

function isElsewhere({ reply }: Card, { reply: asked }: Incoming): boolean {
  const { channelId, userId } = asked;
  return reply.channelId === userId && channelId !== userId && !channelId.startsWith("D");
}

export function oncePerEvent({
  service,
  clock,
  log,
  events,
}: Pick<SlackCommandsDeps, "clock" | "log" | "events"> & { readonly service: Pick<CommandService, "answer"> }) {
  return async (command: Command): Promise<Answer | null> => {
    const { eventId, receivedAt } = command;
    // Slack retries an event for about six minutes. A job is recognized by its id for days.
    if (!(await events.isNew(eventId))) {
      log.info("slack event came again", { act: command.act.kind });
      return null;
    }
    const leftMs = receivedAt + times.answerMs - clock.now();
    const answer = await service.answer(command, Math.min(times.decideMs, Math.max(0, leftMs)));
    // The corrected form may be sent with the same id.
    if (answer.kind === "form_error") events.forget(eventId);
    return answer;
  };
}

const HINTED_MOST = 10_000;

export function inviteHints(): (asked: SlackReply, posted: SlackReply) => boolean {
  const hinted = new LRUCache<string, true>(atMost(HINTED_MOST));
  return ({ teamId, channelId, userId }, { isUneditable, cardChannelId }) => {
    // For a card meant for the direct message, the channel is the person's id.
    const isElsewhere = channelId !== userId && cardChannelId !== null && cardChannelId !== channelId;
    if (!isUneditable && !isElsewhere) return false;
    const name = JSON.stringify([teamId, channelId, userId]);
    if (hinted.has(name)) return false;
    hinted.set(name, true);
    return true;
  };
}
