import { type Json, number, text } from "../core/json.ts";
import type { Entry } from "./steps.ts";

const titles: Readonly<Record<Entry["place"], string>> = {
  discord: "Discord",
  slack: "Slack",
  video: "Service",
  bot: "Bot",
};

const conditions: Readonly<Record<string, string>> = {
  clear: "as usual",
  rate_limited: "asks to slow down",
  down: "is down",
  token_dead: "tokens expire early",
};

/** What an entry is called in the wire log. */
export function wireTitle({ place, kind, personId, times, payload }: Entry): string {
  const who = personId ? ` · ${personId}` : "";
  return `${titles[place]} ${whatOf(kind, times, payload)}${who}`;
}

function whatOf(kind: string, times: number, payload: Json): string {
  if (payload.isKeyCheck === true) return "Key check";
  if (kind === "polled") return times === 1 ? "polled once" : `polled ${times} times`;
  return kind === "weather" ? "conditions" : kind.replaceAll("_", " ");
}

/** The figure or the words beside it. */
export function wireDetail({ kind, payload }: Entry): string {
  const { status, code, why, ms, progress, weather, creditsUsed } = payload;
  if (payload.isKeyCheck === true) return status === 404 ? "the key works" : "the key is refused";
  if (kind === "refused") return `${number(status) ?? ""} ${String(code || "")} ${text(why)}`;
  if (kind === "weather") return conditions[text(weather)] ?? "";
  if (kind === "answered") return `in ${number(ms) ?? 0} ms`;
  if (kind === "polled") return `${text(status)}, ${number(progress) ?? 0} %`;
  if (kind === "submitted") return `${number(creditsUsed) ?? 0} credits`;
  return kind === "settled" ? text(status) : "";
}

/** The payloads of an entry, each with its name: a call of the service's has a request and a response. */
export function payloadsOf({ place, payload }: Entry): readonly (readonly [name: string, value: unknown])[] {
  if (place !== "video" || !("response" in payload)) return [["Payload", payload]];
  return [
    ["Request", payload.body],
    ["Response", payload.response ?? "None: it was lost on its way."],
  ];
}
