import { describe, expect, it, test } from "vitest";
import type { Posted, SlackReply } from "../../../../src/core/chat.ts";
import { aSlackFor, cardFor, givenCard, plain, type SlackWorld } from "../slack-world.ts";

const ada = "U00000ADA1";
const ready = plain("Your video is ready.");
const how = { people: [ada], nonce: "n1", triedAt: null };

/** Ada's card with its notification and films in its thread. */
async function finished(world: SlackWorld, films = 1) {
  const { slack } = world;
  const { chat } = world.front;
  const card = await givenCard(world);
  const sent = await chat.notify(card, ready, how);
  const at = sent.ok && sent.value.kind === "sent" && sent.value.at !== "lost" ? sent.value.at : [];
  const call = async (method: string, args: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${slack.botToken}` };
    const answer = await fetch(`${slack.apiUrl}${method}`, { method: "POST", headers, body: JSON.stringify(args) });
    const body: unknown = await answer.json();
    return body;
  };
  const text = (value: unknown, name: string) =>
    String(Object.entries(Object(value)).find(([key]) => key === name)?.[1]);
  const files: { readonly id: string }[] = [];
  for (let nth = 1; nth <= films; nth += 1) {
    const begun = await call("files.getUploadURLExternal", { filename: "a-cat.mp4", length: 4 });
    await fetch(text(begun, "upload_url"), { method: "POST", body: "film" });
    const fileId = text(begun, "file_id");
    const where = { channel_id: slack.channelId, thread_ts: card.ts };
    await call("files.completeUploadExternal", { files: [{ id: fileId }], ...where });
    files.push({ id: fileId });
  }
  const reply: SlackReply = { ...card, files };
  return { reply, at, chat, seen: () => slack.messages("ben") };
}

describe("what a finished video has in Slack", () => {
  it("goes whole: its notification, its film with the message that shared it, and the card last", async () => {
    const world = await aSlackFor(cardFor);
    const { reply, at, chat, seen } = await finished(world);
    expect(seen()).toHaveLength(3);
    expect(at).toEqual([{ platform: "slack", channelId: reply.channelId, ts: seen()[1]?.ts }]);
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(seen()).toEqual([]);
    expect(world.slack.file(reply.files?.[0]?.id ?? "")).toBeUndefined();
    const gone = world.journal.since(0).filter(({ kind }) => kind === "deleted");
    expect(gone.at(-1)?.messageId).toBe(reply.ts);
  });

  it("goes with every film of several", async () => {
    const world = await aSlackFor(cardFor);
    const { reply, at, chat, seen } = await finished(world, 3);
    expect(seen()).toHaveLength(5);
    expect(await chat.takeDown(reply, at)).toEqual({ ok: true, value: [] });
    expect(seen()).toEqual([]);
  });

  test.for<[string, Partial<SlackReply>, readonly Posted[], string[]]>([
    ["a card that a response_url took", { ts: null, isUneditable: true }, [], ["card"]],
    [
      "a notification where the bot is not any more",
      {},
      [{ platform: "slack", channelId: "C0GONE", ts: "1795219200.000100" }],
      ["notification"],
    ],
    ["what is gone already", { ts: "1795219200.000100" }, [], []],
  ])("is named where only a person can take it away: %s", async ([, over, more, left]) => {
    const world = await aSlackFor(cardFor);
    const { reply, at, chat } = await finished(world);
    expect(await chat.takeDown({ ...reply, ...over }, [...at, ...more])).toEqual({ ok: true, value: left });
  });

  it("that a response_url carried its notification is known to be lost", async () => {
    const world = await aSlackFor(cardFor);
    const card = await givenCard(world, world.slack.foreignChannelId);
    expect(await world.front.chat.notify(card, ready, how)).toEqual({
      ok: true,
      value: { kind: "sent", at: "lost" },
    });
  });

  it("may go later where Slack is away", async () => {
    const world = await aSlackFor(cardFor);
    const { reply, at, chat, seen } = await finished(world);
    await world.slack.stop();
    expect(await chat.takeDown(reply, at)).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
    expect(seen()).toHaveLength(3);
  });
});
