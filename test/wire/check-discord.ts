import { afterAll, afterEach, expect } from "vitest";
import { takeDiscordRequests } from "./record-discord.ts";

/** Checks that Discord would accept every request that the bot sent in this test. */
async function check(): Promise<void> {
  const requests = takeDiscordRequests();
  if (requests.length === 0) return;
  const { discordFaults } = await import("./discord-faults.ts");
  expect(requests.flatMap(discordFaults), "what Discord has against the requests of this test").toEqual([]);
}

afterEach(check);
// Bots that stop at the end of the file may have sent more requests.
afterAll(check);
