import { performance } from "node:perf_hooks";
import { openJournal } from "../../sandbox/src/journal.ts";
import { startVideoService, type VideoService } from "../../sandbox/src/video/service.ts";
import { fetchWhole } from "../../src/app/fetch-whole.ts";
import type { Clock } from "../../src/core/clock.ts";
import type { Chat } from "../../src/core/front-end.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { ledgerOf } from "../../src/core/job/ledger.ts";
import { frameOf } from "../../src/core/request/video-request.ts";
import { ok } from "../../src/core/result.ts";
import type { Log } from "../../src/core/text/log-fields.ts";
import { Secret } from "../../src/core/text/secret.ts";
import type { VideoApi } from "../../src/core/video-service.ts";
import { memoryScheduler } from "../../src/engines/memory-scheduler.ts";
import { TOKEN_LIFE_MS } from "../../src/frontends/discord/discord-limits.ts";
import { discordApi } from "../../src/frontends/discord/out/discord-api.ts";
import { discordChat } from "../../src/frontends/discord/out/discord-chat.ts";
import { boltLogger, clientOptions } from "../../src/frontends/slack/connect/slack-clients.ts";
import { clientsOf, postToUrl } from "../../src/frontends/slack/out/slack-calls.ts";
import { slackChat } from "../../src/frontends/slack/out/slack-chat.ts";
import { slackSearch } from "../../src/frontends/slack/out/slack-search.ts";
import { firstCards, slackWays } from "../../src/frontends/slack/out/slack-ways.ts";
import { acceptJobs, noteAnswer, type Order } from "../../src/jobs/start/accept.ts";
import { stepJobs } from "../../src/jobs/step.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { videoApi } from "../../src/video-api/client.ts";
import { brokenClaims, type Claim, type CommandFacts, falseStatements, type ServiceLedger } from "../claims/claims.ts";
import { isUnderWay, statementsIn } from "../claims/read-text.ts";
import { alone, withTraffic } from "../fakes/alone.ts";
import { aDuplicateProcess } from "../fakes/duplicate-process.ts";
import { slackWordsIn } from "../fakes/front-end-words.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aDiscordReply, aJobId, anOwner, aRequest, aSlackOwner, aSlackReply, TEST_START } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { type RecordingLog, recordingLog } from "../fakes/recording-log.ts";
import { memoryVault } from "../fakes/vault.ts";
import { elsewhere, fakeDns, faultServer } from "./fault-server.ts";
import type { Fault } from "./faults.ts";
import {
  discordService,
  EARLIER,
  earlierVideo,
  FRAME,
  filmService,
  slackService,
  videoService,
  watchedFilms,
} from "./services.ts";

/** One cell of the grid. `isCarriedOut`: the server does what it was asked before the fault. */
export interface Cell {
  readonly fault: Fault;
  readonly act: Act;
  readonly place: Place;
  readonly isCarriedOut: boolean;
}

export interface Lived {
  readonly cell: Cell;
  readonly job: Job;
  readonly service: ServiceLedger;
  /** The picture in the paid call. Null: none. */
  readonly imageUrl: string | null;
  readonly screen: Screen;
  /** Statements about money that were false when the person read them. */
  readonly lies: readonly Claim[];
  /**
   * How often the fault happened, the number of requests to the redirects' target, and all unhandled rejections.
   */
  readonly met: number;
  readonly visits: number;
  readonly unhandled: readonly string[];
  /**
   * The maximum number of bytes that the server could send in one response, and the maximum increase of this process's
   * memory.
   */
  readonly bytesTaken: number;
  readonly bytesHeld: number;
  /** The run did not end within 10 s of real time or 2 h of simulated time. */
  readonly isStuck: boolean;
  readonly log: RecordingLog;
}

const CHANNEL = { discord: "400000000000000004", slack: "C0000000003" } as const;
const REAL_LIMIT_MS = 10_000;
const LIFE_LIMIT_MS = 7_200_000;
/** Long enough that the first poll sees a running task. */
const TASK_MS = 5_000;

/** Data sent over loopback arrives within this number of event loop iterations. */
const IO_TURNS = 8;

/**
 * Resolves when no file operation and no name resolution is running. Their real time must not count as the bot's time.
 */
async function machineRests(isLate: () => boolean): Promise<void> {
  await turns(IO_TURNS);
  while (!isLate() && process.getActiveResourcesInfo().some((kind) => /^(FSReq|GetAddrInfoReq)/.test(kind)))
    await turns(IO_TURNS);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs one command to its end, with one fault at one act. */
export async function life(cell: Cell): Promise<Lived> {
  const { fault, act, place, isCarriedOut } = cell;
  const platform = place === "slack" ? "slack" : "discord";
  const clock = manualClock(TEST_START);
  const log = recordingLog();
  const service = await startVideoService({ clock, journal: openJournal(clock), taskMs: TASK_MS });
  const hasFrame = act === "film" || act === "frame";
  const lies: Claim[] = [];
  const seen = screen(namer(platform), ({ lines }) => {
    lies.push(
      ...falseStatements({ service: service.ledger(), isBatch: false, statements: statementsIn(lines.join(" ")) }),
    );
  });
  const trap = await elsewhere();
  const chatService = (platform === "discord" ? discordService : slackService)(seen, CHANNEL[platform]);
  const video = await faultServer({ service: videoService(service), clock, elsewhere: trap.origin });
  const chat = await faultServer({ service: chatService, clock, elsewhere: trap.origin });
  const film = await faultServer({ service: filmService(), clock, elsewhere: trap.origin });
  const struck = { film, frame: chat, start: video, look: video, edit: chat, post: chat }[act];
  const names = fault.strike.kind === "no name" ? fakeDns() : null;
  let unnamed = 0;
  let isDue = true;
  let inFlight = 0;

  const around: Around = async (called, call) => {
    const isStruck = called === act && isDue;
    if (isStruck) isDue = false;
    inFlight += 1;
    try {
      if (!isStruck) return await call();
      if (fault.strike.kind === "nobody listens") await struck.away();
      else if (names) {
        names.isKnown = false;
        unnamed += 1;
      } else struck.arm(fault, isCarriedOut);
      return await call();
    } finally {
      if (isStruck && fault.strike.kind === "nobody listens") await struck.back();
      if (names) names.isKnown = true;
      inFlight -= 1;
    }
  };
  const host = (server: typeof video) =>
    `http://${names && server === struck ? "service.test" : "127.0.0.1"}:${server.port}`;
  const filmUrl = hasFrame ? `${host(film)}/film.mp4` : null;
  const bot = aBot({ place, service, videoUrl: host(video), chatUrl: host(chat), clock, log, around, filmUrl });

  const unhandled: string[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(String(reason));
  process.on("unhandledRejection", onUnhandled);
  const heldBefore = bytesHeld();
  let mostHeld = heldBefore;
  const began = performance.now();
  const isLate = () => performance.now() - began > REAL_LIMIT_MS || clock.now() - TEST_START > LIFE_LIMIT_MS;

  /** Waits for loopback, and advances the clock only if nothing else can happen. */
  async function until(isDone: () => Promise<boolean> | boolean): Promise<void> {
    while (!isLate() && !(await isDone())) {
      if (fault.isLarge) mostHeld = Math.max(mostHeld, bytesHeld());
      if (inFlight > 0 && !struck.isStalled()) await turns(1);
      else {
        // Bytes that a server sent before it fell silent must be read first, even on a busy machine.
        await machineRests(isLate);
        await clock.advance(inFlight > 0 ? 500 : 1_000);
      }
    }
  }

  const job = await bot.accept();
  let given: Job | null = null;
  if (platform === "discord") {
    // The response to an interaction is not a request of the bot, so the test adds it with the id that Discord returns.
    const id = seen.put(["Starting…"], {});
    given = job.reply.platform === "discord" ? { ...job, reply: { ...job.reply, messageId: id } } : job;
  } else {
    const shown = bot.chat.show(job.reply, cardOf(job, clock.now()), "first").then((result) => {
      if (result.ok) given = { ...job, reply: result.value.reply };
    });
    await until(() => given !== null);
    await shown;
  }
  await bot.answered(given ?? job);
  await until(async () => inFlight === 0 && (await bot.job()).state.status === "closed");
  const isStuck = isLate();
  // A step that hangs would block `stop`.
  if (isStuck) void bot.stop();
  else await bot.stop();
  await Promise.all([service.stop(), video.close(), chat.close(), film.close(), trap.close()]);
  names?.end();
  // Node reports unhandled rejections between two turns of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled);

  return {
    cell,
    job: await bot.job(),
    service: service.ledger(),
    imageUrl: service.tasks()[0]?.imageUrl ?? null,
    screen: seen,
    lies,
    unhandled,
    isStuck,
    log,
    met: struck.met() + unnamed,
    visits: trap.visits(),
    bytesTaken: struck.bytesTaken(),
    bytesHeld: mostHeld - heldBefore,
  };
}

/** Message ids in each platform's format. */
function namer(platform: "discord" | "slack"): (count: number) => string {
  return (count) => (platform === "discord" ? `5000000000000000${10 + count}` : `1795219200.0001${String(10 + count)}`);
}

function bytesHeld(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * "film" downloads the film that the video continues, and "frame" puts its last frame into the card. In runs without these,
 * the video continues no other.
 */
export type Act = "film" | "frame" | "start" | "look" | "edit" | "post";
/** "direct": Discord where the bot may not post, so that every message uses the interaction's token. */
export type Place = "discord" | "direct" | "slack";

/** Wraps each call. `act` is null for all other calls. */
export type Around = <Value>(act: Act | null, call: () => Promise<Value>) => Promise<Value>;

export interface Bot {
  readonly chat: Chat;
  accept(): Promise<Job>;
  /** Reports that the platform has shown the first card. */
  answered(job: Job): Promise<void>;
  job(): Promise<Job>;
  stop(): Promise<void>;
}

/** The product's own code from the accepted command to the closed job, with real clients for the two servers. */
function aBot(options: {
  readonly place: Place;
  /** The service that `videoUrl` leads to. */
  readonly service: Pick<VideoService, "key" | "url">;
  readonly videoUrl: string;
  readonly chatUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly around: Around;
  /** The URL of the film that the video continues. Null: it continues none. */
  readonly filmUrl: string | null;
}): Bot {
  const { place, service, videoUrl, chatUrl, clock, log, around, filmUrl } = options;
  const vault = memoryVault();
  const jobs = memoryJobStore();
  const scheduler = memoryScheduler(clock, log);
  const video = videoApi({ baseUrl: videoUrl, trustedOrigins: new Set([service.url]), clock, log });
  const wire = place === "slack" ? onSlack(chatUrl, { clock, log }) : onDiscord(chatUrl, { clock, log });
  const chat = watchedChat(wire.chat, around, filmUrl !== null);
  const deps = withTraffic({
    jobs,
    scheduler,
    clock,
    log,
    chatOf: () => chat,
    video: watchedVideo(video, around),
    startedAt: clock.now(),
    ...alone(),
    films: filmUrl === null ? null : watchedFilms(filmUrl, { clock, around }),
    vault,
    inspectPicture: async () => ok({ aspectRatio: "9:16" as const }),
  });
  const accept = acceptJobs(deps);
  scheduler.start(stepJobs(deps));

  const owner = place === "slack" ? aSlackOwner() : anOwner();
  const order: Order = {
    id: aJobId(),
    event: aJobId(),
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
    sealedKey: vault.seal(owner, new Secret(service.key)),
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
  return { chat: discordChat({ api, clock, duplicate: aDuplicateProcess() }), close() {} };
}

function onSlack(chatUrl: string, { clock, log }: Tools): { readonly chat: Chat; close(): void } {
  const apiUrl = `${chatUrl}/api/`;
  const { clientOf } = clientsOf(
    async () => "xoxb-token",
    () => clientOptions(apiUrl, boltLogger(log), fetchWhole(clock)),
  );
  const ways = slackWays({ clientOf, postToUrl: postToUrl({ apiUrl, fetchWhole: fetchWhole(clock) }), clock });
  const films = { filmIn: () => null, showFrame: null, shareFrame: null, filmSender: null };
  const search = slackSearch({ clientOf, clock, slackTime: (at) => at, isUnlisted: false });
  const others = { search, namesOf: async () => new Map(), attach: null, films, arrived() {} };
  return {
    chat: slackChat({ clientOf, ways, postFirstCard: firstCards(ways, slackWordsIn, clock), clock, ...others }),
    close() {},
  };
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
    readButtons: (...asked) => around(null, () => chat.readButtons(...asked)),
    find: (...asked) => around(null, () => chat.find(...asked)),
    notify: (...asked) => around("post", () => chat.notify(...asked)),
    sendPrivately: (...asked) => around(null, () => chat.sendPrivately(...asked)),
    remove: (...asked) => around(null, () => chat.remove(...asked)),
    takeDown: (...asked) => around(null, () => chat.takeDown(...asked)),
    attach: null,
    filmIn: () => null,
    showFrame: hasFrames && showFrame ? (...asked) => around("frame", () => showFrame(...asked)) : null,
    shareFrame: null,
    filmSender: null,
  };
}

export interface Seen {
  readonly id: string;
  readonly kind: Kind;
  /** The first line. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** "sendPrivately": only its owner sees it. "moved card": a new message with a card's text. */
export type Kind = "card" | "moved card" | "notification" | "sendPrivately";

/** One person's messages, and every text that they have read. */
export interface Screen {
  /** Adds a message and returns its id. The first message is the card. A repeated nonce returns the earlier message. */
  put(lines: readonly string[], how: { readonly isPrivate?: boolean; readonly nonce?: string | null }): string;
  edit(id: string, lines: readonly string[]): boolean;
  remove(id: string): void;
  visible(): readonly Seen[];
  /** Everything that was ever shown, once each and in order. */
  read(): readonly Seen[];
}

/** `see` is called with every text when it is shown. `nameOf` makes the nth message's id. */
function screen(nameOf: (count: number) => string, see: (seen: Seen) => void): Screen {
  const messages = new Map<string, Seen>();
  const nonces = new Map<string, string>();
  const history: Seen[] = [];

  function write(id: string, kind: Kind, lines: readonly string[]): void {
    const seen = { id, kind, title: lines[0] ?? "", lines };
    messages.set(id, seen);
    const last = history.findLast((each) => each.id === id);
    if (last?.title !== seen.title) history.push(seen);
    see(seen);
  }

  return {
    put(lines, { isPrivate = false, nonce = null }) {
      const postedId = nonce === null ? undefined : nonces.get(nonce);
      if (postedId !== undefined) return postedId;
      const id = nameOf(history.length);
      if (nonce !== null) nonces.set(nonce, id);
      write(id, history.length === 0 ? "card" : kindOf(lines[0] ?? "", isPrivate), lines);
      return id;
    },
    edit(id, lines) {
      const message = messages.get(id);
      if (message) write(id, message.kind, lines);
      return message !== undefined;
    },
    remove: (id) => void messages.delete(id),
    visible: () => [...messages.values()],
    read: () => history,
  };
}

function isFinal({ kind, title }: Seen): boolean {
  return kind !== "notification" && !isUnderWay(title);
}

function kindOf(title: string, isPrivate: boolean): Kind {
  if (isPrivate) return "sendPrivately";
  return /\byour video\b/i.test(title) ? "notification" : "moved card";
}

/**
 * The limits for a response of any size. They include the buffers of the loopback sockets and memory that was not collected
 * yet.
 */
const BYTES_TAKEN_MAX = 24_000_000;
const BYTES_HELD_MAX = 80_000_000;

const MAYBE_CHARGED = ["It may have been charged: up to 95 credits.", "Check your dashboard"];

export function judge(lived: Lived): readonly string[] {
  const facts = factsOf(lived);
  const isSilent = staysSilent(lived);
  const broken: string[] = [...lived.lies, ...brokenClaims(facts, isSilent ? ["no notification"] : [])];
  const claim = (holds: boolean, otherwise: string) => {
    if (!holds) broken.push(otherwise);
  };
  const { cell, job, met, visits, unhandled } = lived;
  claim(met === 1, `the fault was met ${met} times`);
  claim(!lived.isStuck && job.state.status === "closed", `the run did not end: ${job.state.status}`);
  claim(job.state.status === "closed" && job.state.isNotified, "the job was closed, but its person was not notified");
  claim(!isSilent || facts.notifications === 0, "a post that may have arrived was repeated");
  claim(visits === 0, `a redirect was followed ${visits} times`);
  claim(unhandled.length === 0, `unhandled rejection: ${unhandled.join(", ")}`);
  const thrown = lived.log.lines.filter(({ event }) => event === "step failed");
  claim(thrown.length === 0, `a step threw: ${thrown.map(({ fields }) => fields.error).join(", ")}`);
  if (cell.fault.isLarge) {
    claim(lived.bytesTaken <= BYTES_TAKEN_MAX, `${lived.bytesTaken} bytes were taken`);
    claim(lived.bytesHeld <= BYTES_HELD_MAX, `${lived.bytesHeld} bytes were held`);
  }
  judgeWords(lived, claim);
  return broken;
}

function factsOf({ job, screen, service }: Lived): CommandFacts {
  const visible = screen.visible();
  return {
    service,
    isBatch: false,
    statements: screen.read().flatMap(({ lines }) => statementsIn(lines.join(" "))),
    finalMessages: visible.filter(isFinal).length,
    unfinishedCards: visible.filter((seen) => seen.kind === "card" && !isFinal(seen)).length,
    // A private message or a moved card replaces the notification.
    notifications: screen.read().filter(({ kind }) => kind !== "card").length,
    stored: { outcome: outcomeOf(job)?.kind ?? null, costs: ledgerOf(job) },
  };
}

function judgeWords(lived: Lived, claim: (holds: boolean, otherwise: string) => void): void {
  const words = lived.screen
    .visible()
    .filter(isFinal)
    .map(({ lines }) => lines.join(" "))
    .join(" ");
  const says = (...texts: readonly string[]) => texts.every((text) => words.includes(text));
  const { act, fault } = lived.cell;
  const isCharged = lived.service.tasks > 0;
  if (act === "film" || act === "frame") {
    // Either given up without a charge, or paid for with the frame in the card.
    const isMade = isCharged && lived.imageUrl === FRAME && says("The video is ready", "95 credits used.");
    claim(isMade || (!isCharged && /nothing was charged/i.test(words)), "a video began without its frame");
    return;
  }
  switch (act === "start" ? fault.start : "started") {
    case "no":
      claim(!isCharged && says("Nothing was charged"), "a clear no is not told as one");
      break;
    case "unsent":
    case "later":
    case "started":
      claim(isCharged && says("The video is ready", "95 credits used."), "the video did not come");
      break;
    case "lost":
    case "cannot tell":
      claim(says(...MAYBE_CHARGED), "it is not told that it may have been charged");
  }
}

/**
 * True if a post that may have arrived must not be repeated, because there is no nonce, and it did not arrive in this run.
 */
function staysSilent({ cell: { act, place, fault, isCarriedOut } }: Lived): boolean {
  const isUnclear = fault.chat === "unclear" || (place === "slack" && fault.chat === "no by status");
  return act === "post" && place !== "discord" && isUnclear && !isCarriedOut;
}
