import { Routes } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { listen, reply } from "../../../../sandbox/src/http.ts";
import { openClient } from "../../../../src/frontends/discord/connect/discord-gateway.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

test("after a 401 the library's own requests carry the bot's token again, which the library throws away", async () => {
  const tokens: (string | undefined)[] = [];
  const server = await listen((request, response) => {
    tokens.push(request.headers.authorization);
    if (tokens.length === 1) reply(response, 401, { message: "401: Unauthorized", code: 0 });
    else reply(response, 200, { url: "ws://127.0.0.1:1", shards: 1 });
  });
  onTestFinished(() => server.close());
  const clock = toldClock();
  const token = "bot.canary.token";
  const { client, close } = openClient(
    { apiUrl: `${server.origin}/api/`, token, shards: 1, clock, log: keptLog() },
    { waitForIdentify: async () => {} },
    { interaction: () => {}, left: () => {}, joined: () => {} },
  );
  onTestFinished(close);
  client.rest.setToken(token);
  await expect(client.rest.get(Routes.gatewayBot())).rejects.toMatchObject({ status: 401 });
  await expect(client.rest.get(Routes.gatewayBot())).rejects.toThrow("Expected token to be set");
  await clock.advance(0);
  expect(await client.rest.get(Routes.gatewayBot())).toMatchObject({ shards: 1 });
  expect(tokens).toEqual([`Bot ${token}`, `Bot ${token}`]);
});
