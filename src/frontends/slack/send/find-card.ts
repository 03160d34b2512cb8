import { z } from "zod";
import type { SlackReply } from "../../../core/chat.ts";
import type { LookRefusal } from "../../../core/chat-refusal.ts";
import type { LostCard } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { cardName } from "../write/card-name.ts";
import { type ClientOf, callAt } from "./client-of.ts";

/** Looks whether a card that may have arrived stands where it was posted. "blind": Slack does not let us look there. */
export type FindCard = (reply: SlackReply, lost: LostCard) => Promise<Seen<SlackReply>>;

type Seen<There> = Result<There | "not_there" | "blind", LookRefusal>;

/** Messages that are looked at; a place with more of them since the try is not trusted. Source: docs, methods/conversations.history (read 2026-11-21). */
const MESSAGES = 200;
/** So long before the try it is looked: a clock that was an hour ahead then hides nothing. */
const BEFORE_MS = 70 * 60_000;

const read = z.object({
  messages: z.array(
    z.object({ ts: z.string(), blocks: z.array(z.object({ block_id: z.string().optional() })).optional() }),
  ),
  has_more: z.boolean().default(false),
});
const opened = z.object({ channel: z.object({ id: z.string() }) });

/** By the id of its first block. Scopes: `channels:history`, `groups:history` and `im:history`, which an app may lack. */
export function findCard(clientOf: ClientOf): FindCard {
  /** The ts of the newest card of that job in one channel, or in one thread of it. */
  async function among(
    reply: SlackReply,
    { channel, thread }: { readonly channel: string; readonly thread: string | undefined },
    { job, triedAt }: LostCard,
  ): Promise<Seen<{ readonly ts: string }>> {
    const page = { channel, oldest: ((triedAt - BEFORE_MS) / 1_000).toFixed(6), limit: MESSAGES };
    const found = await callAt(clientOf, reply, ({ conversations }) =>
      thread === undefined ? conversations.history(page) : conversations.replies({ ...page, ts: thread }),
    );
    if (!found.ok) return clearly(found.refusal);
    const answer = read.safeParse(found.value);
    if (!answer.success) return ok("blind");
    const { messages, has_more } = answer.data;
    const cards = messages.filter(({ blocks = [] }) =>
      blocks.some((block) => block.block_id?.startsWith(cardName(job))),
    );
    const newest = cards.map(({ ts }) => ts).sort((a, b) => Number(b) - Number(a))[0];
    if (newest !== undefined) return ok({ ts: newest });
    return ok(has_more ? "blind" : "not_there");
  }

  /** The card may have come as a direct message where the channel was closed to it. */
  async function directly({ threadTs: _, ...reply }: SlackReply, lost: LostCard): Promise<Seen<SlackReply>> {
    const found = await callAt(clientOf, reply, ({ conversations }) => conversations.open({ users: reply.userId }));
    if (!found.ok) return clearly(found.refusal);
    const answer = opened.safeParse(found.value);
    return answer.success ? at(reply, answer.data.channel.id, lost) : ok("blind");
  }

  async function at(reply: SlackReply, channel: string, lost: LostCard): Promise<Seen<SlackReply>> {
    const seen = await among(reply, { channel, thread: reply.threadTs }, lost);
    if (!seen.ok) return seen;
    if (typeof seen.value === "string") return ok(seen.value);
    return ok({ ...reply, ts: seen.value.ts, cardChannelId: channel, isUneditable: false });
  }

  return async (reply, lost) => {
    const { channelId, userId } = reply;
    if (channelId === userId) return directly(reply, lost);
    const inChannel = await at(reply, channelId, lost);
    if (!inChannel.ok || typeof inChannel.value !== "string") return inChannel;
    const inDirect = await directly(reply, lost);
    return inChannel.value === "blind" && inDirect.ok && inDirect.value === "not_there" ? inChannel : inDirect;
  };
}

/** A clear no is a place that nobody can look into. */
function clearly(refusal: { readonly kind: "not_here" } | LookRefusal): Result<"blind", LookRefusal> {
  return refusal.kind === "not_here" ? ok("blind") : refuse(refusal);
}
