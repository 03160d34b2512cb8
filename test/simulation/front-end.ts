import type { AnswerFate } from "../../src/core/command.ts";
import type { JobId } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { Order } from "../../src/core/request/order.ts";
import { notice } from "../../src/messages/ask/notices.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { en } from "../../src/messages/words/en.ts";
import { answeredBy, type Board, idOf } from "./board.ts";
import type { Bot } from "./bot.ts";
import type { Facts } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import type { Random } from "./random.ts";

interface FrontEndWorld {
  readonly random: Random;
  readonly board: Board;
  readonly facts: Facts;
  trace(line: string): void;
}

/** Source: src/jobs/start/accept.ts. */
const ANSWER_GRACE_MS = 30_000;

/** Takes commands as a front end does: accepts, answers, and tells how the answer was taken. */
export function simFrontEnd({ random, board, facts, trace }: FrontEndWorld) {
  let isAccepted = false;

  /** The answer as it was taken, and as the front end hears of it. */
  function answer({ job, reply, message }: Card, fault: FaultOf<"answer"> | null): AnswerFate {
    trace(`answer ${job.slice(0, 4)}: ${fault ?? "given"}`);
    if (fault === "refused") {
      board.hasRefused = true;
      facts.isAnswerRefused = true;
      return { kind: "refused" };
    }
    // On Discord a first answer that comes late is refused.
    if (fault === "put off" && reply.platform === "slack") return { kind: "put_off", waitMs: 2_000 };
    if (fault === "lost" || fault === "put off") return { kind: "unclear" };
    facts.cardsAnswered += 1;
    const id = board.answer("card", message);
    if (fault === "lost but arrived") return { kind: "unclear" };
    if (fault === "no id") return reply.platform === "discord" ? { kind: "given", reply } : { kind: "unclear" };
    return { kind: "given", reply: answeredBy(reply, id) };
  }

  /** Shows the card as the answer to its command. */
  async function give({ process, answered }: Bot, card: () => Card): Promise<void> {
    const { job } = card();
    const fate = await process.call({ kind: "answer", name: "answer", peril: 0.2 }, (fault) => ({
      afterMs: random.pick([50, 300, 2_000, 6_000]),
      value: answer(card(), fault),
    }));
    const answeredAt = process.clock.now();
    await answered(job, fate);
    // Later than that its job was given up, and the card is mended once, if it can be.
    const isInTime = process.clock.now() - answeredAt < ANSWER_GRACE_MS && facts.frozenMs < ANSWER_GRACE_MS;
    // Where it was brought elsewhere before that was noted, it may be left.
    if (fate.kind === "given" && isInTime && !facts.isMoved) facts.notedCard = idOf(fate.reply);
  }

  async function take(bot: Bot, order: Order): Promise<void> {
    const { process } = bot;
    const accepted = await bot.accept(order);
    if (accepted.ok) {
      isAccepted = true;
      return give(bot, () => firstCard(accepted.value, process.clock.now()));
    }
    trace(`accept: ${accepted.refusal.kind}`);
    if (accepted.refusal.kind !== "cannot_save" || isAccepted) return;
    facts.saidCannotSave = true;
    await process.call({ kind: "answer", name: "answer cannot save", peril: 0.1 }, (fault) => {
      if (fault !== "refused" && fault !== "lost") board.answer("refusal", notice("cannotSave", en));
      return { afterMs: 100, value: null };
    });
  }

  return {
    give,
    command(bot: Bot | null, order: Order): void {
      // A platform that has its answer does not deliver the event again.
      if (!bot?.process.isAlive() || bot.isStopping || facts.saidCannotSave) return;
      // As the front ends do: one that cannot note the fate leaves it to the step.
      const work = take(bot, order).catch(() => trace("the fate of the answer was not noted"));
      bot.inHand.add(work);
      void work.then(() => bot.inHand.delete(work));
    },
  };
}

interface Card extends Pick<Job, "reply"> {
  readonly job: JobId;
  readonly message: ReturnType<typeof cardOf>;
}

export function firstCard(job: Job, now: number): Card {
  return { job: job.id, reply: job.reply, message: cardOf(job, now) };
}
