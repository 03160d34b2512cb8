import { afterEach } from "vitest";
import { takeDiscordRequests } from "../wire/record-discord.ts";

/** Stops what a test started when it ends. The proof sends requests that no bot should, so they are not judged as a bot's. */
export function unjudged(): (stop: () => Promise<void>) => void {
  let stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops) await stop();
    stops = [];
    takeDiscordRequests();
  });
  return (stop) => void stops.push(stop);
}
