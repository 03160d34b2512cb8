import {
  App,
  type AppOptions,
  HTTPReceiver,
  type ReceiverEvent,
  type RespondArguments,
  SocketModeReceiver,
} from "@slack/bolt";
import { z } from "zod";
import { within } from "../../../core/clock.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { parseJson } from "../../../core/text/parse-json.ts";
import { withDescribedFiles } from "../in/bare-files.ts";
import {
  type Incoming,
  isLinkPress,
  misreadParts,
  type ReadContext,
  readEvent,
  readMessageShortcut,
  readPress,
  readShortcut,
  readSlash,
  readSubmission,
} from "../in/read-slack.ts";
import {
  eventResponder,
  type FormAck,
  formResponder,
  pressResponder,
  type ResponderTools,
  replyWithError,
  slashResponder,
  windowResponder,
} from "../in/slack-answers.ts";
import type { SlackCommands } from "../in/slack-commands.ts";
import type { SlackFiles } from "../out/slack-files.ts";
import type { Homes, Welcome } from "../out/slack-home.ts";
import { times } from "../slack-limits.ts";
import { boltLogger, clientOptions, type SlackBasics } from "./slack-clients.ts";

export interface BoltDeps extends SlackBasics, ResponderTools {
  readonly observe: (answerMs: number) => void;
  readonly commands: SlackCommands;
  readonly homes: Homes;
  readonly welcome: Welcome;
  readonly files: Pick<SlackFiles, "describe">;
}

export function boltApp(deps: BoltDeps, receivers: readonly (HTTPReceiver | SocketModeReceiver)[]): App {
  const [first, ...others] = receivers;
  if (!first) throw new Error("a Bolt app without a receiver hears nothing");
  const { apiUrl, prefix, clock, log, fetchWhole, observe, locales, commands, homes, welcome, files } = deps;
  const logger = boltLogger(log);
  const options: AppOptions = {
    receiver: first,
    logger,
    clientOptions: clientOptions(apiUrl, logger, fetchWhole),
    // Without `authorize`, Bolt would answer nothing, and its own auth test can end the process. Our own clients
    // have their tokens.
    authorize: async () => ({}),
    ignoreSelf: false,
    convoStore: false,
    extendedErrorHandler: true,
  };
  const app = new AnsweringApp(options, async (payload) => {
    log.warn("slack payload misread", { kind: "unknown" });
    await replyWithError(deps, payload, "unreadable");
  });
  app.use(async ({ next, ...rest }) => {
    try {
      await next();
    } catch (error) {
      // A second acknowledgment does nothing.
      if ("ack" in rest && typeof rest.ack === "function") await timed(() => rest.ack())();
      throw error;
    }
  });
  for (const receiver of others) receiver.init(app);

  async function misread(kind: Parameters<typeof misreadParts>[0], payload: unknown): Promise<void> {
    log.warn("slack payload misread", { kind, parts: misreadParts(kind, payload) });
    await replyWithError(deps, payload, "unreadable");
  }

  /** false: the acknowledgment failed. The work continues. */
  function timed<Body>(ack: (body?: Body) => Promise<void>): (body?: Body) => Promise<boolean> {
    const receivedAt = clock.now();
    return async (body) => {
      try {
        await ack(body);
        observe(clock.now() - receivedAt);
        return true;
      } catch (error) {
        log.warn("slack answer lost", { error: error instanceof Error ? error.name : "unknown" });
        return false;
      }
    };
  }

  async function readWhole<One extends Incoming>(
    payload: unknown,
    read: (payload: unknown, reading: ReadContext) => One | null,
  ): Promise<One | null> {
    const reading = { prefix, now: clock.now() };
    const first = read(payload, reading);
    if (first === null) return null;
    const describe = async (id: string) => {
      const file = await within(clock, times.lookUpMs, files.describe({ ...first.reply, id }));
      return file === "late" ? null : file;
    };
    const [locale, described] = await Promise.all([locales.soon(first.reply), withDescribedFiles(payload, describe)]);
    const whole = described === payload ? first : (read(described, reading) ?? first);
    return locale && locale !== "en" ? { ...whole, command: { ...whole.command, locale } } : whole;
  }

  app.command(/^/, async ({ body, ack }) => {
    const answer = timed<RespondArguments>(ack);
    const incoming = await readWhole(body, readSlash);
    if (incoming) return commands.receive(incoming, slashResponder(deps, incoming, answer));
    await answer();
    await misread("command", body);
  });
  app.action(/^/, async ({ body, ack }) => {
    await timed(() => ack())();
    if (isLinkPress(body)) return;
    const incoming = await readWhole(body, readPress);
    if (incoming) return commands.receive(incoming, pressResponder(deps, incoming));
    await misread("press", body);
  });
  app.view(/^/, async ({ body, ack }) => {
    const taken = timed<FormAck>((answered) => ack(answered));
    const answer = async (answered?: FormAck) => void (await taken(answered));
    const incoming = await readWhole(body, readSubmission);
    if (incoming) return commands.receive(incoming, formResponder(deps, incoming, answer));
    await answer();
    await misread("form", body);
  });
  app.shortcut(/^/, async ({ body, ack }) => {
    await timed(() => ack())();
    const incoming = await readWhole(
      body,
      (payload, reading) => readMessageShortcut(payload, reading) ?? readShortcut(payload, reading),
    );
    if (incoming) return commands.receive(incoming, windowResponder(deps, incoming));
    await misread("shortcut", body);
  });
  // Bolt acknowledges events before this runs.
  app.event(/^/, async ({ body }) => {
    const event = readEvent(body, { prefix, now: clock.now() });
    if (event === null) return;
    const incoming =
      (await readWhole(body, (payload, reading) => readEvent(payload, reading)?.incoming ?? null)) ?? event.incoming;
    if (event.kind === "message") return commands.receive(incoming, eventResponder(deps, incoming, event.isDirect));
    // Harmless if repeated: it shows the same page.
    if (event.tab === "home") homes.opened(incoming.command.owner, incoming.reply);
    await welcome(incoming);
  });
  app.error(async ({ error, body }: { error: Error; body: unknown }) => {
    log.error("slack handler failed", { ...errorForLog(causeOf(error)) });
    await replyWithError(deps, body, "somethingWentWrong");
  });
  return app;
}

/**
 * Acknowledges and reports a payload that Bolt leaves unanswered. Bolt throws if a required field is missing, and ignores
 * a payload of an unknown kind.
 */
class AnsweringApp extends App {
  readonly #misread: (payload: unknown) => Promise<void>;

  constructor(options: AppOptions, misread: (payload: unknown) => Promise<void>) {
    super(options);
    this.#misread = misread;
  }

  override async processEvent(event: ReceiverEvent): Promise<void> {
    let isAnswered = false;
    const ack: ReceiverEvent["ack"] = (answer) => {
      isAnswered = true;
      return event.ack(answer);
    };
    await super.processEvent({ ...event, ack }).catch((error: unknown) => {
      if (isAnswered) throw error;
    });
    if (isAnswered) return;
    await event.ack();
    await this.#misread(event.body);
  }
}

function causeOf(error: Error): unknown {
  return "original" in error ? error.original : error;
}

/** Two sockets: one receives while Slack renews the other. */
export function socketReceivers(
  appToken: string,
  apiUrl: string,
  { log, fetchWhole }: Pick<BoltDeps, "log" | "fetchWhole">,
): readonly [SocketModeReceiver, SocketModeReceiver] {
  const logger = boltLogger(log);
  const receiver = () => {
    const own = new SocketModeReceiver({
      appToken,
      logger,
      autoReconnectEnabled: false,
      // The receiver modifies this object.
      installerOptions: { clientOptions: clientOptions(apiUrl, logger, fetchWhole) },
    });
    guardEnvelopes(own.client, log);
    return own;
  };
  return [receiver(), receiver()];
}

const envelope = z.looseObject({ type: z.string() });
const eventEnvelope = z.object({ payload: z.object({ event: z.object({ type: z.string() }) }) });

/**
 * Some messages make the library throw an error that nobody can catch (socket-mode 3.1.0). Drops messages without an
 * envelope, and passes on an incomplete event as an unknown kind of payload.
 */
function guardEnvelopes(client: SocketModeReceiver["client"], log: Log): void {
  const listeners = client.listeners("ws_message");
  client.removeAllListeners("ws_message");
  client.on("ws_message", (data: string | ArrayBuffer, isBinary: boolean) => {
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    const { data: read } = envelope.safeParse(parseJson(text));
    if (!read) return log.warn("slack payload misread", { kind: "envelope" });
    const isBroken = read.type === "events_api" && !eventEnvelope.safeParse(read).success;
    const passed = isBroken ? JSON.stringify({ ...read, type: "unreadable" }) : data;
    for (const listener of listeners) listener(passed, isBinary);
  });
}

export function httpReceiver(signingSecret: string, log: Log): HTTPReceiver {
  return new HTTPReceiver({ signingSecret, endpoints: ["/slack/events"], logger: boltLogger(log) });
}
