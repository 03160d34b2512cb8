import { z } from "zod";
import type { EpochMs } from "../../core/clock.ts";
import { limits } from "./limits.ts";

/** Where a form came from: a submission names no channel, so the form carries it along. */
export interface Origin {
  readonly channelId: string;
  readonly responseUrl: string | null;
  readonly responseUrlUntil: EpochMs;
  readonly responseUrlUses: number;
}

const shape = z.object({ c: z.string().min(1), r: z.string().nullable(), u: z.number(), n: z.number() });

/** The origin as a form's private_metadata, which only Slack and we see. */
export function packOrigin({ channelId, responseUrl, responseUrlUntil, responseUrlUses }: Origin): string {
  const pack = (r: string | null) =>
    JSON.stringify({ c: channelId, r, u: responseUrlUntil, n: responseUrlUses } satisfies z.infer<typeof shape>);
  const whole = pack(responseUrl);
  return whole.length <= limits.privateMetadata ? whole : pack(null);
}

/** null where it is none of ours. */
export function unpackOrigin(metadata: string): Origin | null {
  let raw: unknown;
  try {
    raw = JSON.parse(metadata);
  } catch {
    return null;
  }
  const read = shape.safeParse(raw);
  if (!read.success) return null;
  const { c: channelId, r: responseUrl, u: responseUrlUntil, n: responseUrlUses } = read.data;
  return { channelId, responseUrl, responseUrlUntil, responseUrlUses };
}
