import type { Person } from "../people.ts";
import type { Files } from "./files.ts";
import type { Pressed } from "./picks.ts";
import type { SlackMessage } from "./timeline.ts";
import type { HeldHome, HeldView } from "./views.ts";
import { type Channel, channelName, ids } from "./workspace.ts";

const app = { api_app_id: ids.appId, token: ids.verificationToken };
const team = { id: ids.teamId, domain: ids.teamDomain };

export function commandPayload(typed: {
  readonly person: Person;
  readonly channel: Channel;
  readonly command: string;
  readonly text: string;
  readonly triggerId: string;
  readonly responseUrl: string;
}) {
  return {
    ...app,
    team_id: ids.teamId,
    team_domain: ids.teamDomain,
    channel_id: typed.channel.id,
    channel_name: channelName(typed.channel),
    user_id: typed.person.slackId,
    user_name: typed.person.id,
    command: typed.command,
    text: typed.text,
    is_enterprise_install: "false",
    response_url: typed.responseUrl,
    trigger_id: typed.triggerId,
  };
}

export function pressPayload(pressed: {
  readonly person: Person;
  readonly channel: Channel;
  readonly message: SlackMessage;
  readonly files: Files;
  readonly pressed: Pressed;
  readonly actionTs: string;
  readonly triggerId: string;
  readonly responseUrl: string;
}) {
  const { person, channel, message } = pressed;
  const isEphemeral = message.ephemeralFor !== null;
  return {
    type: "block_actions",
    ...app,
    user: userPayload(person),
    team,
    enterprise: null,
    is_enterprise_install: false,
    container: {
      type: "message",
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    },
    trigger_id: pressed.triggerId,
    channel: { id: channel.id, name: channelName(channel) },
    ...(!isEphemeral && { message: messagePayload(message, pressed.files) }),
    state: { values: {} },
    response_url: pressed.responseUrl,
    actions: [actionOf(pressed.pressed, pressed.actionTs)],
  };
}

/** A shortcut that is used anywhere: it names no channel and has no response_url. */
export function shortcutPayload(used: {
  readonly person: Person;
  readonly callbackId: string;
  readonly actionTs: string;
  readonly triggerId: string;
}) {
  return {
    type: "shortcut",
    ...app,
    team,
    user: userPayload(used.person),
    enterprise: null,
    is_enterprise_install: false,
    callback_id: used.callbackId,
    action_ts: used.actionTs,
    trigger_id: used.triggerId,
  };
}

export function messageShortcutPayload(used: {
  readonly person: Person;
  readonly callbackId: string;
  readonly channel: Channel;
  readonly message: SlackMessage;
  readonly files: Files;
  readonly actionTs: string;
  readonly triggerId: string;
  readonly responseUrl: string;
}) {
  const { channel, message, responseUrl } = used;
  return {
    ...shortcutPayload(used),
    type: "message_action",
    message_ts: message.ts,
    message: messagePayload(message, used.files),
    channel: { id: channel.id, name: channelName(channel) },
    response_url: responseUrl,
  };
}

/** A button of a home or a modal: no channel, and no response_url. */
export function viewPressPayload(pressed: {
  readonly person: Person;
  readonly view: HeldView | HeldHome;
  readonly pressed: Pressed;
  readonly actionTs: string;
  readonly triggerId: string;
}) {
  const { view } = pressed;
  return {
    type: "block_actions",
    ...app,
    user: userPayload(pressed.person),
    team,
    enterprise: null,
    is_enterprise_install: false,
    container: { type: "view", view_id: view.id },
    trigger_id: pressed.triggerId,
    view,
    actions: [actionOf(pressed.pressed, pressed.actionTs)],
  };
}

function actionOf({ blockId, element, chosen }: Pressed, actionTs: string) {
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

export function submissionPayload(submitted: {
  readonly person: Person;
  readonly view: HeldView;
  readonly values: Readonly<Record<string, unknown>>;
  readonly triggerId: string;
  readonly responseUrls: readonly object[];
}) {
  return {
    type: "view_submission",
    ...app,
    team,
    user: userPayload(submitted.person),
    enterprise: null,
    is_enterprise_install: false,
    trigger_id: submitted.triggerId,
    view: { ...submitted.view, state: { values: submitted.values } },
    response_urls: submitted.responseUrls,
  };
}

export function closingPayload({ person, view }: { readonly person: Person; readonly view: HeldView }) {
  return {
    type: "view_closed",
    ...app,
    team,
    user: userPayload(person),
    enterprise: null,
    is_enterprise_install: false,
    view,
    is_cleared: false,
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
    ...(held.length > 0 && { files: held.map(files.describe) }),
    ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    ...(message.editedAt !== null && { edited: { user: message.userId, ts: message.ts } }),
  };
}

function userPayload(person: Person) {
  return { id: person.slackId, username: person.id, name: person.id, team_id: ids.teamId };
}
