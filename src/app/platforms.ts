import type { RequestListener } from "node:http";
import type { SlackAccess } from "../config/slack-config.ts";
import type { Config } from "../config.ts";
import type { Command } from "../core/command.ts";
import { commandSpecs, messageCommandSpecs } from "../core/command-specs.ts";
import type { Engine } from "../core/engine.ts";
import type { ServiceHealth } from "../core/health.ts";
import type { Owner } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import { traitsOf } from "../core/platform.ts";
import type { Chat, FrontEnd, Meter, OpenFile } from "../core/ports.ts";
import type { PrivateFile } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { TeamPeople } from "../core/team/team.ts";
import { openVideos } from "../images/open-video.ts";
import { ownMessages, slackWords } from "../messages/ask/front-end-messages.ts";
import { localisedMessageSpecs, localisedSpecs } from "../messages/specs.ts";
import { wordsIn } from "../messages/words.ts";
import type { Desk } from "./desk.ts";
import { fetchWhole } from "./fetch-whole.ts";
import type { Pictures } from "./media.ts";
import type { Outside } from "./outside.ts";
import type { People } from "./people/people.ts";

export interface Platforms {
  readonly names: readonly string[];
  readonly slackListener: RequestListener | null;
  readonly openFile: OpenFile;
  isFileGone(file: PrivateFile): Promise<boolean>;
  /** Reports that this person's own page has changed. */
  homeChanged(owner: Owner): void;
  chatOf(job: Pick<Job, "reply">): Chat;
  readonly people: TeamPeople;
  /** Returns the reasons why the bot does not hear everybody; none when all is well. */
  troubles(): readonly string[];
  start(): Promise<Result<null, string>>;
  stop(): Promise<void>;
}

export type FrontEnds = Awaited<ReturnType<typeof loadFrontEnds>>;

/** Loads the front ends' code; each platform's library is loaded only where its credentials are set. */
export async function loadFrontEnds({ discord, slack }: Pick<Config, "discord" | "slack">) {
  const [discordModule, slackModule] = await Promise.all([
    discord && import("../frontends/discord/discord-front-end.ts"),
    slack && import("../frontends/slack/slack-front-end.ts"),
  ]);
  return { discord: discordModule, slack: slackModule };
}

/** Connects the configured front ends, which are not started yet. */
export function connectPlatforms(
  config: Config,
  code: FrontEnds,
  { clock, chance, log }: Pick<Outside, "clock" | "chance" | "log">,
  { isAlone, shared }: Pick<Engine, "isAlone" | "shared">,
  parts: {
    readonly desk: Desk;
    readonly people: People;
    readonly pictures: Pick<Pictures, "files">;
    readonly meter: Meter;
    readonly health: ServiceHealth;
    /** Resolves when no answer is being decided. */
    readonly quiet: () => Promise<void>;
  },
): Platforms {
  const { desk, people, pictures, meter, health, quiet } = parts;
  const limits = isAlone ? undefined : shared.limits;
  const { COMMAND_PREFIX: prefix } = config;
  // A worker calls the platforms and does not listen to them.
  const isListening = config.ROLE !== "worker";
  const { videos: trustedOrigins } = config.trusted;
  const openVideo = config.ATTACH_VIDEOS === "on" ? openVideos({ trustedOrigins, clock }) : undefined;
  const common = (platform: string) => ({
    prefix,
    clock,
    log,
    openVideo,
    fetchWhole: fetchWhole(clock),
    observe: (afterMs: number) => meter.answered(platform, afterMs),
    arrived: (way: string) => meter.arrived(platform, way),
  });
  const discord =
    config.discord && code.discord
      ? code.discord.discordFrontEnd(
          {
            ...config.discord,
            ...common("discord"),
            wordsIn: (locale) => ownMessages(wordsIn(locale)),
            chance,
            limits,
            specs: discordSpecs(prefix),
            // One status for people of every language.
            status: {
              now() {
                const { trouble } = health.now();
                return trouble && wordsIn("en").outage[trouble.kind];
              },
              onChange: (hear) => health.onChange(hear),
            },
            onGuildLeft: (guildId) => people.teamLeft({ platform: "discord", teamId: guildId }),
            onGuildJoined: (guildId) => people.teamJoined({ platform: "discord", teamId: guildId }),
          },
          desk,
        )
      : null;
  const slack =
    config.slack && code.slack
      ? code.slack.slackFrontEnd(
          {
            ...config.slack,
            ...slackAccess(config.slack.access, people.installs),
            ...common("slack"),
            wordsIn: (locale) => slackWords(wordsIn(locale)),
            homeOf: desk.homeOf,
            welcomeOf: desk.welcomeOf,
            languages: people.records.languages,
            takesFiles: pictures.files !== null,
            events: isAlone ? undefined : shared.events,
            quiet,
          },
          desk,
        )
      : null;
  const peopleOf = ({ reply }: Pick<Command, "reply">) =>
    all.find(({ platform }) => platform === reply.platform)?.people;
  const all: readonly FrontEnd[] = [discord, slack].filter((one) => one !== null);

  return {
    names: all.map(({ platform }) => traitsOf(platform).name),
    slackListener: isListening ? (slack?.requestListener ?? null) : null,
    openFile: (file) => slack?.files.open(file) ?? Promise.resolve(refuse({ kind: "unreachable" })),
    isFileGone: (file) => slack?.files.isGone(file) ?? Promise.resolve(false),
    homeChanged: (owner) => slack?.homeChanged(owner),
    chatOf: (job) => all.find(({ platform }) => platform === job.reply.platform)?.chat ?? notConnected,
    people: {
      standingOf: async (command, isFresh) => (await peopleOf(command)?.standingOf(command, isFresh)) ?? null,
      memberNow: async (job) => (await peopleOf(job)?.memberNow(job)) ?? null,
      namesOf: async (command, people) => (await peopleOf(command)?.namesOf(command, people)) ?? new Map(),
      isChannelHere: async (command, id) => (await peopleOf(command)?.isChannelHere(command, id)) ?? null,
      isAgeRestricted: async (command) => (await peopleOf(command)?.isAgeRestricted(command)) ?? null,
    },
    troubles: () => (isListening ? all.flatMap((one) => one.trouble() ?? []) : []),
    async start() {
      if (!isListening) return ok(null);
      const started = await Promise.allSettled(all.map((one) => one.start()));
      const problems = started.flatMap((one) => (one.status === "rejected" ? [messageOf(one.reason)] : []));
      return problems.length === 0 ? ok(null) : refuse(problems.join("\n"));
    },
    async stop() {
      await Promise.allSettled(all.map((one) => one.stop()));
    },
  };
}

function slackAccess(access: SlackAccess, installs: People["installs"]) {
  if (access.kind === "token") return { botToken: access.botToken };
  return { botToken: null, installs: { ...access, ...installs } };
}

/** Jobs of a platform without credentials in this process wait for a process that has them. */
const away = refuse({ kind: "unavailable", unclear: false, detail: "platform not configured" } as const);
const notConnected: Chat = {
  bucketOf: () => ({ name: "not configured", burst: 1, everyMs: 60_000 }),
  show: () => Promise.resolve(away),
  find: () => Promise.resolve(away),
  notify: () => Promise.resolve(away),
  whisper: () => Promise.resolve(away),
  remove: () => Promise.resolve(away),
  takeDown: () => Promise.resolve(away),
  post: () => Promise.resolve(away),
  attach: () => Promise.resolve(away),
  filmIn: () => null,
  showFrame: () => Promise.resolve(away),
  shareFrame: null,
  filmSender: null,
};

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** Returns the commands for Discord, in every language. */
export function discordSpecs(prefix: string) {
  return { typed: localisedSpecs(commandSpecs(prefix)), onMessages: localisedMessageSpecs(messageCommandSpecs) };
}
