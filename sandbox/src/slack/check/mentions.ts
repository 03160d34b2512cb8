import { z } from "zod";

/** Whom a new message's text and blocks name: Slack user ids, a whole channel as its members. Plain text names nobody. */
export function mentions(
  message: { readonly text: string; readonly blocks: readonly unknown[] },
  members: readonly string[],
): readonly string[] {
  const named = [...namedIn(message.text), ...message.blocks.flatMap(namedInNode)];
  const all = named.includes("*") ? members : named.filter((id) => members.includes(id));
  return [...new Set(all)];
}

/** `*` stands for the whole channel. */
function namedIn(mrkdwn: string): string[] {
  return [...mrkdwn.matchAll(/<@([A-Z0-9]+)(?:\|[^>]*)?>|<!(channel|here|everyone)(?:\|[^>]*)?>/g)].map(
    ([, userId]) => userId ?? "*",
  );
}

const interpreted = z.object({ type: z.enum(["mrkdwn", "markdown"]), text: z.string() });
const user = z.object({ type: z.literal("user"), user_id: z.string() });
const broadcast = z.object({ type: z.literal("broadcast") });

function namedInNode(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namedInNode);
  if (typeof node !== "object" || node === null) return [];
  const text = interpreted.safeParse(node);
  if (text.success) return namedIn(text.data.text);
  const named = user.safeParse(node);
  if (named.success) return [named.data.user_id];
  if (broadcast.safeParse(node).success) return ["*"];
  return Object.values(node).flatMap(namedInNode);
}
