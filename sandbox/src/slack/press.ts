import type { Person } from "../people.ts";
import { actionOf, channelIn, doneBy, messagePayload } from "./payloads.ts";
import { type Aim, findButton } from "./picks.ts";
import { act, closeForms, connected, topForm } from "./slack-acts.ts";
import type { World } from "./slack-world.ts";
import type { Seated } from "./views.ts";

export async function press(world: World, person: Seated, on: Aim & { messageTs: string }): Promise<string> {
  find(world, person, on);
  await connected(world, person);
  // Looked up again: the bot may have changed the message while it had no socket.
  const { message, ...pressed } = find(world, person, on);
  const channel = world.workspace.channel(message.channelId);
  if (!channel) throw new Error(`no channel ${message.channelId}`);

  closeForms(world, person);
  const triggerId = world.triggerIds.mint(person);
  const isEphemeral = message.ephemeralFor !== null;
  const payload = {
    type: "block_actions",
    ...doneBy(person),
    container: {
      type: "message",
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.threadTs !== null && { thread_ts: message.threadTs }),
    },
    trigger_id: triggerId,
    channel: channelIn(channel),
    ...(!isEphemeral && { message: messagePayload(message, world.files) }),
    state: { values: {} },
    response_url: world.responseUrls.mint({
      kind: "actions",
      channelId: channel.id,
      slackUserId: person.slackId,
      originalTs: message.ts,
      interactionId: triggerId,
    }),
    actions: [actionOf(pressed, world.workspace.nextTs())],
  };
  act(world, {
    kind: "press",
    person,
    channelId: channel.id,
    messageId: message.ts,
    interactionId: triggerId,
    envelope: { type: "interactive", payload, accepts_response_payload: false },
  });
  return triggerId;
}

function find(world: World, person: Person, on: Aim & { messageTs: string }) {
  const message = world.timeline.seen(person.slackId, on.messageTs);
  if (!message) throw new Error(`${person.name} sees no message ${on.messageTs}`);
  return { message, ...findButton(message.blocks, on, `message ${on.messageTs}`) };
}

export async function pressInView(world: World, person: Seated, on: Aim & { viewId: string }): Promise<string> {
  const find = () => {
    const home = world.homes.of(person.slackId);
    const view = home?.id === on.viewId ? home : topForm(world, person, on.viewId).view;
    return { view, pressed: findButton(view.blocks, on, `view ${on.viewId}`) };
  };
  find();
  await connected(world, person);
  const triggerId = world.triggerIds.mint(person);
  // A view is in no channel, and has no response_url.
  const { view, pressed } = find();
  const payload = {
    type: "block_actions",
    ...doneBy(person),
    container: { type: "view", view_id: view.id },
    trigger_id: triggerId,
    view,
    actions: [actionOf(pressed, world.workspace.nextTs())],
  };
  act(world, {
    kind: "press",
    person,
    interactionId: triggerId,
    envelope: { type: "interactive", payload, accepts_response_payload: false },
  });
  return triggerId;
}
