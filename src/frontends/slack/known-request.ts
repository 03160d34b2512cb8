import { z } from "zod";

/** What Slack sends to an app such as this one. Source: docs.slack.dev, interactivity and apis/events-api (read 2026-11-22). */
const interaction = z.looseObject({ type: z.enum(["block_actions", "view_submission", "shortcut", "message_action"]) });

const told = z.union([
  z.looseObject({ type: z.literal("url_verification"), challenge: z.string() }),
  z.looseObject({
    type: z.literal("event_callback"),
    event: z.looseObject({
      type: z.string(),
      channel: z.union([z.string(), z.looseObject({})]).optional(),
      item: z.looseObject({}).optional(),
    }),
  }),
]);

/**
 * Whether the library answers a body of that content type: what it does not know it leaves without an answer. A field that
 * stands twice is none of Slack's.
 */
export function isKnownRequest(contentType: string | undefined, body: string): boolean {
  if (contentType !== "application/x-www-form-urlencoded") return told.safeParse(json(body)).success;
  const fields = new URLSearchParams(body);
  if (new Set(fields.keys()).size < fields.size) return false;
  const payload = fields.get("payload");
  if (payload !== null) return interaction.safeParse(json(payload)).success;
  return Boolean(fields.get("command")) || fields.get("ssl_check") === "1";
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
