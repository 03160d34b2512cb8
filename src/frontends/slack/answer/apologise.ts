import { z } from "zod";
import { unpackOrigin } from "../connect/origin.ts";
import { times } from "../limits.ts";
import { flag, foreignEvent } from "../read/payloads.ts";
import { type LineTools, tell } from "./line.ts";

const id = z.string().min(1).nullish().catch(null);
const entity = z.object({ id }).nullish().catch(null);

/** As little as it takes to reach a person: whatever else is in the payload may be what nobody could handle. */
const reachable = z.object({
  response_url: id,
  view: z.object({ private_metadata: z.string() }).nullish().catch(null),
  user_id: id,
  user: entity,
  team_id: id,
  team: entity,
  enterprise_id: id,
  enterprise: entity,
  is_enterprise_install: flag,
  channel_id: id,
  channel: entity,
  /** Something that a person wrote to the bot. */
  event: z.object({ text: z.string(), user: id, channel: id, thread_ts: id }).nullish().catch(null),
});

/** Tells the person of a payload that came to grief, where it says who that is. */
export async function apologise(
  tools: LineTools,
  payload: unknown,
  what: "unreadable" | "somethingWentWrong",
): Promise<void> {
  const { data } = reachable.safeParse(payload);
  // A word about the bot's own words would be followed by another one.
  const event = foreignEvent.safeParse(payload).success ? null : data?.event;
  const userId = data?.user_id ?? data?.user?.id ?? event?.user;
  if (!data || !userId) return;
  const carried = data.view ? unpackOrigin(data.view.private_metadata) : null;
  const origin = carried ?? {
    channelId: data.channel_id ?? data.channel?.id ?? event?.channel ?? userId,
    responseUrl: data.response_url ?? null,
    responseUrlUntil: tools.clock.now() + times.responseUrlMs,
    responseUrlUses: 0,
    ...(event?.thread_ts && { threadTs: event.thread_ts }),
  };
  const teamId = data.team_id ?? data.team?.id ?? "";
  const enterpriseId = data.is_enterprise_install ? (data.enterprise_id ?? data.enterprise?.id ?? null) : null;
  const card = { ts: null, cardChannelId: null, isUneditable: false };
  const locale = tools.locales.known({ teamId, enterpriseId, userId });
  const reply = { platform: "slack", teamId, enterpriseId, userId, ...origin, ...card } as const;
  await tell(tools, reply, tools.wordsIn(locale)[what]);
}
