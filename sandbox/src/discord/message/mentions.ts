import { people } from "../../people.ts";
import type { Place } from "../place.ts";
import type { MessageComponent } from "../schema/component-schema.ts";
import type { AllowedMentions } from "../schema/message-schema.ts";
import { walkComponents } from "./walk-components.ts";

/** What is allowed where the bot says nothing. Source: Discord's API documentation (read 2026-11-21). */
const DEFAULTS = {
  /** Answers to interactions and follow-ups. */
  webhook: { parse: ["users"] },
  /** Messages sent with the bot's own token: everything, @everyone too. */
  channel: { parse: ["users", "roles", "everyone"] },
} as const satisfies Record<string, AllowedMentions>;

interface Mentioning {
  readonly content: string;
  readonly components: readonly MessageComponent[];
  readonly allowed: AllowedMentions | null | undefined;
  readonly by: keyof typeof DEFAULTS;
  readonly place: Place;
}

/** Discord ids of the people whom a new message calls: embeds call nobody, text displays do. */
export function mentionedBy({ content, components, allowed, by, place }: Mentioning): readonly string[] {
  const rule: AllowedMentions = allowed ?? DEFAULTS[by];
  const displays = walkComponents(components).flatMap(({ component }) =>
    component.type === 10 ? [component.content] : [],
  );
  const text = [content, ...displays].join("\n");
  const here = people
    .map((person) => person.discordId)
    .filter((id) => place.person === null || place.person.discordId === id);
  if (rule.parse?.includes("everyone") && /@(everyone|here)\b/.test(text)) return here;
  const named = new Set([...text.matchAll(/<@!?(\d+)>/g)].map((match) => match[1]));
  return here.filter((id) => named.has(id) && (rule.parse?.includes("users") || rule.users?.includes(id)));
}
