import { type Json, list, number, text } from "../core/json.ts";
import type { State } from "../core/page-state.ts";
import type { Entry } from "./steps.ts";

export function ledgerWords(ledger: Json): string {
  const sum = (name: string) => number(ledger[name]) ?? 0;
  const [charged, refunded, tasks] = [sum("charged"), sum("refunded"), sum("tasks")] as const;
  if (tasks === 0) return "Nothing was charged yet.";
  const spent = (charged - refunded).toLocaleString();
  const count = tasks === 1 ? "one task" : `${tasks} tasks`;
  return `${charged.toLocaleString()} charged − ${refunded.toLocaleString()} refunded = ${spent} spent, ${count}`;
}

export function shapeOf(task: Json): string {
  const from = task.type === "image2video" ? "from a picture" : "from words";
  const parts = [text(task.aspectRatio), `${number(task.duration)} s`, text(task.resolution), from];
  return `${parts.join(" · ")} · ${number(task.creditsUsed)} credits`;
}

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

export function botWords({ bot, discord, slack }: Pick<State, "bot" | "discord" | "slack">): string {
  const isThere = discord.isConnected || slack.isConnected;
  if (!bot) return isThere ? "is running beside this sandbox." : "is not here yet: start one beside this sandbox.";
  if (bot.status === "ended") return "has ended. Reset starts a fresh one.";
  return bot.status === "starting" || !isThere ? "is being started…" : "is running.";
}

export function killWords(kill: Kill, tasks: readonly Json[]): string {
  const { at, backAt, running } = kill;
  const was = running.length > 0 ? "The bot was killed in the middle of a video" : "The bot was killed";
  if (backAt === null) return `${was}. It is being started again…`;
  const back = `${was} and is back after ${((backAt - at) / 1_000).toFixed(1)} s.`;
  const money = moneyWords(kill, tasks);
  const ends = tasks.filter(({ id }) => running.includes(text(id))).map(({ status }) => text(status));
  if (ends.includes("running")) return `${back} ${money} The video goes on.`;
  return ends.includes("succeeded") ? `${back} ${money} The video is ready.` : `${back} ${money}`;
}

function moneyWords({ before, beforeCredits, charges, credits, running }: Kill, tasks: readonly Json[]): string {
  if (charges === 0) return "Nothing was charged.";
  const again = charges - before;
  if (running.length === 0)
    return again === 0 ? "Nothing more was charged." : `${counted(again)} more, ${credits - beforeCredits} credits.`;
  const price = tasks
    .filter(({ id }) => running.includes(text(id)))
    .reduce((sum, { creditsUsed }) => sum + (number(creditsUsed) ?? 0), credits - beforeCredits);
  const which = running.length === 1 ? "This video" : `These ${running.length} videos`;
  return `${which}: ${counted(running.length + again)}, ${price.toLocaleString()} credits.`;
}

const counted = (charges: number) => (charges === 1 ? "1 charge" : `${charges} charges`);

export interface Kill {
  readonly at: number;
  readonly backAt: number | null;
  readonly before: number;
  readonly beforeCredits: number;
  readonly charges: number;
  readonly credits: number;
  readonly running: readonly string[];
  readonly isOver: boolean;
}

const ASKED = ["command", "press", "submit_form", "shortcut"];

export function readKill(last: Kill | undefined, { place, kind, at, payload }: Entry): Kill | undefined {
  if (place === "bot" && kind === "ended" && text(payload.signal) !== "") {
    const before = number(payload.charges) ?? 0;
    return {
      at,
      backAt: null,
      before,
      beforeCredits: number(payload.credits) ?? 0,
      charges: before,
      credits: number(payload.credits) ?? 0,
      running: list(payload.running).map(text),
      isOver: false,
    };
  }
  if (!last) return undefined;
  if (place === "bot" && kind === "connected") return { ...last, backAt: at };
  if (ASKED.includes(kind)) return { ...last, isOver: true };
  if (place !== "video" || kind !== "submitted" || last.isOver) return last;
  return { ...last, charges: last.charges + 1, credits: last.credits + (number(payload.creditsUsed) ?? 0) };
}

const titles: Readonly<Record<Entry["place"], string>> = {
  discord: "Discord",
  slack: "Slack",
  video: "Service",
  bot: "Bot",
};

export function wireTitle({ place, kind, personId, times, payload }: Entry): string {
  const who = personId ? ` · ${personId}` : "";
  const polled = times === 1 ? "polled once" : `polled ${times} times`;
  const what = payload.isKeyCheck === true ? "Key check" : kind === "polled" ? polled : kind.replaceAll("_", " ");
  return `${titles[place]} ${what}${who}`;
}

export function wireDetail({ kind, payload }: Entry): string {
  const { status, code, why, ms, condition, creditsUsed } = payload;
  if (payload.isKeyCheck === true) return status === 404 ? "the key works" : "the key is refused";
  if (kind === "refused") return `${number(status) ?? ""} ${String(code || "")} ${text(why)}`;
  if (kind === "answered") return `in ${number(ms) ?? 0} ms`;
  return kind === "submitted" ? `${number(creditsUsed) ?? 0} credits` : text(status) || text(condition);
}
