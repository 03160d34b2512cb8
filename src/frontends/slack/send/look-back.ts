import { z } from "zod";
import type { SlackReply } from "../../../core/chat.ts";
import { ok, type Result } from "../../../core/result.ts";
import type { CallRefusal } from "./call.ts";
import { type ClientOf, callAt } from "./client-of.ts";

/** Looks whether a notification that may have arrived stands in the card's thread, and where. "blind": Slack does not let us look there. */
export type LookBack = (
  reply: SlackReply,
  nonce: string,
) => Promise<Result<Pick<SlackReply, "ts" | "cardChannelId"> | "not_there" | "blind", CallRefusal>>;

/** The newest replies of a thread that are looked at; a thread with more since the try is not trusted. */
const REPLIES = 200;

const read = z.object({
  messages: z.array(
    z.object({ ts: z.string(), blocks: z.array(z.object({ block_id: z.string().optional() })).optional() }),
  ),
  has_more: z.boolean().default(false),
});

/** By the id of its first block, which no other message has. Scopes: `channels:history` and `groups:history`, which an app may lack. */
export function lookBack(clientOf: ClientOf): LookBack {
  return async (reply, nonce) => {
    const { ts, threadTs, cardChannelId, channelId: asked } = reply;
    const [channel, thread] = [cardChannelId ?? asked, threadTs ?? ts];
    if (thread === null) return ok("blind");
    const found = await callAt(clientOf, reply, (client) =>
      client.conversations.replies({ channel, ts: thread, limit: REPLIES }),
    );
    if (!found.ok) return found.refusal.kind === "not_here" ? ok("blind") : found;
    const replies = read.safeParse(found.value);
    if (!replies.success) return ok("blind");
    const isIt = ({ block_id }: { block_id?: string | undefined }) => block_id === notificationId(nonce);
    const there = replies.data.messages.find(({ blocks = [] }) => blocks.some(isIt));
    if (there) return ok({ ts: there.ts, cardChannelId: channel });
    return ok(replies.data.has_more ? "blind" : "not_there");
  };
}

/** The id of a notification's first block. */
export function notificationId(nonce: string): string {
  return `ping-${nonce}`;
}
