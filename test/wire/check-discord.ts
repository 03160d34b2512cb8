import { afterAll, afterEach, expect } from "vitest";
import { takeDiscordRequests } from "./record-discord.ts";

/** Checks every request of the bot to Discord. The sandbox's own tests also send invalid requests on purpose. */
async function check(): Promise<void> {
  const requests = takeDiscordRequests();
  if (requests.length === 0 || expect.getState().testPath?.includes("/sandbox/test/")) return;
  const { discordFaults } = await import("./discord-faults.ts");
  expect(requests.flatMap(discordFaults), "requests that violate Discord's schema").toEqual([]);
}

afterEach(check);
// A bot that stops at the end of the file may still send requests.
afterAll(check);
