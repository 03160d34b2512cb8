import type { CommandSpec } from "../../../core/command-spec.ts";
import { type MessageCommandSpec, messageCommandSpecs } from "../../../core/message-specs.ts";
import { DURATIONS, RESOLUTIONS } from "../../../core/request/price.ts";
import { RATIOS } from "../../../core/request/video-request.ts";
import { commandSpecs } from "../../../core/specs.ts";
import { PAYERS } from "../../../core/team/payer.ts";
import { everyScope, optionalScopes } from "./scopes.ts";

export interface ManifestOptions {
  /** `video` makes /video, /video-key and so on. */
  readonly prefix: string;
  /** Where Reelay is reachable from outside, without a last slash. Other workspaces install it there; null: none can. */
  readonly reachedAt: string | null;
  /** Slack sends what people do there; else over a socket that Reelay opens. */
  readonly isByHttp: boolean;
}

/** The app as Slack's own form for it: what "From a manifest" takes, in its order. */
export function slackManifest({ prefix, reachedAt, isByHttp }: ManifestOptions) {
  const url = isByHttp && reachedAt !== null ? `${reachedAt}/slack/events` : null;
  return {
    display_information: { name: "Reelay", description: "Makes videos from text and pictures" },
    features: {
      bot_user: { display_name: "Reelay", always_online: true },
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      shortcuts: [makeVideo, ...messageCommandSpecs.map(messageShortcut)],
      slash_commands: commandSpecs(prefix).map((spec) => slashCommand(spec, url)),
    },
    oauth_config: {
      ...(reachedAt === null ? {} : { redirect_urls: [`${reachedAt}/slack/oauth_redirect`] }),
      // What is optional must be asked for as well.
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
      // An organisation can install it once for all its workspaces.
      ...(reachedAt === null ? {} : { org_deploy_enabled: true }),
      socket_mode_enabled: url === null,
    },
  };
}

/** Offered everywhere in Slack, threads too, where slash commands are not. Other names are taken from Slack's own menus. */
const makeVideo = {
  name: "Make a video",
  type: "global",
  callback_id: "make_video",
  description: "Make a video from a prompt, with or without a picture",
} as const;

function messageShortcut({ name, id, description }: MessageCommandSpec) {
  return { name, type: "message", callback_id: id, description } as const;
}

function slashCommand({ name, means, description, subcommands }: CommandSpec, url: string | null) {
  const hint = usageHints[means] ?? subcommands.map((one) => one.name).join(" | ");
  return {
    command: `/${name}`,
    ...(url === null ? {} : { url }),
    description,
    ...(hint === "" ? {} : { usage_hint: hint }),
    should_escape: false,
  };
}

const any = (values: readonly (string | number)[]) => values.join("|");

/** What may stand behind a command; without an entry, its subcommands. */
const usageHints: { readonly [Means in CommandSpec["means"]]?: string } = {
  make_video: `a cat surfing --ratio ${any(RATIOS)} --duration ${any(DURATIONS)} --resolution ${any(RESOLUTIONS)} --image URL --pay ${any(PAYERS)} --style NAME`,
  jobs: "show ID",
};
