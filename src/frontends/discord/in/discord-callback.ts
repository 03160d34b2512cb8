import { InteractionResponseType, MessageFlags, Routes } from "discord.js";
import { z } from "zod";
import { type Chance, type Clock, type EpochMs, sleep } from "../../../core/clock.ts";
import { shares } from "../discord-limits.ts";
import type { Api, ApiNo } from "../out/discord-api.ts";
import type { Caller } from "./read-interaction.ts";

/** The first answer to an interaction, in the form of Discord's API. */
export interface Callback {
  readonly type: InteractionResponseType;
  readonly data?: unknown;
}

/** Discord's answer to a callback. */
export type Taken =
  /**
   * `messageId` is null where no message was made, or Discord did not name it. `isEphemeral`: Discord shows it to the
   * person alone.
   */
  | { readonly kind: "given"; readonly messageId: string | null; readonly isEphemeral: boolean }
  /** The person sees nothing of it. `isBadForm`: the answer itself was at fault, and another one may pass. */
  | { readonly kind: "refused"; readonly detail: string; readonly isBadForm: boolean }
  | { readonly kind: "unclear" };

/**
 * Interaction has already been acknowledged: an earlier attempt of ours arrived. Source: Discord docs,
 * opcodes-and-status-codes (read 2026-11-21).
 */
const ALREADY_ACKNOWLEDGED = 40060;
/**
 * The gap after the first failure. Each further gap is twice the one before, spread over its upper half: 5 to 7
 * attempts in all.
 */
const FIRST_GAP_MS = 150;

const callbackAnswer = z.object({
  interaction: z.object({
    response_message_id: z.string().optional(),
    response_message_ephemeral: z.boolean().optional(),
  }),
});
const message = z.object({ id: z.string(), flags: z.int().optional() });

/**
 * Gives the answer, repeatedly while there is time: a second one is refused as "already acknowledged" and does no harm.
 * Suggestions are given once, because the person has typed on by the next attempt.
 */
export async function giveCallback(
  { api, clock, chance }: { readonly api: Api; readonly clock: Clock; readonly chance: Pick<Chance, "fraction"> },
  caller: Caller,
  how: { readonly callback: Callback; readonly receivedAt: EpochMs; readonly wantsId?: boolean },
): Promise<Taken> {
  const { callback, receivedAt, wantsId = false } = how;
  const isMessage = callback.type === InteractionResponseType.ChannelMessageWithSource;
  const isOffer = callback.type === InteractionResponseType.ApplicationCommandAutocompleteResult;
  let isUnclear = false;
  for (let tries = 1; ; tries += 1) {
    const result = await api.byToken({
      method: "POST",
      route: Routes.interactionCallback(caller.id, caller.token),
      body: callback,
      deadlineMs: shares.callbackMs,
      ...(isMessage && wantsId ? { query: { with_response: "true" } } : {}),
    });
    if (result.ok || isAcknowledged(result.refusal)) {
      if (!wantsId) return { kind: "given", messageId: null, isEphemeral: false };
      const read = callbackAnswer.safeParse(result.ok ? result.value : null);
      const { response_message_id: messageId, response_message_ephemeral: isEphemeral = false } = read.success
        ? read.data.interaction
        : {};
      return { kind: "given", ...(messageId ? { messageId, isEphemeral } : await askMessage(api, caller)) };
    }
    const { refusal } = result;
    if (refusal.kind === "refused")
      return {
        kind: "refused",
        detail: `status ${refusal.status}, code ${refusal.code}`,
        isBadForm: refusal.status === 400 || refusal.status === 413,
      };
    isUnclear ||= refusal.kind === "unavailable" && refusal.unclear;
    const leftMs = receivedAt + shares.lastTryMs - clock.now();
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : gapMs(tries, leftMs, chance.fraction());
    if (isOffer || waitMs > leftMs)
      return isUnclear ? { kind: "unclear" } : { kind: "refused", detail: refusal.kind, isBadForm: false };
    await sleep(clock, waitMs);
  }
}

/** The last attempt comes while it may still be in time, however long its gap would be. */
function gapMs(tries: number, leftMs: number, fraction: number): number {
  const gap = FIRST_GAP_MS * 2 ** (tries - 1) * (0.5 + 0.5 * fraction);
  return gap > leftMs && leftMs >= FIRST_GAP_MS ? leftMs : gap;
}

function isAcknowledged(no: ApiNo): boolean {
  return no.kind === "refused" && no.code === ALREADY_ACKNOWLEDGED;
}

/** Asks for the message's id: without it, the card cannot be reached once the token has expired. */
async function askMessage(
  api: Api,
  { applicationId, token }: Caller,
): Promise<{ readonly messageId: string | null; readonly isEphemeral: boolean }> {
  const result = await api.byToken({
    method: "GET",
    route: Routes.webhookMessage(applicationId, token),
  });
  const read = message.safeParse(result.ok ? result.value : null);
  if (!read.success) return { messageId: null, isEphemeral: false };
  return { messageId: read.data.id, isEphemeral: ((read.data.flags ?? 0) & MessageFlags.Ephemeral) !== 0 };
}
