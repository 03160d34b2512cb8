import { afterEach } from "vitest";
import { takeDiscordRequests } from "../wire/record-discord.ts";

/** What is to be stopped when a test of the file ends. The proof asks what no bot should: what it asked is not judged as a bot's. */
export function unjudged(): (stop: () => Promise<void>) => void {
  let stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops) await stop();
    stops = [];
    takeDiscordRequests();
  });
  return (stop) => void stops.push(stop);
}
