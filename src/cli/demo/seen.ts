import { type Entry, personWith, type Sandbox } from "#sandbox";
import type { Board } from "./board.ts";

/** Prints what people see from here on, as the emulators received it; the returned function stops it. */
export function watch(sandbox: Sandbox, board: Board, { hasLinks }: { readonly hasLinks: boolean }): () => void {
  const began = Date.now();
  /** The lines each message had when it was last printed. */
  const before = new Map<string, readonly string[]>();

  return sandbox.journal.listen((entry) => {
    if (entry.place === "video" || entry.kind === "connected") return;
    const seconds = `${((Date.now() - began) / 1_000).toFixed(1)} s`.padStart(6);
    const head = `${seconds}  ${headOf(entry.place)}`;
    for (const line of describe(entry, before, board))
      board.line(`${head}  ${hasLinks ? asShown(line) : withoutLinks(asShown(line))}`);
    const bar = barIn(entry);
    if (bar !== "other") board.bar?.(`${entry.place} ${entry.messageId}`, bar && `${head}  ${bar}`);
  });
}

/** Both platforms draw the progress of a video with these characters. */
const isBar = (line: string) => /^[▰▱▓░]{4}/.test(line);

/** Returns the bar that a message has now; null for none. */
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
      const shownBefore = before.get(id) ?? [];
      before.set(id, lines);
      const news = lines.filter((line) => !shownBefore.includes(line));
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

/** Returns names and times as a platform shows them. */
function asShown(line: string): string {
  return line
    .replace(/<@(\w+)>/g, (mark, id: string) => `@${personWith(id)?.name ?? mark}`)
    .replace(/ \(<t:\d+:R>\)/g, "")
    .replace(/<t:(\d+):(\w)>/g, (_, seconds: string, style: string) =>
      timeAs(style, new Date(Number(seconds) * 1_000)),
    );
}

/** Discord's styles `t` and `T` are a time of day, the others a date with or without a time. */
function timeAs(style: string, time: Date): string {
  if (style.toLowerCase() === "t") return time.toLocaleTimeString();
  return style.toLowerCase() === "d" ? time.toLocaleDateString() : time.toLocaleString();
}

/** Replaces each link by its label. */
export function withoutLinks(line: string): string {
  return line.replace(/\[([^\]]+)\]\(https?:[^)]*\)/g, "[$1]").replace(/https?:\/\/[^\s|)]+/g, "…");
}

export const nameOf = (id: string) => personWith(id)?.name ?? id;

function pingedIn(payload: unknown): readonly string[] {
  const { personIds }: { readonly personIds?: unknown } = { ...Object(payload) };
  return Array.isArray(personIds) ? personIds.map(String) : [];
}

function msOf(payload: unknown): number {
  const { ms }: { readonly ms?: unknown } = { ...Object(payload) };
  return Math.round(Number(ms));
}

export type Place = "discord" | "slack";

/** The name at the head of a line, as long as the other's. */
export const headOf = (place: Entry["place"]) => (place === "discord" ? "Discord" : "Slack  ");

/** The viewer; only what came after `after` counts. */
interface Viewer {
  readonly after: number;
  readonly personId: string;
}

export function isPinged({ journal }: Sandbox, place: Place, { after, personId }: Viewer): boolean {
  return journal
    .since(after)
    .filter((entry) => entry.place === place && entry.kind === "pinged")
    .some(({ payload }) => pingedIn(payload).some((id) => personWith(id)?.id === personId));
}

/**
 * Returns the messages that the person sees on one platform, oldest first, each as the platform holds it and as people
 * read it.
 */
export function messagesBefore({ discord, slack, journal }: Sandbox, place: Place, { after, personId }: Viewer) {
  const fresh = new Set(
    journal
      .since(after)
      .filter((entry) => entry.place === place && entry.kind === "message")
      .map(({ messageId }) => messageId),
  );
  const drawn = <Raw extends object>(id: string, raw: Raw) => ({ id, text: linesOf(raw).join("\n"), raw });
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

/** Returns the readable lines of a message as a platform holds it, in the order a person reads them, buttons last. */
export function linesOf(payload: unknown): readonly string[] {
  const lines: string[] = [];
  const buttons: Button[] = [];
  collect(payload, lines, buttons);
  const words = buttons.length > 0 ? [`[${buttons.map(({ label }) => label).join("] [")}]`] : [];
  return [...lines.flatMap((line) => line.split("\n")).map(tidy), ...words].filter((line) => line !== "");
}

/**
 * A message also holds ids, names, and the sentence that Slack shows only where it shows no blocks; nobody reads those.
 */
const NOT_READ = new Set(["mentions", "interaction", "attachments"]);

/** A menu is read as its label, and cannot be pressed. */
interface Button {
  readonly label: string;
  readonly id: string | null;
}

function collect(value: unknown, lines: string[], buttons: Button[]): void {
  if (Array.isArray(value)) {
    const pieces = value.every(isInline) ? value.map(inlineText).join("") : null;
    if (pieces) lines.push(pieces);
    else for (const each of value) collect(each, lines, buttons);
    return;
  }
  if (!isRecord(value)) return;
  if (isButton(value)) {
    const id = textOf(value.custom_id ?? value.action_id);
    buttons.push({ label: textOf(value.label ?? value.text), id: id === "" ? null : id });
    return;
  }
  if (isMenu(value)) {
    buttons.push({ label: textOf(value.placeholder), id: null });
    return;
  }
  const hasBlocks = Array.isArray(value.blocks) && value.blocks.length > 0;
  for (const [name, part] of Object.entries(value)) {
    if (NOT_READ.has(name)) continue;
    if ((name === "content" || name === "text") && typeof part === "string") {
      if (part !== "" && !hasBlocks) lines.push(part);
    } else collect(part, lines, buttons);
  }
}

/** Pieces of Slack's rich text share one line. */
function isInline(value: unknown): boolean {
  return (
    isRecord(value) && ["text", "link", "user", "date", "emoji"].includes(String(value.type)) && !("block_id" in value)
  );
}

function inlineText(piece: unknown): string {
  if (!isRecord(piece)) return "";
  if (piece.type === "user") return `<@${String(piece.user_id)}>`;
  if (piece.type === "link") return `[${String(piece.text ?? piece.url)}](${String(piece.url)})`;
  if (piece.type === "date") return String(piece.fallback ?? "");
  return textOf(piece.text);
}

function isButton(value: Readonly<Record<string, unknown>>): boolean {
  return value.type === "button" || (value.type === 2 && "custom_id" in value);
}

function isMenu(value: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(value.options) && "placeholder" in value;
}

function textOf(value: unknown): string {
  return isRecord(value) ? textOf(value.text) : typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Removes markup that a platform draws and nobody reads. */
function tidy(line: string): string {
  return line
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/<(https?:[^|>]+)\|([^>]*)>/g, "[$2]($1)")
    .replace(/^(#{1,3}|-#|>)\s+/, "")
    .replace(/\*\*/g, "")
    .trim();
}

/** Returns the id of the button with that label in a message, whatever price follows the label; null where there is none. */
export function buttonOf(payload: unknown, label: string): string | null {
  const buttons: Button[] = [];
  collect(payload, [], buttons);
  return buttons.find((button) => button.label.split(" · ")[0] === label && button.id !== null)?.id ?? null;
}

export const VIDEO_LINK = /https?:\/\/[^\s)>|\]"]+\.mp4/;

export function filmOn(card: string | undefined): Promise<Uint8Array> {
  return download(VIDEO_LINK.exec(card ?? "")?.[0]);
}

/** Returns the video at that address; throws where there is none, or where it is not an MP4. */
export async function download(url: string | undefined): Promise<Uint8Array> {
  if (url === undefined) throw new Error("There is no video to download");
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(5_000) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isMp4 = new TextDecoder("latin1").decode(bytes.subarray(4, 8)) === "ftyp";
  if (!response.ok || !isMp4) throw new Error("A video could not be downloaded");
  return bytes;
}

export const downloaded = (film: Uint8Array) => `downloaded the video, ${Math.ceil(film.length / 1_000)} kB`;
