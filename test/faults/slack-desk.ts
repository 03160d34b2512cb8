import type { Desk, DeskAnswer } from "./answer.ts";
import type { Screen } from "./life.ts";

/** Slack's Web API, as far as one card needs it; what is not carried out is answered as if it were. */
export function slackDesk(screen: Screen, channelId: string): Desk {
  const no = { status: 200, json: { ok: false, error: "restricted_action" } };
  const about = (ts: string): DeskAnswer => ({ json: { ok: true, channel: channelId, ts }, id: ts, no });

  return ({ path, body }, isCarriedOut) => {
    const asked = new URLSearchParams(body);
    const ts = asked.get("ts") ?? "";
    const lines = wordsIn(JSON.parse(asked.get("blocks") ?? "[]"));
    const put = (isPrivate: boolean) => about(isCarriedOut ? screen.put(lines, { isPrivate }) : "1795219299.000999");
    switch (path) {
      case "/api/chat.postMessage":
        return put(false);
      case "/api/chat.postEphemeral":
        return put(true);
      case "/api/chat.update":
        if (isCarriedOut && !screen.edit(ts, lines)) throw new Error(`no message ${ts} to edit`);
        return about(ts);
      case "/api/chat.delete":
        if (isCarriedOut) screen.remove(ts);
        return about(ts);
      // The app was not given the optional scope for it.
      case "/api/conversations.replies":
      case "/api/conversations.history":
      case "/api/conversations.open":
        return { ...about(ts), json: { ok: false, error: "missing_scope" } };
      default:
        throw new Error(`nobody answers at ${path}`);
    }
  };
}

/** Every text in blocks, in its order, a line each: the title first, without its sign. */
function wordsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, elements }: { readonly type?: unknown; readonly elements?: unknown } = node;
  if (type === "rich_text_section" && Array.isArray(elements)) return linesOf(elements.flatMap(wordsIn).join(""));
  if (type === "header")
    return Object.values(node)
      .flatMap(wordsIn)
      .map((title) => title.replace(/^\P{L}+/u, ""));
  return Object.entries(node).flatMap(([name, value]) =>
    name === "text" && typeof value === "string"
      ? [value]
      : ["accessory", "value"].includes(name)
        ? []
        : wordsIn(value),
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
