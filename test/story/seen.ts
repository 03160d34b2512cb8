import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { messagesBefore } from "../../src/cli/demo/seen.ts";
import type { Place, Seen } from "./world.ts";

/** The messages that say something to the person, since the story began. */
export function messagesOf(sandbox: Sandbox, place: Place, personId: string, began: number): Seen[] {
  return (
    messagesBefore(sandbox, place, { after: began, personId })
      .map((message) => ({ ...message, isPrivate: message.raw.ephemeralFor !== null }))
      // A film that Slack shares in a message of its own says nothing.
      .filter(({ text, raw }) => text !== "" || !("films" in raw))
  );
}

/** The form on top before the person. */
export function openView(sandbox: Sandbox, place: Place, personId: string) {
  const { discord, slack } = sandbox;
  return place === "discord" ? discord.openForms(personId).at(-1) : slack.openForms(personId).at(-1);
}

/** The menu that offers something whose label says that anywhere in a message, and its value there. */
export function choiceOf(value: unknown, label: RegExp): { readonly menu: string; readonly value: string } | null {
  if (typeof value !== "object" || value === null) return null;
  const { options, custom_id: customId, action_id: actionId }: Readonly<Record<string, unknown>> = { ...value };
  const menu = customId ?? actionId;
  if (Array.isArray(options) && typeof menu === "string") {
    const chosen: unknown = options.find((option) => label.test(wordsOf(option)));
    if (typeof chosen === "object" && chosen !== null && "value" in chosen)
      return { menu, value: String(chosen.value) };
  }
  for (const part of Object.values(value)) {
    const choice = choiceOf(part, label);
    if (choice) return choice;
  }
  return null;
}

function wordsOf(option: unknown): string {
  const { label, text }: Readonly<Record<string, unknown>> = { ...Object(option) };
  return typeof label === "string" ? label : String(Object(text).text);
}
