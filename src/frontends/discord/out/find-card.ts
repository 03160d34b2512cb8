import { ComponentType, MessageFlags, Routes } from "discord.js";
import { z } from "zod";
import type { DiscordReply } from "../../../core/chat.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { LostCard } from "../../../core/front-end.ts";
import { isMark } from "../../../core/job/ids.ts";
import type { Api } from "./discord-api.ts";
import { isTokenOld } from "./discord-ways.ts";

const shown = z.object({
  id: z.string(),
  flags: z.int().default(0),
  application_id: z.string().optional(),
  components: z.array(z.unknown()).default([]),
});
type Shown = z.output<typeof shown>;

const container = z.object({ type: z.literal(ComponentType.Container), id: z.int() });

export function markIn(components: readonly unknown[]): number | null {
  const ids = components.flatMap((one) => container.safeParse(one).data?.id ?? []);
  return ids.find(isMark) ?? null;
}

export function isHidden({ flags }: Pick<Shown, "flags">): boolean {
  return (flags & MessageFlags.Ephemeral) !== 0;
}

/** The first answer, whichever process gave it. */
export async function readOriginal(api: Pick<Api, "byToken">, { applicationId, token }: Original) {
  const result = await api.byToken({ method: "GET", route: Routes.webhookMessage(applicationId, token) });
  const { data } = shown.safeParse(result.ok ? result.value : null);
  return data ? { messageId: data.id, isEphemeral: isHidden(data), mark: markIn(data.components) } : null;
}

type Original = Pick<DiscordReply, "applicationId" | "token">;

export type FoundCard = { readonly kind: "here"; readonly messageId: string } | { readonly kind: "elsewhere" } | null;

/** Only the interaction's token reaches a private card. */
export async function findCard(
  { api, clock }: { readonly api: Api; readonly clock: Clock },
  reply: DiscordReply,
  card: SoughtCard,
): Promise<FoundCard> {
  const original = isTokenOld(reply, clock.now()) ? null : await readOriginal(api, reply);
  if (original && original.mark !== null && original.mark === card.mark && original.messageId !== knownIn(card))
    return { kind: "here", messageId: original.messageId };
  if (original && hasOtherMark(original.mark, card)) return { kind: "elsewhere" };
  return reply.isPrivate ? null : findPosted({ api, clock }, reply, card);
}

type SoughtCard = Pick<LostCard, "job" | "mark" | "except">;

function knownIn({ except }: SoughtCard): string | null {
  return except?.platform === "discord" ? (except.movedTo?.messageId ?? except.messageId) : null;
}

/** False without a mark: it is then unknown whose message this is. */
export function hasOtherMark(mark: number | null, card: Pick<LostCard, "mark">): boolean {
  return mark !== null && mark !== card.mark;
}

/** Discord's maximum. Source: Discord docs, resources/message (read 2026-11-21). */
const NEWEST = 100;
const SEARCHES = 2;
const BETWEEN_MS = 1_000;

export async function findPosted(
  { api, clock }: { readonly api: Pick<Api, "asBot">; readonly clock: Clock },
  { channelId, applicationId }: Pick<DiscordReply, "channelId" | "applicationId">,
  card: SoughtCard,
): Promise<FoundCard> {
  const known = knownIn(card);
  for (let attempt = 1; attempt <= SEARCHES; attempt += 1) {
    if (attempt > 1) await sleep(clock, BETWEEN_MS);
    const query = { limit: String(NEWEST) };
    const list = await api.asBot({ method: "GET", route: Routes.channelMessages(channelId), query });
    if (!list.ok && list.refusal.kind === "refused") return null;
    const { data: newest = [] } = z.array(shown).safeParse(list.ok ? list.value : []);
    const cards = newest.filter(
      ({ id, application_id: by, components }) =>
        id !== known && by === applicationId && JSON.stringify(components).includes(`:${card.job}`),
    );
    const own = cards.find(({ components }) => !hasOtherMark(markIn(components), card));
    if (own) return { kind: "here", messageId: own.id };
    if (cards.length > 0) return { kind: "elsewhere" };
  }
  return null;
}
