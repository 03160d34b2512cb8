import type { ButtonAction } from "../../../src/core/button.ts";
import type { Answer, Command } from "../../../src/core/command.ts";
import { type JobId, jobIdFrom, type UserId } from "../../../src/core/job/ids.ts";
import { type Job, needsApproval } from "../../../src/core/job/job.ts";
import type { Order } from "../../../src/jobs/start/accept.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import type { Facts } from "../facts.ts";
import type { Random } from "../random.ts";
import type { Bot } from "../world/boot.ts";
import type { Screen } from "../world/screen.ts";
import type { SimClock } from "../world/sim-clock.ts";
import { answerTaken, type FirstCard } from "../world/sim-front-end.ts";
import type { TeamBooks } from "./team-books.ts";
import type { TeamAct } from "./team-fate.ts";
import type { TeamPlace } from "./team-place.ts";

/** A process that answers commands, too. */
export interface TeamBot extends Bot {
  answer(command: Command): Promise<Answer>;
}

export interface TeamFrontEndWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly screen: Screen;
  readonly facts: Facts;
  readonly place: TeamPlace;
  /** The process that was begun last. */
  latest(): TeamBot | null;
  trace(line: string): void;
}

/** The part of an order that no command makes here: several videos, or one that waits until the service is well. */
export type Asked = Pick<Order, "request" | "each" | "isVideoWanted" | "sealedKey" | "team" | "wait">;

export const severalId = (event: string): JobId => jobIdFrom("several", event);

/** Handles a person's acts as a front end does: answers, and reports how a card was taken; null where no bot runs. */
export function teamFrontEnd({ random, clock, screen, facts, place, latest, trace }: TeamFrontEndWorld) {
  const { team, ownerOf, replyOf } = place;

  async function give({ process, answered }: TeamBot, card: FirstCard): Promise<void> {
    const fateOfCard = await process.call({ kind: "answer", name: "answer", peril: 0.05 }, (fault) => ({
      afterMs: random.pick([50, 300, 2_000]),
      value: answerTaken({ screen, facts }, card, fault),
    }));
    await answered(card.jobId, fateOfCard);
  }

  /** Several videos at once, which a manager is asked about where the team's rules say so; null: they were refused. */
  async function begin(by: UserId, order: Asked, event: string): Promise<Job | null> {
    const living = latest();
    if (!living?.process.isAlive()) return null;
    const reply = replyOf(by, clock.now());
    const whole = { id: severalId(event), owner: ownerOf(by), workspace: team.teamId, reply, ...order };
    const first = await living.accept(whole);
    const because = first.ok ? null : first.refusal.kind;
    const isAsked = because === "ask_above" || because === "person_month";
    const accepted = isAsked ? await living.accept({ ...whole, wait: { for: "approval", because } }) : first;
    trace(`${by.slice(-1)} ${order.each?.length ?? 1} videos: ${accepted.ok ? "card" : accepted.refusal.kind}`);
    if (!accepted.ok) return null;
    const { id: jobId } = accepted.value;
    await give(living, { jobId, reply, message: cardOf(accepted.value, clock.now()) });
    return accepted.value;
  }

  async function does(by: UserId, act: Command["act"], event: string): Promise<Answer | null> {
    const living = latest();
    if (!living?.process.isAlive()) return null;
    const command: Command = {
      eventId: event,
      owner: ownerOf(by),
      workspace: team.teamId,
      roles: [],
      receivedAt: clock.now(),
      reply: replyOf(by, clock.now()),
      ageRestriction: "none",
      act,
    };
    const answer = await living.answer(command);
    trace(`${by.slice(-1)} ${act.kind}: ${answerText(answer)}`);
    if (answer.kind === "working") trace(`  then: ${(await answer.finish()).message.title}`);
    if (answer.kind === "replace_later") trace(`  then: ${(await answer.finish()).title}`);
    if (answer.kind === "card") await give(living, answer.card);
    return answer;
  }

  return { does, begin };
}

function answerText(answer: Answer): string {
  if (answer.kind === "card") return `card: ${answer.card.message.title}`;
  return "message" in answer ? `${answer.kind}: ${answer.message.title}` : answer.kind;
}

/** Presses buttons as people do, about a video of their choice. */
export function teamPresses(books: Pick<TeamBooks, "jobs">, does: ReturnType<typeof teamFrontEnd>["does"]) {
  const press = (by: UserId, action: ButtonAction, event: string) =>
    does(by, { kind: "press", on: { place: null, shows: true }, action }, event);

  /** About one of those that wait for an approval, or did: their buttons may stand there still. */
  async function decide(
    { kind, by, nth }: Extract<TeamAct, { kind: "approve" | "decline" | "withdraw" }>,
    event: string,
  ) {
    const asked = [...books.jobs.values()].filter(({ approval }) => approval);
    const waiting = asked.filter(needsApproval);
    const job = [...waiting, ...asked][nth % Math.max(1, waiting.length)];
    if (!job) return;
    if (kind === "decline") await does(by, { kind, jobId: job.id, note: "no" }, event);
    else await press(kind === "withdraw" && nth > 0 ? job.owner.userId : by, { kind, jobId: job.id }, event);
  }

  /** Withdraws the `nth` of those jobs, counted round and round; its own person presses where nobody else is named. */
  async function withdrawOne(
    some: (job: Job) => boolean,
    { by, nth }: { readonly by: UserId | null; readonly nth: number },
    event: string,
  ): Promise<void> {
    const fitting = [...books.jobs.values()].filter(some);
    const job = fitting[nth % Math.max(1, fitting.length)];
    if (job) await press(by ?? job.owner.userId, { kind: "withdraw", jobId: job.id }, event);
  }

  return { press, withdrawOne, decide };
}
