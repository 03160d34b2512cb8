import type { Desk, DeskAnswer } from "./answer.ts";
import type { Screen } from "./screen.ts";

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
      default:
        throw new Error(`nobody answers at ${path}`);
    }
  };
}

/** Every text in blocks, in its order: the title first. */
function wordsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(wordsIn);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === "text" && typeof value === "string"
      ? [value]
      : ["accessory", "value"].includes(name)
        ? []
        : wordsIn(value),
  );
}
