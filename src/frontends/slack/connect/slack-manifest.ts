import type { CommandSpec } from "../../../core/command-specs.ts";
import { commandSpecs, type MessageCommandSpec, messageCommandSpecs } from "../../../core/command-specs.ts";
import { type Operator, unknownOperator } from "../../../core/operator.ts";

export interface ManifestOptions {
  readonly prefix: string;
  /** Without a final slash. Only with it, other workspaces can install Reelay. */
  readonly reachedAt: string | null;
  /** Slack sends requests by HTTP. Otherwise, Reelay opens a socket. */
  readonly isByHttp: boolean;
  readonly operator?: Operator;
}

export function slackManifest({ prefix, reachedAt, isByHttp, operator = unknownOperator }: ManifestOptions) {
  const url = isByHttp && reachedAt !== null ? `${reachedAt}/slack/events` : null;
  return {
    display_information: {
      name: "Reelay",
      description: "Makes videos from text and pictures",
      ...longDescription(prefix, operator),
    },
    features: {
      bot_user: { display_name: "Reelay", always_online: true },
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      shortcuts: [makeVideo, ...messageCommandSpecs.map(messageShortcut)],
      slash_commands: commandSpecs(prefix).map((spec) => slashCommand(spec, url)),
    },
    oauth_config: {
      ...(reachedAt === null ? {} : { redirect_urls: [`${reachedAt}/slack/oauth_redirect`] }),
      // Optional scopes must be listed here as well.
      scopes: { bot: [...everyScope], bot_optional: Object.keys(optionalScopes) },
    },
    settings: {
      event_subscriptions: {
        ...(url === null ? {} : { request_url: url }),
        bot_events: [
          ...["app_home_opened", "app_mention", "message.im"],
          ...(reachedAt === null ? [] : ["app_uninstalled", "tokens_revoked"]),
        ],
      },
      interactivity: { is_enabled: true, ...(url === null ? {} : { request_url: url }) },
      // An organization can install it once for all its workspaces.
      ...(reachedAt === null ? {} : { org_deploy_enabled: true }),
      socket_mode_enabled: url === null,
    },
  };
}

/** Slack accepts 174 to 4,000 characters. Source: Slack docs, reference/app-manifest (read 2026-11-29). */
function longDescription(prefix: string, { contact, termsUrl, privacyUrl }: Operator) {
  const lines = [
    ...(contact === null ? [] : [`Contact: ${contact}`]),
    ...(termsUrl === null ? [] : [`Terms of use: ${termsUrl}`]),
    ...(privacyUrl === null ? [] : [`Privacy policy: ${privacyUrl}`]),
  ];
  if (lines.length === 0) return {};
  const about = `Type /${prefix} and what should happen, and Reelay posts the finished video in the channel. It shows the price before anything is charged, and reports every refund. /${prefix}-help explains the rest.`;
  return { long_description: [about, ...lines].join("\n") };
}

const makeVideo = {
  name: "Make a video",
  type: "global",
  callback_id: "make_video",
  description: "Make a video from a prompt, with or without a picture",
} as const;

function messageShortcut({ name, id, description }: MessageCommandSpec) {
  return { name, type: "message", callback_id: id, description } as const;
}

function slashCommand({ name, description, subcommands, withWords }: CommandSpec, url: string | null) {
  const hint = withWords?.usage ?? subcommands.map((one) => one.name).join(" | ");
  return {
    command: `/${name}`,
    ...(url === null ? {} : { url }),
    description,
    ...(hint === "" ? {} : { usage_hint: hint }),
    should_escape: false,
  };
}

export const scopes: Readonly<Record<string, string>> = {
  commands: "receive slash commands",
  "chat:write": "post cards, change them, and notify",
  "app_mentions:read": "receive channel messages that mention Reelay",
  "files:read": "pass a picture to the video service for the one video it was given for",
  "im:history": "receive direct messages to Reelay",
  "users:read": "use the language in each person's profile, and see who is an admin or a guest",
  "files:write": "post a video's file, and the frame that it begins with, next to its card",
  "im:write": "send people direct messages if it cannot post in the channel",
};

/**
 * The app works without these. Source: docs.slack.dev, changelog of 2026-03-16, and slackapi/slack-cli#517 (read
 * 2026-11-22).
 */
export const optionalScopes: Readonly<Record<string, string>> = {
  "channels:history": "look whether a message arrived whose answer was lost, before it is sent again",
  "groups:history": "do the same in private channels",
};

export const everyScope: readonly string[] = [...Object.keys(scopes), ...Object.keys(optionalScopes)];
