import type { SandboxClock } from "../clock.ts";
import type { Person } from "../people.ts";
import type { Files } from "./files.ts";
import type { Pressed } from "./picks.ts";
import type { SlackMessage } from "./timeline.ts";
import { type Channel, channelName, ids } from "./workspace.ts";

export function doneBy(person: Person) {
  return {
    api_app_id: ids.appId,
    token: ids.verificationToken,
    team: { id: ids.teamId, domain: ids.teamDomain },
    user: { id: person.slackId, username: person.id, name: person.id, team_id: ids.teamId },
    enterprise: null,
    is_enterprise_install: false,
  };
}

export function eventPayload(event: object, eventId: string, clock: SandboxClock) {
  return {
    type: "event_callback",
    token: ids.verificationToken,
    team_id: ids.teamId,
    api_app_id: ids.appId,
    event,
    event_id: eventId,
    event_time: Math.floor(clock.now() / 1_000),
    authorizations: [],
  };
}

export const channelIn = (channel: Channel) => ({ id: channel.id, name: channelName(channel) });

export function actionOf({ blockId, element, chosen }: Pressed, actionTs: string) {
  const common = { action_id: element.action_id, block_id: blockId, action_ts: actionTs };
  if (element.type === "static_select") {
    const placeholder = element.placeholder && { placeholder: element.placeholder };
    return { type: "static_select", ...common, selected_option: chosen, ...placeholder };
  }
  return {
    type: "button",
    ...common,
    text: element.text,
    ...(element.value !== undefined && { value: element.value }),
    ...(element.style !== undefined && { style: element.style }),
  };
}

export function messagePayload(message: SlackMessage, files: Files) {
  const isBots = message.userId === ids.botUserId;
  const held = message.fileIds.flatMap((id) => files.find(id) ?? []);
  return {
    type: "message",
    user: message.userId,
    ...(isBots && { bot_id: ids.botId, app_id: ids.appId }),
    team: ids.teamId,
    ts: message.ts,
    text: message.text,
    blocks: message.blocks,
    ...(held.length > 0 && { files: held.map((file) => files.named(file)) }),
    ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    ...(message.editedAt !== null && { edited: { user: message.userId, ts: message.ts } }),
  };
}
