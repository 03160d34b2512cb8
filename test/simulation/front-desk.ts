import type { AnswerFate } from "../../src/core/command.ts";
import type { JobId } from "../../src/core/job.ts";
import type { Accept, Order } from "../../src/core/ports.ts";
import { cardOf } from "../../src/messages/card.ts";
import { cannotSave } from "../../src/messages/notices.ts";
import type { Fate } from "./fate.ts";
import type { Random } from "./random.ts";
import type { Screen } from "./screen.ts";
import type { SimProcess } from "./sim-process.ts";

/** What the person was told at once. */
export interface DeskFacts {
  saidCannotSave: boolean;
  isAnswerRefused: boolean;
  isAccepted: boolean;
}

export interface Bot {
  readonly process: SimProcess;
  readonly accept: Accept;
  readonly answered: (id: JobId, fate: AnswerFate) => Promise<void>;
}

/** Takes the command as a front end does: accepts, answers, and tells how the answer was taken. */
export function frontDesk(world: { random: Random; fate: Fate; screen: Screen; trace: (line: string) => void }) {
  const { random, fate, screen, trace } = world;
  const facts: DeskFacts = { saidCannotSave: false, isAnswerRefused: false, isAccepted: false };

  function taken(order: Order): { fate: AnswerFate; isThere: boolean } {
    const bad = random.chance(fate.answer) ? random.pick(["refused", "lost", "arrived", "no id"]) : "given";
    trace(`answer: ${bad}`);
    const isThere = bad !== "refused" && bad !== "lost";
    switch (bad) {
      case "refused":
        return { fate: { kind: "refused" }, isThere };
      case "lost":
      case "arrived":
        return { fate: { kind: "unclear" }, isThere };
      case "no id":
        return {
          fate: fate.platform === "discord" ? { kind: "given", reply: order.reply } : { kind: "unclear" },
          isThere,
        };
      default:
        return { fate: { kind: "given", reply: order.reply }, isThere };
    }
  }

  async function take({ process, accept, answered }: Bot, order: Order): Promise<void> {
    const accepted = await accept(order);
    if (!accepted.ok) {
      trace(`accept: ${accepted.refusal.kind}`);
      if (accepted.refusal.kind !== "cannot_save" || facts.isAccepted) return;
      facts.saidCannotSave = true;
      await process.call({ name: "answer", peril: 0.1 }, () => {
        if (!random.chance(fate.answer)) screen.answer("refusal", cannotSave());
        return { afterMs: 100, value: null };
      });
      return;
    }
    facts.isAccepted = true;
    const job = accepted.value;
    const answer = await process.call({ name: "answer", peril: 0.2 }, () => {
      const { fate: how, isThere } = taken(order);
      if (how.kind === "refused") {
        screen.hasRefused = true;
        facts.isAnswerRefused = true;
      }
      const id = isThere ? screen.answer("card", cardOf(job, process.clock.now())) : null;
      const known = how.kind === "given" && id !== null && how.reply.platform === "slack";
      const value: AnswerFate =
        how.kind !== "given" || id === null
          ? how
          : { kind: "given", reply: known ? withTs(how.reply, id) : withMessage(how.reply, id) };
      return { afterMs: random.pick([50, 300, 2_000, 6_000]), value };
    });
    await answered(job.id, answer);
  }

  return {
    facts,
    command(bot: Bot | null, order: Order): void {
      // A platform that has its answer does not deliver the event again.
      if (!bot?.process.isAlive() || facts.saidCannotSave) return;
      // As the front ends do: a desk that cannot note the fate leaves it to the step.
      take(bot, order).catch(() => trace("the fate of the answer was not noted"));
    },
  };
}

function withTs(reply: Order["reply"], ts: string): Order["reply"] {
  return reply.platform === "slack" ? { ...reply, ts, cardChannelId: reply.channelId } : reply;
}

function withMessage(reply: Order["reply"], messageId: string): Order["reply"] {
  return reply.platform === "discord" ? { ...reply, messageId } : reply;
}
