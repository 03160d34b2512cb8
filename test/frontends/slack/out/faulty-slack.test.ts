import { createServer, type RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { Chat } from "../../../../src/core/ports.ts";
import { slackFrontEnd } from "../../../../src/frontends/slack/slack-front-end.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { cardFor, fakeService, plain } from "../slack-world.ts";

/** A Slack that answers everything in the same bad way; `live` learns which methods were called. */
async function inFaultySlack(
  misbehave: RequestListener,
  live: (chat: Chat, card: SlackReply, calls: readonly string[]) => Promise<void>,
): Promise<void> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? "");
    request.resume().on("end", () => misbehave(request, response));
  });
  const origin = await new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    });
  });
  const options = {
    botToken: "xoxb-1",
    apiUrl: `${origin}/api`,
    prefix: "video",
    wordsIn: slackWordsIn,
    clock: machineClock,
    fetchWhole: fetchWhole(machineClock),
    log: recordingLog(),
  };
  const front = slackFrontEnd({ ...options, transport: { kind: "http", signingSecret: "s" } }, fakeService(cardFor));
  const card: SlackReply = {
    platform: "slack",
    teamId: "T1",
    channelId: "C1",
    userId: "U1",
    ts: null,
    cardChannelId: null,
    responseUrl: `${origin}/response`,
    responseUrlUntil: machineClock.now() + 60_000,
    responseUrlUses: 0,
    isUneditable: false,
  };
  try {
    await live(front.chat, card, calls);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const lost: RequestListener = (request) => request.socket.destroy();
const broken: RequestListener = (_request, response) => response.writeHead(500).end("oops");

describe("a post whose fate is not known", () => {
  it.each([
    ["a lost answer", lost],
    ["a 500", broken],
  ])("is made once after %s: not again, and no other way", (_what, misbehave) =>
    inFaultySlack(misbehave, async (chat, card, calls) => {
      const unclear = { ok: false, refusal: { kind: "unavailable", unclear: true } };
      expect(await chat.show(card, plain("Starting"), "first")).toMatchObject(unclear);
      expect(calls).toEqual(["/api/chat.postMessage"]);
      expect(await chat.notify(card, plain("Ready"), { people: ["U1"], nonce: "1", triedAt: null })).toMatchObject(
        unclear,
      );
      expect(calls).toHaveLength(2);
      expect(await chat.whisper(card, plain("No"))).toMatchObject(unclear);
      expect(calls).toEqual(["/api/chat.postMessage", "/api/chat.postMessage", "/api/chat.postEphemeral"]);
    }),
  );

  it("is not made through a response_url twice either", () =>
    inFaultySlack(
      (request, response) => {
        if (request.url === "/response") return request.socket.destroy();
        response.writeHead(200, { "content-type": "application/json" }).end('{"ok":false,"error":"not_in_channel"}');
      },
      async (chat, card, calls) => {
        const shown = await chat.show(card, plain("Starting"), "first");
        expect(shown).toMatchObject({ ok: false, refusal: { kind: "unavailable", unclear: true } });
        expect(calls).toEqual(["/api/chat.postMessage", "/response"]);
      },
    ));
});

describe("a Slack that asks for a pause", () => {
  it.each([
    ["says how long", { "retry-after": "7" }, 7_000],
    ["does not say how long", {}, 5_000],
  ])("is told apart where it %s, and is not asked again", (_what, headers, retryAfterMs) =>
    inFaultySlack(
      (_request, response) => response.writeHead(429, headers).end(),
      async (chat, card, calls) => {
        const paused = { ok: false, refusal: { kind: "rate_limited", retryAfterMs } };
        expect(await chat.show(card, plain("Starting"), "first")).toEqual(paused);
        expect(await chat.show({ ...card, ts: "1766300000.000100" }, plain("Ready"), "anywhere")).toMatchObject(paused);
        expect(calls).toEqual(["/api/chat.postMessage", "/api/chat.update"]);
      },
    ),
  );
});

describe("a card that Slack lets nobody edit any more", () => {
  /** A Slack that refuses every edit, and, where the channel is closed, all but the second post: the direct message. */
  const refusing = (code: string, isClosed: boolean): RequestListener => {
    let posts = 0;
    return (request, response) => {
      if (request.url === "/response") return response.writeHead(404).end("no_service");
      const isPost = request.url === "/api/chat.postMessage";
      if (isPost) posts += 1;
      const isTaken = isPost && (!isClosed || posts === 2);
      const posted = { ok: true, channel: isClosed ? "D1" : "C1", ts: "1766300009.000100" };
      const answer = isTaken ? posted : { ok: false, error: code };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    };
  };
  const gone = { ok: false, refusal: { kind: "card_gone" } };
  const edited = { ts: "1766300000.000100" };

  it.each(["message_not_found", "cant_update_message", "edit_window_closed"])(
    "is followed by one new message in the channel: %s",
    (code) =>
      inFaultySlack(refusing(code, false), async (chat, card, calls) => {
        expect(await chat.show({ ...card, ...edited }, plain("Rendering"), "in_place")).toEqual(gone);
        expect(await chat.show({ ...card, ...edited }, plain("Ready"), "anywhere")).toMatchObject({
          ok: true,
          value: { isNew: true, reply: { cardChannelId: "C1", ts: "1766300009.000100" } },
        });
        expect(calls).toEqual(["/api/chat.update", "/api/chat.update", "/api/chat.postMessage"]);
      }),
  );

  it.each(["is_archived", "channel_not_found"])(
    "has its final word in the direct message where the channel is closed: %s",
    (code) =>
      inFaultySlack(refusing(code, true), async (chat, card, calls) => {
        const shown = await chat.show({ ...card, ...edited }, plain("Ready"), "anywhere");
        expect(shown).toMatchObject({ ok: true, value: { isNew: true, reply: { cardChannelId: "D1" } } });
        const ways = ["/api/chat.postMessage", "/response", "/api/chat.postMessage"];
        expect(calls).toEqual(["/api/chat.update", ...ways]);
      }),
  );

  it.each(["token_revoked"])("waits where the token is refused, and no other way is tried with it: %s", (code) =>
    inFaultySlack(refusing(code, true), async (chat, card, calls) => {
      const waiting = {
        ok: false,
        refusal: { kind: "unavailable", unclear: false, isElsewhere: true, detail: code },
      };
      expect(await chat.show({ ...card, ...edited }, plain("Ready"), "anywhere")).toEqual(waiting);
      expect(calls).toEqual(["/api/chat.update"]);
      expect(await chat.remove({ ...card, ...edited })).toEqual(waiting);
      expect(calls).toEqual(["/api/chat.update", "/api/chat.delete"]);
    }),
  );
});
