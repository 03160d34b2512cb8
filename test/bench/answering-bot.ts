import { z } from "zod";
import { personWith } from "../../sandbox/src/people.ts";
import type { Owner } from "../../src/core/job/ids.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { UNBOUND } from "../crash/protocol.ts";
import { type Child, startBot } from "./children.ts";
import { type Connection, type Emulators, guestId, type Place } from "./platform.ts";
import { newFolder, openFolder } from "./polls/open-jobs.ts";

export interface Bot extends Pick<Child, "receive"> {
  readonly at: string;
  stop(): Promise<void>;
}

export const botReady = z.object({ msg: z.literal("ready"), at: z.string() });

export async function metricsOf({ at }: Pick<Bot, "at">): Promise<string> {
  return (await fetch(`${at}/metrics`)).text();
}

/** The sum of all metrics whose lines begin with `name`. */
export function sumIn(metrics: string, name: string): number {
  const lines = metrics.split("\n").filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

export function envOf(connection: Connection, { env, signingSecret, publicKey }: Emulators) {
  const { DISCORD_TOKEN = "", DISCORD_API_URL = "", SLACK_BOT_TOKEN = "", SLACK_API_URL = "" } = env;
  const own = {
    discord: { DISCORD_TOKEN, DISCORD_API_URL },
    "discord by http": { DISCORD_TOKEN, DISCORD_API_URL, DISCORD_PUBLIC_KEY: publicKey, DISCORD_GATEWAY: "off" },
    slack: { SLACK_BOT_TOKEN, SLACK_API_URL, SLACK_SIGNING_SECRET: signingSecret },
  } as const;
  return { SANDBOX: "off", PORT: "0", ...own[connection] };
}

/** Starts the built bot in a new data folder, in which that many guests have stored their keys. */
export async function startReelay(
  env: Readonly<Record<string, string>>,
  guests: { readonly count: number; readonly place: Place; readonly teamId: string },
): Promise<Bot> {
  const folder = await newFolder();
  const whole = { ...env, ...UNBOUND, ...folder.env };
  await storeKeys(whole, guests);
  const bot: Child = startBot(whole);
  const { at } = await bot.receive(botReady);
  return {
    at,
    receive: bot.receive,
    async stop() {
      await bot.stop();
      await folder.remove();
    },
  };
}

async function storeKeys(
  env: Readonly<Record<string, string>>,
  { count, place, teamId }: { readonly count: number; readonly place: Place; readonly teamId: string },
): Promise<void> {
  const { vault, engine, stopErasing } = await openFolder(env);
  const ownerOf = (n: number): Owner => {
    const { discordId = "", slackId = "" } = personWith(guestId(n)) ?? {};
    return place === "discord" ? { platform: place, userId: discordId } : { platform: place, teamId, userId: slackId };
  };
  const key = new Secret("bench-key-0123456789");
  await Promise.all(Array.from({ length: count }, (_, n) => vault.put(ownerOf(n + 1), key)));
  // Erasing old data retries after the database is closed, so the benchmark would never end.
  stopErasing();
  await engine.close();
}
