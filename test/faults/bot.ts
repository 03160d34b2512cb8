import { fetchWhole } from "../../src/app/fetch-whole.ts";
import type { Clock } from "../../src/core/clock.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { Chat, Log, VideoApi } from "../../src/core/ports.ts";
import type { Order } from "../../src/core/request/order.ts";
import { frameOf } from "../../src/core/request/video-request.ts";
import { ok } from "../../src/core/result.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { TOKEN_LIFE_MS } from "../../src/frontends/discord/discord-limits.ts";
import { discordApi } from "../../src/frontends/discord/out/discord-api.ts";
import { discordChat } from "../../src/frontends/discord/out/discord-chat.ts";
import { boltLogger, clientOptions } from "../../src/frontends/slack/connect/slack-clients.ts";
import { clientsOf, postToUrl } from "../../src/frontends/slack/out/slack-calls.ts";
import { slackChat } from "../../src/frontends/slack/out/slack-chat.ts";
import { firstCards, slackWays } from "../../src/frontends/slack/out/slack-ways.ts";
import { acceptJobs, noteAnswer } from "../../src/jobs/start/accept.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { videoApi } from "../../src/video-api/client.ts";
import { alone, withTraffic } from "../fakes/alone.ts";
import { slackWordsIn } from "../fakes/front-end-words.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aDiscordReply, aJobId, anOwner, aRequest, aSlackOwner, aSlackReply, TEST_KEY } from "../fakes/jobs.ts";
import { uncounted } from "../fakes/meter.ts";
import { memoryVault } from "../fakes/vault.ts";
import { EARLIER, earlierVideo, watchedFilms } from "./film-desk.ts";

/** "film" fetches the film that the video goes on from, "frame" puts its last frame into the card; without them it begins by itself. */
export type Act = "film" | "frame" | "start" | "look" | "edit" | "post";
/** "direct": Discord where the bot itself may not write, so that all goes by the interaction's token. */
export type Place = "discord" | "direct" | "slack";

/** What is done around a call that is one of the acts, or none of them. */
export type Around = <Value>(act: Act | null, call: () => Promise<Value>) => Promise<Value>;

export interface Bot {
  readonly chat: Chat;
  /** Accepts the one command of this life. */
  accept(): Promise<Job>;
  /** The platform took the first card, and it is there. */
  answered(job: Job): Promise<void>;
  job(): Promise<Job>;
  stop(): Promise<void>;
}

/** The product's own code from the accepted command to the closed job: real clients towards two addresses. */
export function aBot(options: {
  readonly place: Place;
  readonly videoUrl: string;
  readonly chatUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly around: Around;
  /** Where the film is that the video goes on from; null: it goes on from none. */
  readonly filmUrl: string | null;
}): Bot {
  const { place, videoUrl, chatUrl, clock, log, around, filmUrl } = options;
  const vault = memoryVault();
  const jobs = memoryJobStore();
  const scheduler = memoryScheduler(clock, log);
  const video = videoApi({ baseUrl: videoUrl, trustedOrigins: new Set(), clock, log });
  const wire = place === "slack" ? onSlack(chatUrl, { clock, log }) : onDiscord(chatUrl, { clock, log });
  const chat = watchedChat(wire.chat, around, filmUrl !== null);
  let tokens = 0;
  const deps = withTraffic({
    jobs,
    vault,
    scheduler,
    clock,
    log,
    meter: uncounted,
    chatOf: () => chat,
    pace: { pollMinMs: 2_000 },
    inspectPicture: async () => ok({ aspectRatio: "9:16" as const }),
    video: watchedVideo(video, around),
    films: filmUrl === null ? null : watchedFilms(filmUrl, { clock, around }),
    startedAt: clock.now(),
    ...alone(),
    chance: {
      fraction: () => 0.5,
      token: () => {
        tokens += 1;
        return `token-${tokens}`;
      },
    },
  });
  const accept = acceptJobs(deps);
  scheduler.start(stepJobs(deps));

  const owner = place === "slack" ? aSlackOwner() : anOwner();
  const order: Order = {
    id: aJobId(),
    owner,
    workspace: "w",
    request: filmUrl === null ? aRequest() : aRequest({ picture: frameOf({ job: EARLIER, nth: 2 }) }),
    reply:
      place === "slack"
        ? aSlackReply({ ts: null, cardChannelId: null, responseUrl: null })
        : aDiscordReply({
            messageId: null,
            tokenUntil: clock.now() + TOKEN_LIFE_MS,
            ...(place === "direct" ? { guildId: null, editableUntil: clock.now() + TOKEN_LIFE_MS } : {}),
          }),
    sealedKey: vault.seal(owner, new Secret(TEST_KEY)),
  };

  return {
    chat,
    async accept() {
      if (filmUrl !== null) await jobs.insert(earlierVideo(filmUrl));
      const accepted = await accept(order);
      if (!accepted.ok) throw new Error(accepted.refusal.kind);
      return accepted.value;
    },
    answered: ({ id, reply }) => noteAnswer(deps, id, { kind: "given", reply }),
    async job() {
      const stored = await jobs.load(order.id);
      if (!stored) throw new Error("the job is gone");
      return stored.job;
    },
    async stop() {
      await scheduler.stop();
      await video.close();
      wire.close();
    },
  };
}

interface Tools {
  readonly clock: Clock;
  readonly log: Log;
}

function onDiscord(chatUrl: string, { clock, log }: Tools): { readonly chat: Chat; close(): void } {
  const api = discordApi({ apiUrl: `${chatUrl}/api`, token: "bot-token", clock, log, fetchWhole: fetchWhole(clock) });
  return { chat: discordChat({ api, clock }), close() {} };
}

function onSlack(chatUrl: string, { clock, log }: Tools): { readonly chat: Chat; close(): void } {
  const apiUrl = `${chatUrl}/api/`;
  const { clientOf } = clientsOf(
    async () => "xoxb-token",
    () => clientOptions(apiUrl, boltLogger(log), fetchWhole(clock)),
  );
  const ways = slackWays({ clientOf, postToUrl: postToUrl({ apiUrl, fetchWhole: fetchWhole(clock) }), clock });
  return { chat: slackChat({ clientOf, ways, postFirstCard: firstCards(ways, slackWordsIn), clock }), close: () => {} };
}

function watchedVideo(video: VideoApi, around: Around): VideoApi {
  return {
    submit: (...asked) => around("start", () => video.submit(...asked)),
    poll: (...asked) => around("look", () => video.poll(...asked)),
    readAnswer: (raw) => video.readAnswer(raw),
    checkKey: (key) => video.checkKey(key),
    close: () => video.close(),
  };
}

function watchedChat(chat: Chat, around: Around, hasFrames: boolean): Chat {
  const { showFrame } = chat;
  return {
    bucketOf: (reply, what) => chat.bucketOf(reply, what),
    show: (...asked) => {
      const [, { tone, title }] = asked;
      const isFinal = tone !== "waiting" && tone !== "running" && title !== "Request received";
      return around(isFinal ? "edit" : null, () => chat.show(...asked));
    },
    post: (...asked) => around(null, () => chat.post(...asked)),
    find: (...asked) => around(null, () => chat.find(...asked)),
    notify: (...asked) => around("post", () => chat.notify(...asked)),
    whisper: (...asked) => around(null, () => chat.whisper(...asked)),
    remove: (...asked) => around(null, () => chat.remove(...asked)),
    takeDown: (...asked) => around(null, () => chat.takeDown(...asked)),
    attach: null,
    filmIn: () => null,
    showFrame: hasFrames && showFrame ? (...asked) => around("frame", () => showFrame(...asked)) : null,
    shareFrame: null,
    filmSender: null,
  };
}
