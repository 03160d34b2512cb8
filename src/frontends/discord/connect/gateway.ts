import { type Client, Events, Status } from "discord.js";
import { within } from "../../../core/clock.ts";
import type { OwnStatus } from "../../../core/own-messages.ts";
import { shares } from "../limits.ts";
import type { Api } from "../send/api.ts";
import { guardLibrary } from "./guard-library.ts";
import { type IdentifyGate, identifyGate } from "./identify-gate.ts";
import { type ClientOptions, type Ears, type OpenClient, openClient } from "./open-client.ts";
import { showStatus } from "./show-status.ts";

export interface Gateway {
  /**
   * Resolves with the application's id once every shard is ready; rejects at once for a bad token, and after 30 s of
   * silence. Where no connection may be spent at present it goes on waiting: a process that ended would only spend more.
   */
  connect(): Promise<string>;
  /** null while every shard is ready. */
  trouble(): string | null;
  close(): Promise<void>;
}

export interface GatewayOptions extends ClientOptions {
  /** Absent: nothing stands beside the bot's name. */
  readonly status?: OwnStatus | undefined;
}

/** The connection on which Discord tells what people do. */
export function discordGateway(options: GatewayOptions, api: Pick<Api, "asBot">, ears: Ears): Gateway {
  const { clock } = options;
  let opened: OpenClient | null = null;
  let gate: IdentifyGate | null = null;
  let unguard = () => {};
  let hideStatus = () => {};

  const close = async () => {
    hideStatus();
    const closing = opened;
    opened = null;
    gate?.close();
    await closing?.close();
    unguard();
  };

  return {
    async connect() {
      unguard();
      unguard = guardLibrary(options.log);
      const opening = identifyGate({ ...options, api });
      gate = opening;
      try {
        if ((await opening.untilEnough()) === "bad_token") throw new Error(BAD_TOKEN);
        opened = openClient(options, opening, ears);
        const { client } = opened;
        const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
        const [{ application }] = await patiently(opening, Promise.all([ready, client.login(options.token)]));
        if (options.status) hideStatus = showStatus(client, options.status, clock);
        return application.id;
      } catch (error) {
        await close();
        throw new Error(whyNot(error));
      }
    },
    trouble() {
      const client = opened?.client;
      const isConnected = client?.isReady() === true && client.ws.shards.every(({ status }) => status === Status.Ready);
      return isConnected ? null : (gate?.trouble() ?? "Discord: not connected");
    },
    close,
  };

  /** Where the gateway refuses or is silent, the library tries for ever and its login never ends. */
  async function patiently<Value>({ lastPassAt }: IdentifyGate, login: Promise<Value>): Promise<Value> {
    for (let waitMs: number = shares.loginMs; waitMs > 0; waitMs = lastPassAt() + shares.loginMs - clock.now()) {
      const done = await within(clock, waitMs, login);
      if (done !== "late") return done;
    }
    throw new Error("it did not answer within 30 s");
  }
}

const BAD_TOKEN = "Authentication failed";

/** One sentence with a cure; nothing of the error that could hold a token. */
function whyNot(error: unknown): string {
  const { code, message } =
    error instanceof Error ? { code: "", ...error, message: error.message } : { code: "", message: "" };
  if (code === "TokenInvalid" || message === BAD_TOKEN)
    return "Discord refused DISCORD_TOKEN. Copy the bot's token again from the Developer Portal.";
  return `Discord cannot be reached: ${message || code || "unknown error"}.`;
}
