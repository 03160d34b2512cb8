import { Routes } from "discord.js";
import { z } from "zod";
import { type ChatMessage, type DiscordReply, isPastEditing, type Notified, type Posted } from "../../../core/chat.ts";
import type { ChatRefusal, LookRefusal } from "../../../core/chat-refusal.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import { cardsOf } from "../../../core/film/card-films.ts";
import type { OpenVideo } from "../../../core/film/film.ts";
import type { Left } from "../../../core/job/card-deletion.ts";
import type { JobId, UserId } from "../../../core/job/ids.ts";
import type { Chat, Notification } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { limits } from "../discord-limits.ts";
import type { Api } from "./discord-api.ts";
import { cardFilms, videoAttacher } from "./discord-files.ts";
import {
  type Arrived,
  bucketOf,
  channelWay,
  deletePostedWays,
  deleteWays,
  directWay,
  discordReply,
  editWays,
  firstWay,
  followUpWays,
  isOutOfReach,
  isTokenOld,
  mapped,
  type NoWay,
  nonceFor,
  nonceOf,
  type Place,
  refusedIn,
  type Stopped,
  UNKNOWN_MESSAGE,
  unreachableBy,
  type Way,
} from "./discord-ways.ts";
import { writeMessage, writeNotification } from "./write-discord-message.ts";

/** Invalid form body. Source: Discord docs, opcodes-and-status-codes (read 2026-11-21). */
const INVALID_FORM = 50035;

interface SendDeps {
  readonly api: Api;
  readonly clock: Clock;
  /** Told by which way each message and edit arrived. */
  readonly arrived?: Arrived | undefined;
}

/** The way to a person on Discord: the interaction's token, the bot's own edit, the channel, a direct message. */
export function discordChat(deps: SendDeps & { readonly openVideo?: OpenVideo | undefined }): Chat {
  const { api, clock, openVideo, arrived } = deps;
  return {
    bucketOf: (handle, what) => api.known(bucketOf(discordReply(handle), what, clock.now())),
    async show(handle, message, where, calls = [handle.userId]) {
      const reply = discordReply(handle);
      // An edit in place was refused just before: one more would be, too.
      const isPast = where === "anywhere" && isPastEditing(reply, clock.now());
      const edited = isPast ? noWay : await edit(deps, reply, message);
      if (edited.ok) return ok({ reply: edited.value, isNew: false });
      if (edited.refusal.kind !== "no_way") return refuse(edited.refusal);
      const { refused } = edited.refusal;
      if (where !== "anywhere")
        return refuse(refused.every(isOutOfReach) ? { kind: "card_gone" } : unreachableBy(refused));

      const tokenLives = refused.some(({ way, code }) => way === "token" && code === UNKNOWN_MESSAGE);
      const moved = await firstWay(newMessageWays(api, reply, { message, calls, tokenLives }), arrived);
      if (!moved.ok && moved.refusal.kind !== "no_way") return refuse(moved.refusal);
      if (!moved.ok) return refuse(unreachableBy([...refused, ...refusedIn(moved.refusal)]));
      const isDirect = moved.value.movedTo !== null && moved.value.movedTo.channelId !== channelOf(reply);
      // Nobody else sees that message. It says what the card would have said, without its owner's buttons.
      if (isDirect && !reply.isPrivate)
        await tellDirectly(
          deps,
          calls.filter((id) => id !== reply.userId),
          {
            body: writeMessage({ ...message, buttons: [] }),
            nonce: nonceOf(reply, "others"),
          },
        );
      return ok({ reply: moved.value, isNew: true });
    },
    async post(handle, message, { to, nonce }) {
      const reply = withoutFiles(discordReply(handle));
      const written = { body: writeMessage(message), nonce };
      const way = to === "channel" ? channelWay(api, reply.channelId, written) : directWay(api, reply.userId, written);
      const posted = await firstWay([movesTo(way, reply)], arrived);
      if (posted.ok) return posted;
      const { refusal } = posted;
      return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
    },
    // Only what an interaction's token posted is lost: any other new message is repeated while its nonce makes that harmless.
    async find(handle, { job }) {
      const reply = discordReply(handle);
      if (reply.token === "" || reply.messageId !== null || reply.movedTo || reply.isPrivate) return ok("blind");
      const messageId = await findPosted(deps, reply, job);
      return ok(messageId === null ? "blind" : { ...reply, messageId });
    },
    notify: (handle, message, how) => notify(deps, discordReply(handle), { message, ...how }),
    async whisper(handle, message) {
      const reply = discordReply(handle);
      const byToken = followUpWays(api, reply, writeMessage(message, { isPrivate: true }));
      const nonce = nonceOf(reply, "whisper");
      const direct = directWay(api, reply.userId, { body: writeMessage(message), nonce });
      const isOld = isTokenOld(reply, clock.now());
      const whispered = await firstWay(isOld ? [direct, ...byToken] : [...byToken, direct], arrived);
      if (whispered.ok) return ok(null);
      const { refusal } = whispered;
      return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
    },
    async remove(handle) {
      const removed = await firstWay(deleteWays(deps, discordReply(handle)));
      if (removed.ok) return ok(null);
      const { refusal } = removed;
      return refuse(refusal.kind === "no_way" ? unreachableBy(refusal.refused) : refusal);
    },
    takeDown: (handle, notification) => takeDown(deps, discordReply(handle), notification),
    ...cardFilms({ api, clock, openVideo }),
    attach: openVideo ? videoAttacher({ api, clock, openVideo }) : null,
  };
}

const noWay: Result<DiscordReply, NoWay> = refuse({ kind: "no_way", refused: [] });

/** Edits the card; where a file that it had is not there any more, Discord takes no edit that names it. */
async function edit(
  deps: SendDeps,
  reply: DiscordReply,
  message: ChatMessage,
): Promise<Result<DiscordReply, Stopped | NoWay>> {
  const files = reply.files ?? [];
  const edited = await firstWay(editWays(deps, reply, writeMessage(message, { files })), deps.arrived);
  if (edited.ok) return ok({ ...reply, messageId: reply.messageId ?? edited.value.messageId });
  const { refusal } = edited;
  const isForm = refusal.kind === "no_way" && refusal.refused.some(({ code }) => code === INVALID_FORM);
  return files.length > 0 && isForm ? edit(deps, withoutFiles(reply), message) : refuse(refusal);
}

/** Ways for a card that cannot be edited any more. What lands in a guild names the owner, or nobody would be told. */
function newMessageWays(
  api: Api,
  reply: DiscordReply,
  { message, calls, tokenLives }: NewCard,
): readonly Way<DiscordReply>[] {
  const { isPrivate, guildId, userId } = reply;
  // The files stay with the old card.
  const bare = withoutFiles(reply);
  const called = isPrivate || guildId === null ? [] : calls;
  const nonce = nonceOf(reply, "show");
  const toOwner = directWay(api, userId, { body: writeMessage(message), nonce });
  const byToken = followUpWays(api, reply, writeMessage(message, { isPrivate, calls: called }));
  const inChannel = channelWay(api, channelOf(reply), { body: writeMessage(message, { calls: called }), nonce });
  return [
    ...(isPrivate ? [] : [movesTo(inChannel, bare)]),
    ...(tokenLives ? byToken : []).map((way) =>
      mapped(way, ({ messageId }) => ({ ...bare, messageId, movedTo: null })),
    ),
    movesTo(toOwner, bare),
  ];
}

function withoutFiles({ files: _, ...reply }: DiscordReply): DiscordReply {
  return reply;
}

interface NewCard {
  readonly message: ChatMessage;
  readonly calls: readonly UserId[];
  readonly tokenLives: boolean;
}

function channelOf({ movedTo, channelId }: DiscordReply): string {
  return movedTo?.channelId ?? channelId;
}

function movesTo(way: Way<Place>, reply: DiscordReply): Way<DiscordReply> {
  return mapped(way, (movedTo) => ({ ...reply, movedTo }));
}

/**
 * Calls people with one new message. A message in the channel comes first, for its nonce makes it safe to repeat; a
 * follow-up has none, so it is for where the bot itself may not write, and never for a second try.
 */
async function notify(
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
async function tellDirectly(
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

/** Takes the notification away, the cards before where films stayed, and then the card with those in it. */
async function takeDown(
  deps: { readonly api: Api; readonly clock: Pick<Clock, "now"> },
  reply: DiscordReply,
  notification: readonly Posted[],
): Promise<Result<readonly Left[], LookRefusal>> {
  const posted = notification.filter((one) => one.platform === "discord");
  const all: readonly (readonly [Left, readonly Way<unknown>[]])[] = [
    ...posted.map((one) => ["notification", deletePostedWays(deps, reply, one)] as const),
    ...cardsOf(reply)
      .toReversed()
      .map((card) => ["card", deleteWays(deps, card)] as const),
  ];
  let left: readonly Left[] = [];
  for (const [what, ways] of all) {
    const removed = await firstWay(ways);
    if (removed.ok) continue;
    if (removed.refusal.kind !== "no_way") return refuse(removed.refusal);
    left = left.includes(what) ? left : [...left, what];
  }
  return ok(left);
}

/** Messages of a channel that are looked at, the newest: the most that Discord gives at once. Source: Discord docs, resources/message (read 2026-11-21). */
const NEWEST = 100;
const LOOKS = 2;
const BETWEEN_MS = 1_000;

const messages = z.array(
  z.looseObject({
    id: z.string(),
    application_id: z.string().optional(),
    components: z.array(z.unknown()).default([]),
  }),
);

/** The id of a job's card whose answer was lost, by its buttons; null: it is not seen there, or the bot may not look. */
export async function findPosted(
  { api, clock }: { readonly api: Pick<Api, "asBot">; readonly clock: Clock },
  { channelId, applicationId }: DiscordReply,
  jobId: JobId,
): Promise<string | null> {
  for (let looks = 1; looks <= LOOKS; looks += 1) {
    if (looks > 1) await sleep(clock, BETWEEN_MS);
    const list = await api.asBot({
      method: "GET",
      route: Routes.channelMessages(channelId),
      query: { limit: String(NEWEST) },
    });
    if (!list.ok && list.refusal.kind === "refused") return null;
    const read = messages.safeParse(list.ok ? list.value : []);
    const card = read.data?.find(
      ({ application_id: by, components }) => by === applicationId && JSON.stringify(components).includes(`:${jobId}`),
    );
    if (card) return card.id;
  }
  return null;
}
