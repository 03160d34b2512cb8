import { cardPlace } from "../../../core/card-place.ts";
import type {
  ChatMessage,
  ChatRefusal,
  DiscordReply,
  MessagePlace,
  NotDeletable,
  Notified,
  Posted,
  SearchRefusal,
} from "../../../core/chat.ts";
import { elapsedMs } from "../../../core/clock.ts";
import type { DuplicateProcess } from "../../../core/duplicate-process.ts";
import { cardsOf, type OpenVideo } from "../../../core/film/film.ts";
import type { Chat, Notification } from "../../../core/front-end.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { limits } from "../discord-limits.ts";
import { cardFilms, filmSender, videoAttacher } from "./discord-files.ts";
import {
  bucketOf,
  channelWay,
  chatRefusalOf,
  deletePostedWays,
  deleteWays,
  directWay,
  discordReply,
  editWays,
  firstWay,
  followUpWays,
  isOutOfReach,
  isTokenOld,
  mayTokenLive,
  nonceFrom,
  nonceOf,
  type Refused,
  readWays,
  type SendDeps,
  type WalkRefusal,
} from "./discord-ways.ts";
import { findCard } from "./find-card.ts";
import { writeMessage, writeNotification } from "./write-discord-message.ts";

/** Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
const INVALID_FORM = 50035;

export function discordChat(
  deps: SendDeps & { readonly openVideo?: OpenVideo | undefined; readonly duplicate: Pick<DuplicateProcess, "seen"> },
): Chat {
  const { api, clock, openVideo, arrived, duplicate } = deps;
  return {
    bucketOf: (handle, what) => api.measured(bucketOf(discordReply(handle), what, clock.now())),
    async show(handle, message, where, calls = [handle.userId]) {
      const reply = discordReply(handle);
      // "anywhere": an edit in place was just refused.
      const isPast = where === "anywhere" && cardPlace(reply).isPastEditing(clock.now());
      const isUnedited = isPast || where === "new";
      const edited = isUnedited ? refuse({ kind: "no_way", refused: [] } as const) : await edit(deps, reply, message);
      if (edited.ok) return ok({ reply: edited.value, isNew: false });
      if (edited.refusal.kind !== "no_way") return refuse(edited.refusal);
      const { refused } = edited.refusal;
      if (where === "anywhere" || where === "new") return showNew(deps, reply, { message, calls, refused });
      return refuse(refused.every(isOutOfReach) ? { kind: "card_gone" } : chatRefusalOf(edited.refusal));
    },
    async post(handle, message, { to, nonce }) {
      const reply = withoutFiles(discordReply(handle));
      const written = { body: writeMessage(message), nonce, replyTo: null };
      const way = to === "channel" ? channelWay(api, reply.channelId, written) : directWay(api, reply.userId, written);
      const posted = await firstWay([way], arrived);
      return posted.ok ? ok({ ...reply, movedTo: posted.value.value }) : refuse(chatRefusalOf(posted.refusal));
    },
    async readButtons(handle) {
      const read = await firstWay(readWays(deps, discordReply(handle)));
      if (read.ok) return ok(read.value.value);
      if (read.refusal.kind !== "no_way") return refuse(read.refusal);
      return ok("unreadable");
    },
    // Only a message posted with an interaction's token can be lost. Other messages are retried, which their nonce makes
    // harmless.
    async find(handle, card) {
      const reply = discordReply(handle);
      const isKnown = reply.messageId !== null || reply.movedTo !== null;
      if (reply.token === "" || (isKnown && !card.except)) return ok("unreadable");
      const found = await findCard(deps, reply, card);
      const at = (messageId: string) => ({ ...reply, messageId, movedTo: null });
      if (found?.kind !== "elsewhere") return ok(found === null ? "unreadable" : at(found.messageId));
      duplicate.seen();
      return ok("elsewhere");
    },
    notify: (handle, message, how) => notify(deps, discordReply(handle), { message, ...how }),
    async sendPrivately(handle, message) {
      const reply = discordReply(handle);
      const byToken = followUpWays(api, reply, writeMessage(message, { isPrivate: true }));
      const direct = directWay(api, reply.userId, {
        body: writeMessage(message),
        nonce: nonceOf(reply, "private_message"),
      });
      const isOld = isTokenOld(reply, clock.now());
      const sent = await firstWay(isOld ? [direct, ...byToken] : [...byToken, direct], arrived);
      return sent.ok ? ok(null) : refuse(chatRefusalOf(sent.refusal));
    },
    async remove(handle) {
      const removed = await firstWay(deleteWays(deps, discordReply(handle)));
      return removed.ok ? ok(null) : refuse(chatRefusalOf(removed.refusal));
    },
    takeDown: (handle, notification) => takeDown(deps, discordReply(handle), notification),
    ...cardFilms({ api, clock, openVideo }),
    filmSender: filmSender(api),
    attach: openVideo ? videoAttacher({ api, clock, openVideo }) : null,
  };
}

/** Discord refuses an edit that refers to a deleted file, so such files are dropped. */
async function edit(
  deps: SendDeps,
  reply: DiscordReply,
  message: ChatMessage,
): Promise<Result<DiscordReply, WalkRefusal>> {
  const { files = [] } = reply;
  const edited = await firstWay(editWays(deps, reply, writeMessage(message, { files })), deps.arrived);
  if (edited.ok) return ok({ ...reply, messageId: reply.messageId ?? edited.value.value.messageId });
  const { refusal } = edited;
  const isForm = refusal.kind === "no_way" && refusal.refused.some(({ code }) => code === INVALID_FORM);
  return files.length > 0 && isForm ? edit(deps, withoutFiles(reply), message) : edited;
}

/** In a server the new message mentions the owner, who would otherwise not be notified. */
async function showNew(
  { api, arrived }: SendDeps,
  reply: DiscordReply,
  {
    message,
    calls,
    refused,
  }: { readonly message: ChatMessage; readonly calls: readonly UserId[]; readonly refused: readonly Refused[] },
): ReturnType<Chat["show"]> {
  const { isPrivate, guildId, userId } = reply;
  const channelId = reply.movedTo?.channelId ?? reply.channelId;
  const called = isPrivate || guildId === null ? [] : calls;
  const nonce = nonceOf(reply, "show");
  const tokenLives = refused.some((edit) => edit.way === "token_edit" && mayTokenLive(edit));
  const inChannel = channelWay(api, channelId, {
    body: writeMessage(message, { calls: called }),
    nonce,
    replyTo: null,
  });
  const moved = await firstWay(
    [
      ...(isPrivate ? [] : [inChannel]),
      ...(tokenLives ? followUpWays(api, reply, writeMessage(message, { isPrivate, calls: called })) : []),
      directWay(api, userId, { body: writeMessage(message), nonce }),
    ],
    arrived,
  );
  if (!moved.ok) return refuse(chatRefusalOf(moved.refusal, refused));
  const { by, value: at } = moved.value;
  const bare = withoutFiles(reply);
  if (by === "follow_up") return ok({ reply: { ...bare, messageId: at.messageId, movedTo: null }, isNew: true });
  if (at.channelId !== channelId && !isPrivate) {
    // Only the owner sees the new message. The others get the card without the owner's buttons.
    const others = calls.filter((id) => id !== userId);
    const body = writeMessage({ ...message, buttons: [] });
    await notifyDirectly({ api, arrived }, others, { body, nonce: nonceOf(reply, "others") });
  }
  return ok({ reply: { ...bare, movedTo: at }, isNew: true });
}

function withoutFiles({ files: _, ...reply }: DiscordReply): DiscordReply {
  return reply;
}

/**
 * Tries the channel first, because its nonce makes a repetition safe. A follow-up has no nonce, so it is never used for a
 * second attempt.
 */
async function notify(
  { api, clock, arrived }: SendDeps,
  reply: DiscordReply,
  { message, people, nonce, triedAt }: Notification & { readonly message: ChatMessage },
): Promise<Result<Notified, ChatRefusal>> {
  const { movedTo, isPrivate, guildId, editableUntil } = reply;
  const body = writeNotification(message, people);
  // Outside: the bot cannot write there, or the channel must not see the notification.
  const isOutside = isPrivate || (guildId === null && editableUntil !== null);
  const channelId = movedTo?.channelId ?? (isOutside ? null : reply.channelId);
  const replyTo = movedTo?.messageId ?? reply.messageId;
  const inChannel = channelId === null ? [] : [channelWay(api, channelId, { body, nonce, replyTo })];

  if (triedAt !== null) {
    const isSafe = inChannel.length > 0 && elapsedMs(triedAt, clock.now()) < limits.nonceHoldsMs;
    if (!isSafe) return ok({ kind: "skipped" });
    const again = await firstWay(inChannel, arrived);
    if (again.ok) return ok({ kind: "sent", at: [postedAt(again.value.value)] });
    // The earlier attempt used another way, which has no nonce.
    return again.refusal.kind === "no_way" ? ok({ kind: "skipped" }) : refuse(again.refusal);
  }

  const [first = reply.userId, ...others] = people;
  const byToken = followUpWays(api, reply, writeNotification(message, people, { isPrivate }));
  const direct = directWay(api, first, { body, nonce });
  const isOld = isTokenOld(reply, clock.now());
  const sent = await firstWay([...inChannel, ...(isOld ? [direct, ...byToken] : [...byToken, direct])], arrived);
  if (!sent.ok && sent.refusal.kind !== "no_way") return refuse(sent.refusal);
  const places = sent.ok ? [postedAt(sent.value.value, sent.value.by === "follow_up")] : [];
  if (!sent.ok || sent.value.by === "direct_message")
    places.push(...(await notifyDirectly({ api, arrived }, others, { body, nonce })));
  return sent.ok ? ok({ kind: "sent", at: places }) : refuse(chatRefusalOf(sent.refusal));
}

async function notifyDirectly(
  { api, arrived }: Pick<SendDeps, "api" | "arrived">,
  people: readonly UserId[],
  message: { readonly body: object; readonly nonce: string },
): Promise<readonly Posted[]> {
  const places: Posted[] = [];
  for (const userId of people) {
    // With the same nonce, Discord would drop all but the first.
    const nonce = nonceFrom(userId, message.nonce);
    const sent = await firstWay([directWay(api, userId, { ...message, nonce })], arrived);
    if (sent.ok) places.push(postedAt(sent.value.value));
  }
  return places;
}

function postedAt(place: MessagePlace, isByToken = false): Posted {
  return { platform: "discord", ...place, isByToken };
}

async function takeDown(
  deps: SendDeps,
  reply: DiscordReply,
  notification: readonly Posted[],
): Promise<Result<readonly NotDeletable[], SearchRefusal>> {
  const all = [
    ...notification
      .filter((one) => one.platform === "discord")
      .map((one) => ({ what: "notification" as const, ways: deletePostedWays(deps, reply, one) })),
    ...cardsOf(reply)
      .toReversed()
      .map((card) => ({ what: "card" as const, ways: deleteWays(deps, card) })),
  ];
  let left: readonly NotDeletable[] = [];
  for (const { what, ways } of all) {
    const removed = await firstWay(ways);
    if (removed.ok) continue;
    if (removed.refusal.kind !== "no_way") return refuse(removed.refusal);
    if (!left.includes(what)) left = [...left, what];
  }
  return ok(left);
}
