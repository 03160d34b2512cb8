import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../../../core/at-most.ts";
import type { LookRefusal, SlackReply } from "../../../core/chat.ts";
import { type Clock, type EpochMs, elapsedMs } from "../../../core/clock.ts";
import type { FetchWhole, LostCard } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { reads } from "../slack-limits.ts";
import { type CallRefusal, type ClientOf, callAt, directChannel, installationId } from "./slack-calls.ts";
import { cardName, notificationName } from "./write-slack-message.ts";

/** A post whose answer was lost arrives within this time, if it ever does. */
const LATE_POST_MS = 30_000;
/**
 * A card is searched for from this long before its attempt until this long after it could last arrive. Slack dates a
 * message by its own clock, see `slackTime`.
 */
const AROUND_MS = 60_000;

/** "blind": Slack does not let us read there, or too much was written there in that time. */
type Seen = Result<SlackReply | "not_there" | "blind", LookRefusal>;

const named = z.object({ action_id: z.string() });
const block = z.object({
  block_id: z.string().optional(),
  elements: z.array(z.unknown()).default([]).catch([]),
});
const page = z.object({
  messages: z.array(z.object({ ts: z.string(), blocks: z.array(block).optional() })),
  has_more: z.boolean().default(false),
});

/** Messages of one channel, or of one thread of it, written after `oldest` and before `latest`. */
interface Where {
  readonly channel: string;
  readonly thread: string | undefined;
  readonly oldest?: string;
  readonly latest?: string;
  /** Messages of exactly those times count as well. */
  readonly inclusive?: true;
}

type Method = "history" | "replies";

/** At most this many workspaces' pauses, and searches under way, are remembered. */
const REMEMBERED_MAX = 1_000;

/** Finds messages of the bot's own whose answer was lost. */
export type SlackSearch = ReturnType<typeof slackSearch>;

/**
 * Scopes: `channels:history`, `groups:history` and `im:history`, which an app may lack. `isUnlisted`: workspaces have
 * installed the app, which may be in no Marketplace.
 */
export function slackSearch({
  clientOf,
  clock,
  slackTime,
  isUnlisted,
}: {
  readonly clientOf: ClientOf;
  readonly clock: Pick<Clock, "now">;
  /** Returns what Slack's clock shows at that time of ours. */
  readonly slackTime: SlackTime["at"];
  readonly isUnlisted: boolean;
}) {
  const { messages: limit, everyMs } = isUnlisted ? reads.unlisted : reads.own;
  /** The pause after the last call, by method and workspace. */
  const pauses = new LRUCache<string, { readonly since: EpochMs; readonly forMs: number }>(atMost(REMEMBERED_MAX));
  /** What is known of a lost card's channel while its direct message is searched, which takes another call. */
  const channelsSeen = new LRUCache<string, "not_there" | "blind">(atMost(REMEMBERED_MAX));

  function restMs(place: string): number {
    const now = clock.now();
    const { since, forMs } = pauses.get(place) ?? { since: now, forMs: 0 };
    // A clock that was set back makes no pause longer.
    return now < since ? 0 : Math.max(0, since + forMs - now);
  }

  /** Reads messages at Slack's pace: before a pause is over, nothing is sent. */
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

  /** Returns the handle of the newest message of that name in a channel, or in one thread of it; not of the one `besides`. */
  async function among(reply: SlackReply, where: Where, name: string, besides: string | null = null): Promise<Seen> {
    const answer = await read(reply, where);
    // A clear refusal means that nobody can read that place.
    if (!answer.ok) return answer.refusal.kind === "not_here" ? ok("blind") : refuse(answer.refusal);
    const { data } = page.safeParse(answer.value);
    if (!data) return ok("blind");
    const [newest] = data.messages
      .filter(({ ts, blocks = [] }) => ts !== besides && blocks.some(({ block_id: id }) => id?.startsWith(name)))
      .sort((a, b) => Number(b.ts) - Number(a.ts));
    if (!newest) return ok(data.has_more ? "blind" : "not_there");
    return ok({ ...reply, ts: newest.ts, cardChannelId: where.channel, isUneditable: false });
  }

  async function cardIn(reply: SlackReply, channel: string, { job, triedAt, besides }: LostCard): Promise<Seen> {
    const at = slackTime(triedAt);
    // Both ends are named: without the latest, Slack has given the messages that are next to the oldest.
    const between = { oldest: tsOf(at - AROUND_MS), latest: tsOf(at + LATE_POST_MS + AROUND_MS) };
    const known = besides?.platform === "slack" ? besides.ts : null;
    const seen = await among(reply, { channel, thread: reply.threadTs, ...between }, cardName(job), known);
    // Its answer is the first to show that our clock is wrong: the search was at the wrong time.
    const isOff = Math.abs(slackTime(triedAt) - at) > AROUND_MS / 2;
    return isOff ? refuse({ kind: "unavailable", unclear: false, detail: "the machine's clock is wrong" }) : seen;
  }

  /** The card may have come as a direct message where the channel was closed to it. */
  async function cardInDirect({ threadTs: _, ...reply }: SlackReply, lost: LostCard): Promise<Seen> {
    const direct = await directChannel(clientOf, reply);
    if (direct.ok) return cardIn(reply, direct.value, lost);
    return direct.refusal.kind === "not_here" ? ok("blind") : refuse(direct.refusal);
  }

  /** Returns for how many milliseconds a post that was tried at that time may still arrive. */
  const untilLate = (triedAt: EpochMs) => LATE_POST_MS - elapsedMs(triedAt, clock.now());

  async function card(reply: SlackReply, lost: LostCard): Promise<Seen> {
    const { channelId, userId } = reply;
    if (channelId === userId) return cardInDirect(reply, lost);
    const id = `${lost.job} ${lost.triedAt} ${lost.besides ? "again" : ""}`;
    const known = channelsSeen.get(id);
    const inChannel = known === undefined ? await cardIn(reply, channelId, lost) : ok(known);
    if (!inChannel.ok || typeof inChannel.value !== "string") return inChannel;
    if (untilLate(lost.triedAt) <= 0) channelsSeen.set(id, inChannel.value);
    const inDirect = await cardInDirect(reply, lost);
    return inChannel.value === "blind" && inDirect.ok && inDirect.value === "not_there" ? inChannel : inDirect;
  }

  return {
    untilLate,
    async card(reply: SlackReply, lost: LostCard): Promise<Seen> {
      const lateInMs = untilLate(lost.triedAt);
      const isStillComing = lateInMs > 0;
      // Where calls are few, a search that cannot settle the matter would only put off the one that can.
      if (isStillComing && isUnlisted) return refuse({ kind: "rate_limited", retryAfterMs: lateInMs });
      const seen = await card(reply, lost);
      const isTooSoon = seen.ok && seen.value === "not_there" && isStillComing;
      return isTooSoon ? refuse({ kind: "rate_limited", retryAfterMs: lateInMs }) : seen;
    },
    /** Reads the ids of the buttons that the card shows. */
    async buttonsOf(reply: SlackReply): Promise<Result<readonly string[] | "gone" | "blind", LookRefusal>> {
      const { ts, threadTs: thread } = reply;
      if (ts === null) return ok("blind");
      const channel = reply.cardChannelId ?? reply.channelId;
      // In a direct message it is in no thread.
      const inThread = channel === reply.channelId ? thread : undefined;
      const answer = await read(reply, { channel, thread: inThread, oldest: ts, latest: ts, inclusive: true });
      if (!answer.ok) return answer.refusal.kind === "not_here" ? ok("blind") : refuse(answer.refusal);
      const { data } = page.safeParse(answer.value);
      if (!data) return ok("blind");
      const card = data.messages.find((one) => one.ts === ts);
      if (!card) return ok("gone");
      const elements = (card.blocks ?? []).flatMap((one) => one.elements);
      return ok(elements.flatMap((one) => named.safeParse(one).data?.action_id ?? []));
    },
    async notification(reply: SlackReply, nonce: string): Promise<Seen> {
      const channel = reply.cardChannelId ?? reply.channelId;
      const thread = reply.threadTs ?? reply.ts;
      if (thread === null) return ok("blind");
      // It comes after its card, which Slack itself has dated.
      const after = reply.ts === null ? {} : { oldest: reply.ts };
      return among(reply, { channel, thread, ...after }, notificationName(nonce));
    },
  };
}

/** Slack names messages by their times in seconds. */
function tsOf(at: EpochMs): string {
  return (at / 1_000).toFixed(6);
}

/** Slack's clock. A machine's own may be wrong, by an hour where its time zone is, and Slack dates every message. */
export type SlackTime = ReturnType<typeof slackTimes>;

/** Reads Slack's time from the `Date` of its answers, to the second. */
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
