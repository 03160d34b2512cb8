import type { Answer, AnswerFate, Command } from "../../../src/core/command.ts";
import type { UserId } from "../../../src/core/job/ids.ts";
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

/** Takes what a person does as a front end does: answers, and tells how a card was taken; null where no bot is there. */
export function teamFront({ random, clock, board, place, latest, trace }: TeamFrontWorld) {
  const { team, ownerOf, replyOf } = place;

  return async function does(by: UserId, act: Command["act"], event: string): Promise<Answer | null> {
    const living = latest();
    if (!living?.process.isAlive()) return null;
    const { process } = living;
    const command: Command = {
      eventId: event,
      owner: ownerOf(by),
      workspace: team.teamId,
      roles: [],
      receivedAt: clock.now(),
      reply: replyOf(by, clock.now()),
      act,
    };
    const answer = await living.answer(command);
    trace(`${by.slice(-1)} ${act.kind}: ${said(answer)}`);
    if (answer.kind === "working") trace(`  then: ${(await answer.finish()).message.title}`);
    if (answer.kind === "replace_later") trace(`  then: ${(await answer.finish()).title}`);
    if (answer.kind !== "card") return answer;
    const { jobId, reply, message } = answer.card;
    const fateOfCard = await process.call(
      { kind: "answer", name: "answer", peril: 0.05 },
      (fault): Reply<AnswerFate> => {
        const afterMs = random.pick([50, 300, 2_000]);
        if (fault === "refused") return { afterMs, value: { kind: "refused" } };
        const there = fault === "lost" ? reply : placed(reply, board.put(message));
        return { afterMs, value: fault === null ? { kind: "given", reply: there } : { kind: "unclear" } };
      },
    );
    await living.answered(jobId, fateOfCard);
    return answer;
  };
}

function said(answer: Answer): string {
  if (answer.kind === "card") return `card: ${answer.card.message.title}`;
  return "message" in answer ? `${answer.kind}: ${answer.message.title}` : answer.kind;
}
