/** A select menu counts as a button without an id: its label is shown, and it cannot be pressed. */
interface Button {
  readonly label: string;
  readonly id: string | null;
}

export function readMessage(payload: unknown): {
  readonly lines: readonly string[];
  readonly buttons: readonly Button[];
} {
  const lines: string[] = [];
  const buttons: Button[] = [];
  collect(payload, lines, buttons);
  return {
    lines: lines
      .flatMap((line) => line.split("\n"))
      .map(tidy)
      .filter((line) => line !== ""),
    buttons,
  };
}

export function linesOf(payload: unknown): readonly string[] {
  const { lines, buttons } = readMessage(payload);
  return buttons.length > 0 ? [...lines, `[${buttons.map(({ label }) => label).join("] [")}]`] : lines;
}

/** These fields hold ids and names that nobody reads. */
const NOT_READ = new Set(["mentions", "interaction", "attachments"]);

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

function isInline(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["text", "link", "user", "channel", "date", "emoji"].includes(String(value.type)) &&
    !("block_id" in value)
  );
}

function inlineText(piece: unknown): string {
  if (!isRecord(piece)) return "";
  if (piece.type === "user") return `<@${String(piece.user_id)}>`;
  if (piece.type === "channel") return `<#${String(piece.channel_id)}>`;
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

function tidy(line: string): string {
  return line
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/<(https?:[^|>]+)\|([^>]*)>/g, "[$2]($1)")
    .replace(/^(#{1,3}|-#|>)\s+/, "")
    .replace(/\*\*/g, "")
    .trim();
}
