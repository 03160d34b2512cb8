import type { ChatMessage, DiscordReply, Notified, Posted } from "../../../core/chat.ts";
import type { ChatRefusal } from "../../../core/chat-refusal.ts";
import type { Clock } from "../../../core/clock.ts";
import type { UserId } from "../../../core/job/ids.ts";
import type { Notification } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { isTokenOld } from "../answer/token-age.ts";
import { limits } from "../limits.ts";
import { writeNotification } from "../write/write-notification.ts";
import type { Api } from "./api.ts";
import { type Arrived, firstWay, mapped, unreachableBy, type Way } from "./way.ts";
import { channelWay, directWay, followUpWays, nonceFor, type Place } from "./ways.ts";

/**
 * Calls people with one new message. A message in the channel comes first, for its nonce makes it safe to repeat; a
 * follow-up has none, so it is for where the bot itself may not write, and never for a second try.
 */
export async function notify(
  { api, clock, arrived }: { readonly api: Api; readonly clock: Clock; readonly arrived?: Arrived | undefined },
  reply: DiscordReply,
  { message, people, nonce, triedAt }: Notification & { readonly message: ChatMessage },
): Promise<Result<Notified, ChatRefusal>> {
  const { movedTo } = reply;
  const body = writeNotification(message, people);
  const channelId = movedTo?.channelId ?? (isOutside(reply) ? null : reply.channelId);
  const replyTo = movedTo?.messageId ?? reply.messageId;
  const inChannel = channelId === null ? [] : [channelWay(api, channelId, { body, nonce, replyTo })];

  if (triedAt !== null) {
    const isSafe = inChannel.length > 0 && clock.now() - triedAt < limits.nonceHoldsMs;
    if (!isSafe) return skipped;
    const again = await firstWay(inChannel, arrived);
    if (again.ok) return ok({ kind: "sent", at: [posted(again.value, false)] });
    // The bot may not write there, so the earlier try went another way, and that way has no nonce.
    return again.refusal.kind === "no_way" ? skipped : refuse(again.refusal);
  }

  const [first = reply.userId, ...others] = people;
  const by = (way: Way<Place>, how: { readonly isByToken: boolean; readonly isDirect: boolean }) =>
    mapped(way, (place) => ({ at: posted(place, how.isByToken), isDirect: how.isDirect }));
  const followUps = followUpWays(api, reply, writeNotification(message, people, { isPrivate: reply.isPrivate }));
  const byToken = followUps.map((way) => by(way, { isByToken: true, isDirect: false }));
  const direct = by(directWay(api, first, { body, nonce }), { isByToken: false, isDirect: true });
  const ways = [
    ...inChannel.map((way) => by(way, { isByToken: false, isDirect: false })),
    ...(isTokenOld(reply, clock.now()) ? [direct, ...byToken] : [...byToken, direct]),
  ];
  const sent = await firstWay(ways, arrived);
  if (sent.ok && !sent.value.isDirect) return ok({ kind: "sent", at: [sent.value.at] });
  // It is tried again, and the others with it.
  if (!sent.ok && sent.refusal.kind !== "no_way") return refuse(sent.refusal);
  const theirs = await tellDirectly({ api, arrived }, others, { body, nonce });
  if (sent.ok) return ok({ kind: "sent", at: [sent.value.at, ...theirs] });
  const { refusal } = sent;
  return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
}

/** A direct message to each, and where they stand; a person who cannot be reached loses no more than a call. */
export async function tellDirectly(
  { api, arrived }: { readonly api: Api; readonly arrived?: Arrived | undefined },
  people: readonly UserId[],
  message: { readonly body: object; readonly nonce: string },
): Promise<readonly Posted[]> {
  const places: Posted[] = [];
  for (const userId of people) {
    // The same nonce would be the same message.
    const nonce = nonceFor(userId, message.nonce);
    const sent = await firstWay([directWay(api, userId, { ...message, nonce })], arrived);
    if (sent.ok) places.push(posted(sent.value, false));
  }
  return places;
}

const skipped = ok({ kind: "skipped" } as const);

function posted(place: Place, isByToken: boolean): Posted {
  return { platform: "discord", ...place, isByToken };
}

/** The bot may not write there, or the channel must not see it. In its own direct messages it may. */
function isOutside({ isPrivate, guildId, editableUntil }: DiscordReply): boolean {
  return isPrivate || (guildId === null && editableUntil !== null);
}
