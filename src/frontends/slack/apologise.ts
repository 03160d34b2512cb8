import { z } from "zod";
import type { Clock } from "../../core/clock.ts";
import { times } from "./limits.ts";
import { type LineTools, tell } from "./line.ts";
import { unpackOrigin } from "./origin.ts";
import { sentences } from "./sentences.ts";

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
  channel_id: id,
  channel: entity,
});

/** Tells the person of a payload that came to grief, where it says who that is. */
export async function apologise(tools: LineTools, payload: unknown, clock: Clock): Promise<void> {
  const { data } = reachable.safeParse(payload);
  const userId = data?.user_id ?? data?.user?.id;
  if (!data || !userId) return;
  const carried = data.view ? unpackOrigin(data.view.private_metadata) : null;
  const origin = carried ?? {
    channelId: data.channel_id ?? data.channel?.id ?? userId,
    responseUrl: data.response_url ?? null,
    responseUrlUntil: clock.now() + times.responseUrlMs,
    responseUrlUses: 0,
  };
  const teamId = data.team_id ?? data.team?.id ?? "";
  const card = { ts: null, cardChannelId: null, isUneditable: false };
  await tell(tools, { platform: "slack", teamId, userId, ...origin, ...card }, sentences.broken);
}
