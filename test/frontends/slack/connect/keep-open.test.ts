import { webApi } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { keepOpen, type SocketClient } from "../../../../src/frontends/slack/connect/slack-sockets.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

const refused = new webApi.WebAPIPlatformError({ ok: false, error: "invalid_auth" });
const unreached = new webApi.WebAPIRequestError(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));

/** A socket that fails, opens or hangs as told, once a try; after that it opens. */
function toldSocket(...tries: (Error | "hangs")[]) {
  const listeners = { connected: () => {}, disconnected: () => {} };
  const seen = { starts: 0, disconnects: 0 };
  const client: SocketClient = {
    start() {
      seen.starts += 1;
      const told = tries.shift();
      if (told instanceof Error) return Promise.reject(told);
      if (told === "hangs") return new Promise(() => {});
      listeners.connected();
      return Promise.resolve();
    },
    async disconnect() {
      seen.disconnects += 1;
      listeners.disconnected();
    },
    on(event, listener) {
      listeners[event] = listener;
    },
  };
  const drop = (...next: (Error | "hangs")[]) => {
    tries.push(...next);
    listeners.disconnected();
  };
  return { client, seen, drop };
}

describe("a socket that is kept open", () => {
  it("tries until Slack is there, in growing gaps", async () => {
    const clock = toldClock();
    const { client, seen } = toldSocket(unreached, unreached, new webApi.WebAPIHTTPError(503, "", {}));
    const socket = keepOpen(client, { clock, log: keptLog() });
    await clock.advance(499);
    expect(seen.starts).toBe(1);
    await clock.advance(1);
    expect(seen.starts).toBe(2);
    await clock.advance(999);
    expect(seen.starts).toBe(2);
    await clock.advance(1 + 2_000);
    await socket.opened;
    expect(seen.starts).toBe(4);
    expect(socket.isOpen()).toBe(true);
  });

  it("waits as long as Slack asks", async () => {
    const clock = toldClock();
    const { client, seen } = toldSocket(new webApi.WebAPIRateLimitedError(30));
    keepOpen(client, { clock, log: keptLog() });
    await clock.advance(29_999);
    expect(seen.starts).toBe(1);
    await clock.advance(1);
    expect(seen.starts).toBe(2);
  });

  it("opens again at once when it is dropped, and goes on trying even with a token that is refused meanwhile", async () => {
    const clock = toldClock();
    const { client, seen, drop } = toldSocket();
    const socket = keepOpen(client, { clock, log: keptLog() });
    await socket.opened;
    drop();
    await clock.advance(0);
    expect(seen.starts).toBe(2);
    expect(socket.isOpen()).toBe(true);
    drop(refused, refused);
    await clock.advance(0);
    expect(socket.isOpen()).toBe(false);
    await clock.advance(1_500);
    expect(socket.isOpen()).toBe(true);
  });

  it("says what to do where its token is refused from the start", async () => {
    const { client, seen } = toldSocket(refused);
    const socket = keepOpen(client, { clock: toldClock(), log: keptLog() });
    await expect(socket.opened).rejects.toThrow("SLACK_APP_TOKEN (invalid_auth)");
    expect(seen.starts).toBe(1);
  });

  it("gives up a try that nobody greets", async () => {
    const clock = toldClock();
    const { client, seen } = toldSocket("hangs");
    const socket = keepOpen(client, { clock, log: keptLog() });
    await clock.advance(20_000);
    expect(seen.disconnects).toBe(1);
    await clock.advance(500);
    expect(socket.isOpen()).toBe(true);
  });

  it("stays closed once it is closed", async () => {
    const clock = toldClock();
    const { client, seen } = toldSocket();
    const socket = keepOpen(client, { clock, log: keptLog() });
    await socket.opened;
    await socket.close();
    await clock.advance(60_000);
    expect(seen).toEqual({ starts: 1, disconnects: 1 });
    expect(socket.isOpen()).toBe(false);
  });
});
