/** The readable lines of a message as a platform holds it, in the order a person reads them, buttons last. */
export function linesOf(payload: unknown): readonly string[] {
  const lines: string[] = [];
  const buttons: string[] = [];
  collect(payload, lines, buttons);
  const words = buttons.length > 0 ? [`[${buttons.join("] [")}]`] : [];
  return [...lines.flatMap((line) => line.split("\n")).map(tidy), ...words].filter((line) => line !== "");
}

/** What a message says beside its text: ids, names, the sentence that Slack shows only where it shows no blocks. */
const NOT_READ = new Set(["mentions", "interaction", "attachments"]);

function collect(value: unknown, lines: string[], buttons: string[]): void {
  if (Array.isArray(value)) {
    const pieces = value.every(isInline) ? value.map(inlineText).join("") : null;
    if (pieces) lines.push(pieces);
    else for (const each of value) collect(each, lines, buttons);
    return;
  }
  if (!isRecord(value)) return;
  if (isButton(value)) {
    buttons.push(typeof value.label === "string" ? value.label : textOf(value.text));
    return;
  }
  if (isMenu(value)) {
    buttons.push(textOf(value.placeholder));
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

/** Pieces of Slack's rich text stand side by side in one line. */
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

/** Markup that a platform draws and nobody reads. */
function tidy(line: string): string {
  return line
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/<(https?:[^|>]+)\|([^>]*)>/g, "[$2]($1)")
    .replace(/^(#{1,3}|-#|>)\s+/, "")
    .replace(/\*\*/g, "")
    .trim();
}
