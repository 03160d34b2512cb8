import { z } from "zod";
import type { LookRefusal, SlackReply } from "../../../core/chat.ts";
import type { LostCard } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { type CallRefusal, type ClientOf, callAt } from "./slack-calls.ts";
import { cardName, notificationId } from "./write-slack-message.ts";

/** "blind": Slack does not let us read there, or too much was written there since. */
type Seen<There, Refusal> = Result<There | "not_there" | "blind", Refusal>;

/** How many messages are read. Source: docs, methods/conversations.history (read 2026-11-21). */
const MESSAGES = 200;
/** The search begins this long before the attempt, so that a clock an hour ahead hides nothing. */
const BEFORE_MS = 70 * 60_000;

const page = z.object({
  messages: z.array(
    z.object({ ts: z.string(), blocks: z.array(z.object({ block_id: z.string().optional() })).optional() }),
  ),
  has_more: z.boolean().default(false),
});
const opened = z.object({ channel: z.object({ id: z.string() }) });

interface Where {
  readonly channel: string;
  readonly thread: string | undefined;
  readonly oldest?: string;
}

/** Scopes: `channels:history`, `groups:history` and `im:history`, which an app may lack. */
export function messageFinder(clientOf: ClientOf) {
  /** Returns the ts of the newest message in a channel, or in one thread of it, that has a block with such an id. */
  async function among(
    reply: SlackReply,
    { channel, thread, oldest }: Where,
    isIt: (blockId: string) => boolean,
  ): Promise<Seen<{ readonly ts: string }, Exclude<CallRefusal, { kind: "not_here" }>>> {
    const asked = { channel, limit: MESSAGES, ...(oldest !== undefined && { oldest }) };
    const answer = await callAt(clientOf, reply, ({ conversations }) =>
      thread === undefined ? conversations.history(asked) : conversations.replies({ ...asked, ts: thread }),
    );
    // A clear refusal means that nobody can read that place.
    if (!answer.ok) return answer.refusal.kind === "not_here" ? ok("blind") : refuse(answer.refusal);
    const read = page.safeParse(answer.value);
    if (!read.success) return ok("blind");
    const { messages, has_more: hasMore } = read.data;
    const [newest] = messages
      .filter(({ blocks = [] }) => blocks.some(({ block_id: id }) => id !== undefined && isIt(id)))
      .sort((a, b) => Number(b.ts) - Number(a.ts));
    return ok(newest ?? (hasMore ? "blind" : "not_there"));
  }

  async function cardIn(reply: SlackReply, channel: string, lost: LostCard): Promise<Seen<SlackReply, LookRefusal>> {
    const oldest = ((lost.triedAt - BEFORE_MS) / 1_000).toFixed(6);
    const name = cardName(lost.job);
    const seen = await among(reply, { channel, thread: reply.threadTs, oldest }, (id) => id.startsWith(name));
    if (!seen.ok) return seen;
    if (typeof seen.value === "string") return ok(seen.value);
    return ok({ ...reply, ts: seen.value.ts, cardChannelId: channel, isUneditable: false });
  }

  /** The card may have come as a direct message where the channel was closed to it. */
  async function cardInDirect(
    { threadTs: _, ...reply }: SlackReply,
    lost: LostCard,
  ): Promise<Seen<SlackReply, LookRefusal>> {
    const answer = await callAt(clientOf, reply, ({ conversations }) => conversations.open({ users: reply.userId }));
    if (!answer.ok) return answer.refusal.kind === "not_here" ? ok("blind") : refuse(answer.refusal);
    const direct = opened.safeParse(answer.value);
    return direct.success ? cardIn(reply, direct.data.channel.id, lost) : ok("blind");
  }

  return {
    /** Looks for a card that may have arrived where it was posted. */
    async card(reply: SlackReply, lost: LostCard): Promise<Seen<SlackReply, LookRefusal>> {
      const { channelId, userId } = reply;
      if (channelId === userId) return cardInDirect(reply, lost);
      const inChannel = await cardIn(reply, channelId, lost);
      if (!inChannel.ok || typeof inChannel.value !== "string") return inChannel;
      const inDirect = await cardInDirect(reply, lost);
      return inChannel.value === "blind" && inDirect.ok && inDirect.value === "not_there" ? inChannel : inDirect;
    },
    /** Looks for a notification that may have arrived in the card's thread, and returns where it is. */
    async notification(
      reply: SlackReply,
      nonce: string,
    ): Promise<Seen<Pick<SlackReply, "ts" | "cardChannelId">, LookRefusal>> {
      const channel = reply.cardChannelId ?? reply.channelId;
      const thread = reply.threadTs ?? reply.ts;
      if (thread === null) return ok("blind");
      const id = notificationId(nonce);
      const seen = await among(reply, { channel, thread }, (blockId) => blockId === id);
      if (!seen.ok) return seen;
      if (typeof seen.value === "string") return ok(seen.value);
      return ok({ ts: seen.value.ts, cardChannelId: channel });
    },
  };
}
