import type { Person } from "../../people.ts";
import { messagePayload } from "../payloads.ts";
import { type Channel, ids } from "../workspace.ts";
import type { World } from "../world.ts";
import { act } from "./act.ts";

export interface Said {
  readonly text: string;
  readonly channel: Channel;
  readonly threadTs?: string | undefined;
  readonly fileIds?: readonly string[];
  /** How often Slack delivers it, as after an answer that was lost. */
  readonly deliveries?: number;
}

/** A person writes a message; "@reelay" in it mentions the bot. Resolves with its ts. */
export function say(world: World, person: Person, { text, channel, threadTs, fileIds = [], deliveries = 1 }: Said) {
  if (!channel.members.has(person.slackId)) throw new Error(`${person.name} is not in ${channel.name}`);
  if (text.trim() === "" && fileIds.length === 0) throw new Error("Slack sends no empty message");
  const files = fileIds.map((id) => {
    const file = world.files.find(id);
    if (file?.ownerId !== person.slackId) throw new Error(`${person.name} has no file ${id}`);
    return file;
  });
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const message = world.timeline.post({
    channelId: channel.id,
    userId: person.slackId,
    blocks: [],
    threadTs: threadTs ?? null,
    text: escaped.replace(new RegExp(`@${ids.botName}\\b`, "gi"), `<@${ids.botUserId}>`),
    fileIds: files.map(({ id }) => id),
  });
  const isMention = message.text.includes(`<@${ids.botUserId}>`);
  const event = { ...messagePayload(message, world.files), channel: channel.id, event_ts: message.ts };
  if (channel.kind === "im") {
    const subtype = files.length > 0 ? { subtype: "file_share" } : {};
    tell(world, person, { ...event, ...subtype, channel_type: "im" }, deliveries);
  } else if (isMention && channel.members.has(ids.botUserId)) {
    tell(world, person, { ...event, type: "app_mention" }, deliveries);
  }
  return message.ts;
}

/** A person opens one of the app's own tabs. */
export function openTab(world: World, person: Person, tab: "home" | "messages"): void {
  const channel = world.workspace.directMessage(person.slackId);
  const view = tab === "home" ? world.homes.of(person.slackId) : undefined;
  tell(world, person, {
    type: "app_home_opened",
    user: person.slackId,
    channel: channel?.id,
    tab,
    event_ts: world.workspace.nextTs(),
    ...(view && { view }),
  });
}

let events = 0;

/** One event, delivered so often under the same id; the app's own acknowledgement of it carries nothing. */
function tell(world: World, person: Person, event: object, deliveries = 1): void {
  events += 1;
  const eventId = `Ev${String(events).padStart(9, "0")}`;
  const authorization = { enterprise_id: null, team_id: ids.teamId, user_id: ids.botUserId, is_bot: true };
  const payload = {
    type: "event_callback",
    token: ids.verificationToken,
    team_id: ids.teamId,
    api_app_id: ids.appId,
    event,
    event_id: eventId,
    event_time: Math.floor(world.clock.now() / 1_000),
    authorizations: [{ ...authorization, is_enterprise_install: false }],
    is_ext_shared_channel: false,
  };
  // Nobody waits at a screen for an event: without a socket it is lost to the app.
  if (!world.delivery.isReady()) return;
  for (let delivery = 0; delivery < deliveries; delivery += 1) {
    const retry = { retry_attempt: delivery, retry_reason: delivery === 0 ? "" : "timeout" };
    act(world, {
      kind: "event",
      person,
      interactionId: eventId,
      envelope: { type: "events_api", payload, accepts_response_payload: false, ...retry },
    });
  }
}
