import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../../../core/at-most.ts";
import type { SearchRefusal, SlackReply } from "../../../core/chat.ts";
import { type Clock, type EpochMs, elapsedMs } from "../../../core/clock.ts";
import type { LostCard } from "../../../core/front-end.ts";
import type { FetchWhole } from "../../../core/http-client.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { reads } from "../slack-limits.ts";
import { type CallRefusal, type ClientOf, callAt, directChannel, installationId } from "./slack-calls.ts";
import { cardName, notificationName } from "./write-slack-message.ts";

/** A post whose answer was lost arrives within this time or never. */
const LATE_POST_MS = 30_000;
/** Added at both ends of the time in which a card may have arrived. */
const AROUND_MS = 60_000;

/** "unreadable": Slack does not allow reading there, or there were too many messages. */
type Seen = Result<SlackReply | "not_there" | "unreadable", SearchRefusal>;

const named = z.object({ action_id: z.string() });
const block = z.object({
  block_id: z.string().optional(),
  elements: z.array(z.unknown()).default([]).catch([]),
});
const page = z.object({
  messages: z.array(z.object({ ts: z.string(), blocks: z.array(block).optional() })),
  has_more: z.boolean().default(false),
});

interface Where {
  readonly channel: string;
  readonly thread: string | undefined;
  readonly oldest?: string;
  readonly latest?: string;
  readonly inclusive?: true;
}

type Method = "history" | "replies";

const REMEMBERED_MAX = 1_000;

export type SlackSearch = ReturnType<typeof slackSearch>;

/**
 * The app may lack the scopes for reading history. `isUnlisted`: other workspaces have installed the app, and it might
 * not be in the Marketplace.
 */
export function slackSearch({
  clientOf,
  clock,
  slackTime,
  isUnlisted,
}: {
  readonly clientOf: ClientOf;
  readonly clock: Pick<Clock, "now">;
  readonly slackTime: SlackTime["at"];
  readonly isUnlisted: boolean;
}) {
  const { messages: limit, everyMs } = isUnlisted ? reads.unlisted : reads.own;
  const pauses = new LRUCache<string, { readonly since: EpochMs; readonly forMs: number }>(atMost(REMEMBERED_MAX));
  /** A channel's result is kept while the direct message is searched in a later call. */
  const channelsSeen = new LRUCache<string, "not_there" | "unreadable">(atMost(REMEMBERED_MAX));

  function restMs(place: string): number {
    const now = clock.now();
    const { since, forMs } = pauses.get(place) ?? { since: now, forMs: 0 };
    // A clock that was set back must not make the pause longer.
    return now < since ? 0 : Math.max(0, since + forMs - now);
  }

  /** Refuses without a call until a pause is over. */
  async function read(
    reply: SlackReply,
    { channel, thread, ...between }: Where,
  ): Promise<Result<unknown, CallRefusal>> {
    const method: Method = thread === undefined ? "history" : "replies";
    const place = `${method} ${installationId(reply)}`;
    const waitMs = restMs(place);
    if (waitMs > 0) return refuse({ kind: "rate_limited", retryAfterMs: waitMs });
    pauses.set(place, { since: clock.now(), forMs: everyMs });
    const asked = { channel, limit, ...between };
    const answer = await callAt(clientOf, reply, ({ conversations }) =>
      thread === undefined ? conversations.history(asked) : conversations.replies({ ...asked, ts: thread }),
    );
    if (!answer.ok && answer.refusal.kind === "rate_limited")
      pauses.set(place, { since: clock.now(), forMs: answer.refusal.retryAfterMs });
    return answer;
  }

  async function findIn(reply: SlackReply, where: Where, name: string, except: string | null = null): Promise<Seen> {
    const answer = await read(reply, where);
    if (!answer.ok) return answer.refusal.kind === "not_here" ? ok("unreadable") : refuse(answer.refusal);
    const { data } = page.safeParse(answer.value);
    if (!data) return ok("unreadable");
    const [newest] = data.messages
      .filter(({ ts, blocks = [] }) => ts !== except && blocks.some(({ block_id: id }) => id?.startsWith(name)))
      .sort((a, b) => Number(b.ts) - Number(a.ts));
    if (!newest) return ok(data.has_more ? "unreadable" : "not_there");
    return ok({ ...reply, ts: newest.ts, cardChannelId: where.channel, isUneditable: false });
  }

  async function cardIn(reply: SlackReply, channel: string, { job, triedAt, except }: LostCard): Promise<Seen> {
    const at = slackTime(triedAt);
    // Set both: without `latest`, Slack has returned the messages closest to `oldest`.
    const between = { oldest: tsOf(at - AROUND_MS), latest: tsOf(at + LATE_POST_MS + AROUND_MS) };
    const known = except?.platform === "slack" ? except.ts : null;
    const seen = await findIn(reply, { channel, thread: reply.threadTs, ...between }, cardName(job), known);
    // If this answer shows that our clock is wrong, the search covered the wrong time.
    const isOff = Math.abs(slackTime(triedAt) - at) > AROUND_MS / 2;
    return isOff ? refuse({ kind: "unavailable", unclear: false, detail: "the machine's clock is wrong" }) : seen;
  }

  /** The card may be in the direct message if the channel refused it. */
  async function cardInDirect({ threadTs: _, ...reply }: SlackReply, lost: LostCard): Promise<Seen> {
    const direct = await directChannel(clientOf, reply);
    if (direct.ok) return cardIn(reply, direct.value, lost);
    return direct.refusal.kind === "not_here" ? ok("unreadable") : refuse(direct.refusal);
  }

  /** How long a post sent at `triedAt` may still arrive, in milliseconds. */
  const untilLate = (triedAt: EpochMs) => LATE_POST_MS - elapsedMs(triedAt, clock.now());

  async function card(reply: SlackReply, lost: LostCard): Promise<Seen> {
    const { channelId, userId } = reply;
    if (channelId === userId) return cardInDirect(reply, lost);
    const id = `${lost.job} ${lost.triedAt} ${lost.except ? "again" : ""}`;
    const known = channelsSeen.get(id);
    const inChannel = known === undefined ? await cardIn(reply, channelId, lost) : ok(known);
    if (!inChannel.ok || typeof inChannel.value !== "string") return inChannel;
    if (untilLate(lost.triedAt) <= 0) channelsSeen.set(id, inChannel.value);
    const inDirect = await cardInDirect(reply, lost);
    return inChannel.value === "unreadable" && inDirect.ok && inDirect.value === "not_there" ? inChannel : inDirect;
  }

  return {
    untilLate,
    async card(reply: SlackReply, lost: LostCard): Promise<Seen> {
      const lateInMs = untilLate(lost.triedAt);
      const isStillComing = lateInMs > 0;
      // Slack allows few calls here. An early search would only delay the later one, which can decide.
      if (isStillComing && isUnlisted) return refuse({ kind: "rate_limited", retryAfterMs: lateInMs });
      const seen = await card(reply, lost);
      const isTooSoon = seen.ok && seen.value === "not_there" && isStillComing;
      return isTooSoon ? refuse({ kind: "rate_limited", retryAfterMs: lateInMs }) : seen;
    },
    async buttonsOf(reply: SlackReply): Promise<Result<readonly string[] | "gone" | "unreadable", SearchRefusal>> {
      const { ts, threadTs: thread } = reply;
      if (ts === null) return ok("unreadable");
      const channel = reply.cardChannelId ?? reply.channelId;
      // In the direct message, the card is in no thread.
      const inThread = channel === reply.channelId ? thread : undefined;
      const answer = await read(reply, { channel, thread: inThread, oldest: ts, latest: ts, inclusive: true });
      if (!answer.ok) return answer.refusal.kind === "not_here" ? ok("unreadable") : refuse(answer.refusal);
      const { data } = page.safeParse(answer.value);
      if (!data) return ok("unreadable");
      const card = data.messages.find((one) => one.ts === ts);
      if (!card) return ok("gone");
      const elements = (card.blocks ?? []).flatMap((one) => one.elements);
      return ok(elements.flatMap((one) => named.safeParse(one).data?.action_id ?? []));
    },
    async notification(reply: SlackReply, nonce: string): Promise<Seen> {
      const channel = reply.cardChannelId ?? reply.channelId;
      const thread = reply.threadTs ?? reply.ts;
      if (thread === null) return ok("unreadable");
      // The notification is newer than its card, which has a ts from Slack's clock.
      const after = reply.ts === null ? {} : { oldest: reply.ts };
      return findIn(reply, { channel, thread, ...after }, notificationName(nonce));
    },
  };
}

/** Slack identifies a message by its time in seconds. */
function tsOf(at: EpochMs): string {
  return (at / 1_000).toFixed(6);
}

/** Slack dates every message, but our own clock may be wrong, for example by an hour. */
export type SlackTime = ReturnType<typeof slackTimes>;

/** To the second, from the `Date` header of Slack's answers. */
export function slackTimes(clock: Pick<Clock, "now">) {
  let aheadMs = 0;
  return {
    at: (ours: EpochMs): EpochMs => ours + aheadMs,
    watch:
      (fetchWhole: FetchWhole): FetchWhole =>
      async (...asked) => {
        const answer = await fetchWhole(...asked);
        const date = Date.parse(answer.headers.get("date") ?? "");
        if (Number.isFinite(date)) aheadMs = date - clock.now();
        return answer;
      },
  };
}
