import { type Marks, type Paragraph, type Word, wordReader } from "../chat/markdown.ts";

/** Source: Slack docs, messaging/formatting-message-text. */
export function readMrkdwn(source: string): readonly Paragraph[] {
  const out: Paragraph[] = [];
  for (const [index, part] of source.split(/```\n?([\s\S]*?)```\n?/).entries()) {
    if (index % 2 === 1) out.push({ kind: "code", text: unescaped(part).replace(/\n$/, "") });
    else if (part !== "") for (const line of part.replace(/\n$/, "").split("\n")) out.push(readLine(line));
  }
  return out;
}

export function readPlain(source: string): readonly Word[] {
  return [{ kind: "text", text: withEmoji(source) }];
}

function readLine(line: string): Paragraph {
  const quote = /^(?:&gt;|>) ?(.*)$/.exec(line);
  return quote ? { kind: "quote", words: readWords(quote[1] ?? "") } : { kind: "text", words: readWords(line) };
}

const marks: Marks = [
  [/^:[a-z0-9_+-]+:/, ([name]) => ({ kind: "text", text: withEmoji(name) })],
  [/^`([^`\n]+)`/, ([, inner = ""]) => ({ kind: "code", text: unescaped(inner) })],
  [/^<@(\w+)(?:\|([^>]*))?>/, ([, id = "", name]) => ({ kind: "mention", id, text: `@${name ?? id}` })],
  [/^<#(\w+)(?:\|([^>]*))?>/, ([, id = "", name]) => ({ kind: "mention", id, text: `#${name || id}` })],
  [/^<!(here|channel|everyone)(?:\|[^>]*)?>/, ([, id = ""]) => ({ kind: "mention", id, text: `@${id}` })],
  [/^<!date\^(\d+)\^([^>|^]*)(?:\^[^>|]*)?(?:\|[^>]*)?>/, ([, at, style = ""]) => time(at, style)],
  [/^<((?:https?|mailto):[^>|\s]+)(?:\|([^>]*))?>/, ([, url = "", label]) => link(unescaped(url), label)],
  [/^\*(?=\S)([^*\n]*[^\s*])\*(?!\w)/, ([, inner = ""]) => ({ kind: "bold", words: readWords(inner) })],
  [/^_(?=\S)([^_\n]*[^\s_])_(?!\w)/, ([, inner = ""]) => ({ kind: "italic", words: readWords(inner) })],
  [/^~(?=\S)([^~\n]*[^\s~])~(?!\w)/, ([, inner = ""]) => ({ kind: "strike", words: readWords(inner) })],
];

const time = (at: string | undefined, style: string): Word => ({ kind: "time", ms: Number(at) * 1_000, style });

function link(url: string, label: string | undefined): Word {
  const words: readonly Word[] = [{ kind: "text", text: withEmoji(unescaped(label || url)) }];
  return url.startsWith("http") ? { kind: "link", url, words } : { kind: "bold", words };
}

const readWords = wordReader({ marks, plain: /^[^`<:*_~]+/, isLetter: /^[*_~]/, plainText: unescaped });

export function unescaped(source: string): string {
  return source.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

const emoji: Readonly<Record<string, string>> = {
  arrows_counterclockwise: "🔄",
  bell: "🔔",
  clapper: "🎬",
  eyes: "👀",
  film_frames: "🎞️",
  heavy_check_mark: "✔️",
  hourglass: "⌛",
  hourglass_flowing_sand: "⏳",
  key: "🔑",
  link: "🔗",
  lock: "🔒",
  moneybag: "💰",
  movie_camera: "🎥",
  no_entry: "⛔",
  pencil2: "✏️",
  question: "❓",
  sparkles: "✨",
  tada: "🎉",
  warning: "⚠️",
  wastebasket: "🗑️",
  wave: "👋",
  white_check_mark: "✅",
  x: "❌",
};

function withEmoji(source: string): string {
  return source.replace(
    /:([a-z0-9_+-]+):/g,
    (whole, name: string) => (Object.hasOwn(emoji, name) ? emoji[name] : undefined) ?? whole,
  );
}
