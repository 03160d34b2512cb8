import { madeId } from "../../../src/core/button.ts";
import type { ChatMessage } from "../../../src/core/chat.ts";
import type { AnswerFate } from "../../../src/core/command.ts";
import { chained, continuing } from "../../../src/core/film/film-chain.ts";
import { eventIdFrom, type JobId, type Team } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { frameOf } from "../../../src/core/request/video-request.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { TOKEN_LIFE_MS } from "../../../src/frontends/discord/discord-limits.ts";
import type { Order } from "../../../src/jobs/start/accept.ts";
import { shortReply } from "../../../src/messages/ask/short-replies.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { en } from "../../../src/messages/words/en.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aJobId,
  anOwner,
  aRequest,
  aSlackOwner,
  aSlackReply,
  aSucceeded,
  TEST_KEY,
  TEST_START,
} from "../../fakes/jobs.ts";
import { memoryVault } from "../../fakes/vault.ts";
import type { Facts } from "../facts.ts";
import type { Fate } from "../fate.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import { waitOf } from "../waits.ts";
import type { Bot } from "./boot.ts";
import { answerIdOf, placed, type Screen } from "./screen.ts";

export interface SimFrontEndWorld {
  readonly random: Random;
  readonly screen: Screen;
  readonly facts: Facts;
  trace(line: string): void;
}

/** Source: src/jobs/start/accept.ts. */
const ANSWER_GRACE_MS = 30_000;

/**
 * Handles orders like a front end: accepts them, responds with the first card, and reports the result of the response.
 */
export function simFrontEnd({ random, screen, facts, trace }: SimFrontEndWorld) {
  const accepted = new Set<JobId>();

  async function give({ process, answered }: Bot, card: FirstCard): Promise<void> {
    const fate = await process.call({ kind: "answer", name: "answer", peril: 0.2 }, (fault) => {
      trace(`answer: ${fault ?? "given"}`);
      return { afterMs: random.pick([50, 300, 2_000, 6_000]), value: answerTaken({ screen, facts }, card, fault) };
    });
    const answeredAt = process.clock.now();
    await answered(card.jobId, fate);
    // After this time the job was given up, and its card is corrected once if possible.
    const isInTime = process.clock.now() - answeredAt < ANSWER_GRACE_MS && facts.frozenMs < ANSWER_GRACE_MS;
    // The card may have been moved before this was saved, and the old one left behind.
    if (fate.kind === "given" && isInTime && !facts.isMoved) facts.notedCard = answerIdOf(fate.reply);
  }

  async function take(bot: Bot, order: Order): ReturnType<Bot["accept"]> {
    const { process } = bot;
    const answer = await bot.accept(order);
    if (answer.ok) {
      const job = answer.value;
      accepted.add(job.id);
      await give(bot, { jobId: job.id, reply: job.reply, message: cardOf(job, process.clock.now()) });
      return answer;
    }
    trace(`accept: ${answer.refusal.kind}`);
    if (answer.refusal.kind !== "cannot_save" || accepted.has(order.id)) return answer;
    facts.isRefusedUnsaved = true;
    await process.call({ kind: "answer", name: "answer cannot save", peril: 0.1 }, (fault) => {
      if (fault !== "refused" && fault !== "lost") screen.answer("refusal", shortReply("cannotSave", en), order.id);
      return { afterMs: 100, value: null };
    });
    return answer;
  }

  return {
    give,
    take,
    command(bot: Bot | null, order: Order): void {
      // A platform that has received its response does not deliver the event again.
      if (!bot?.process.isAlive() || bot.isStopping() || facts.isRefusedUnsaved) return;
      // Like the front ends: if the result cannot be saved, the job's next step handles it.
      const work = take(bot, order)
        .then(() => {})
        .catch(() => trace("the fate of the answer was not noted"));
      bot.pending.add(work);
      void work.then(() => bot.pending.delete(work));
    },
  };
}

/** The first card of a command, as the front end sends it. */
interface FirstCard extends Pick<Job, "reply"> {
  readonly jobId: JobId;
  readonly message: ChatMessage;
}

/** Returns the result of sending the first card, as the front end sees it. */
function answerTaken(
  { screen, facts }: Pick<SimFrontEndWorld, "screen" | "facts">,
  { jobId, reply, message }: FirstCard,
  fault: FaultOf<"answer"> | null,
): AnswerFate {
  if (fault === "refused") {
    screen.noteRefused(jobId);
    facts.isAnswerRefused = true;
    return { kind: "refused" };
  }
  // Discord rejects a first response that is late.
  if (fault === "put off" && reply.platform === "slack") return { kind: "postponed", waitMs: 2_000 };
  if (fault === "lost" || fault === "put off") return { kind: "unclear" };
  facts.cardsAnswered += 1;
  const id = screen.answer("card", message, jobId);
  if (fault === "lost but arrived") return { kind: "unclear" };
  if (fault === "no id") return reply.platform === "discord" ? { kind: "given", reply } : { kind: "unclear" };
  return { kind: "given", reply: placed(reply, id) };
}

const vault = memoryVault();
const keys = {
  discord: vault.seal(anOwner(), new Secret(TEST_KEY)),
  slack: vault.seal(aSlackOwner(), new Secret(TEST_KEY)),
};
const TEAMS: Readonly<Record<Fate["platform"], Team>> = {
  discord: { platform: "discord", teamId: "w" },
  slack: { platform: "slack", teamId: "T0000000001" },
};

export const WORKSPACE = "w";

/** Makes the order that the platform delivers. The same event gives the same order. */
export function orderOf({ platform, picture, isVideoWanted, waits, isSequel = false }: Fate): Order {
  const isDiscord = platform === "discord";
  const event = eventIdFrom({ platform }, "event-1");
  const id = isSequel ? madeId("continue", EARLIER.id, 0) : event;
  const order: Order = {
    id,
    event,
    workspace: WORKSPACE,
    request: aRequest({ picture: isSequel ? frameOf(continuing(EARLIER)) : picture }),
    isVideoWanted,
    owner: isDiscord ? anOwner() : aSlackOwner(),
    reply: isDiscord
      ? aDiscordReply({ messageId: null, tokenUntil: TEST_START + TOKEN_LIFE_MS })
      : aSlackReply({ ts: null, cardChannelId: null }),
    sealedKey: keys[platform],
  };
  if (!waits) return order;
  const whole = { ...order, ...waitOf(waits), ...(waits.for === "approval" && { team: TEAMS[platform] }) };
  if (waits.videos === 1) return whole;
  const [first = order.request, ...others] = Array.from({ length: waits.videos }, (_, index) =>
    aRequest({ prompt: `scene ${index + 1}` }),
  );
  const each = waits.isChain ? chained(id, [first, ...others]) : [first, ...others];
  return { ...whole, request: first, each };
}

/** A finished video whose card can no longer be edited. */
export const EARLIER: Job = aClosedJob({ id: aJobId(7), state: aClosed(aSucceeded({ expiresAt: null })) });
