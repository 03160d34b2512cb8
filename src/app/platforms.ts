import { LRUCache } from "lru-cache";
import type { Config } from "../config.ts";
import { atMost } from "../core/at-most.ts";
import type { Clock, EpochMs } from "../core/clock.ts";
import { commandSpecs, messageCommandSpecs } from "../core/command-specs.ts";
import type { Engine, KnownEvents } from "../core/engine.ts";
import type { Chat, CommandService, FrontEnd, HomeOf, WelcomeOf } from "../core/front-end.ts";
import type { ServiceHealth } from "../core/health.ts";
import type { Owner, Team } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import type { Meter } from "../core/meter.ts";
import { type Platform, TRAITS } from "../core/platform.ts";
import type { OpenFile } from "../core/request/pictures.ts";
import type { PrivateFile } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Installations } from "../core/stored-secrets.ts";
import type { TeamPeople } from "../core/team/team.ts";
import type { Languages } from "../core/text/locale.ts";
import { openVideos } from "../images/open-video.ts";
import { discordWords, slackWords } from "../messages/ask/short-replies.ts";
import { localisedMessageSpecs, localisedSpecs } from "../messages/specs.ts";
import { wordsIn } from "../messages/words.ts";
import { fetchWhole } from "./fetch-whole.ts";
import type { Outside } from "./outside.ts";

export type Platforms = ReturnType<typeof connectPlatforms>;

/** A platform's library is loaded only if its credentials are set. */
export async function loadFrontEnds({ discord, slack }: Pick<Config, "discord" | "slack">) {
  const [discordModule, slackModule] = await Promise.all([
    discord && import("../frontends/discord/discord-front-end.ts"),
    slack && import("../frontends/slack/slack-front-end.ts"),
  ]);
  return { discord: discordModule, slack: slackModule };
}

const EVENTS_MOST = 100_000;
const EVENTS_MS = 600_000;

/** Asks other processes only about events that this one has not received. */
export function rememberEvents(shared: KnownEvents, clock: Clock): KnownEvents {
  const time = { ttl: EVENTS_MS, perf: clock, ttlResolution: 0 };
  const received = new LRUCache<string, true>({ ...atMost(EVENTS_MOST), ...time });
  return {
    async isNew(eventId) {
      if (received.has(eventId)) return false;
      received.set(eventId, true);
      return shared.isNew(eventId);
    },
    forget(eventId) {
      received.delete(eventId);
      shared.forget(eventId);
    },
  };
}

export function connectPlatforms(
  config: Config,
  code: Awaited<ReturnType<typeof loadFrontEnds>>,
  { clock, chance, log }: Outside,
  { shared, isAlone }: Pick<Engine, "shared" | "isAlone">,
  parts: {
    readonly service: CommandService & { readonly homeOf: HomeOf; readonly welcomeOf: WelcomeOf };
    readonly languages: Languages;
    readonly installs: { readonly installations: Installations; left(id: string, at: EpochMs): Promise<void> };
    teamLeft(team: Team): Promise<void>;
    teamJoined(team: Team): Promise<void>;
    deauthorized(owner: Owner): Promise<void>;
    readonly takesFiles: boolean;
    readonly meter: Meter;
    readonly health: ServiceHealth;
    readonly quiet: () => Promise<void>;
  },
) {
  const { service, installs, meter, health } = parts;
  const { COMMAND_PREFIX: prefix } = config;
  // A worker calls the platforms but does not listen to them.
  const isListening = config.ROLE !== "worker";
  const events = rememberEvents(shared.events, clock);
  const common = (platform: Platform) => ({
    prefix,
    clock,
    log,
    events,
    openVideo: config.ATTACH_VIDEOS === "on" ? openVideos({ trustedOrigins: config.trusted.videos, clock }) : undefined,
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
            wordsIn: (locale) => discordWords(wordsIn(locale)),
            chance,
            languages: parts.languages,
            limits: shared.limits,
            specs: discordSpecs(prefix),
            status: {
              now() {
                const trouble = health.trouble();
                return trouble && wordsIn("en").outage[trouble.kind];
              },
              onChange: health.onChange,
            },
            onGuildLeft: (teamId) => parts.teamLeft({ platform: "discord", teamId }),
            onGuildJoined: (teamId) => parts.teamJoined({ platform: "discord", teamId }),
            onDeauthorized: (userId) => parts.deauthorized({ platform: "discord", userId }),
          },
          service,
        )
      : null;
  const slack =
    config.slack && code.slack
      ? code.slack.slackFrontEnd(
          {
            ...config.slack,
            access:
              config.slack.access.kind === "token" ? config.slack.access : { ...config.slack.access, ...installs },
            ...common("slack"),
            wordsIn: (locale) => slackWords(wordsIn(locale)),
            homeOf: service.homeOf,
            welcomeOf: service.welcomeOf,
            languages: parts.languages,
            takesFiles: parts.takesFiles,
            isAlone,
            quiet: parts.quiet,
          },
          service,
        )
      : null;
  const frontEnds: Readonly<Record<Platform, FrontEnd | null>> = { discord, slack };
  const all = Object.values(frontEnds).filter((one) => one !== null);
  const frontEndOf = ({ reply }: Pick<Job, "reply">) => frontEnds[reply.platform];

  return {
    names: all.map(({ platform }) => TRAITS[platform].name),
    listeners: isListening
      ? { "/discord/": discord?.requestListener ?? null, "/slack/": slack?.requestListener ?? null }
      : {},
    openFile: (async (file, how) => slack?.files.open(file, how) ?? refuse({ kind: "unreachable" })) satisfies OpenFile,
    isFileGone: async (file: PrivateFile) => slack?.files.isGone(file) ?? false,
    homeChanged: (owner: Owner) => slack?.homeChanged(owner),
    chatOf: (job: Pick<Job, "reply">) => frontEndOf(job)?.chat ?? notConnected,
    people: {
      standingOf: async (command, isFresh) => frontEndOf(command)?.people.standingOf(command, isFresh) ?? null,
      memberNow: async (job) => frontEndOf(job)?.people.memberNow(job) ?? null,
      namesOf: async (command, people) => frontEndOf(command)?.people.namesOf(command, people) ?? new Map(),
      isChannelHere: async (command, id) => frontEndOf(command)?.people.isChannelHere(command, id) ?? away,
      isAgeRestricted: async (command) => frontEndOf(command)?.people.isAgeRestricted(command) ?? null,
    } satisfies TeamPeople,
    troubles: (): readonly string[] => (isListening ? all.flatMap((one) => one.trouble() ?? []) : []),
    duplicates: (): readonly string[] => all.flatMap((one) => one.duplicate.line() ?? []),
    async start(): Promise<Result<null, string>> {
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

/** A job waits for a process that has its platform's credentials. */
const away = refuse({ kind: "unavailable", unclear: false, detail: "platform not configured" } as const);
const notConnected: Chat = {
  bucketOf: () => ({ name: "not configured", burst: 1, everyMs: 60_000 }),
  show: () => Promise.resolve(away),
  readButtons: () => Promise.resolve(away),
  find: () => Promise.resolve(away),
  notify: () => Promise.resolve(away),
  sendPrivately: () => Promise.resolve(away),
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

export function discordSpecs(prefix: string) {
  return { typed: localisedSpecs(commandSpecs(prefix)), onMessages: localisedMessageSpecs(messageCommandSpecs) };
}
