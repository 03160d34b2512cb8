import { MessageFlags, RequestMethod, Routes } from "discord.js";
import { z } from "zod";
import type { ChatMessage, DiscordReply } from "../../../core/chat.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { AnswerFate, Card, Finish } from "../../../core/command.ts";
import { backoffMs } from "../../../core/pace/pace.ts";
import type { Result } from "../../../core/result.ts";
import type { Locale } from "../../../core/text/locale.ts";
import type { ApiNo } from "../send/api.ts";
import { asPrivate, discordReply } from "../send/discord-reply.ts";
import { findPosted } from "../send/find-posted.ts";
import { giveFile } from "../send/give-file.ts";
import { writeMessage } from "../write/write.ts";
import type { Responder, Waiting } from "./responder.ts";

const TRIES = 4;
const LONGEST_BACKOFF_MS = 5_000;
/** No try begins later than this, for the job whose card it is gives up waiting for it after 30 s. */
const PATIENCE_MS = 20_000;

const created = z.object({ id: z.string(), flags: z.int().optional() });

/** Does the second half of an answer: the private message gets its end, and a request that had waited its card. */
export async function finishAnswer(
  responder: Responder,
  waiting: Waiting,
  finish: () => Promise<Finish>,
): Promise<void> {
  const { caller, reply } = waiting;
  const { message, card, file } = await ended(responder, finish, caller.locale);
  if (file && (await giveFile(responder, waiting, file))) return;
  await showOriginal(responder, reply, message);
  if (card) await responder.tell(card.jobId, await followUp(responder, waiting, card));
}

/** The first card as a message of its own, then the end of the question that it answers, which stays until then. */
export async function answerQuestion(
  responder: Responder,
  waiting: Waiting,
  card: Card,
  instead: ChatMessage,
): Promise<void> {
  const fate = await followUp(responder, waiting, card);
  await responder.tell(card.jobId, fate);
  // Where that is not known, the job's own edits have the question's place.
  if (fate.kind === "unclear") return;
  const { somethingWentWrong } = responder.wordsIn(waiting.caller.locale);
  await showOriginal(responder, waiting.reply, fate.kind === "given" ? instead : somethingWentWrong);
}

/** Edits what the first answer made, or stood in. */
export async function showOriginal(responder: Responder, reply: DiscordReply, message: ChatMessage): Promise<void> {
  const edited = await patiently(responder.clock, "again", () =>
    responder.api.byToken({
      method: RequestMethod.Patch,
      route: Routes.webhookMessage(reply.applicationId, reply.token),
      // Whether it is private was decided by the first answer.
      body: writeMessage(message, { commands: responder.commands }),
    }),
  );
  if (!edited.ok) responder.log.warn("discord finish not shown", { why: edited.refusal.kind });
}

async function ended(
  { log, wordsIn }: Responder,
  finish: () => Promise<Finish>,
  locale: Locale | undefined,
): Promise<Finish> {
  try {
    return await finish();
  } catch (error) {
    log.error("discord finish failed", { error: error instanceof Error ? error.message : "not an error" });
    return { message: wordsIn(locale).unfinished, card: null };
  }
}

/** The card as a new message by this interaction's token; the one of the interaction that had asked for it may be dead by now. */
async function followUp(responder: Responder, { reply, receivedAt }: Waiting, card: Card): Promise<AnswerFate> {
  const { isPrivate } = discordReply(card.reply);
  const posted = await patiently(responder.clock, "surely_unsent", () =>
    responder.api.byToken({
      method: RequestMethod.Post,
      route: Routes.webhook(reply.applicationId, reply.token),
      body: writeMessage(card.message, { isPrivate, commands: responder.commands }),
    }),
  );
  if (!posted.ok && !isUnclear(posted.refusal)) return { kind: "refused" };
  const read = created.safeParse(posted.ok ? posted.value : null);
  if (!read.success) {
    // Without its id the card cannot be told from the private message before it, and would say for ever that it begins.
    const messageId = isPrivate ? null : await findPosted(responder, reply, card.jobId);
    if (messageId === null) return { kind: "unclear" };
    return { kind: "given", reply: { ...asPrivate(reply, false, receivedAt), messageId } };
  }
  const isHidden = isPrivate || ((read.data.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return { kind: "given", reply: { ...asPrivate(reply, isHidden, receivedAt), messageId: read.data.id } };
}

/** Tries a few times, never before Discord allows it. What makes a new message is not repeated where it may have arrived. */
async function patiently(
  clock: Clock,
  repeats: "again" | "surely_unsent",
  send: () => Promise<Result<unknown, ApiNo>>,
): Promise<Result<unknown, ApiNo>> {
  const until = clock.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    if (result.ok || result.refusal.kind === "refused" || tries === TRIES) return result;
    if (repeats === "surely_unsent" && isUnclear(result.refusal)) return result;
    const { refusal } = result;
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : backoffMs(tries, LONGEST_BACKOFF_MS, 1);
    if (clock.now() + waitMs > until) return result;
    await sleep(clock, waitMs);
  }
}

function isUnclear(no: ApiNo): boolean {
  return no.kind === "unavailable" && no.unclear;
}
