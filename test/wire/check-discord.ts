import { afterAll, afterEach, expect } from "vitest";
import { takeDiscordRequests } from "./record-discord.ts";

/** Nothing that the bot sent to Discord, to whichever server, is anything but what Discord takes. */
async function check(): Promise<void> {
  const requests = takeDiscordRequests();
  if (requests.length === 0) return;
  const { discordFaults } = await import("./discord-faults.ts");
  expect(requests.flatMap(discordFaults), "what Discord has against the requests of this test").toEqual([]);
}

afterEach(check);
// Bots that end with their file may have said something still.
afterAll(check);
