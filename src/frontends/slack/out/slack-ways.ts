import { type ChatMessage, type ChatRefusal, type SlackReply, STALLED } from "../../../core/chat.ts";
import { type Clock, wasStalled } from "../../../core/clock.ts";
import type { InLanguage } from "../../../core/front-end.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { Locale } from "../../../core/text/locale.ts";
import { times } from "../slack-limits.ts";
import type { SlackWords } from "../slack-words.ts";
import { type CallRefusal, type ClientOf, callAt, channelRefusalOf, ofAnother, type PostToUrl } from "./slack-calls.ts";
import { type WireMessage, type Wording, writeMessage } from "./write-slack-message.ts";
import { mentioned, unmentioned } from "./write-slack-text.ts";

export interface Ways {
  inChannel(reply: SlackReply, message: NewMessage, thread?: Thread): Promise<Sent>;
  /** Needs no membership. The message cannot be edited. */
  throughUrl(reply: SlackReply, message: NewMessage): Promise<Sent>;
  direct(reply: SlackReply, message: NewMessage, userId?: string): Promise<Sent>;
  ephemeral(reply: SlackReply, message: WireMessage): Promise<Sent>;
  privatelyThroughUrl(reply: SlackReply, message: WireMessage): Promise<Sent>;
}

export interface Thread {
  readonly ts: string;
  readonly isBroadcast: boolean;
}

export type Sent = Result<SlackReply, CallRefusal>;

export function slackWays(deps: {
  clientOf: ClientOf;
  postToUrl: PostToUrl;
  clock: Clock;
  arrived?: ((way: string) => void) | undefined;
}): Ways {
  const { clientOf, postToUrl, clock, arrived } = deps;

  function counted(way: string, sent: Sent): Sent {
    if (sent.ok) arrived?.(way);
    // Only a job's messages count against the channel's own limit, see `bucketOf`.
    return sent.ok || way === "channel_message" ? sent : refuse(ofAnother(sent.refusal));
  }

  async function post(reply: SlackReply, channel: string, message: NewMessage, into?: Thread): Promise<Sent> {
    const args = { channel, ...message };
    const posted = await callAt(clientOf, reply, (client) =>
      client.chat.postMessage(into ? { ...args, thread_ts: into.ts, reply_broadcast: into.isBroadcast } : args),
    );
    if (!posted.ok) return posted;
    const { ts, channel: cardChannelId } = posted.value;
    if (ts === undefined) return refuse({ kind: "unavailable", unclear: true, detail: "no ts" });
    return ok({ ...reply, ts, cardChannelId: cardChannelId ?? channel, isUneditable: false });
  }

  async function use(reply: SlackReply, body: object): Promise<Sent> {
    const { responseUrl, responseUrlUntil, responseUrlUses } = reply;
    if (responseUrl === null || clock.now() >= responseUrlUntil || responseUrlUses >= times.responseUrlUses) {
      return refuse({ kind: "not_here", code: "no_response_url" });
    }
    const posted = await postToUrl(responseUrl, body);
    return counted("response_url", posted.ok ? ok({ ...reply, responseUrlUses: responseUrlUses + 1 }) : posted);
  }

  return {
    // A reply cannot start a thread. If the card is itself in a thread, its messages go into that one.
    async inChannel(reply, message, thread) {
      const ts = reply.threadTs ?? thread?.ts;
      const into = ts === undefined ? undefined : { ts, isBroadcast: thread?.isBroadcast ?? false };
      return counted("channel_message", await post(reply, reply.channelId, message, into));
    },
    async direct({ threadTs: _, ...reply }, message, userId = reply.userId) {
      return counted("direct_message", await post(reply, userId, message));
    },
    async throughUrl(reply, message) {
      // The response_url posts outside the thread.
      if (reply.threadTs !== undefined) return refuse({ kind: "not_here", code: "in_thread" });
      const used = await use(reply, { response_type: "in_channel", replace_original: false, ...message });
      if (!used.ok) return used;
      return ok({ ...used.value, ts: null, cardChannelId: reply.channelId, isUneditable: true });
    },
    async ephemeral(reply, message) {
      const { channelId: channel, userId: user, threadTs } = reply;
      const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
      const posted = await callAt(clientOf, reply, (client) =>
        client.chat.postEphemeral({ channel, user, ...message, ...thread }),
      );
      return counted("ephemeral", posted.ok ? ok(reply) : posted);
    },
    privatelyThroughUrl: (reply, message) =>
      use(reply, { response_type: "ephemeral", replace_original: false, ...message }),
  };
}

/**
 * Tries the next way only after a clear refusal, because otherwise the message might be sent twice. A refused token
 * counts as clear, because a response_url needs none. The person then does not count as unreachable. `isLate`: another
 * process may search for the message and send it again.
 */
export async function tryEach(
  ways: readonly (() => Promise<Sent>)[],
  isLate = () => false,
): Promise<Result<SlackReply, ChatRefusal>> {
  const codes: string[] = [];
  let refusedToken: ChatRefusal | null = null;
  for (const way of ways) {
    if (isLate()) return refuse(STALLED);
    const sent = await way();
    if (sent.ok) return sent;
    const { refusal } = sent;
    if (refusal.kind === "not_here") codes.push(refusal.code);
    else if (isTokenRefused(refusal)) refusedToken ??= refusal;
    else return refuse(refusal);
  }
  return refuse(refusedToken ?? { kind: "unreachable", detail: codes.join(", ") });
}

function isTokenRefused(refusal: CallRefusal): boolean {
  return refusal.kind === "unavailable" && refusal.isElsewhere === true && !refusal.unclear;
}

export async function inChannelAlone(
  ways: Ways,
  reply: SlackReply,
  message: NewMessage,
  isLate: () => boolean,
): Promise<Result<SlackReply, ChatRefusal>> {
  if (isLate()) return refuse(STALLED);
  const sent = await ways.inChannel(reply, message);
  return sent.ok ? sent : refuse(atChannel(sent.refusal));
}

function atChannel(refusal: CallRefusal): ChatRefusal {
  if (refusal.kind !== "not_here") return refusal;
  return { kind: "unreachable", detail: refusal.code, channel: channelRefusalOf(refusal) };
}

export function stallWatch(clock: Pick<Clock, "now">): () => boolean {
  const since = clock.now();
  return () => wasStalled(clock, since);
}

/** The link is unfurled unless the card already has the film. */
export function newMessage(message: ChatMessage, wording: Wording, write = writeMessage) {
  return {
    ...write(message, wording),
    unfurl_links: false,
    unfurl_media: hasLink(message) && !message.hidesPreview,
    // Keep URLs in `text` as text.
    parse: "none",
  } as const;
}

export type NewMessage = ReturnType<typeof newMessage>;

function hasLink({ body, facts }: ChatMessage): boolean {
  return [...body, ...facts].some((sentence) =>
    sentence.some((piece) => typeof piece !== "string" && piece.kind === "link"),
  );
}

export type PostFirstCard = (
  reply: SlackReply,
  message: ChatMessage,
  how?: { readonly names?: ReadonlyMap<UserId, string>; readonly locale?: Locale | undefined },
) => Promise<Result<FirstCard, ChatRefusal>>;

interface FirstCard {
  readonly reply: SlackReply;
  readonly refusedInChannel: CallRefusal | null;
}

/** A concurrent caller, such as a step whose card has no answer yet, gets the same result. */
export function firstCards(
  ways: Ways,
  wordsIn: InLanguage<Pick<SlackWords, "whyHere">>,
  clock: Pick<Clock, "now">,
): PostFirstCard {
  const underWay = new Map<string, ReturnType<PostFirstCard>>();

  const post: PostFirstCard = async (reply, message, { names, locale } = {}) => {
    const inPublic = newMessage(message, { naming: unmentioned(names) });
    const explained = { ...message, body: [...message.body, [wordsIn(locale).whyHere]] };
    let refusedInChannel: CallRefusal | null = null;
    const posted = await tryEach(
      [
        async () => {
          const sent = await ways.inChannel(reply, inPublic);
          if (!sent.ok) refusedInChannel = sent.refusal;
          return sent;
        },
        () => ways.throughUrl(reply, inPublic),
        () => ways.direct(reply, newMessage(explained, { naming: mentioned })),
      ],
      stallWatch(clock),
    );
    if (posted.ok) return ok({ reply: posted.value, refusedInChannel });
    const { refusal } = posted;
    if (refusal.kind !== "unreachable" || refusedInChannel === null) return posted;
    return refuse({ ...refusal, channel: channelRefusalOf(refusedInChannel) });
  };

  return (reply, ...card) => {
    const name = JSON.stringify(reply);
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    const posting = post(reply, ...card).finally(() => underWay.delete(name));
    underWay.set(name, posting);
    return posting;
  };
}
