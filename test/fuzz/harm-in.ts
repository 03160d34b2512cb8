import { parseUrl } from "../../src/core/text/parse-url.ts";

/** The mention and the link that a payload may contain: its owner and the video. */
export interface Allowed {
  readonly userId: string;
  readonly url: string | null;
  /** Our own markup, which must match exactly. */
  readonly markup?: readonly string[];
}

/** Lists every place in a Slack payload where foreign text would ping, format or link. An empty list is good. */
export function harmIn(payload: { readonly text?: string }, allowed: Allowed): readonly string[] {
  return [...(payload.text === undefined ? [] : markupIn(payload.text, allowed)), ...harmBelow(payload, allowed)];
}

function harmBelow(node: unknown, allowed: Allowed): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each) => harmBelow(each, allowed));
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap((each) => harmBelow(each, allowed));
  return "type" in node ? [...harmOf({ ...node }, allowed), ...below] : below;
}

function harmOf(node: Readonly<Record<string, unknown>>, allowed: Allowed): readonly string[] {
  switch (node.type) {
    case "mrkdwn":
      return [
        ...(node.verbatim === true ? [] : ["mrkdwn that looks for links"]),
        ...markupIn(String(node.text), allowed),
      ];
    case "plain_text":
      return node.emoji === false ? [] : ["plain text with emoji names"];
    case "user":
      return node.user_id === allowed.userId ? [] : [`mentions ${String(node.user_id)}`];
    case "link":
      return allowed.url !== null && node.url === parseUrl(allowed.url)?.href ? [] : [`links ${String(node.url)}`];
    case "broadcast":
    case "usergroup":
    case "channel":
    case "emoji":
    case "markdown":
      return [String(node.type)];
    default:
      return [];
  }
}

/** Finds everything that Slack would read as markup, except our own. */
function markupIn(mrkdwn: string, { userId, markup = [] }: Allowed): readonly string[] {
  const rest = [`<@${userId}>`, ...markup]
    .reduce((text, own) => text.replaceAll(own, ""), mrkdwn)
    .replace(/<!date\^\d+\^\{date_short_pretty\} at \{time\}\|[\d :UTC-]*>/g, "");
  return [/[<>]/, /[*_~`]/, /:[\w+'-]+:/, /^\s*&gt;/m, /:\/\//]
    .filter((mark) => mark.test(rest))
    .map((mark) => `${mark} in ${rest}`);
}
