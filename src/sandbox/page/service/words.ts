import { type Json, number, text } from "../core/json.ts";

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
  if (task.status === "failed") return `Failed at ${progress} %, ${number(task.creditsUsed)} credits came back`;
  if (task.isStuck === true) return `Stuck at ${progress} %`;
  if (endsAt === Number.MAX_SAFE_INTEGER) return `Running ${progress} %, will get stuck`;
  return `Running ${progress} %, ends in ${seconds(endsAt - now)}`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
}
