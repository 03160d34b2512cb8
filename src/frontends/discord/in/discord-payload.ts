import { z } from "zod";
import type { Act } from "../../../core/command.ts";

const snowflake = z.string().regex(/^\d{1,20}$/);

/** What is needed to answer at all. */
export const answerable = z.object({
  id: snowflake,
  token: z.string().min(1),
  application_id: snowflake,
  /** The language of the person; nothing is refused because of it. */
  locale: z.string().nullish().catch(null),
});

const user = z.object({ id: snowflake });

/** What every interaction of a person's carries. */
export const interaction = answerable.extend({
  type: z.int(),
  guild_id: snowflake.nullish(),
  channel_id: snowflake,
  member: z
    .object({
      user,
      roles: z.array(z.string()).catch([]),
      /** What cannot be read allows nothing. */
      permissions: z
        .string()
        .regex(/^\d{1,30}$/)
        .catch("0"),
      flags: z.int().catch(0),
    })
    .nullish(),
  user: user.nullish(),
  message: z.unknown().optional(),
  /** What says where the bot itself is; without it, it is taken to be there. */
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

/** `data` of a pressed button or another component; `values` of a menu's. */
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

/** `data` of a submitted form: fields stand in labels, or in rows as they did before 2025. */
export const formData = z.object({
  custom_id: z.string(),
  components: z.array(z.object({ component: field.optional(), components: z.array(field).optional() })),
  /** What Discord itself says was chosen: the fields' own values are the client's word. */
  resolved: resolved.extend({ users: listed, roles: listed, channels: listed }).optional(),
});

/** Discord's own numbers. Source: Discord docs, receiving-and-responding (read 2026-11-21). */
export const interactionTypes = { command: 2, component: 3, autocomplete: 4, form: 5 } as const;

/** It is not as Discord describes it; the text names the place, never a value. */
export interface Broken {
  readonly broken: string;
}

/** Longest piece of a foreign name that goes into a log. */
const NAMED = 60;

/** Something of ours that this version does not have. */
export function unknown(what: string): Act {
  return { kind: "unknown", what: what.trim().slice(0, NAMED) };
}
