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

/** Source: docs.slack.dev, reference/events/app_rate_limited (read 2026-11-22). */
const rateLimited = z.looseObject({
  type: z.literal("app_rate_limited"),
  team_id: z.string().regex(/^[A-Z0-9]{1,32}$/),
  minute_rate_limited: z.int().min(0),
});

/** What people do comes so; what Slack tells by itself is JSON. */
const FORM = "application/x-www-form-urlencoded";

/** Slack's word that it sends a workspace's events no more for that minute, which the library does not know; null: it is none. */
export function rateLimitNotice(
  contentType: string | undefined,
  body: string,
): { readonly workspace: string; readonly at: number } | null {
  if (contentType === FORM) return null;
  const { data } = rateLimited.safeParse(json(body));
  return data ? { workspace: data.team_id, at: data.minute_rate_limited * 1_000 } : null;
}

/**
 * Whether the library answers a body of that content type: what it does not know it leaves without an answer. A field that
 * stands twice is none of Slack's.
 */
export function isKnownRequest(contentType: string | undefined, body: string): boolean {
  if (contentType !== FORM) return told.safeParse(json(body)).success;
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
