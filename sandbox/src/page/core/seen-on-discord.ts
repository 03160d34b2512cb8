import { type Json, list, record, records, text } from "./json.ts";
import type { State } from "./state.ts";

/** What that person sees on Discord, oldest first. */
export function messagesOf({ discord }: State, person: string): readonly Json[] {
  return discord.seenBy.get(person)?.messages ?? [];
}

/** The first button of a message whose own name begins so. */
export function idIn(value: unknown, start: string): string | undefined {
  const node = record(value);
  const id = text(node.custom_id);
  if (id.startsWith(start)) return id;
  for (const part of [...records(node.components), ...list(node.accessory ? [node.accessory] : [])]) {
    const found = idIn(part, start);
    if (found !== undefined) return found;
  }
  return undefined;
}
