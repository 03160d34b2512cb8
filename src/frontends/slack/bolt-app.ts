import { App, type AppOptions, HTTPReceiver, type RespondArguments, SocketModeReceiver } from "@slack/bolt";
import type { Clock } from "../../core/clock.ts";
import type { FetchWhole, Log } from "../../core/ports.ts";
import { boltLogger } from "./bolt-logger.ts";
import { clientOptions } from "./clients.ts";
import { eventLine } from "./event-line.ts";
import { type FormAck, formLine } from "./form-line.ts";
import type { LineTools } from "./line.ts";
import { once } from "./once.ts";
import { pressLine } from "./press-line.ts";
import { misreadParts, readPress, readShortcut, readSlash, readSubmission } from "./read.ts";
import { readEvent } from "./read-event.ts";
import type { Reception } from "./receive.ts";
import { slashLine } from "./slash-line.ts";
import { windowLine } from "./window-line.ts";

export interface BoltDeps {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchWhole: FetchWhole;
  readonly observe?: (answerMs: number) => void;
  readonly tools: LineTools;
  readonly reception: Reception;
}

/** The Bolt app on its receivers: each payload is read once, answered, and never left without Slack's own answer. */
export function boltApp(deps: BoltDeps, receivers: readonly (HTTPReceiver | SocketModeReceiver)[]): void {
  const [first, ...others] = receivers;
  if (!first) throw new Error("a Bolt app without a receiver hears nothing");
  const { botToken, apiUrl, prefix, clock, log, fetchWhole, observe, tools, reception } = deps;
  const logger = boltLogger(log);
  const options: AppOptions = {
    receiver: first,
    logger,
    clientOptions: clientOptions(apiUrl, logger, fetchWhole),
    // One workspace: the token is known, and was proved at the start. Bolt's own test would end the process where it fails.
    authorize: async () => ({ botToken }),
    ignoreSelf: false,
    convoStore: false,
    extendedErrorHandler: true,
  };
  const app = new App(options);
  for (const receiver of others) receiver.init(app);

  /** Slack's own answer: measured, and if it is lost the rest goes on all the same. */
  function timed<Body>(ack: (body?: Body) => Promise<void>): (body?: Body) => Promise<void> {
    const receivedAt = clock.now();
    return async (body) => {
      try {
        await ack(body);
        observe?.(clock.now() - receivedAt);
      } catch (error) {
        log.warn("slack answer lost", { error: error instanceof Error ? error.name : "unknown" });
      }
    };
  }

  const isNew = once();
  const misread = (kind: Parameters<typeof misreadParts>[0], payload: unknown) =>
    log.warn("slack payload misread", { kind, parts: misreadParts(kind, payload) });

  app.command(/^/, async ({ body, ack }) => {
    const answer = timed<RespondArguments>(ack);
    const incoming = readSlash(body, { prefix, now: clock.now() });
    if (incoming) return reception.receive(incoming, slashLine(tools, incoming, answer));
    misread("command", body);
    await answer();
  });
  app.action(/^/, async ({ body, ack }) => {
    await timed(() => ack())();
    const incoming = readPress(body, { prefix, now: clock.now() });
    if (incoming) return reception.receive(incoming, pressLine(tools, incoming));
    misread("press", body);
  });
  app.view(/^/, async ({ body, ack }) => {
    const answer = timed<FormAck>((answered) => ack(answered));
    const incoming = readSubmission(body, { prefix, now: clock.now() });
    if (incoming) return reception.receive(incoming, formLine(tools, incoming, answer));
    misread("form", body);
    await answer();
  });
  app.shortcut(/^/, async ({ body, ack }) => {
    await timed(() => ack())();
    const incoming = readShortcut(body, { prefix, now: clock.now() });
    if (incoming) return reception.receive(incoming, windowLine(tools, incoming));
    misread("shortcut", body);
  });
  // Bolt has answered it before this runs.
  app.event(/^/, async ({ body }) => {
    const told = readEvent(body, { prefix, now: clock.now() });
    if (told === null || !isNew(told.incoming.command.eventId)) return;
    if (told.kind === "said") await reception.receive(told.incoming, eventLine(tools, told.incoming, told.isDirect));
  });
  app.error(async ({ error }: { error: Error }) => log.error("slack handler failed", { error: error.name }));
}

/** Two sockets: while Slack renews one, the other takes what comes. */
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
      // An object of its own: the receiver writes into what it is given.
      installerOptions: { clientOptions: clientOptions(apiUrl, logger, fetchWhole) },
    });
  return [receiver(), receiver()];
}

/** Slack's HTTP requests, each proved by its signature, at `/slack/events` of a server that is not its own. */
export function httpReceiver(signingSecret: string, log: Log): HTTPReceiver {
  return new HTTPReceiver({ signingSecret, endpoints: ["/slack/events"], logger: boltLogger(log) });
}
