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

/** Something that a person does to a job, at a given time. */
export interface Visit {
  /**
   * The delay after the command or, with `on`, after a job of the command has entered that state. For states with an
   * outcome, only the job with the card counts.
   */
  readonly afterMs: number;
  readonly on?: JobState["status"];
  readonly what: Deed;
}

export interface VisitWorld extends DeedWorld {
  alive(): Bot | undefined;
  trace(line: string): void;
}

/** An act that failed because of the store, a crash or a running paid call is repeated after this time. */
const AGAIN_MS = 5_000;
const TRIES = 50;
/** Removing a workspace is retried until the store works. */
const UNINSTALLS = 1_000;

/** A message arrives at most this long after it was sent. */
const LANDED_MS = 180_000;

/** Returns true if all messages sent before `at` have arrived. False if `at` is null. */
export function isLongAfter(at: EpochMs | null, now: EpochMs): boolean {
  return at !== null && now > at + LANDED_MS;
}

/**
 * Runs each visit at its time, through a process that is alive. The returned function must be called with each state that a
 * job enters.
 */
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
      // A process that ends during the act gives no result.
      clock.after(AGAIN_MS, begin);
    }
    clock.after(afterMs, begin);
  }

  for (const visit of wanted) if (!waiting.has(visit)) arrange(visit);
  return ({ state, partOf }) => {
    // The card of a batch does not change when its first video ends.
    if (partOf && "outcome" in state) return;
    for (const visit of waiting)
      if (visit.on === state.status) {
        waiting.delete(visit);
        arrange(visit);
      }
  };
}

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
  jobs(): readonly Job[];
  away(ms: number): void;
  broken(claim: string): void;
}

/** Longer than any wait. Otherwise the next process would only wait until the clock has caught up. */
const SET_BACK_MS = 3_600_000;
const MANAGER = "u-manager";
const LONG_MS = 8 * 86_400_000;

/** Performs the act through that process. Returns false if it must be repeated. May reject if the store fails. */
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
      // A batch shows this button only on its first card after it has started.
      if (job.state.status !== "gathering") return isSettled(job);
      await bot.decide.cancelRest(id);
      return true;
    case "forgets it all":
      for (const one of jobs) if (one.state.status === "waiting") await withdrawn(world, bot, one);
      return true;
    case "approves":
      // Managers are asked after the person's card is shown.
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

/** Presses *Notify me too*, also during a paid call. */
async function listen(bot: Bot, job: Job): Promise<boolean> {
  if (isSettled(job)) return true;
  if (job.state.status !== "submitting" && !isSeen(job)) return false;
  return (await bot.listen(job.id, LISTENER))?.notify.includes(LISTENER) === true;
}

/** Withdraws a job. A failure of the store is retried, and any other failure is a bug. */
async function withdrawn({ broken }: DeedWorld, bot: Bot, job: Job): Promise<void> {
  await bot.decide.withdraw(job.id).catch((error: unknown) => {
    if (!/failed/.test(String(error))) broken(`a video could not be withdrawn: ${String(error)}`);
    throw error;
  });
}

async function askLink({ clock, facts }: DeedWorld, bot: Bot, jobs: readonly Job[]): Promise<boolean> {
  facts.isLinkAsked = true;
  for (const { id } of jobs)
    await bot.happen(id, { kind: "link_asked", videoUrl: `https://cdn.example.com/v.mp4?at=${clock.now()}` });
  return true;
}

/** Sends the event to each job. The visit is repeated if a job could not be erased yet because of a paid call. */
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

/** The person moves the card to another place, like src/commands/card-buttons.ts. */
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

/** Returns true if the person has a card and no paid call is running. */
function isSeen({ state, reply }: Job): boolean {
  if (state.status === "submitting") return false;
  return !("answer" in state) || (state.answer === "given" && cardPlace(reply).isKnown());
}
