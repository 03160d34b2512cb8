import type { Entry } from "../../sandbox/journal.ts";
import { personWith } from "../../sandbox/people.ts";
import type { Sandbox } from "../../sandbox/start.ts";
import type { Board } from "./board.ts";
import type { Seen } from "./expect.ts";
import { linesOf } from "./seen-text.ts";

const ADA = "ada";

/** Tells what Ada sees from here on, as the emulators received it; the returned function stops it. */
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
  switch (entry.kind) {
    case "answered":
      return [`answered in ${msOf(entry.payload)} ms`];
    case "unanswered":
      return ["the application did not respond"];
    case "message":
      before.set(id, lines);
      return [`${entry.personId ? "only Ada sees" : "everyone sees"}: ${lines.join(" | ")}`];
    case "edited": {
      const known = before.get(id) ?? [];
      before.set(id, lines);
      const news = lines.filter((line) => !known.includes(line));
      return news.length > 0 ? [`the card now says: ${news.join(" | ")}`] : [];
    }
    case "deleted":
      return ["the card is gone"];
    case "pinged":
      return ["Ada is notified"];
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
    .replace(/<t:(\d+):\w>/g, (_, seconds: string) => new Date(Number(seconds) * 1_000).toLocaleTimeString());
}

/** The labels of links, without their addresses. */
export function withoutLinks(line: string): string {
  return line.replace(/\[([^\]]+)\]\(https?:[^)]*\)/g, "[$1]").replace(/https?:\/\/[^\s|)]+/g, "…");
}

function msOf(payload: unknown): string {
  return typeof payload === "object" && payload !== null && "ms" in payload
    ? String(Math.round(Number(payload.ms)))
    : "?";
}

/** What stands before Ada on one platform, counting only what came after `after`. */
export function seenBy(sandbox: Sandbox, place: "discord" | "slack", after: number): Seen {
  const since = sandbox.journal.since(after).filter((entry) => entry.place === place);
  const fresh = new Set(since.filter(({ kind }) => kind === "message").map(({ messageId }) => messageId));
  const { discord, slack } = sandbox;
  const messages =
    place === "discord"
      ? [discord.channelId, discord.dmChannelId(ADA)].flatMap((channel) =>
          discord.messages(ADA, channel).map((message) => drawn(message.id, message)),
        )
      : [slack.channelId, slack.dmChannelId(ADA)].flatMap((channel) =>
          slack.messages(ADA, channel).map((message) => drawn(message.ts, message)),
        );
  return {
    messages: messages.filter(({ id }) => fresh.has(id)),
    isPinged: since.some(({ kind }) => kind === "pinged"),
  };
}

function drawn(id: string, message: { readonly ephemeralFor: string | null }) {
  return { id, text: linesOf(message).join("\n"), isPrivate: message.ephemeralFor !== null };
}
