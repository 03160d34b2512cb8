import { type Json, list, number, text } from "../core/json.ts";
import type { State } from "../core/page-state.ts";
import type { Act, Entry } from "./steps.ts";

/** The page is in English, whatever the browser's language. */
export const inDigits = (amount: number): string => amount.toLocaleString("en");

export function ledgerWords(ledger: Json): string {
  const sum = (name: string) => number(ledger[name]) ?? 0;
  const [charged, refunded, tasks] = [sum("charged"), sum("refunded"), sum("tasks")] as const;
  if (tasks === 0) return "Nothing was charged yet.";
  const count = tasks === 1 ? "one task" : `${tasks} tasks`;
  const spent = inDigits(charged - refunded);
  return `${inDigits(charged)} charged − ${inDigits(refunded)} refunded = ${spent} spent, ${count}`;
}

export function shapeOf(task: Json): string {
  const from = task.type === "image2video" ? "from a picture" : "from text";
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
  if (!bot) return isThere ? "is running next to this sandbox." : "is not running yet. Start one next to this sandbox.";
  if (bot.status === "ended") return "has ended. Press Reset to start a new one.";
  return bot.status === "starting" || !isThere ? "is being started…" : "is running.";
}

export interface Kill {
  readonly seq: number;
  readonly at: number;
  readonly backAt: number | null;
  readonly charged: number;
  readonly running: readonly string[];
}

export function readKill(last: Kill | undefined, { seq, place, kind, at, payload }: Entry): Kill | undefined {
  if (place !== "bot") return last;
  if (kind === "ended" && text(payload.signal) !== "")
    return { seq, at, backAt: null, charged: number(payload.charges) ?? 0, running: list(payload.running).map(text) };
  return last && kind === "connected" ? { ...last, backAt: at } : last;
}

export function killWords(kill: Kill, tasks: readonly Json[], acts: readonly Pick<Act, "seq" | "taskIds">[]): string {
  const { at, backAt, running, charged } = kill;
  const count = running.length;
  const was =
    count === 0 ? "The bot was killed" : `The bot was killed during ${count === 1 ? "a video" : `${count} videos`}`;
  if (backAt === null) return `${was}. It is restarting…`;
  const back = `${was} and is back after ${((backAt - at) / 1_000).toFixed(1)} s.`;
  const atKill = tasks.filter(({ id }) => running.includes(text(id)));
  const [twice, later] = sortLater(kill, tasks.slice(charged), { atKill, acts });
  const charges = counted(count + twice.length);
  const money = `${count === 1 ? "This video" : `These ${count} videos`}: ${charges}, ${inCredits([...atKill, ...twice])}.`;
  const since =
    later.length === 0
      ? null
      : `Since then it has started ${later.length === 1 ? "another video that was" : `${later.length} more videos that were`} already requested: ${inCredits(later)}.`;
  return [back, count === 0 ? null : money, count === 0 ? null : endWords(atKill), since]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/**
 * Splits the tasks charged after a kill into repetitions of running tasks, and tasks of earlier acts, such as the next part
 * of a chain.
 */
function sortLater(
  { seq }: Kill,
  tasks: readonly Json[],
  { atKill, acts }: { readonly atKill: readonly Json[]; readonly acts: readonly Pick<Act, "seq" | "taskIds">[] },
): readonly [readonly Json[], readonly Json[]] {
  const actOf = (task: Json) => acts.find(({ taskIds }) => taskIds.includes(text(task.id)));
  const known = atKill.filter((task) => actOf(task));
  const twice = tasks.filter((task) => !actOf(task) && known.some((other) => requestOf(other) === requestOf(task)));
  const later = tasks.filter((task) => (actOf(task)?.seq ?? seq) < seq);
  return [twice, later];
}

function requestOf({ prompt, aspectRatio, duration, resolution, type }: Json): string {
  return JSON.stringify([prompt, aspectRatio, duration, resolution, type]);
}

function endWords(tasks: readonly Json[]): string | null {
  const isOne = tasks.length === 1;
  const are = (status: string) => tasks.every((task) => task.status === status);
  if (tasks.some(({ status }) => status === "running")) return isOne ? "The video goes on." : "They go on.";
  if (are("succeeded")) return isOne ? "The video is ready." : "They are ready.";
  return are("failed") && isOne ? "The video failed, and its credits were refunded." : null;
}

function inCredits(tasks: readonly Json[]): string {
  const sum = tasks.reduce((credits, { creditsUsed }) => credits + (number(creditsUsed) ?? 0), 0);
  return `${inDigits(sum)} credits`;
}

const counted = (charges: number) => (charges === 1 ? "1 charge" : `${charges} charges`);

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
