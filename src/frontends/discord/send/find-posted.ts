import { RequestMethod, Routes } from "discord.js";
import { z } from "zod";
import type { DiscordReply } from "../../../core/chat.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { JobId } from "../../../core/job/ids.ts";
import type { Api } from "./api.ts";

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
      method: RequestMethod.Get,
      route: Routes.channelMessages(channelId),
      query: new URLSearchParams({ limit: String(NEWEST) }),
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
