import { createServer, type Server } from "node:http";
import { machineClock as sandboxClock } from "../../../sandbox/src/clock.ts";
import { type Journal, openJournal } from "../../../sandbox/src/journal.ts";
import { type SlackEmulator, startSlack } from "../../../sandbox/src/slack/slack-emulator.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import type { ChatMessage, SlackReply } from "../../../src/core/chat.ts";
import { type Clock, machineClock } from "../../../src/core/clock.ts";
import type { Answer, AnswerFate, Command } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import type { CommandService } from "../../../src/core/ports.ts";
import { type SlackFrontEnd, slackFrontEnd } from "../../../src/frontends/slack/slack-front-end.ts";
import { slackWordsIn } from "../../fakes/front-end-words.ts";
import { type RecordingLog, recordingLog } from "../../fakes/recording-log.ts";

type DecideAnswer = (command: Command) => Promise<Answer> | Answer;

export interface FakeService extends CommandService {
  readonly commands: Command[];
  readonly fates: { readonly jobId: string; readonly fate: AnswerFate }[];
  /** Resolves with the next fate, also one that came already. */
  fate(): Promise<AnswerFate>;
}

/** A command service whose answers a test decides; it records commands and fates. */
export function fakeService(decide: DecideAnswer): FakeService {
  const commands: Command[] = [];
  const fates: FakeService["fates"] = [];
  let tell: ((fate: AnswerFate) => void) | null = null;
  return {
    commands,
    fates,
    async answer(command) {
      commands.push(command);
      return decide(command);
    },
    async answered(jobId, fate) {
      fates.push({ jobId, fate });
      tell?.(fate);
    },
    fate() {
      const [first] = fates;
      if (first) return Promise.resolve(first.fate);
      return new Promise((resolve) => {
        tell = resolve;
      });
    },
  };
}

export interface SlackWorld {
  readonly slack: SlackEmulator;
  readonly journal: Journal;
  readonly front: SlackFrontEnd;
  readonly service: FakeService;
  readonly log: RecordingLog;
  readonly answeredIn: number[];
  /** By which ways messages and edits of jobs arrived. */
  readonly arrivals: string[];
  /** The bot's address for Slack's requests in HTTP mode. */
  readonly requestUrl: string;
}

/** The real Bolt app before the emulated Slack, for as long as `live` takes. */
export async function inSlack(
  decide: DecideAnswer,
  live: (world: SlackWorld) => Promise<void>,
  clock: Clock = machineClock,
  transport: "socket" | "http" = "socket",
  socketWaitMs?: number,
  quiet?: () => Promise<void>,
): Promise<void> {
  const journal = openJournal(sandboxClock);
  const slack = await startSlack({ clock: sandboxClock, journal, ...(socketWaitMs !== undefined && { socketWaitMs }) });
  const service = fakeService(decide);
  const log = recordingLog();
  const answeredIn: number[] = [];
  const arrivals: string[] = [];
  const front = slackFrontEnd(
    {
      botToken: slack.botToken,
      transport:
        transport === "socket"
          ? { kind: "socket", appToken: slack.appToken }
          : { kind: "http", signingSecret: slack.signingSecret },
      apiUrl: slack.apiUrl.replace(/\/$/, ""),
      prefix: "video",
      wordsIn: slackWordsIn,
      clock,
      fetchWhole: fetchWhole(clock),
      log,
      observe: (ms) => answeredIn.push(ms),
      arrived: (way) => arrivals.push(way),
      ...(quiet && { quiet }),
    },
    service,
  );
  const server = createServer((request, response) => front.requestListener?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await front.start();
    const requestUrl = `http://127.0.0.1:${portOf(server)}/slack/events`;
    if (transport === "http") await slack.sendTo(requestUrl);
    await live({ slack, journal, front, service, log, answeredIn, arrivals, requestUrl });
  } finally {
    await front.stop();
    await slack.stop();
    server.closeAllConnections();
    server.close();
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

export function plain(title: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return { tone: "plain", title, quote: null, body: [], bar: null, facts: [], video: null, buttons: [], ...more };
}

/** The first card of a job made from that command. */
export function cardFor(command: Command, message: ChatMessage = plain("Your video is starting")): Answer {
  return { kind: "card", card: { jobId: jobIdFrom(command.eventId), reply: command.reply, message } };
}

/** Ada's /video in that channel, and the handle of its card. */
export async function givenCard({ slack, service }: SlackWorld, channelId = slack.channelId): Promise<SlackReply> {
  await slack.command("ada", "/video a cat", { channelId });
  const fate = await service.fate();
  if (fate.kind !== "given" || fate.reply.platform !== "slack") throw new Error(`the card was ${fate.kind}`);
  return fate.reply;
}

/** Every text a person reads in blocks, in order. */
export function wordsIn(node: unknown): string {
  if (Array.isArray(node)) return node.map(wordsIn).filter(Boolean).join("\n");
  if (typeof node !== "object" || node === null) return "";
  return Object.entries(node)
    .flatMap(([name, value]) => {
      if (name === "text" && typeof value === "string") return [value];
      return ["text", "elements", "label", "title", "element", "blocks"].includes(name) ? [wordsIn(value)] : [];
    })
    .filter(Boolean)
    .join("\n");
}
