import type { Entry, Sandbox } from "reelay-sandbox";
import { personWith } from "reelay-sandbox";
import type { Board } from "./board.ts";
import type { Place, Seen } from "./expect.ts";
import { linesOf } from "./seen-text.ts";

/** Tells what people see from here on, as the emulators received it; the returned function stops it. */
export function watch(sandbox: Sandbox, board: Board, { hasLinks }: { readonly hasLinks: boolean }): () => void {
  const began = Date.now();
  /** The lines each message had when it was last printed. */
  const before = new Map<string, readonly string[]>();

  return sandbox.journal.listen((entry) => {
    if (entry.place === "video" || entry.kind === "connected") return;
    const seconds = `${((Date.now() - began) / 1_000).toFixed(1)} s`.padStart(6);
    const head = `${seconds}  ${entry.place === "discord" ? "Discord" : "Slack  "}`;
    for (const line of describe(entry, before, board))
      board.line(`${head}  ${hasLinks ? asShown(line) : withoutLinks(asShown(line))}`);
    const bar = barIn(entry);
    if (bar !== "other") board.bar?.(`${entry.place} ${entry.messageId}`, bar && `${head}  ${bar}`);
  });
}

/** How far a video is, as both platforms draw it. */
const isBar = (line: string) => /^[▰▱▓░]{4}/.test(line);

/** The bar that a message has now; null for none. */
function barIn({ kind, payload }: Entry): string | null | "other" {
  if (kind === "deleted") return null;
  return kind === "message" || kind === "edited" ? (linesOf(payload).find(isBar) ?? null) : "other";
}

function describe(entry: Entry, before: Map<string, readonly string[]>, { bar }: Board): readonly string[] {
  const all = linesOf(entry.payload);
  const lines = bar ? all.filter((line) => !isBar(line)) : all;
  const id = entry.messageId ?? "";
  const who = entry.personId ? `only ${nameOf(entry.personId)} sees` : "everyone sees";
  switch (entry.kind) {
    case "answered":
      return [`answered in ${msOf(entry.payload)} ms`];
    case "unanswered":
      return ["the application did not respond"];
    case "message":
      before.set(id, lines);
      return lines.length > 0 ? [`${who}: ${lines.join(" | ")}`] : [];
    case "edited": {
      const known = before.get(id) ?? [];
      before.set(id, lines);
      const news = lines.filter((line) => !known.includes(line));
      return news.length > 0 ? [`${who} now: ${news.join(" | ")}`] : [];
    }
    case "deleted":
      return ["the message is gone"];
    case "pinged":
      return [`${pingedIn(entry.payload).map(nameOf).join(" and ")} is notified`];
    case "refused":
      return [`the platform refused a request: ${JSON.stringify(entry.payload)}`];
    default:
      return [];
  }
}

/** Names and times as a platform shows them. */
function asShown(line: string): string {
  return line
    .replace(/<@(\w+)>/g, (mark, id: string) => `@${personWith(id)?.name ?? mark}`)
    .replace(/ \(<t:\d+:R>\)/g, "")
    .replace(/<t:(\d+):(\w)>/g, (_, seconds: string, style: string) =>
      timeAs(style, new Date(Number(seconds) * 1_000)),
    );
}

/** Discord's styles `t` and `T` are a time of day, the others a day with it or without. */
function timeAs(style: string, time: Date): string {
  if (style.toLowerCase() === "t") return time.toLocaleTimeString();
  return style.toLowerCase() === "d" ? time.toLocaleDateString() : time.toLocaleString();
}

/** The labels of links, without their addresses. */
export function withoutLinks(line: string): string {
  return line.replace(/\[([^\]]+)\]\(https?:[^)]*\)/g, "[$1]").replace(/https?:\/\/[^\s|)]+/g, "…");
}

const nameOf = (id: string) => personWith(id)?.name ?? id;

/** The people whom a notification named. */
function pingedIn(payload: unknown): readonly string[] {
  const { personIds }: { readonly personIds?: unknown } = { ...Object(payload) };
  return Array.isArray(personIds) ? personIds.map(String) : [];
}

function msOf(payload: unknown): string {
  return typeof payload === "object" && payload !== null && "ms" in payload
    ? String(Math.round(Number(payload.ms)))
    : "?";
}

/** Who looks, where only what came after `after` counts. */
interface Look {
  readonly after: number;
  readonly personId: string;
}

/** What stands before that person on one platform. */
export function seenBy(sandbox: Sandbox, place: Place, look: Look): Seen {
  const isTheirs = (id: string) => personWith(id)?.id === look.personId;
  return {
    messages: messagesBefore(sandbox, place, look),
    isPinged: since(sandbox, place, look).some(
      ({ kind, payload }) => kind === "pinged" && pingedIn(payload).some(isTheirs),
    ),
  };
}

/** The messages before that person on one platform, oldest first, each as a platform holds it and as people read it. */
export function messagesBefore({ discord, slack, journal }: Sandbox, place: Place, look: Look) {
  const isNew = ({ kind }: Entry) => kind === "message";
  const fresh = new Set(
    since({ journal }, place, look)
      .filter(isNew)
      .map(({ messageId }) => messageId),
  );
  const { personId } = look;
  const all =
    place === "discord"
      ? [discord.channelId, discord.dmChannelId(personId)].flatMap((channel) =>
          discord.messages(personId, channel).map((message) => drawn(message.id, message)),
        )
      : [slack.channelId, slack.dmChannelId(personId)].flatMap((channel) =>
          slack.messages(personId, channel).map((message) => drawn(message.ts, message)),
        );
  return all.filter(({ id }) => fresh.has(id));
}

function since({ journal }: Pick<Sandbox, "journal">, place: Place, { after }: Look): readonly Entry[] {
  return journal.since(after).filter((entry) => entry.place === place);
}

function drawn(id: string, raw: { readonly ephemeralFor: string | null }) {
  return { id, text: linesOf(raw).join("\n"), isPrivate: raw.ephemeralFor !== null, raw };
}
