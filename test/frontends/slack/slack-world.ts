import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { machineClock as sandboxClock } from "../../../sandbox/src/clock.ts";
import { type Entry, type Journal, openJournal } from "../../../sandbox/src/journal.ts";
import { type SlackEmulator, startSlack } from "../../../sandbox/src/slack/slack-emulator.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { linesOf } from "../../../src/cli/read-message.ts";
import type { ChatMessage, SlackReply } from "../../../src/core/chat.ts";
import { machineClock } from "../../../src/core/clock.ts";
import type { Answer, Command } from "../../../src/core/command.ts";
import type { CommandService } from "../../../src/core/front-end.ts";
import type { FetchWhole } from "../../../src/core/http-client.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { IMAGE_MAX_BYTES } from "../../../src/core/request/video-request.ts";
import { boltLogger, clientOptions } from "../../../src/frontends/slack/connect/slack-clients.ts";
import type { ResponderTools } from "../../../src/frontends/slack/in/slack-answers.ts";
import { clientsOf } from "../../../src/frontends/slack/out/slack-calls.ts";
import { slackFiles } from "../../../src/frontends/slack/out/slack-files.ts";
import type { Locales } from "../../../src/frontends/slack/out/slack-profiles.ts";
import { type SlackFrontEnd, type SlackOptions, slackFrontEnd } from "../../../src/frontends/slack/slack-front-end.ts";
import { message } from "../../../src/messages/message.ts";
import { type DecideAnswer, type FakeService, fakeService } from "../../fakes/fake-service.ts";
import { slackWordsIn } from "../../fakes/front-end-words.ts";
import { knownEvents } from "../../fakes/known-events.ts";
import { noLanguages } from "../../fakes/languages.ts";
import { listenUntilEnd } from "../../fakes/loopback-server.ts";
import { type RecordingLog, recordingLog } from "../../fakes/recording-log.ts";

export const ada = "U00000ADA1";

/** Nobody's language is known. */
export const english: Locales = { cachedLocale: () => undefined, soon: async () => undefined, learn: async () => "en" };

/** A responder's tools. A test passes the ones that it needs, and every other one fails. */
export function someTools(over: Partial<ResponderTools> = {}): ResponderTools {
  const never = () => Promise.reject(new Error("not used here"));
  return {
    ways: { inChannel: never, throughUrl: never, direct: never, ephemeral: never, privatelyThroughUrl: never },
    clientOf: never,
    isInstalled: async () => true,
    postToUrl: never,
    clock: machineClock,
    log: recordingLog(),
    locales: english,
    wordsIn: slackWordsIn,
    takesFiles: false,
    ...over,
  };
}

export interface SlackWorld {
  readonly slack: SlackEmulator;
  readonly journal: Journal;
  readonly front: SlackFrontEnd;
  readonly service: FakeService;
  readonly log: RecordingLog;
  readonly answeredIn: number[];
  /** The ways in which messages and edits of jobs arrived. */
  readonly arrivals: string[];
  /** The bot's URL for Slack's requests in HTTP mode. */
  readonly requestUrl: string;
}

/** A front end for the Slack at that URL. It is not started. */
export function frontAt(
  { apiUrl, botToken }: { readonly apiUrl: string; readonly botToken: string },
  transport: SlackOptions["transport"],
  over: Partial<SlackOptions> & { readonly service?: CommandService } = {},
): SlackFrontEnd {
  const { clock = machineClock, service = fakeService(cardFor), ...more } = over;
  const options: SlackOptions = {
    access: { kind: "token", botToken },
    transport,
    apiUrl,
    clock,
    prefix: "video",
    log: recordingLog(),
    wordsIn: slackWordsIn,
    events: knownEvents(),
    languages: noLanguages,
    takesFiles: false,
    isAlone: true,
    homeOf: async () => [],
    welcomeOf: async () => null,
    quiet: async () => {},
    observe() {},
    arrived() {},
    fetchWhole: fetchWhole(clock),
    ...more,
  };
  return slackFrontEnd(options, service);
}

type How = Partial<Pick<SlackOptions, "clock" | "quiet" | "openVideo" | "fetchWhole">> & {
  readonly transport?: "socket" | "http";
  readonly socketWaitMs?: number;
};

/** The real Bolt app with the emulated Slack. */
export async function aSlack(decide: DecideAnswer, how: How = {}): Promise<SlackWorld & { close(): Promise<void> }> {
  const { transport = "socket", socketWaitMs, ...more } = how;
  const journal = openJournal(sandboxClock);
  const slack = await startSlack({ clock: sandboxClock, journal, ...(socketWaitMs !== undefined && { socketWaitMs }) });
  const service = fakeService(decide);
  const log = recordingLog();
  const answeredIn: number[] = [];
  const arrivals: string[] = [];
  const { appToken, signingSecret, botToken } = slack;
  const front = frontAt(
    { botToken, apiUrl: slack.apiUrl.replace(/\/$/, "") },
    transport === "socket" ? { kind: "socket", appToken } : { kind: "http", signingSecret },
    {
      service,
      log,
      observe: (ms) => answeredIn.push(ms),
      arrived: (way) => arrivals.push(way),
      ...more,
    },
  );
  const server = createServer((request, response) => front.requestListener?.(request, response));
  const { origin } = await listenUntilEnd(server);
  const requestUrl = `${origin}/slack/events`;
  await front.start();
  if (transport === "http") await slack.sendTo(requestUrl);
  const close = async () => {
    await front.stop();
    await slack.stop();
  };
  return { slack, journal, front, service, log, answeredIn, arrivals, requestUrl, close };
}

/** A world that lasts until its test ends. */
export async function aSlackFor(decide: DecideAnswer, how: How = {}): Promise<SlackWorld> {
  const world = await aSlack(decide, how);
  onTestFinished(world.close);
  return world;
}

export function plain(title: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return message({ tone: "plain", title, ...more });
}

export function cardFor(command: Command, shown: ChatMessage = plain("Your video is starting")): Answer {
  return { kind: "card", card: { jobId: jobIdFrom(command.eventId), reply: command.reply, message: shown } };
}

/** Types /video as Ada in that channel. Returns the handle of its card. */
export async function givenCard({ slack, service }: SlackWorld, channelId = slack.channelId): Promise<SlackReply> {
  await slack.command("ada", "/video a cat", { channelId });
  const fate = await service.fate();
  if (fate.kind !== "given" || fate.reply.platform !== "slack") throw new Error(`the card was ${fate.kind}`);
  return fate.reply;
}

/** Every readable text in blocks, in order. */
export const wordsIn = (node: unknown) => linesOf(node).join("\n");

export const saying = (text: string) => (entry: Entry) =>
  (entry.kind === "message" || entry.kind === "edited" || entry.kind === "form_updated") &&
  wordsIn(entry.payload).includes(text);
export const answered = (entry: Entry) => entry.kind === "answered";

/** The id of Ada's open form. Waits until one opens. */
export async function openForm({ slack, journal }: SlackWorld): Promise<string> {
  await journal.find(({ kind }) => kind === "form");
  return slack.openForms("ada").at(-1)?.viewId ?? "";
}

/** The id of the message with that text. Waits for it. */
export async function seen({ journal }: SlackWorld, text: string): Promise<string> {
  return (await journal.find(saying(text))).messageId ?? "";
}

/** Slack's own client with these responses. */
export function clientBefore(fetchWhole: FetchWhole, apiUrl = "https://slack.com/api/") {
  const options = () => clientOptions(apiUrl, boltLogger(recordingLog()), fetchWhole);
  return clientsOf(async () => "xoxb-1", options).clientOf;
}

/** Slack's files. Slack returns that URL for each of them. */
export function filesAt(url: string, apiUrl: string, fetchWhole: FetchWhole, { log = recordingLog(), size = 3 } = {}) {
  const clientOf = clientBefore(async () => Response.json({ ok: true, file: { url_private: url, size } }), apiUrl);
  const files = slackFiles({ clientOf, apiUrl, fetchWhole, log });
  return {
    log,
    open: () =>
      files.open({ platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" }, { maxBytes: IMAGE_MAX_BYTES }),
  };
}
