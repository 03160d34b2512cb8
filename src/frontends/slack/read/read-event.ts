import { type Incoming, incoming, openPlace, originOf, type Reading, type Who } from "./incoming.ts";
import { eventPayload, foreignEvent } from "./payloads.ts";
import { saidAct } from "./read-act.ts";
import { filesIn } from "./read-message.ts";

/** What Slack told without a question. */
export type Told =
  /** Somebody wrote to the bot; `isDirect`: where only the two of them are. */
  | { readonly kind: "said"; readonly isDirect: boolean; readonly incoming: Incoming }
  /** Somebody looks at one of the bot's own tabs. */
  | { readonly kind: "opened"; readonly tab: "home" | "messages"; readonly incoming: Incoming };

/** An event; null where it is none for us: a bot's own words, an edit, a message between others. */
export function readEvent(payload: unknown, { now }: Reading): Told | null {
  const read = eventPayload.safeParse(payload);
  if (!read.success || foreignEvent.safeParse(payload).success) return null;
  const { event, team_id: teamId, enterprise_id: enterpriseId, event_id: eventId, authorizations } = read.data;
  const [authorization] = authorizations;
  const sender: Who = {
    userId: event.user,
    // In a channel that companies share, the event's own team may be the other one's.
    teamId: authorization?.team_id ?? teamId,
    enterpriseId: authorization?.enterprise_id ?? enterpriseId ?? null,
    isEnterpriseInstall: authorization?.is_enterprise_install ?? false,
  };
  const common = { sender, eventId: `slack:${eventId}`, now, triggerId: "", userName: null };
  if (event.type === "app_home_opened") {
    const { tab } = event;
    if (tab !== "home" && tab !== "messages") return null;
    const origin = openPlace(event.user, now);
    return { kind: "opened", tab, incoming: incoming({ ...common, origin, act: { kind: "help" } }) };
  }
  const isDirect = event.type === "message";
  if ((isDirect && event.channel_type !== "im") || event.user === authorization?.user_id) return null;
  const place = originOf(event.channel, null, now);
  const origin = event.thread_ts ? { ...place, threadTs: event.thread_ts } : place;
  const found = event.files.length > 0 ? filesIn(event.files, sender) : null;
  return { kind: "said", isDirect, incoming: incoming({ ...common, origin, act: saidAct(event.text, found) }) };
}
