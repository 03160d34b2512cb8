import { z } from "zod";
import type { Person } from "../people.ts";
import { act, connected } from "./act.ts";
import { blockShape } from "./block-shapes.ts";
import { closeForms } from "./close-form.ts";
import type { Button } from "./element-shapes.ts";
import type { SlackMessage } from "./message.ts";
import { pressPayload } from "./payloads.ts";
import type { World } from "./world.ts";

/** A person presses a button of a message they can see. Resolves with the trigger_id. */
export async function press(
  world: World,
  person: Person,
  on: { messageTs: string; actionId: string },
): Promise<string> {
  find(world, person, on);
  await connected(world, person);
  // Looked up again: the bot may have changed the message while it had no socket.
  const { message, button, blockId } = find(world, person, on);
  const channel = world.workspace.channel(message.channelId);
  if (!channel) throw new Error(`no channel ${message.channelId}`);

  closeForms(world, person);
  const triggerId = world.triggerIds.mint(person.slackId);
  const responseUrl = world.responseUrls.mint({
    kind: "actions",
    channelId: channel.id,
    slackUserId: person.slackId,
    originalTs: message.ts,
    interactionId: triggerId,
  });
  const actionTs = world.workspace.nextTs();
  const payload = pressPayload({ person, channel, message, blockId, button, actionTs, triggerId, responseUrl });
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

interface Found {
  readonly message: SlackMessage;
  readonly blockId: string;
  readonly button: Button;
}

function find(world: World, person: Person, on: { messageTs: string; actionId: string }): Found {
  const message = world.timeline.seen(person.slackId, on.messageTs);
  if (!message) throw new Error(`${person.name} sees no message ${on.messageTs}`);
  const buttons = z
    .array(blockShape)
    .parse(message.blocks)
    .flatMap((block) => {
      const elements = block.type === "actions" ? block.elements : block.type === "section" ? [block.accessory] : [];
      return elements.flatMap((element) =>
        element?.type === "button" ? [{ message, blockId: block.block_id ?? "", button: element }] : [],
      );
    });
  const found = buttons.find(({ button }) => button.action_id === on.actionId);
  if (!found) {
    const there = buttons.map(({ button }) => button.action_id).join(", ");
    throw new Error(`message ${on.messageTs} has no button ${on.actionId}, only: ${there || "none"}`);
  }
  return found;
}
