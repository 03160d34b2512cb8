import { z } from "zod";
import type { Act } from "../../../core/command.ts";

const snowflake = z.string().regex(/^\d{1,20}$/);

/** The fields without which no answer is possible. */
export const answerable = z.object({
  id: snowflake,
  token: z.string().min(1),
  application_id: snowflake,
  /** The person's language; nothing is refused because of it. */
  locale: z.string().nullish().catch(null),
});

const user = z.object({ id: snowflake });

/** The fields that each interaction of a person carries. */
export const interaction = answerable.extend({
  type: z.int(),
  guild_id: snowflake.nullish(),
  channel_id: snowflake,
  member: z
    .object({
      user,
      roles: z.array(z.string()).catch([]),
      /** Permissions that cannot be read allow nothing. */
      permissions: z
        .string()
        .regex(/^\d{1,30}$/)
        .catch("0"),
      flags: z.int().catch(0),
    })
    .nullish(),
  user: user.nullish(),
  message: z.unknown().optional(),
  /** Says where the bot itself is; where it is absent, the bot is taken to be there. */
  context: z.int().nullish().catch(null),
  authorizing_integration_owners: z.record(z.string(), z.string()).nullish().catch(null),
  app_permissions: z
    .string()
    .regex(/^\d{1,30}$/)
    .nullish()
    .catch(null),
  channel: z
    .object({
      type: z.int(),
      parent_id: snowflake.nullish().catch(null),
      nsfw: z.boolean().nullish().catch(null),
    })
    .nullish()
    .catch(null),
  attachment_size_limit: z.int().positive().nullish().catch(null),
  data: z.unknown().optional(),
});

export type Interaction = z.output<typeof interaction>;

const value = z.union([z.string(), z.number(), z.boolean()]);

const option = z.object({
  name: z.string(),
  type: z.int(),
  value: value.optional(),
  focused: z.boolean().optional(),
});

export const attachment = z.object({
  url: z.string(),
  content_type: z.string().nullish(),
  size: z.number(),
  width: z.number().nullish(),
  height: z.number().nullish(),
});

/** Files by their ids. */
const resolved = z.object({ attachments: z.record(z.string(), attachment).optional() });

/** `data` of a slash command; its options may be those of a subcommand. */
export const commandData = z.object({
  name: z.string(),
  type: z.int().default(1),
  options: z.array(option.extend({ options: z.array(option).optional() })).default([]),
  resolved: resolved.optional(),
});

/** `data` of a pressed button or another component; `values` are a menu's. */
export const componentData = z.object({
  custom_id: z.string(),
  component_type: z.int(),
  values: z.array(z.string()).catch([]),
});

const field = z.object({
  custom_id: z.string().optional(),
  value: z.string().nullish(),
  values: z.array(z.string()).optional(),
});

const listed = z.record(z.string(), z.unknown()).optional();

/** `data` of a submitted form: fields are in labels, or in rows as they were before 2025. */
export const formData = z.object({
  custom_id: z.string(),
  components: z.array(z.object({ component: field.optional(), components: z.array(field).optional() })),
  /** The choices as Discord itself resolved them. The fields' own values come from the client and are not trusted. */
  resolved: resolved.extend({ users: listed, roles: listed, channels: listed }).optional(),
});

/** Discord's own numbers. Source: Discord docs, receiving-and-responding (read 2026-11-21). */
export const interactionTypes = { command: 2, component: 3, autocomplete: 4, form: 5 } as const;

/** A payload that is not as Discord describes it. The text names the place, never a value. */
export interface Broken {
  readonly broken: string;
}

/** The longest piece of a foreign name that goes into a log. */
const NAMED = 60;

/** A command, button or form of ours that this version does not have. */
export function unknown(what: string): Act {
  return { kind: "unknown", what: what.trim().slice(0, NAMED) };
}
