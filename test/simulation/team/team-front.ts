import type { Answer, AnswerFate, Command } from "../../../src/core/command.ts";
import { type JobId, jobIdFrom, type UserId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import type { Random } from "../random.ts";
import type { SimClock } from "../world/sim-clock.ts";
import type { Reply } from "../world/sim-process.ts";
import type { TeamBot } from "./team-bot.ts";
import { placed, type TeamBoard } from "./team-chat.ts";
import type { TeamPlace } from "./team-place.ts";

export interface TeamFrontWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly board: TeamBoard;
  readonly place: TeamPlace;
  /** The process that was begun last. */
  latest(): TeamBot | null;
  trace(line: string): void;
}

/** What is asked for with several videos. */
export type Asked = Pick<Order, "request" | "each" | "isVideoWanted" | "sealedKey" | "team">;

export const severalId = (event: string): JobId => jobIdFrom("several", event);

/** Takes what a person does as a front end does: answers, and tells how a card was taken; null where no bot is there. */
export function teamFront({ random, clock, board, place, latest, trace }: TeamFrontWorld) {
  const { team, ownerOf, replyOf } = place;

  async function give({ process, answered }: TeamBot, { jobId, reply, message }: Given): Promise<void> {
    const fateOfCard = await process.call(
      { kind: "answer", name: "answer", peril: 0.05 },
      (fault): Reply<AnswerFate> => {
        const afterMs = random.pick([50, 300, 2_000]);
        if (fault === "refused") return { afterMs, value: { kind: "refused" } };
        const there = fault === "lost" ? reply : placed(reply, board.put(message));
        return { afterMs, value: fault === null ? { kind: "given", reply: there } : { kind: "unclear" } };
      },
    );
    await answered(jobId, fateOfCard);
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
    trace(`${by.slice(-1)} ${order.each?.length} videos: ${accepted.ok ? "card" : accepted.refusal.kind}`);
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
    trace(`${by.slice(-1)} ${act.kind}: ${said(answer)}`);
    if (answer.kind === "working") trace(`  then: ${(await answer.finish()).message.title}`);
    if (answer.kind === "replace_later") trace(`  then: ${(await answer.finish()).title}`);
    if (answer.kind === "card") await give(living, answer.card);
    return answer;
  }

  return { does, begin };
}

type Given = Pick<Extract<Answer, { kind: "card" }>["card"], "jobId" | "reply" | "message">;

function said(answer: Answer): string {
  if (answer.kind === "card") return `card: ${answer.card.message.title}`;
  return "message" in answer ? `${answer.kind}: ${answer.message.title}` : answer.kind;
}
