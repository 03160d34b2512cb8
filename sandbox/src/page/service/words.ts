import { type Json, number, text } from "../core/json.ts";
import type { State } from "../core/state.ts";
import type { Kill } from "./kill.ts";

/** What the account has paid, got back and lost. */
export function ledgerWords(ledger: Json): string {
  const sum = (name: string) => number(ledger[name]) ?? 0;
  const [charged, refunded, tasks] = [sum("charged"), sum("refunded"), sum("tasks")] as const;
  if (tasks === 0) return "Nothing was charged yet.";
  const spent = (charged - refunded).toLocaleString();
  const count = tasks === 1 ? "one task" : `${tasks} tasks`;
  return `${charged.toLocaleString()} charged − ${refunded.toLocaleString()} refunded = ${spent} spent, ${count}`;
}

/** What was asked for, and its price. */
export function shapeOf(task: Json): string {
  const from = task.type === "image2video" ? "from a picture" : "from words";
  const parts = [text(task.aspectRatio), `${number(task.duration)} s`, text(task.resolution), from];
  return `${parts.join(" · ")} · ${number(task.creditsUsed)} credits`;
}

/** How a task stands at that moment. */
export function statusOf(task: Json, now: number): string {
  const progress = number(task.progress) ?? 0;
  const endsAt = number(task.endsAt) ?? now;
  if (task.status === "succeeded") return `Done after ${seconds(endsAt - (number(task.startedAt) ?? endsAt))}`;
  if (task.status === "failed") return `Failed at ${progress} %, ${number(task.creditsUsed)} credits were refunded`;
  if (task.isStuck === true) return `Stuck at ${progress} %`;
  if (endsAt === Number.MAX_SAFE_INTEGER) return `Running ${progress} %, will get stuck`;
  return `Running ${progress} %, ends in ${seconds(endsAt - now)}`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
}

/** How the bot is. */
export function botWords({ bot, discord, slack }: Pick<State, "bot" | "discord" | "slack">): string {
  const isThere = discord.isConnected || slack.isConnected;
  if (!bot) return isThere ? "is running beside this sandbox." : "is not here yet: start one beside this sandbox.";
  if (bot.status === "ended") return "has ended. Reset starts a fresh one.";
  return bot.status === "starting" || !isThere ? "is being started…" : "is running.";
}

/** What became of the bot that was killed, of the video it was making, and of the money. */
export function killWords(kill: Kill, tasks: readonly Json[]): string {
  const { at, backAt, before, charges, credits, running } = kill;
  const was = running.length > 0 ? "The bot was killed in the middle of a video" : "The bot was killed";
  if (backAt === null) return `${was}. It is being started again…`;
  const back = `${was} and is back after ${((backAt - at) / 1_000).toFixed(1)} s.`;
  const count = charges === 1 ? "1 charge" : `${charges} charges`;
  const money =
    charges === 0
      ? "Nothing was charged."
      : `${charges === before ? "Still" : "Now"} ${count}, ${credits.toLocaleString()} credits.`;
  const ends = tasks.filter(({ id }) => running.includes(text(id))).map(({ status }) => text(status));
  if (ends.includes("running")) return `${back} ${money} The video goes on.`;
  return ends.includes("succeeded") ? `${back} ${money} The video is ready.` : `${back} ${money}`;
}
