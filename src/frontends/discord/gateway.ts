import { type Client, Events, Status } from "discord.js";
import { within } from "../../core/clock.ts";
import { guardLibrary } from "./guard-library.ts";
import { shares } from "./limits.ts";
import { type ClientOptions, type OpenClient, openClient } from "./open-client.ts";

export interface Gateway {
  /** Resolves with the application's id once every shard is ready; rejects after 30 s, or at once for a bad token. */
  connect(): Promise<string>;
  isConnected(): boolean;
  close(): Promise<void>;
}

/** The connection on which Discord tells what people do. */
export function discordGateway(options: ClientOptions, onInteraction: (payload: unknown) => void): Gateway {
  let opened: OpenClient | null = null;
  let unguard = () => {};

  const close = async () => {
    const closing = opened;
    opened = null;
    await closing?.close();
    unguard();
  };

  return {
    async connect() {
      unguard();
      unguard = guardLibrary(options.log);
      opened = openClient(options, onInteraction);
      const { client } = opened;
      const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
      try {
        // Where the gateway refuses or is silent, the library tries for ever and its login never ends.
        const work = Promise.all([ready, client.login(options.token)]);
        const login = await within(options.clock, shares.loginMs, work);
        if (login === "late") throw new Error("it did not answer within 30 s");
        return login[0].application.id;
      } catch (error) {
        await close();
        throw new Error(whyNot(error));
      }
    },
    isConnected() {
      const client = opened?.client;
      return client?.isReady() === true && client.ws.shards.every(({ status }) => status === Status.Ready);
    },
    close,
  };
}

/** One sentence with a cure; nothing of the error that could hold a token. */
function whyNot(error: unknown): string {
  const { code, message } =
    error instanceof Error ? { code: "", ...error, message: error.message } : { code: "", message: "" };
  if (code === "TokenInvalid" || message === "Authentication failed")
    return "Discord refused DISCORD_TOKEN. Copy the bot's token afresh from the Developer Portal.";
  return `Discord cannot be reached: ${message || code || "unknown error"}.`;
}
