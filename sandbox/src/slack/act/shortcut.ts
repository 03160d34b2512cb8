import type { Person } from "../../people.ts";
import { messageShortcutPayload, shortcutPayload } from "../payloads.ts";
import type { Seated } from "../seated.ts";
import type { World } from "../world.ts";
import { act, connected } from "./act.ts";
import { closeForms } from "./close-form.ts";

/** A person uses one of the app's shortcuts, anywhere or on a message. Resolves with the trigger_id. */
export async function shortcut(
  world: World,
  person: Seated,
  used: { callbackId: string; messageTs?: string | undefined },
): Promise<string> {
  const { callbackId, messageTs } = used;
  const find = () => (messageTs === undefined ? undefined : onMessage(world, person, messageTs));
  find();
  await connected(world, person);
  closeForms(world, person);
  const triggerId = world.triggerIds.mint(person);
  const about = { person, callbackId, actionTs: world.workspace.nextTs(), triggerId };
  const on = find();
  const source = { kind: "actions", slackUserId: person.slackId, interactionId: triggerId } as const;
  const payload = on
    ? messageShortcutPayload({
        ...about,
        ...on,
        files: world.files,
        responseUrl: world.responseUrls.mint({ ...source, channelId: on.channel.id, isThreadless: true }),
      })
    : shortcutPayload(about);
  act(world, {
    kind: "shortcut",
    person,
    ...(on && { channelId: on.channel.id, messageId: on.message.ts }),
    interactionId: triggerId,
    envelope: { type: "interactive", payload, accepts_response_payload: false },
  });
  return triggerId;
}

function onMessage({ timeline, workspace }: World, person: Person, ts: string) {
  const message = timeline.seen(person.slackId, ts);
  const channel = message && workspace.channel(message.channelId);
  if (!message || !channel) throw new Error(`${person.name} sees no message ${ts}`);
  if (message.ephemeralFor !== null) throw new Error("Slack offers no shortcuts on what only one person sees");
  return { message, channel };
}
