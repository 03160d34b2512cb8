import { machineClock, type SandboxClock } from "./clock.ts";
import { type DiscordEmulator, startDiscord } from "./discord/discord-emulator.ts";
import { openFilms } from "./film/films.ts";
import { listen } from "./http.ts";
import { openJournal } from "./journal.ts";
import { personWith } from "./people.ts";
import { openPolicyService } from "./policy-service.ts";
import { openRoutes } from "./routes.ts";
import { askForFirstVideo, giveOnDiscord, giveOnSlack, type Seed, seed } from "./seed.ts";
import { type SlackEmulator, startSlack } from "./slack/slack-emulator.ts";
import { type BotOnSandbox, noFeatures, type SlackFeatures } from "./state.ts";
import { startVideoService } from "./video/service.ts";
import type { Prices } from "./video/studio.ts";

export { listen } from "./http.ts";
export type { Entry } from "./journal.ts";
export { personWith } from "./people.ts";
export type { Fate } from "./video/fate.ts";

export interface SandboxOptions {
  clock?: SandboxClock;
  taskMs?: number;
  prices?: Prices;
  /** All starts with the same value in this header make one video. */
  idempotencyHeader?: string | undefined;
  seedKeys?: boolean;
  prefix?: string;
  bot?: BotOnSandbox;
  firstVideo?: boolean;
  /** Draws each video's own film, which needs an optional package. Default: all get one short film. */
  drawsFilms?: boolean;
  slackFeatures?: SlackFeatures;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export async function startSandbox(options: SandboxOptions = {}) {
  const {
    clock = machineClock,
    taskMs,
    prices,
    idempotencyHeader,
    seedKeys = true,
    prefix = "video",
    slackFeatures = noFeatures,
    bot = null,
    firstVideo = false,
    drawsFilms = false,
  } = options;
  const journal = openJournal(clock);
  const connected = new Set<Seeded>();
  journal.listen(({ place, kind }) => {
    if (place === "bot" && kind === "ended") connected.clear();
    if (kind === "connected" && (place === "discord" || place === "slack")) connected.add(place);
  });

  const films = drawsFilms ? { films: openFilms() } : {};
  const video = await startVideoService({
    clock,
    journal,
    ...(taskMs !== undefined && { taskMs }),
    ...(prices && { prices }),
    idempotencyHeader,
    ...films,
  });
  const bareDiscord = await startDiscord({ clock, journal });
  const bareSlack = await startSlack({ clock, journal });

  const { key } = video;
  const seeds = new Map<Seeded, Seed>();
  if (seedKeys) {
    const onDiscord = () => giveOnDiscord({ discord: bareDiscord, journal, key });
    const onSlack = () => giveOnSlack({ slack: bareSlack, journal, key, prefix });
    seeds.set("discord", seed({ place: "discord", journal, give: onDiscord }));
    seeds.set("slack", seed({ place: "slack", journal, give: onSlack }));
  }
  if (firstVideo) {
    const first = {
      discord: () => bareDiscord.command("ada", prefix, { prompt: FIRST_PROMPT }),
      slack: () => bareSlack.command("ada", `/${prefix} ${FIRST_PROMPT}`),
    };
    const asked = new Set<Seeded>();
    let asking = Promise.resolve();
    journal.listen(({ place, kind }) => {
      if (kind !== "connected" || (place !== "discord" && place !== "slack") || asked.has(place)) return;
      asked.add(place);
      const given = seeds.get(place)?.given();
      asking = asking
        .then(() => given)
        .then(() => given && askForFirstVideo({ journal, video, command: first[place] }))
        .catch(() => {});
    });
  }
  const turnOf = async (personId: string, place: Seeded) => {
    if (personWith(personId)?.id === "ada") await seeds.get(place)?.passed();
  };

  const discord: DiscordEmulator = {
    ...bareDiscord,
    async command(personId, ...rest) {
      await turnOf(personId, "discord");
      return bareDiscord.command(personId, ...rest);
    },
  };
  const slack: SlackEmulator = {
    ...bareSlack,
    async command(personId, ...rest) {
      await turnOf(personId, "slack");
      return bareSlack.command(personId, ...rest);
    },
  };
  const policy = openPolicyService();
  const routes = openRoutes({ clock, journal, video, discord, slack, slackFeatures, connected, policy, bot });

  return {
    env: {
      VIDEO_API_URL: video.url,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: slack.apiUrl,
      SANDBOX: "off",
      TRUSTED_ORIGINS: video.url,
    },
    journal,
    video,
    discord,
    slack,
    /** Returns false for a path that the sandbox does not serve, so that it can be mounted in another server. */
    handle: routes.handle,
    async seeded(): Promise<void> {
      await Promise.all([...connected].map((place) => seeds.get(place)?.given()));
    },
    async stop(): Promise<void> {
      for (const one of seeds.values()) one.stop();
      routes.stop();
      await Promise.all([bareDiscord.stop(), bareSlack.stop(), video.stop()]);
    },
  };
}

const FIRST_PROMPT = "a paper boat on a rainy sea";

type Seeded = "discord" | "slack";

export async function serveAlone(
  ports: readonly number[],
  options: SandboxOptions,
  more: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ drawsFilms: true, ...options });
  const page = await listen(
    async (request, response) => {
      if (!(await sandbox.handle(request, response))) response.writeHead(404).end();
    },
    ...ports,
  );
  const env = { ...sandbox.env, POLICY_URL: `${page.origin}/sandbox/policy/judge`, ...more };
  const lines = [
    `# The sandbox is running. Its page: ${page.origin} — its ledger: ${page.origin}/sandbox/ledger`,
    `# The video service only accepts this API key: ${sandbox.video.key}`,
    "# These settings connect a bot to the sandbox. Save them as .env or set them, and start the bot. Ctrl+C stops the sandbox.",
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return async () => {
    await page.close();
    await sandbox.stop();
  };
}
