import { App, type AppOptions, HTTPReceiver, type RespondArguments, SocketModeReceiver } from "@slack/bolt";
import type { Log } from "../../../core/ports.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import type { Incoming } from "../in/read-slack.ts";
import {
  isLinkPress,
  misreadParts,
  readEvent,
  readMessageShortcut,
  readPress,
  readShortcut,
  readSlash,
  readSubmission,
} from "../in/read-slack.ts";
import type { ResponderTools } from "../in/slack-answers.ts";
import {
  apologise,
  eventResponder,
  type FormAck,
  formResponder,
  pressResponder,
  slashResponder,
  windowResponder,
} from "../in/slack-answers.ts";
import type { Reception } from "../in/slack-reception.ts";
import type { Homes, Welcome } from "../out/slack-home.ts";
import { boltLogger, clientOptions, type SlackBasics } from "./slack-clients.ts";

export interface BoltDeps extends SlackBasics, ResponderTools {
  readonly observe: (answerMs: number) => void;
  readonly reception: Reception;
  readonly homes: Homes;
  readonly welcome: Welcome;
}

export function boltApp(deps: BoltDeps, receivers: readonly (HTTPReceiver | SocketModeReceiver)[]): App {
  const [first, ...others] = receivers;
  if (!first) throw new Error("a Bolt app without a receiver hears nothing");
  const { apiUrl, prefix, clock, log, fetchWhole, observe, locales, reception, homes, welcome } = deps;
  const logger = boltLogger(log);
  const options: AppOptions = {
    receiver: first,
    logger,
    clientOptions: clientOptions(apiUrl, logger, fetchWhole),
    // Our own clients have their tokens. Without any Bolt would answer nothing, and its own test can end the process.
    authorize: async () => ({}),
    ignoreSelf: false,
    convoStore: false,
    extendedErrorHandler: true,
  };
  const app = new App(options);
  app.use(async ({ next, ...rest }) => {
    try {
      await next();
    } catch (error) {
      // A second answer does nothing.
      if ("ack" in rest && typeof rest.ack === "function") await timed(() => rest.ack())();
      throw error;
    }
  });
  for (const receiver of others) receiver.init(app);

  /** Gives Slack's own answer and measures it. Where it is lost (false), the rest goes on all the same. */
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

  /** Adds the person's language, if it is cached or Slack gives it soon. */
  async function spoken<One extends Incoming>(read: One | null): Promise<One | null> {
    if (read === null) return null;
    const locale = await locales.soon(read.reply);
    return locale && locale !== "en" ? { ...read, command: { ...read.command, locale } } : read;
  }

  const misread = async (kind: Parameters<typeof misreadParts>[0], payload: unknown) => {
    log.warn("slack payload misread", { kind, parts: misreadParts(kind, payload) });
    await apologise(deps, payload, "unreadable");
  };

  app.command(/^/, async ({ body, ack }) => {
    const answer = timed<RespondArguments>(ack);
    const incoming = await spoken(readSlash(body, { prefix, now: clock.now() }));
    if (incoming) return reception.receive(incoming, slashResponder(deps, incoming, answer));
    await answer();
    await misread("command", body);
  });
  app.action(/^/, async ({ body, ack }) => {
    await timed(() => ack())();
    if (isLinkPress(body)) return;
    const incoming = await spoken(readPress(body, { prefix, now: clock.now() }));
    if (incoming) return reception.receive(incoming, pressResponder(deps, incoming));
    await misread("press", body);
  });
  app.view(/^/, async ({ body, ack }) => {
    const taken = timed<FormAck>((answered) => ack(answered));
    const answer = async (answered?: FormAck) => void (await taken(answered));
    const incoming = await spoken(readSubmission(body, { prefix, now: clock.now() }));
    if (incoming) return reception.receive(incoming, formResponder(deps, incoming, answer));
    await answer();
    await misread("form", body);
  });
  app.shortcut(/^/, async ({ body, ack }) => {
    await timed(() => ack())();
    const reading = { prefix, now: clock.now() };
    const incoming = await spoken(readMessageShortcut(body, reading) ?? readShortcut(body, reading));
    if (incoming) return reception.receive(incoming, windowResponder(deps, incoming));
    await misread("shortcut", body);
  });
  // Bolt has answered it before this runs.
  app.event(/^/, async ({ body }) => {
    const event = readEvent(body, { prefix, now: clock.now() });
    if (event === null) return;
    const incoming = (await spoken(event.incoming)) ?? event.incoming;
    if (event.kind === "message") return reception.receive(incoming, eventResponder(deps, incoming, event.isDirect));
    // A repeated event does no harm: the same page is there.
    if (event.tab === "home") homes.opened(incoming.command.owner, incoming.reply);
    await welcome(incoming);
  });
  app.error(async ({ error, body }: { error: Error; body: unknown }) => {
    log.error("slack handler failed", { ...errorForLog(causeOf(error)) });
    await apologise(deps, body, "somethingWentWrong");
  });
  return app;
}

function causeOf(error: Error): unknown {
  return "original" in error ? error.original : error;
}

/** Opens two sockets: while Slack renews one, the other receives. */
export function socketReceivers(
  appToken: string,
  apiUrl: string,
  { log, fetchWhole }: Pick<BoltDeps, "log" | "fetchWhole">,
): readonly [SocketModeReceiver, SocketModeReceiver] {
  const logger = boltLogger(log);
  const receiver = () =>
    new SocketModeReceiver({
      appToken,
      logger,
      autoReconnectEnabled: false,
      // A separate object, because the receiver writes into it.
      installerOptions: { clientOptions: clientOptions(apiUrl, logger, fetchWhole) },
    });
  return [receiver(), receiver()];
}

export function httpReceiver(signingSecret: string, log: Log): HTTPReceiver {
  return new HTTPReceiver({ signingSecret, endpoints: ["/slack/events"], logger: boltLogger(log) });
}
