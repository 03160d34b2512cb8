import type { Person } from "../../people.ts";
import type { SlackMessage } from "../message.ts";
import { pressPayload } from "../payloads.ts";
import type { Seated } from "../seated.ts";
import type { World } from "../world.ts";
import { act, connected } from "./act.ts";
import { closeForms } from "./close-form.ts";
import { type Aim, findButton, type Pressed } from "./find-button.ts";

/** A person presses a button of a message they can see, or chooses in a menu of it. Resolves with the trigger_id. */
export async function press(world: World, person: Seated, on: Aim & { messageTs: string }): Promise<string> {
  find(world, person, on);
  await connected(world, person);
  // Looked up again: the bot may have changed the message while it had no socket.
  const { message, ...pressed } = find(world, person, on);
  const channel = world.workspace.channel(message.channelId);
  if (!channel) throw new Error(`no channel ${message.channelId}`);

  closeForms(world, person);
  const triggerId = world.triggerIds.mint(person);
  const responseUrl = world.responseUrls.mint({
    kind: "actions",
    channelId: channel.id,
    slackUserId: person.slackId,
    originalTs: message.ts,
    interactionId: triggerId,
  });
  const actionTs = world.workspace.nextTs();
  const payload = pressPayload({
    files: world.files,
    person,
    channel,
    message,
    pressed,
    actionTs,
    triggerId,
    responseUrl,
  });
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

function find(
  world: World,
  person: Person,
  on: Aim & { messageTs: string },
): Pressed & { readonly message: SlackMessage } {
  const message = world.timeline.seen(person.slackId, on.messageTs);
  if (!message) throw new Error(`${person.name} sees no message ${on.messageTs}`);
  return { message, ...findButton(message.blocks, on, `message ${on.messageTs}`) };
}
