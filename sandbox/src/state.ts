import type { SandboxClock } from "./clock.ts";
import type { DiscordEmulator } from "./discord/discord-emulator.ts";
import { wireRoles } from "./discord/place.ts";
import type { Journal } from "./journal.ts";
import { languageOf, languages, people } from "./people.ts";
import type { PolicyService } from "./policy-service.ts";
import { sceneNow } from "./scenes.ts";
import type { SlackEmulator } from "./slack/slack-emulator.ts";
import type { VideoService } from "./video/service.ts";

const SHOWN_MAX = 200;

export interface SandboxParts {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly video: VideoService;
  readonly discord: DiscordEmulator;
  readonly slack: SlackEmulator;
  readonly slackFeatures: SlackFeatures;
  readonly connected: ReadonlySet<string>;
  readonly policy: PolicyService;
  readonly bot: BotOnSandbox | null;
}

export function stateOf(deps: SandboxParts & { readonly startedAt: number }): unknown {
  const { clock, startedAt, journal, video, discord, slack, slackFeatures, connected, policy, bot } = deps;

  const onDiscord = (personId: string) => {
    const dm = discord.dmChannelId(personId);
    const channels = [discord.channelId, discord.foreignChannelId, dm];
    return {
      dmChannelId: dm,
      messages: channels.flatMap((channel) => discord.messages(personId, channel, SHOWN_MAX)),
      forms: discord.openForms(personId),
    };
  };

  const onSlack = (personId: string) => {
    const dm = slack.dmChannelId(personId);
    const channels = [slack.channelId, slack.unjoinedChannelId, slack.foreignChannelId, dm];
    return {
      dmChannelId: dm,
      messages: channels
        .flatMap((channel) => slack.messages(personId, channel, SHOWN_MAX))
        .map((message) => ({ ...message, files: slack.filesOf(message) })),
      forms: slack.openForms(personId),
      home: slack.home(personId),
    };
  };

  const ofEach = <T>(read: (personId: string) => T) =>
    Object.fromEntries(people.map((person) => [person.id, read(person.id)]));

  return {
    seq: journal.last(),
    startedAt,
    now: clock.now(),
    people: people.map((person) => ({ ...person, language: languageOf({ discord }, person.id) })),
    languages: languages.map(({ id, name }) => ({ id, name })),
    scene: sceneNow({ video, discord, slack }),
    refusedWords: policy.refused(),
    bot: bot && { status: bot.status(), canBeKilled: bot.canBeKilled(), about: bot.about },
    video: {
      url: video.url,
      credits: video.credits(),
      prices: video.prices(),
      tasks: video.tasks(),
      ledger: video.ledger(),
      lacksFilms: video.lacksFilms(),
      ...video.upcomingFate(),
    },
    discord: {
      isConnected: connected.has("discord"),
      condition: discord.condition(),
      botId: discord.applicationId,
      guildId: discord.guildId,
      channels: [
        { id: discord.channelId, name: "videos" },
        { id: discord.foreignChannelId, name: "not-for-bots" },
      ],
      roles: wireRoles.map(({ id, name }) => ({ id, name })),
      commands: discord.commands(),
      people: ofEach(onDiscord),
    },
    slack: {
      isConnected: connected.has("slack"),
      condition: slack.condition(),
      botId: slack.botUserId,
      channels: [
        { id: slack.channelId, name: "general" },
        { id: slack.unjoinedChannelId, name: "random" },
        { id: slack.foreignChannelId, name: "secret" },
      ],
      commands: slackFeatures.slash_commands,
      shortcuts: slackFeatures.shortcuts,
      people: ofEach(onSlack),
    },
  };
}

export interface BotOnSandbox {
  status(): "running" | "starting" | "ended";
  canBeKilled(): boolean;
  readonly about: string;
  killAndRestart(): Promise<void>;
  reset(): Promise<void>;
}

export interface SlackFeatures {
  readonly slash_commands: readonly {
    readonly command: string;
    readonly description: string;
    readonly usage_hint?: string;
  }[];
  readonly shortcuts: readonly {
    readonly name: string;
    readonly type: "global" | "message";
    readonly callback_id: string;
    readonly description: string;
  }[];
}

export const noFeatures: SlackFeatures = { slash_commands: [], shortcuts: [] };
