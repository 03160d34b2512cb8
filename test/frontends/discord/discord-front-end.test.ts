import { GatewayIntentBits } from "discord.js";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DiscordOptions } from "../../../src/frontends/discord/discord-front-end.ts";
import { chatContract } from "../../contracts/front-end.ts";
import { deferred } from "../../fakes/deferred.ts";
import { fakeService } from "../../fakes/fake-service.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aBareGateway } from "./connect/bare-gateway.ts";
import { aFakeRest, inTime, until } from "./fake-rest.ts";
import { slash } from "./interactions.ts";
import { textOf } from "./text-of.ts";
import { ada, aWorld, aWorldFor, frontEndAt, givenCard, message } from "./world.ts";

const help = { ...slash("video-help"), application_id: "1" };

type Over = Partial<Pick<DiscordOptions, "shards" | "mentions" | "status">> & { readonly servers?: number | null };

/** A front end on a gateway that the test controls. */
async function onBareGateway({ servers = null, ...over }: Over = {}) {
  const gateway = await aBareGateway("open", servers);
  const service = fakeService(() => ({ kind: "private", message: message({ title: "Help" }) }));
  const log = recordingLog();
  const { frontEnd } = frontEndAt(gateway.apiUrl, { log, ...over }, service);
  onTestFinished(() => frontEnd.stop());
  await frontEnd.start();
  return { gateway, log, frontEnd, ...service };
}

describe("the Discord front end", () => {
  it("fails to start if Discord refuses the token, and the error explains how to replace the token", async () => {
    const { discord } = await aWorldFor();
    const { frontEnd, log } = frontEndAt(discord.apiUrl, { token: "not.a.canary" });
    await expect(frontEnd.start()).rejects.toThrow(
      "Discord refused DISCORD_TOKEN. Copy the bot's token again from the Developer Portal.",
    );
    expect(JSON.stringify(log.lines)).not.toContain("canary");
  });

  it("fails to start if every request for the gateway address gets HTTP 503", async () => {
    const { apiUrl, asked } = await aFakeRest(() => ({ status: 503 }));
    const { frontEnd, clock } = frontEndAt(apiUrl);
    await expect(inTime(clock, frontEnd.start())).rejects.toThrow(
      "Discord has a problem (status 503). Try again later.",
    );
    expect(asked.length).toBeGreaterThan(1);
  });

  it.each([
    ["direct and server messages", "49", "unset", "auto", 49],
    ["only direct messages", "50", "unset", "auto", 50],
    ["only direct messages", "an unknown number of", "unset", "auto", null],
    ["direct and server messages", "50", "on", "on", 50],
    ["only direct messages", "49", "off", "off", 49],
  ] as const)("subscribes to %s if the bot is in %s servers and DISCORD_MENTIONS is %s", async (...row) => {
    const [messages, , , mentions, servers] = row;
    const { gateway } = await onBareGateway({ servers, mentions });
    const { Guilds, DirectMessages, GuildMessages } = GatewayIntentBits;
    expect(gateway.intents).toEqual([
      Guilds | DirectMessages | (messages === "only direct messages" ? 0 : GuildMessages),
    ]);
  });

  it("fails to start if the gateway is silent for 30 s, and does not crash on later connection errors", async () => {
    const gateway = await aBareGateway("silent");
    const { frontEnd, clock } = frontEndAt(gateway.apiUrl, { shards: 1 });
    const started = frontEnd.start();
    const refused = expect(started).rejects.toThrow("Discord cannot be reached: it did not answer within 30 s.");
    await until(() => gateway.lines.length === 1);
    await clock.advance(30_000);
    await refused;
    // Without a handler, the library's error would crash the process.
    const [line] = gateway.lines;
    const closed = new Promise((resolve) => line?.once("close", resolve));
    line?.destroy();
    await closed;
    await clock.advance(0);
  });

  it("does not reconnect to the gateway after a failed start", async () => {
    const knocking = async () => {
      const gateway = await aBareGateway("closed");
      const { frontEnd, clock, log } = frontEndAt(gateway.apiUrl, { shards: 1 });
      const work = frontEnd.start();
      return { gateway, clock, log, refused: expect(work).rejects.toThrow("30 s") };
    };
    const first = await knocking();
    await until(() => first.gateway.lines.length === 1);
    await first.clock.advance(30_000);
    await first.refused;
    const before = first.gateway.lines.length;
    // The library's own timer uses real time. A second front end that keeps connecting shows how much has passed.
    const second = await knocking();
    await until(() => second.gateway.lines.length === 3);
    expect(first.gateway.lines).toHaveLength(before);
    // Logged once for any number of attempts.
    expect(second.log.lines).toMatchObject([{ event: "discord reconnecting", fields: { shard: 0 } }]);
    await second.clock.advance(30_000);
    await second.refused;
  });

  it("answers every interaction that has an id and a token, even if the payload is malformed", async () => {
    const { gateway, log, frontEnd, commands } = await onBareGateway();
    const malformed = [
      { ...help, data: undefined },
      { ...help, type: 3, data: {}, channel: "x" },
      { ...help, type: 5, data: { custom_id: "key", components: [null] } },
    ];
    for (const payload of [null, "x", 7, {}, ...malformed]) gateway.dispatch("INTERACTION_CREATE", payload);
    for (const t of ["GUILD_CREATE", "MESSAGE_CREATE", "A_THING_OF_TOMORROW"]) gateway.dispatch(t, null);
    gateway.dispatch("INTERACTION_CREATE", { ...help, type: 4 });
    gateway.dispatch("INTERACTION_CREATE", help);
    await until(() => gateway.answers.length === malformed.length + 2);
    const bodies = gateway.answers.map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((each) => each.includes("Reelay could not read this"))).toHaveLength(malformed.length);
    expect(bodies.filter((each) => each.includes('"type":8'))).toHaveLength(1);
    expect(bodies.filter((each) => each.includes("Help"))).toHaveLength(1);
    expect(commands).toHaveLength(1);
    expect(frontEnd.trouble()).toBeNull();
    const events = log.lines.map(({ event }) => event);
    expect(events.filter((event) => event === "discord unanswerable")).toHaveLength(4);
  });

  it("reports a problem if Discord closes the gateway connection permanently", async () => {
    const { gateway, log, frontEnd } = await onBareGateway();
    gateway.close(4004);
    await until(() => log.lines.some(({ event }) => event === "discord disconnected for good"));
    expect(frontEnd.trouble()).toBe("Discord: not connected");
  });

  it("receives commands and shows the bot's status again after a broken session is resumed", async () => {
    const status = { now: () => "down", onChange: () => () => {} };
    const { gateway, log, frontEnd, commands } = await onBareGateway({ status });
    await until(() => gateway.shown.length === 1);
    gateway.close(4000);
    await until(() => log.lines.some(({ event }) => event === "discord resumed"));
    expect(log.lines.filter(({ event }) => event.startsWith("discord re"))).toMatchObject([
      { event: "discord reconnecting", fields: { shard: 0 } },
      { event: "discord resumed", fields: { shard: 0 } },
    ]);
    expect(frontEnd.trouble()).toBeNull();
    gateway.dispatch("INTERACTION_CREATE", help);
    await until(() => commands.length === 1);
    expect(gateway.shown).toEqual(["down", "down"]);
  });

  it("starts without a problem if this process runs only one of two shards", async () => {
    const { frontEnd } = await onBareGateway({ shards: { list: [1], of: 2 } });
    expect(frontEnd.trouble()).toBeNull();
  });

  it("completes running commands before stopping, and rejects new commands with a message", async () => {
    const hold = deferred();
    const { discord, frontEnd, commands, seen } = await aWorldFor(async () => {
      await hold.promise;
      return { kind: "private", message: message({ title: "Held back" }) };
    });
    const asked = await discord.command("ada", "video-help");
    await until(() => commands.length === 1);
    const stopping = frontEnd.stop();
    await seen("message", await discord.command("ben", "video-help"));
    hold.resolve();
    await stopping;
    await seen("message", asked);
    expect(discord.messages("ada").map(textOf).join()).toContain("Held back");
    expect(discord.messages("ben").map(textOf).join()).toMatch(/Reelay is restarting[\s\S]*Nothing was charged/);
  });
});

chatContract("the Discord chat client", async () => {
  const world = await aWorld();
  const { discord, frontEnd, fates, journal, close } = world;
  return {
    chat: frontEnd.chat,
    ownerId: ada,
    freshCard() {
      fates.length = 0;
      return givenCard(world);
    },
    seen: () =>
      discord.messages("ada").map((message) => ({
        text: textOf(message),
        isPrivate: message.ephemeralFor === ada,
        mentions: message.mentions,
        edits: journal.since(0).filter(({ kind, messageId }) => kind === "edited" && messageId === message.id).length,
      })),
    close,
  };
});
