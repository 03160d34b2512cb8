import { expect, test } from "vitest";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import { refuse } from "../../../../src/core/result.ts";
import type { Api, ApiRequest } from "../../../../src/frontends/discord/out/discord-api.ts";
import { discordChat } from "../../../../src/frontends/discord/out/discord-chat.ts";
import { message } from "../typed.ts";
import { ada, aWorldFor, ben, jobId } from "../world.ts";

/** A question to managers, about a video of Ben's. */
const asking = message({
  title: "Approve this video?",
  body: [[{ kind: "person", userId: ben }, " asks for it."]],
  job: jobId,
  buttons: [{ label: "Approve 205 credits", id: `approve:${jobId}`, style: "primary" }],
});
const nonce = "4f0c5a1be2d97c63";

/** A channel that Ada chose. */
const chosen = (channelId: string): DiscordReply => ({
  platform: "discord",
  applicationId: "100000000000000001",
  guildId: "300000000000000001",
  channelId,
  userId: ada,
  token: "",
  tokenUntil: 0,
  messageId: null,
  movedTo: null,
  isPrivate: false,
  editableUntil: null,
});

test("a message in a channel stands there for everybody, and mentions its people without a ping", async () => {
  const { frontEnd, discord } = await aWorldFor();
  const posted = await frontEnd.chat.post(chosen(discord.channelId), asking, { to: "channel", nonce });
  for (const who of ["ada", "ben"] as const) {
    const [notice, ...more] = discord.messages(who);
    expect(posted).toMatchObject({ ok: true, value: { movedTo: { messageId: notice?.id } } });
    expect(more).toEqual([]);
    expect(notice?.mentions).toEqual([]);
    expect(JSON.stringify(notice)).toContain(`<@${ben}>`);
  }
});

test("it is posted once by its nonce, however often it is tried, and another's is another message", async () => {
  const { frontEnd, discord } = await aWorldFor();
  const place = chosen(discord.channelId);
  const first = await frontEnd.chat.post(place, asking, { to: "channel", nonce });
  expect(await frontEnd.chat.post(place, { ...asking, title: "Later" }, { to: "channel", nonce })).toEqual(first);
  expect(discord.messages("ben")).toHaveLength(1);
  await frontEnd.chat.post(place, asking, { to: "channel", nonce: "another" });
  expect(discord.messages("ben")).toHaveLength(2);
});

test("where the channel is closed to the bot nobody is written to, until that is asked for", async () => {
  const { frontEnd, discord } = await aWorldFor();
  const place = chosen(discord.foreignChannelId);
  const direct = discord.dmChannelId("ada");
  expect(await frontEnd.chat.post(place, asking, { to: "channel", nonce })).toEqual({
    ok: false,
    refusal: { kind: "unreachable", detail: "channel 403/50001" },
  });
  expect(discord.messages("ada", direct)).toEqual([]);
  const posted = await frontEnd.chat.post(place, asking, { to: "direct", nonce });
  expect(posted).toMatchObject({ ok: true, value: { movedTo: { channelId: direct } } });
  expect(discord.messages("ada", direct)).toHaveLength(1);
});

/** Discord that refuses everything, so that every way is tried. */
function refusing() {
  const asked: (ApiRequest & { readonly by: "bot" | "token" })[] = [];
  const answer = (by: "bot" | "token") => async (request: ApiRequest) => {
    asked.push({ ...request, by });
    return refuse({ kind: "refused", status: 404, code: 10008 } as const);
  };
  const api: Api = { asBot: answer("bot"), byToken: answer("token"), known: (guess) => guess };
  return { asked, chat: discordChat({ api, clock: machineClock }) };
}

test("a handle without a token makes no call by one, whatever is done with it", async () => {
  const { asked, chat } = refusing();
  const place = chosen("2");
  const own = { ...place, isPrivate: true };
  for (const reply of [place, own, { ...place, messageId: "1" }, { ...own, messageId: "1" }]) {
    await chat.show(reply, asking, "in_place");
    await chat.show(reply, asking, "anywhere", []);
    await chat.whisper(reply, asking);
    await chat.notify(reply, asking, { people: [ada], nonce, triedAt: null });
    await chat.takeDown(reply, [{ platform: "discord", channelId: "2", messageId: "1", isByToken: true }]);
    await chat.remove(reply);
  }
  expect(asked.filter(({ by }) => by === "bot").length).toBeGreaterThan(10);
  expect(asked.filter(({ by, route }) => by === "token" || route.includes("webhooks"))).toEqual([]);
});

test("its edits count against its channel from the first", () => {
  const { chat } = refusing();
  expect(chat.bucketOf(chosen("2"), "edit").name).toBe(chat.bucketOf({ ...chosen("2"), messageId: "1" }, "edit").name);
});
