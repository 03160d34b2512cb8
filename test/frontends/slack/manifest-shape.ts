import { z } from "zod";

/** The part of Slack's app manifest that we use. Source: manifest-schema 2.0.0 (read 2026-11-21). */
const https = z.url({ protocol: /^https$/ });

const command = z.strictObject({
  command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
  url: https.optional(),
  description: z.string().min(1).max(2_000),
  usage_hint: z.string().min(1).max(1_000).optional(),
  should_escape: z.boolean(),
});

const shortcut = z.strictObject({
  name: z.string().min(1).max(24),
  type: z.enum(["message", "global"]),
  callback_id: z.string().min(1).max(255),
  description: z.string().min(1).max(150),
});

const scopeNames = z.array(z.string().regex(/^[a-z_.:]+$/)).max(255);

export const manifestShape = z
  .strictObject({
    display_information: z.strictObject({ name: z.string().min(1).max(35), description: z.string().min(1).max(140) }),
    features: z.strictObject({
      bot_user: z.strictObject({ display_name: z.string().min(1).max(80), always_online: z.boolean() }),
      app_home: z.strictObject({
        home_tab_enabled: z.boolean().optional(),
        messages_tab_enabled: z.boolean(),
        messages_tab_read_only_enabled: z.boolean(),
      }),
      shortcuts: z.array(shortcut).max(10).optional(),
      slash_commands: z.array(command).min(1).max(50),
    }),
    oauth_config: z.strictObject({
      redirect_urls: z.array(https).optional(),
      scopes: z.strictObject({ bot: scopeNames.min(1), bot_optional: scopeNames.optional() }),
    }),
    settings: z.strictObject({
      event_subscriptions: z
        .strictObject({ request_url: https.optional(), bot_events: z.array(z.string()).min(1).max(100) })
        .optional(),
      interactivity: z.strictObject({ is_enabled: z.literal(true), request_url: https.optional() }),
      org_deploy_enabled: z.boolean().optional(),
      socket_mode_enabled: z.boolean(),
      token_rotation_enabled: z.boolean().optional(),
    }),
  })
  .refine(({ oauth_config: { scopes } }) => scopes.bot_optional?.every((each) => scopes.bot.includes(each)) ?? true, {
    error: "each optional scope among all that are asked for",
  })
  .refine(({ features, settings }) => {
    const isHttp = !settings.socket_mode_enabled;
    const events = settings.event_subscriptions;
    const urls = [...features.slash_commands.map(({ url }) => url), settings.interactivity.request_url];
    if (events) urls.push(events.request_url);
    return urls.every((url) => (url !== undefined) === isHttp);
  }, "a request address everywhere over HTTP, and nowhere over a socket");
