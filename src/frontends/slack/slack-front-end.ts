import type { RequestListener } from "node:http";
import { watchDuplicates } from "../../core/duplicate-process.ts";
import type { KnownEvents } from "../../core/engine.ts";
import type { OpenVideo } from "../../core/film/film.ts";
import type { CommandService, FrontEnd, HomeOf, InLanguage, WelcomeOf } from "../../core/front-end.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Languages } from "../../core/text/locale.ts";
import { boltApp, httpReceiver, socketReceivers } from "./connect/bolt-app.ts";
import {
  boltLogger,
  clientOptions,
  type SlackBasics,
  scopeWatch,
  throwIfRefused,
  untilTaken,
} from "./connect/slack-clients.ts";
import { type InstallOptions, installListener, isInstallPath, onRemovals } from "./connect/slack-install.ts";
import { signedOnly } from "./connect/slack-signatures.ts";
import { keepOpen, type OpenSocket, watchSockets } from "./connect/slack-sockets.ts";
import { slackCommands } from "./in/slack-commands.ts";
import { callAt, clientsOf, postToUrl } from "./out/slack-calls.ts";
import { slackChat } from "./out/slack-chat.ts";
import { fileGiver, type SlackFiles, slackFiles, threadFilms, uploader, videoSharer } from "./out/slack-files.ts";
import { slackHomes, slackWelcome } from "./out/slack-home.ts";
import { slackProfiles } from "./out/slack-profiles.ts";
import { slackSearch, slackTimes } from "./out/slack-search.ts";
import { firstCards, slackWays } from "./out/slack-ways.ts";
import type { SlackWords } from "./slack-words.ts";

/** One workspace's token, or the token that each workspace gives when it installs Reelay. */
type SlackAccess =
  | { readonly kind: "token"; readonly botToken: string }
  | ({ readonly kind: "installs" } & InstallOptions);

export interface SlackOptions extends SlackBasics {
  readonly access: SlackAccess;
  readonly transport:
    | { readonly kind: "socket"; readonly appToken: string }
    | { readonly kind: "http"; readonly signingSecret: string };
  readonly wordsIn: InLanguage<SlackWords>;
  readonly takesFiles: boolean;
  readonly homeOf: HomeOf;
  readonly welcomeOf: WelcomeOf;
  readonly events: KnownEvents;
  /** No other process should open sockets for this app. */
  readonly isAlone: boolean;
  readonly languages: Languages;
  /** Resolves when a first card may be posted: other people's answers are sent first. */
  readonly quiet: () => Promise<void>;
  readonly openVideo?: OpenVideo | undefined;
  readonly observe: (answerMs: number) => void;
  readonly arrived: (way: string) => void;
}

export interface SlackFrontEnd extends FrontEnd {
  readonly requestListener: RequestListener | null;
  readonly files: SlackFiles;
  homeChanged(owner: Owner): void;
}

export function slackFrontEnd(options: SlackOptions, service: CommandService): SlackFrontEnd {
  const { access, transport, apiUrl, wordsIn, clock, log, fetchWhole, openVideo, arrived } = options;
  const isForMany = access.kind === "installs";
  const logger = boltLogger(log);
  const watched = scopeWatch(log);
  const slackTime = slackTimes(clock);
  const { clientOf, isInstalled } = clientsOf(
    async (id) =>
      access.kind === "token" ? access.botToken : ((await access.installations.find(id))?.token.reveal() ?? null),
    (id) => clientOptions(apiUrl, logger, watched(isForMany ? id : null, slackTime.watch(fetchWhole))),
  );
  const post = postToUrl({ apiUrl, fetchWhole });
  const ways = slackWays({ clientOf, postToUrl: post, clock });
  const postFirstCard = firstCards(ways, wordsIn, clock);
  const cardsLater: typeof postFirstCard = (...card) => options.quiet().then(() => postFirstCard(...card));
  const { locales, people } = slackProfiles({ clientOf, clock, log, languages: options.languages });
  const { takesFiles } = options;
  const tools = { clientOf, isInstalled, ways, postToUrl: post, clock, log, locales, wordsIn, takesFiles };
  const upload = uploader({ clientOf, fetchWhole, apiUrl });
  const giveFile = fileGiver(upload, clientOf, log);
  const received = slackCommands({ ...tools, service, events: options.events, postFirstCard: cardsLater, giveFile });
  const stopping = new AbortController();

  const pair = transport.kind === "socket" ? socketReceivers(transport.appToken, apiUrl, { log, fetchWhole }) : [];
  const http = transport.kind === "http" ? httpReceiver(transport.signingSecret, log) : null;
  const events =
    transport.kind === "http" && http ? signedOnly(http.requestListener, { ...transport, clock, log }) : null;
  const homes = slackHomes({ ...options, clientOf, locales });
  const welcome = slackWelcome({ ...options, ways, locales });
  const files = slackFiles({ clientOf, apiUrl, fetchWhole, log });
  const app = boltApp({ ...options, ...tools, commands: received, homes, welcome, files }, http ? [http] : pair);
  if (isForMany) onRemovals(app, access, log);
  const installing = isForMany ? installListener(access, options) : null;

  const prove = async () => {
    const answer = await callAt(clientOf, { teamId: "", enterpriseId: null }, (client) => client.auth.test());
    if (answer.ok) return null;
    throwIfRefused(answer.refusal, "SLACK_BOT_TOKEN");
    return answer.refusal;
  };
  const duplicate = watchDuplicates(options, {
    uses: "Slack app token",
    cure: "stop one of the two, because Slack gives each command to any one of them",
  });
  let sockets: readonly OpenSocket[] = [];
  let unwatch = () => {};
  let isProved = false;

  return {
    platform: "slack",
    chat: slackChat({
      clientOf,
      ways: slackWays({ clientOf, postToUrl: post, clock, arrived }),
      postFirstCard,
      search: slackSearch({ clientOf, clock, slackTime: slackTime.at, isUnlisted: isForMany }),
      clock,
      arrived,
      namesOf: people.namesOf,
      films: threadFilms(upload, files.openFilm),
      attach: openVideo ? videoSharer(upload, openVideo) : null,
    }),
    people,
    files,
    homeChanged: homes.changed,
    requestListener: listenerOf(events, installing),
    async start() {
      const { signal } = stopping;
      isProved = isForMany || (await untilTaken(prove, { clock, log, event: "slack not reached", signal }));
      if (!isProved || signal.aborted) return;
      sockets = pair.map((receiver) => keepOpen(receiver.client, { clock, log }));
      if (options.isAlone)
        unwatch = watchSockets(
          pair.map(({ client }) => client),
          sockets,
          { clock, duplicate },
        );
      // A refused app token rejects both. One open socket receives everything.
      if (sockets.length > 0) await Promise.race(sockets.map(({ opened }) => opened));
    },
    async stop() {
      stopping.abort();
      unwatch();
      homes.close();
      await received.close();
      await Promise.all(sockets.map((socket) => socket.close()));
    },
    duplicate,
    trouble() {
      const isListening = http !== null || sockets.some((socket) => socket.isOpen());
      return isProved && isListening && !stopping.signal.aborted ? null : "Slack: not connected";
    },
  };
}

/** Bolt throws for paths and methods that it does not handle. */
function listenerOf(events: RequestListener | null, installing: RequestListener | null): RequestListener | null {
  if (events === null && installing === null) return null;
  return (request, response) => {
    const listener = isInstallPath(request) ? installing : events;
    try {
      if (listener === null) response.writeHead(404).end();
      else listener(request, response);
    } catch {
      response.writeHead(404).end();
    }
  };
}
