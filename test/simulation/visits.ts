import { cardPlace } from "../../src/core/card-place.ts";
import type { ReplyHandle } from "../../src/core/chat.ts";
import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId } from "../../src/core/job/ids.ts";
import { isSettled, type Job, type JobState } from "../../src/core/job/job.ts";
import { TOKEN_LIFE_MS } from "../../src/frontends/discord/discord-limits.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { aDiscordReply, aSlackReply } from "../fakes/jobs.ts";
import type { Facts } from "./facts.ts";
import type { Bot } from "./world/boot.ts";
import { LISTENER, type Screen } from "./world/screen.ts";
import type { SimClock } from "./world/sim-clock.ts";

/** An act of other people on a job, at some time. */
export interface Visit {
  /** After the command, or after a job of it has come into that state; of those with an outcome, the one with the card. */
  readonly afterMs: number;
  readonly on?: JobState["status"];
  readonly what: Deed;
}

export interface VisitWorld extends DeedWorld {
  alive(): Bot | undefined;
  trace(line: string): void;
}

/** An act that the store, a dying process or a paid call prevents is tried again after this. */
const AGAIN_MS = 5_000;
const TRIES = 50;
/** A workspace that has left is forgotten as soon as the store can. */
const UNINSTALLS = 1_000;

/** A message that was on its way then has landed. */
const LANDED_MS = 180_000;

/** Returns whether all messages sent before that time have landed; null: there was no such time. */
export function isLongAfter(at: EpochMs | null, now: EpochMs): boolean {
  return at !== null && now > at + LANDED_MS;
}

/** Runs each visit at its time, through a process that is alive then. The returned function is called with each state that a job enters. */
export function visits(world: VisitWorld, wanted: readonly Visit[]): (entered: Job) => void {
  const { clock, alive, trace } = world;
  const waiting = new Set(wanted.filter(({ on }) => on !== undefined));

  function arrange({ afterMs, what }: Visit): void {
    let [tries, isDone] = [0, false];
    function begin(): void {
      const bot = alive();
      if (isDone || tries >= (what === "uninstalls" ? UNINSTALLS : TRIES)) return;
      if (bot) {
        tries += 1;
        trace(`somebody ${what}`);
        deed(world, bot, what).then(
          (done) => {
            isDone = done;
          },
          () => {},
        );
      }
      // A process that ends meanwhile says nothing more.
      clock.after(AGAIN_MS, begin);
    }
    clock.after(afterMs, begin);
  }

  for (const visit of wanted) if (!waiting.has(visit)) arrange(visit);
  return ({ state, partOf }) => {
    // Its card goes on when the first of its videos has ended.
    if (partOf && "outcome" in state) return;
    for (const visit of waiting)
      if (visit.on === state.status) {
        waiting.delete(visit);
        arrange(visit);
      }
  };
}

/** Acts of people on a job. */
export type Deed =
  | "listens"
  | "unlistens"
  | "asks for the link"
  | "uninstalls"
  | "moves the card"
  | "withdraws"
  | "cancels the rest"
  | "forgets it all"
  | "approves"
  | "declines"
  | "loses the managers"
  | "finds the managers"
  | "loses the film"
  | "kills the bot"
  | "kills the bot and sets the clock back"
  | "keeps the bot away for long";

export interface DeedWorld {
  readonly clock: SimClock;
  readonly facts: Facts;
  readonly screen: Screen;
  readonly id: JobId;
  /** All jobs of the command. */
  jobs(): readonly Job[];
  /** Stops the bot for so long. */
  away(ms: number): void;
  broken(claim: string): void;
}

/** Longer than any wait: else the next process would sleep until the clock is where it was. */
const SET_BACK_MS = 3_600_000;
const MANAGER = "u-manager";
const LONG_MS = 8 * 86_400_000;

/** Acts through that process; false: try it again. May reject where the store does. */
async function deed(world: DeedWorld, bot: Bot, what: Deed): Promise<boolean> {
  const { clock, facts, id } = world;
  const jobs = world.jobs();
  const job = jobs.find((one) => one.id === id);
  if (!job) return false;
  switch (what) {
    case "listens":
      return listen(bot, job);
    case "unlistens":
      await listen(bot, job);
      await bot.happen(id, { kind: "listener_left", userId: LISTENER });
      return true;
    case "asks for the link":
      return askLink(world, bot, jobs);
    case "uninstalls":
      return uninstall(world, bot, jobs);
    case "moves the card":
      return moveCard(world, bot, job);
    case "withdraws":
      await bot.decide.withdraw(id);
      return true;
    case "cancels the rest":
      // Its button comes with the first card of a batch that goes on.
      if (job.state.status !== "gathering") return isSettled(job);
      await bot.decide.cancelRest(id);
      return true;
    case "forgets it all":
      for (const one of jobs) if (one.state.status === "waiting") await withdrawn(world, bot, one);
      return true;
    case "approves":
      // Managers are asked once its person has the card.
      if (!isSeen(job)) return false;
      await bot.decide.approve(id, MANAGER);
      facts.decidedAt ??= clock.now();
      return true;
    case "declines":
      if (!isSeen(job)) return false;
      await bot.decide.decline(id, MANAGER, "no");
      facts.decidedAt ??= clock.now();
      return true;
    case "loses the managers":
    case "finds the managers":
      if (!isSeen(job)) return false;
      await bot.happen(id, { kind: "managers_reached", isReached: what === "finds the managers" });
      return true;
    case "loses the film":
      facts.isFilmForgotten = true;
      for (const { id } of jobs) await bot.happen(id, { kind: "film_gone" });
      return true;
    case "kills the bot":
      bot.process.crash("killed");
      return true;
    case "kills the bot and sets the clock back":
      clock.set(-SET_BACK_MS);
      bot.process.crash("killed");
      return true;
    case "keeps the bot away for long":
      if (!jobs.some(({ state }) => state.status === "waiting" && state.for === "film")) return false;
      world.away(LONG_MS);
      return true;
  }
}

/** Presses *Notify me too*, also while a paid call is on its way. */
async function listen(bot: Bot, job: Job): Promise<boolean> {
  if (isSettled(job)) return true;
  if (job.state.status !== "submitting" && !isSeen(job)) return false;
  return (await bot.listen(job.id, LISTENER))?.notify.includes(LISTENER) === true;
}

/** Withdraws a job. A failed store is tried again; any other failure is a bug. */
async function withdrawn({ broken }: DeedWorld, bot: Bot, job: Job): Promise<void> {
  await bot.decide.withdraw(job.id).catch((error: unknown) => {
    if (!/failed/.test(String(error))) broken(`nobody could take a video back: ${String(error)}`);
    throw error;
  });
}

async function askLink({ clock, facts }: DeedWorld, bot: Bot, jobs: readonly Job[]): Promise<boolean> {
  facts.isLinkAsked = true;
  for (const { id } of jobs)
    await bot.happen(id, { kind: "link_asked", videoUrl: `https://cdn.example.com/v.mp4?at=${clock.now()}` });
  return true;
}

/** Each of its jobs gets the event, a second time if its paid call was in progress. */
async function uninstall({ clock, facts }: DeedWorld, bot: Bot, jobs: readonly Job[]): Promise<boolean> {
  facts.isUninstalled = true;
  let areAllLeft = true;
  for (const { id } of jobs) {
    const left = await bot.happen(id, { kind: "workspace_left" });
    if (left && !left.job.isForgotten) areAllLeft = false;
  }
  if (areAllLeft) facts.forgottenAt ??= clock.now();
  return areAllLeft;
}

/** Its person asks for the card in another place, as src/commands/card-buttons.ts answers. */
async function moveCard({ clock, facts, screen, jobs }: DeedWorld, bot: Bot, job: Job): Promise<boolean> {
  if (facts.isUninstalled) return true;
  if (!isSeen(job)) return false;
  const parts = jobs().filter(({ partOf }) => partOf);
  const shown = screen.put("copy", cardOf(job, clock.now(), parts));
  facts.isMoved = true;
  facts.notedCard = null;
  if (!isSettled(job)) await bot.answered(job.id, { kind: "moved", reply: replyAt(job.reply, shown, clock.now()) });
  return true;
}

function replyAt({ platform }: ReplyHandle, messageId: string, now: number): ReplyHandle {
  return platform === "slack"
    ? aSlackReply({ ts: messageId })
    : aDiscordReply({ messageId, tokenUntil: now + TOKEN_LIFE_MS });
}

/** Its person has a card, and no paid call is on its way. */
function isSeen({ state, reply }: Job): boolean {
  if (state.status === "submitting") return false;
  return !("answer" in state) || (state.answer === "given" && cardPlace(reply).isKnown());
}
