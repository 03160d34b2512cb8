import { z } from "zod";
import { isGuest, type Person } from "../../people.ts";
import { problemsOf } from "../check/problems-of.ts";
import { readContent } from "../check/read-content.ts";
import { commandPayload } from "../payloads.ts";
import type { Seated } from "../seated.ts";
import type { Channel } from "../workspace.ts";
import type { World } from "../world.ts";
import { act, connected } from "./act.ts";
import { closeForms } from "./close-form.ts";

const answer = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(["ephemeral", "in_channel"]).default("ephemeral"),
});

/** A person types a slash command into a channel they are in. Resolves with the trigger_id. */
export async function command(
  world: World,
  person: Seated,
  typed: { text: string; channel: Channel },
): Promise<string> {
  const { text, channel } = typed;
  const [, name, rest = ""] = /^(\/\S+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) throw new Error(`not a slash command: ${text}`);
  const isIn = channel.members.has(person.slackId) || (isGuest(person) && channel.kind === "public");
  if (!isIn) throw new Error(`${person.name} is not in ${channel.name}`);

  await connected(world, person);
  closeForms(world, person);
  const triggerId = world.triggerIds.mint(person);
  const source = {
    kind: "commands",
    channelId: channel.id,
    slackUserId: person.slackId,
    interactionId: triggerId,
  } as const;
  const payload = commandPayload({
    person,
    channel,
    command: name,
    text: escapeMarkup(rest),
    triggerId,
    responseUrl: world.responseUrls.mint(source),
  });
  act(world, {
    kind: "command",
    person,
    channelId: channel.id,
    interactionId: triggerId,
    envelope: { type: "slash_commands", payload, accepts_response_payload: true },
    answered: (body) => show(world, { person, channel, typed: escapeMarkup(text.trim()), triggerId }, body),
  });
  return triggerId;
}

function show(
  { timeline }: World,
  to: { person: Person; channel: Channel; typed: string; triggerId: string },
  body: unknown,
): { code: string; why: string } | undefined {
  const parsed = answer.safeParse(body, { reportInput: true });
  if (!parsed.success) return { code: "invalid_payload", why: problemsOf(parsed.error).join("; ") };
  const { response_type, ...content } = parsed.data;
  const isPublic = response_type === "in_channel";
  const isEmpty = content.text === undefined && content.blocks === undefined;
  const read = isEmpty ? undefined : readContent(content);
  if (read && !read.ok) return { code: read.error, why: read.why };

  const common = { channelId: to.channel.id, interactionId: to.triggerId };
  if (isPublic) timeline.post({ ...common, userId: to.person.slackId, text: to.typed, blocks: [] });
  if (read)
    timeline.post({
      ...common,
      text: read.text,
      blocks: read.blocks,
      sent: body,
      ephemeralFor: isPublic ? null : to.person.slackId,
    });
  return undefined;
}

/** Slack hands over what was typed with its three markup characters escaped. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
