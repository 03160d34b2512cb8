import { z } from "zod";
import { isJobId, packEdited, readEdited } from "../../../core/button.ts";
import type { Form } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import { limits } from "../limits.ts";

/** Where a form came from: a submission names no channel, so the form carries it along. */
export interface Origin {
  readonly channelId: string;
  readonly responseUrl: string | null;
  readonly responseUrlUntil: EpochMs;
  readonly responseUrlUses: number;
  readonly threadTs?: string;
  /** The form asks where the card goes. */
  readonly isPlaceOpen?: true;
}

const shape = z.object({
  c: z.string().min(1),
  r: z.string().nullable(),
  u: z.number(),
  n: z.number(),
  t: z.string().exactOptional(),
  p: z.literal(true).exactOptional(),
});
const carrying = z.object({
  e: z.string().exactOptional(),
  k: z.string().exactOptional(),
  a: z.string().exactOptional(),
  d: z.string().exactOptional(),
  v: z.number().int().nonnegative().exactOptional(),
});

/**
 * What a form carries along besides: whose request it was filled with, which pictures it offers, which job it declines, or
 * which version of a team's rules it shows.
 */
export type Carried = Pick<Form, "edits" | "continues" | "animates" | "declines" | "rulesVersion">;

/** The origin as a form's private_metadata, which only Slack and we see, with what else the form carries along. */
export function packOrigin(
  { channelId, responseUrl, responseUrlUntil, responseUrlUses, threadTs, isPlaceOpen }: Origin,
  { edits, continues, animates, declines, rulesVersion }: Carried = {},
): string {
  const rest = {
    u: responseUrlUntil,
    n: responseUrlUses,
    ...(threadTs !== undefined && { t: threadTs }),
    ...(isPlaceOpen && { p: isPlaceOpen }),
  };
  const pack = (r: string | null) =>
    JSON.stringify({
      ...({ c: channelId, r, ...rest } satisfies z.infer<typeof shape>),
      ...({
        ...(edits && { e: packEdited(edits) }),
        ...(continues && { k: packEdited(continues) }),
        ...(animates !== undefined && { a: animates }),
        ...(declines !== undefined && { d: declines }),
        ...(rulesVersion !== undefined && { v: rulesVersion }),
      } satisfies z.infer<typeof carrying>),
    });
  const whole = pack(responseUrl);
  return whole.length <= limits.privateMetadata ? whole : pack(null);
}

/** null where it is none of ours. */
export function unpackOrigin(metadata: string): Origin | null {
  const read = shape.safeParse(parsed(metadata));
  if (!read.success) return null;
  const { c: channelId, r: responseUrl, u: responseUrlUntil, n: responseUrlUses, t: threadTs, p } = read.data;
  return {
    channelId,
    responseUrl,
    responseUrlUntil,
    responseUrlUses,
    ...(threadTs !== undefined && { threadTs }),
    ...(p && { isPlaceOpen: p }),
  };
}

/** What the form was opened with; nothing where it was for something new. */
export function unpackCarried(metadata: string): Carried {
  const { e = "", k = "", a, d, v } = carrying.safeParse(parsed(metadata)).data ?? {};
  const edits = readEdited(e);
  const continues = readEdited(k);
  return {
    ...(edits && { edits }),
    ...(continues && { continues }),
    ...(a !== undefined && { animates: a }),
    ...(d !== undefined && isJobId(d) && { declines: d }),
    ...(v !== undefined && { rulesVersion: v }),
  };
}

function parsed(metadata: string): unknown {
  try {
    return JSON.parse(metadata);
  } catch {
    return null;
  }
}
