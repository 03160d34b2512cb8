import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import { machineChance, machineClock } from "../../../../src/core/clock.ts";
import { isDiscordsGateway } from "../../../../src/frontends/discord/connect/discord-gateway.ts";
import { discordFrontEnd } from "../../../../src/frontends/discord/discord-front-end.ts";
import { discordWordsIn } from "../../../fakes/front-end-words.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { aBareGateway } from "./bare-gateway.ts";

const discord = "https://discord.com/api";
const double = "http://127.0.0.1:4000/api";

test.for<readonly [api: string, url: string, isOurs: boolean]>([
  [discord, "wss://gateway.discord.gg", true],
  [discord, "wss://gateway-us-east1-b.discord.gg/", true],
  ["https://proxy.example/api", "wss://gateway.discord.gg", true],
  ["https://proxy.example/api", "wss://proxy.example:8443/gateway", true],
  [double, "ws://127.0.0.1:4001", true],
  [discord, "ws://gateway.discord.gg", false],
  [discord, "wss://gateway.discord.gg:444", false],
  [discord, "wss://name@gateway.discord.gg", false],
  [discord, "wss://discord.gg.evil.example", false],
  [discord, "wss://evildiscord.gg", false],
  [discord, "https://gateway.discord.gg", false],
  [discord, "ws://127.0.0.1:4001", false],
  [discord, "wss://evil.example", false],
  ["https://proxy.example/api", "ws://proxy.example/gateway", false],
  [double, "ws://127.0.0.2:4000", false],
  [double, "nothing", false],
])("with the REST interface at %s, the token is shown to %s: %s", ([api, url, isOurs]) => {
  expect(isDiscordsGateway(url, api)).toBe(isOurs);
});

/** A foreign host, and how often somebody connected to it. */
async function aForeignHost() {
  let connections = 0;
  const server = createServer().on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `ws://127.0.0.2:${typeof address === "object" && address ? address.port : 0}`;
  return { url, connections: () => connections };
}

function aBot(apiUrl: string) {
  const options = { token: "bot.token", apiUrl, shards: 1, prefix: "video", clock: machineClock, log: keptLog() };
  const desk = { answer: async () => ({ kind: "nothing" }) as const, answered: async () => {} };
  const front = discordFrontEnd(
    { ...options, wordsIn: discordWordsIn, chance: machineChance, fetchWhole: fetchWhole(machineClock) },
    desk,
  );
  onTestFinished(() => front.stop());
  return front;
}

test("no connection is made to a foreign host that Discord's answer names for the gateway", async () => {
  const foreign = await aForeignHost();
  const gateway = await aBareGateway("open", { gatewayUrl: foreign.url });
  await expect(aBot(gateway.apiUrl).start()).rejects.toThrow(/gateway is not Discord's/);
  expect([foreign.connections(), gateway.lines.length]).toEqual([0, 0]);
});

test("no connection is made to a foreign host that the gateway names for resuming", async () => {
  const foreign = await aForeignHost();
  const gateway = await aBareGateway("open", { resumeUrl: foreign.url });
  await aBot(gateway.apiUrl).start();
  gateway.close(4000);
  while (gateway.lines.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(foreign.connections()).toBe(0);
});
