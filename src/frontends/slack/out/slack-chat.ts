import { z } from "zod";
import type {
  ChatMessage,
  ChatRefusal,
  NotDeletable,
  Notified,
  Posted,
  ReplyHandle,
  SearchRefusal,
  SlackReply,
} from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { AttachVideo, ChatFilms } from "../../../core/film/film.ts";
import type { Chat } from "../../../core/front-end.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { TeamPeople } from "../../../core/team/team.ts";
import { shares } from "../slack-limits.ts";
import { type CallRefusal, type ClientOf, callAt, ofAnother } from "./slack-calls.ts";
import type { SlackSearch } from "./slack-search.ts";
import {
  inChannelAlone,
  type NewMessage,
  newMessage,
  type PostFirstCard,
  type Sent,
  stallWatch,
  tryEach,
  type Ways,
} from "./slack-ways.ts";
import { notificationName, writeMessage, writeNotification } from "./write-slack-message.ts";
import { mentioned, unmentioned } from "./write-slack-text.ts";

export function slackChat(deps: {
  readonly clientOf: ClientOf;
  readonly ways: Ways;
  readonly postFirstCard: PostFirstCard;
  readonly search: SlackSearch;
  readonly clock: Clock;
  readonly namesOf: TeamPeople["namesOf"];
  readonly attach: AttachVideo | null;
  readonly films: ChatFilms;
  readonly arrived: (way: string) => void;
}): Chat {
  const { clientOf, ways, postFirstCard, search, clock, namesOf, attach, films, arrived } = deps;

  /** `not_here`: this card can never be edited. */
  async function edit(reply: SlackReply, message: ChatMessage): Promise<Sent> {
    const { ts, cardChannelId } = reply;
    if (ts === null) return refuse({ kind: "not_here", code: "no_card" });
    const channel = cardChannelId ?? reply.channelId;
    const written = writeMessage(message, { naming: mentioned });
    const edited = await callAt(clientOf, reply, (client) => client.chat.update({ channel, ts, ...written }));
    if (!edited.ok) return edited;
    // An answer about another message does not prove this edit. An edit is safe to repeat.
    if (edited.value.ts !== ts) return refuse({ kind: "unavailable", unclear: true, detail: "another ts" });
    arrived("bot_edit");
    return ok(reply);
  }

  async function firstCard(reply: SlackReply, message: ChatMessage): Promise<Result<SlackReply, ChatRefusal>> {
    const posted = await postFirstCard(reply, message);
    return posted.ok ? ok(posted.value.reply) : posted;
  }

  async function eachAlone(
    reply: SlackReply,
    message: NewMessage,
    people: readonly UserId[],
  ): Promise<readonly Posted[]> {
    const places: Posted[] = [];
    for (const userId of people) {
      const sent = await ways.direct(reply, message, userId);
      if (sent.ok) places.push(...placesOf(sent.value));
    }
    return places;
  }

  return {
    bucketOf(handle, what) {
      const { teamId, channelId, ts } = slackReply(handle);
      return what === "edit" && ts !== null
        ? { name: `edit:${teamId}`, ...shares.edits, forgivesRefusals: true }
        : { name: `post:${channelId}`, ...shares.posts, forgivesRefusals: true };
    },
    async show(handle, message, where, calls = [handle.userId]) {
      const reply = slackReply(handle);
      if (where === "in_place" || where === "first") {
        // This card shows no progress. The final message is posted separately.
        if (reply.isUneditable) return refuse({ kind: "card_gone" });
        const isFirst = where === "first" && reply.ts === null;
        const shown = await (isFirst ? firstCard(reply, message) : edit(reply, message));
        if (shown.ok) return ok({ reply: shown.value, isNew: false });
        const { refusal } = shown;
        const isGone = refusal.kind === "not_here" || refusal.kind === "unreachable";
        return refuse(isGone ? { kind: "card_gone" } : refusal);
      }
      const isLate = stallWatch(clock);
      if (where === "anywhere") {
        const edited = await edit(reply, message);
        if (edited.ok) return ok({ reply: edited.value, isNew: false });
        if (edited.refusal.kind !== "not_here") return refuse(ofAnother(edited.refusal));
      }
      const inPublic = callingMessage(message, calls);
      const renewed = await tryEach(
        [
          () => ways.inChannel(reply, inPublic),
          () => ways.throughUrl(reply, inPublic),
          async () => {
            const sent = await ways.direct(reply, newMessage(message, { naming: mentioned }));
            // Only the owner sees the new message. The others get the card without the owner's buttons.
            const others = newMessage({ ...message, buttons: [] }, { naming: mentioned });
            const otherPeople = calls.filter((userId) => userId !== reply.userId);
            if (sent.ok) await eachAlone(reply, others, otherPeople);
            return sent;
          },
        ],
        isLate,
      );
      return renewed.ok ? ok({ reply: renewed.value, isNew: true }) : renewed;
    },

    async post(handle, message, { to }) {
      const reply = slackReply(handle);
      if (to === "direct") return tryEach([() => ways.direct(reply, newMessage(message, { naming: mentioned }))]);
      const isLate = stallWatch(clock);
      const names = await namesOf({ reply }, peopleIn(message));
      return inChannelAlone(ways, reply, newMessage(message, { naming: unmentioned(names) }), isLate);
    },

    async readButtons(handle) {
      const read = await search.buttonsOf(slackReply(handle));
      // Reading has its own rate limit.
      return read.ok ? read : refuse(ofAnother(read.refusal));
    },
    find: (handle, lost) => search.card(slackReply(handle), lost),

    async notify(handle, message, { people, nonce, triedAt, isBroadcast = false }) {
      const reply = slackReply(handle);
      const isLate = stallWatch(clock);
      const { ts, cardChannelId } = reply;
      const inCardChannel: SlackReply = { ...reply, channelId: cardChannelId ?? reply.channelId };
      const wording = { naming: unmentioned(), calling: people, name: notificationName(nonce) };
      const calling = newMessage(message, wording, writeNotification);
      const inThread = ts === null ? [] : [() => ways.inChannel(inCardChannel, calling, { ts, isBroadcast })];
      // Slack does not detect duplicates, so send again only if the thread can be read.
      if (triedAt !== null) {
        const seen = await search.notification(reply, nonce);
        // A failed search does not show that the message is missing.
        if (!seen.ok) return refuse(ofAnother(seen.refusal));
        if (seen.value === "unreadable") return skipped;
        if (seen.value !== "not_there") return ok(sentTo(seen.value));
        const restMs = search.untilLate(triedAt);
        if (restMs > 0) return refuse({ kind: "rate_limited", retryAfterMs: restMs, isElsewhere: true });
        const again = await tryEach(inThread, isLate);
        if (again.ok) return ok(sentTo(again.value));
        return again.refusal.kind === "unreachable" ? skipped : again;
      }
      const others: Posted[] = [];
      const sent = await tryEach(
        [
          ...inThread,
          () => ways.inChannel(reply, calling),
          () => ways.throughUrl(reply, calling),
          async () => {
            const direct = newMessage(message, { naming: mentioned }, writeNotification);
            const [first = reply.userId, ...rest] = people;
            const reached = await ways.direct(reply, direct, first);
            if (reached.ok || reached.refusal.kind === "not_here")
              others.push(...(await eachAlone(reply, direct, rest)));
            return reached;
          },
        ],
        isLate,
      );
      return sent.ok ? ok(sentTo(sent.value, others)) : sent;
    },

    async sendPrivately(handle, message) {
      const reply = slackReply(handle);
      const written = writeMessage(message, { naming: mentioned });
      const sent = await tryEach([
        () => ways.ephemeral(reply, written),
        () => ways.privatelyThroughUrl(reply, written),
        () => ways.direct(reply, newMessage(message, { naming: mentioned })),
      ]);
      return sent.ok ? ok(null) : sent;
    },

    async remove(handle) {
      const reply = slackReply(handle);
      const { ts, cardChannelId, channelId } = reply;
      if (ts === null) return ok(null);
      const channel = cardChannelId ?? channelId;
      const removed = await callAt(clientOf, reply, (client) => client.chat.delete({ channel, ts }));
      if (removed.ok || removed.refusal.kind === "not_here") return ok(null);
      return refuse(removed.refusal);
    },
    takeDown: (handle, notification) => takeDown(clientOf, slackReply(handle), notification),
    attach,
    ...films,
  };
}

const skipped = ok({ kind: "skipped" } as const);

/** A message posted through a response_url has no ts and cannot be found again. */
function sentTo(reply: SlackReply, others: readonly Posted[] = []): Notified {
  const places = placesOf(reply);
  return { kind: "sent", at: places.length === 0 ? "lost" : [...places, ...others] };
}

function placesOf({ ts, cardChannelId, channelId }: SlackReply): readonly Posted[] {
  return ts === null ? [] : [{ platform: "slack", channelId: cardChannelId ?? channelId, ts }];
}

function peopleIn({ body, facts }: ChatMessage): readonly UserId[] {
  const pieces = [...body, ...facts].flat();
  return pieces.flatMap((piece) => (typeof piece !== "string" && piece.kind === "person" ? [piece.userId] : []));
}

/** Mentions people where the text names them, otherwise in an extra first line. */
function callingMessage(message: ChatMessage, people: readonly UserId[]): NewMessage {
  const others = unmentioned();
  const inText = peopleIn(message);
  return newMessage(message, {
    naming: (userId) => (people.includes(userId) ? mentioned(userId) : others(userId)),
    calling: people.filter((userId) => !inText.includes(userId)),
  });
}

export function slackReply(handle: ReplyHandle): SlackReply {
  if (handle.platform !== "slack") throw new Error(`a ${handle.platform} card was given to Slack`);
  return handle;
}

/** Source: docs.slack.dev, methods/chat.delete#errors and methods/files.delete#errors (read 2026-11-21). */
const GONE: ReadonlySet<string> = new Set(["message_not_found", "file_not_found", "file_deleted"]);

const sharedIn = z.record(z.string(), z.array(z.object({ ts: z.string() }))).catch({});
const described = z.object({
  file: z.object({
    shares: z
      .object({ public: sharedIn.default({}), private: sharedIn.default({}) })
      .catch({ public: {}, private: {} }),
  }),
});

/** Delete the card last: a message with replies would leave a placeholder. */
async function takeDown(
  clientOf: ClientOf,
  reply: SlackReply,
  notification: readonly Posted[],
): Promise<Result<readonly NotDeletable[], SearchRefusal>> {
  const { ts, cardChannelId, channelId } = reply;

  const unpost = (channel: string, message: string) =>
    callAt(clientOf, reply, ({ chat }) => chat.delete({ channel, ts: message }));

  /** Deleting only the file would leave a placeholder in the message that shared it. */
  async function unshare(file: string): Promise<Result<unknown, CallRefusal>> {
    const fileInfo = await callAt(clientOf, reply, ({ files }) => files.info({ file }));
    if (!fileInfo.ok && fileInfo.refusal.kind !== "not_here") return fileInfo;
    const read = described.safeParse(fileInfo.ok ? fileInfo.value : null);
    const shared = read.success
      ? Object.entries({ ...read.data.file.shares.public, ...read.data.file.shares.private })
      : [];
    for (const [channel, messages] of shared)
      for (const message of messages) {
        const removed = await unpost(channel, message.ts);
        if (!removed.ok && removed.refusal.kind !== "not_here") return removed;
      }
    return callAt(clientOf, reply, ({ files }) => files.delete({ file }));
  }

  const posted = notification.filter((one) => one.platform === "slack");
  const acts: readonly (readonly [NotDeletable, () => Promise<Result<unknown, CallRefusal>>])[] = [
    ...posted.map((one) => ["notification", () => unpost(one.channelId, one.ts)] as const),
    ...(reply.files ?? []).map(({ id }) => ["video", () => unshare(id)] as const),
    ["card", async () => (ts === null ? refuse(nowhere) : unpost(cardChannelId ?? channelId, ts))],
  ];
  let left: readonly NotDeletable[] = [];
  for (const [what, act] of acts) {
    const removed = await act();
    if (removed.ok) continue;
    const { refusal } = removed;
    if (refusal.kind !== "not_here") return refuse(refusal);
    if (!GONE.has(refusal.code)) left = left.includes(what) ? left : [...left, what];
  }
  return ok(left);
}

const nowhere: CallRefusal = { kind: "not_here", code: "no_card" };
