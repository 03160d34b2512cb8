import { z } from "zod";

/** Only the parts that Reelay reads. Source: docs.slack.dev, interactivity (read 2026-11-21). */

const id = z.string().min(1).max(100);
/** Slash commands send flags as strings. */
export const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]).catch(false);
const responseUrl = z.string().max(2_000).nullable().catch(null);

export const slashPayload = z.object({
  command: z.string().min(1),
  text: z.string().catch(""),
  team_id: id.nullable().default(null),
  enterprise_id: id.nullable().default(null),
  is_enterprise_install: flag,
  channel_id: id,
  user_id: id,
  user_name: z.string().nullable().catch(null),
  trigger_id: z.string().min(1),
  response_url: responseUrl,
});

const sender = z.object({
  user: z.object({
    id,
    team_id: id.nullable().default(null),
    username: z.string().nullable().catch(null),
    name: z.string().nullable().catch(null),
  }),
  team: z.object({ id }).nullable().default(null),
  enterprise: z.object({ id }).nullable().default(null),
  is_enterprise_install: flag,
  trigger_id: z.string().min(1),
});

export type Sender = z.infer<typeof sender>;

const view = z.object({
  id: z.string().min(1),
  type: z.string().catch("modal"),
  private_metadata: z.string().catch(""),
  app_installed_team_id: id.nullable().catch(null),
});

export const shortcutPayload = sender.extend({
  type: z.literal("shortcut"),
  callback_id: z.string(),
  action_ts: z.string().min(1),
});

export const slackFile = z.object({
  id,
  name: z.string().nullable().catch(null),
  mimetype: z.string().nullable().catch(null),
  size: z.number().nonnegative().nullable().catch(null),
  original_w: z.number().nullable().catch(null),
  original_h: z.number().nullable().catch(null),
});

const slackFiles = z
  .array(slackFile.nullable().catch(null))
  .catch([])
  .transform((files) => files.filter((file) => file !== null));

export const messageShortcutPayload = sender.extend({
  type: z.literal("message_action"),
  callback_id: z.string(),
  channel: z.object({ id }),
  response_url: responseUrl,
  message: z.object({
    thread_ts: z.string().nullable().catch(null),
    files: slackFiles,
    attachments: z
      .array(
        z.object({
          title: z.string().nullable().catch(null),
          image_url: z.string().nullable().catch(null),
          image_width: z.number().nullable().catch(null),
          image_height: z.number().nullable().catch(null),
        }),
      )
      .catch([]),
    blocks: z
      .array(z.object({ type: z.string().catch(""), image_url: z.string().optional().catch(undefined) }))
      .catch([]),
  }),
});

export const eventPayload = z.object({
  type: z.literal("event_callback"),
  event_id: z.string().min(1).max(100),
  team_id: id,
  enterprise_id: id.nullable().catch(null),
  authorizations: z
    .array(
      z.object({
        user_id: z.string(),
        team_id: id.nullable().catch(null),
        enterprise_id: id.nullable().catch(null),
        is_enterprise_install: flag,
      }),
    )
    .catch([]),
  event: z.discriminatedUnion("type", [
    z.object({
      type: z.enum(["app_mention", "message"]),
      user: id,
      channel: id,
      channel_type: z.string().nullable().catch(null),
      text: z.string(),
      thread_ts: z.string().nullable().catch(null),
      files: slackFiles,
    }),
    z.object({ type: z.literal("app_home_opened"), user: id, tab: z.string().catch("") }),
  ]),
});

/** Events that no person just wrote: a bot's message, or Slack's notice of an edit. */
export const foreignEvent = z.object({
  event: z.union([
    z.object({ bot_id: z.string() }),
    z.object({ bot_profile: z.unknown().refine((profile) => profile !== undefined) }),
    z.object({ subtype: z.string().refine((subtype) => subtype !== "file_share" && subtype !== "thread_broadcast") }),
    z.object({ edited: z.object({}) }),
  ]),
});

export const pressPayload = sender.extend({
  type: z.literal("block_actions"),
  channel: z.object({ id }).nullable().default(null),
  container: z.object({
    message_ts: z.string().nullable().default(null),
    channel_id: id.nullable().default(null),
    thread_ts: z.string().nullable().catch(null),
    is_ephemeral: flag,
  }),
  view: view
    .extend({ blocks: z.array(z.unknown()).optional().catch(undefined) })
    .nullable()
    .default(null),
  /** Slack omits the message if only the person who pressed sees it. */
  message: z
    .object({ blocks: z.array(z.unknown()).optional().catch(undefined) })
    .nullable()
    .catch(null),
  response_url: responseUrl,
  actions: z.tuple(
    [
      z.object({
        type: z.string(),
        action_id: z.string().min(1),
        action_ts: z.string().min(1),
        selected_option: z.object({ value: z.string() }).nullable().catch(null),
      }),
    ],
    z.unknown(),
  ),
});

const input = z
  .object({
    value: z.string().nullable().catch(null),
    selected_option: z.object({ value: z.string() }).nullable().catch(null),
    selected_conversation: z.string().nullable().catch(null),
    selected_conversations: z.array(z.string()).catch([]),
    selected_users: z.array(z.string()).catch([]),
    files: slackFiles,
  })
  .transform(({ value, selected_option: option, selected_conversation: chosen, files, ...several }) => ({
    text: option?.value ?? chosen ?? value ?? "",
    several: [...several.selected_users, ...several.selected_conversations],
    files,
  }));

export const submissionPayload = sender.extend({
  type: z.literal("view_submission"),
  /** Optional, because a submission opens nothing. */
  trigger_id: z.string().catch(""),
  view: view.extend({
    callback_id: z.string(),
    hash: z.string().catch(""),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), input)) }),
  }),
  response_urls: z.array(z.object({ channel_id: id, response_url: z.string().max(2_000) })).catch([]),
});
