import type { ButtonAction } from "../../../src/core/button.ts";
import type { Answer, Command, Standing } from "../../../src/core/command.ts";
import { type JobId, jobIdFrom, type UserId } from "../../../src/core/job/ids.ts";
import { type Job, needsApproval } from "../../../src/core/job/job.ts";
import type { Order } from "../../../src/jobs/start/accept.ts";
import type { Bot } from "../world/boot.ts";
import { simFrontEnd } from "../world/sim-front-end.ts";
import type { SimWorld } from "../world/sim-world.ts";
import { botAnswerer } from "./bot-answerer.ts";
import type { TeamBooks } from "./team-books.ts";
import type { TeamAct } from "./team-fate.ts";
import type { TeamPlace } from "./team-place.ts";

interface TeamFrontEndWorld extends Pick<SimWorld, "parts" | "screen" | "clock" | "alive"> {
  readonly place: TeamPlace;
  standingOf(command: Pick<Command, "owner">): Standing | null;
}

/** The part of an order that no command makes here: several videos, or one that waits until the service is well. */
export type Asked = Pick<Order, "request" | "each" | "isVideoWanted" | "sealedKey" | "team" | "wait">;

export const severalId = (event: string): JobId => jobIdFrom("several", event);

/** Handles the acts of a team's people as a front end does; null where no bot runs. */
export function teamFrontEnd({ parts, screen, clock, alive, place, standingOf }: TeamFrontEndWorld) {
  const { team, ownerOf, replyOf } = place;
  const { trace } = parts;
  const { give, take } = simFrontEnd({ ...parts, screen });
  const answerers = new Map<Bot, ReturnType<typeof botAnswerer>>();

  function answererOf(bot: Bot): ReturnType<typeof botAnswerer> {
    const answer = answerers.get(bot) ?? botAnswerer(bot, standingOf);
    answerers.set(bot, answer);
    return answer;
  }

  /** Several videos at once, which a manager is asked about where the team's rules say so. */
  async function begin(by: UserId, order: Asked, event: string): Promise<void> {
    const bot = alive();
    if (!bot) return;
    const reply = replyOf(by, clock.now());
    const whole = { id: severalId(event), owner: ownerOf(by), workspace: team.teamId, reply, ...order };
    trace(`${by.slice(-1)} ${order.each?.length ?? 1} videos`);
    const first = await take(bot, whole);
    const because = first.ok ? null : first.refusal.kind;
    if (because === "ask_above" || because === "person_month")
      await take(bot, { ...whole, wait: { for: "approval", because } });
  }

  async function does(by: UserId, act: Command["act"], event: string): Promise<Answer | null> {
    const bot = alive();
    if (!bot) return null;
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
    const answer = await answererOf(bot)(command);
    trace(`${by.slice(-1)} ${act.kind}: ${answerText(answer)}`);
    if (answer.kind === "working") trace(`  then: ${(await answer.finish()).message.title}`);
    if (answer.kind === "card") await give(bot, answer.card);
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
