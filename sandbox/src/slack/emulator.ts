import type { SandboxClock } from "../clock.ts";
import { listen, reply } from "../http.ts";
import { type Journal, openJournal } from "../journal.ts";
import type { Weather } from "../weather.ts";
import { deliveryToOther, fromOther, toOther } from "./elsewhere.ts";
import { type Hands, handsOf } from "./hands.ts";
import { openInstalls } from "./installs.ts";
import { webApi } from "./methods/web-api.ts";
import { openSky } from "./sky.ts";
import { uninstall } from "./uninstall.ts";
import { ids } from "./workspace.ts";
import { openWorld } from "./world.ts";

/** Slack on loopback: a Web API and a Socket Mode that an unchanged Bolt app connects to, and the people who use it. */
export interface SlackEmulator extends Hands {
  /** Goes into SLACK_API_URL. */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  /** The app's owner's, for its manifest. */
  readonly configToken: string;
  readonly signingSecret: string;
  readonly teamId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly appId: string;
  /** Public; the bot is a member. */
  readonly channelId: string;
  /** Public; the bot has not joined it. */
  readonly unjoinedChannelId: string;
  /** Private; the bot is not in it and cannot know of it. A response_url works there. */
  readonly foreignChannelId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Every bot token that was ever given, here and elsewhere. */
  tokens(): readonly string[];
  /** The same people in a second workspace, which has not installed the app; everything there has the same ids but the workspace. */
  readonly elsewhere: Hands & { readonly teamId: string; readonly journal: Journal };
  /** An admin removes the app from that workspace. */
  uninstall(teamId: string): void;
  /** How it treats the bot, as `Sky` says; clear at first. */
  weather(): Weather;
  setWeather(weather: Weather): void;
  /** Sets the app's request URL: from then on everything goes there over HTTP. It must answer the challenge. */
  sendTo(url: string): Promise<void>;
  /** Drops every socket as Slack does on a refresh. */
  dropSockets(count?: number): void;
  stop(): Promise<void>;
}

/** Slack waits a little for a bot that is about to connect; the sandbox waits longer, so that a start needs no luck. */
const SOCKET_WAIT_MS = 15_000;

export async function startSlack(deps: {
  clock: SandboxClock;
  journal: Journal;
  /** Real milliseconds a payload waits for a socket. */
  socketWaitMs?: number;
}): Promise<SlackEmulator> {
  const { clock, journal, socketWaitMs = SOCKET_WAIT_MS } = deps;
  const installs = openInstalls();
  const sky = openSky(journal);
  const listening = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? "/", listening.origin);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const isElsewhere = installs.teamOf(bearer) === ids.otherTeamId || pathname.includes(ids.otherTeamId);
    const { responseUrls, files, uploads } = isElsewhere ? other : world;
    const path = fromOther(pathname);
    const isBots = path.startsWith("/api/") || responseUrls.owns(path) || uploads.owns(path);
    if (isBots && sky.now() === "down") return sky.refuse(path, request, response);
    if (path.startsWith("/api/")) return (isElsewhere ? otherApi : api)(path, request, response);
    if (path === "/oauth/v2/authorize") return installs.authorize(request, response);
    if (responseUrls.owns(path)) return responseUrls.handle(path, request, response);
    if (files.owns(path)) return files.serve(path, request, response);
    if (uploads.owns(path)) return uploads.receive(path, request, response);
    reply(response, 404, { ok: false, error: "not_found" });
  });
  const { server, origin } = listening;
  const world = openWorld({ clock, journal, server, origin, socketWaitMs, sky });
  const { workspace, sockets, requests } = world;
  const otherJournal = openJournal(clock);
  const way = { sockets, requests, delivery: deliveryToOther(world.delivery) };
  const other = openWorld({ clock, journal: otherJournal, server, origin, socketWaitMs, sky, way });
  const api = webApi(world, installs);
  const otherApi = webApi(other, installs, toOther);

  return {
    apiUrl: `${origin}/api/`,
    botToken: ids.botToken,
    appToken: ids.appToken,
    configToken: ids.configToken,
    signingSecret: ids.signingSecret,
    teamId: ids.teamId,
    botUserId: ids.botUserId,
    botId: ids.botId,
    appId: ids.appId,
    channelId: workspace.publicChannel.id,
    unjoinedChannelId: workspace.unjoinedChannel.id,
    foreignChannelId: workspace.foreignChannel.id,
    clientId: ids.clientId,
    clientSecret: ids.clientSecret,
    tokens: installs.tokens,
    ...handsOf(world),
    elsewhere: { ...handsOf(other), teamId: ids.otherTeamId, journal: otherJournal },
    uninstall: (teamId) => uninstall(teamId === ids.otherTeamId ? other : world, installs, teamId),
    weather: sky.now,
    setWeather: sky.turn,
    sendTo: (url) => requests.sendTo(url),
    dropSockets: (count) => sockets.drop(count),
    async stop() {
      requests.stop();
      sockets.stop();
      await listening.close();
    },
  };
}
