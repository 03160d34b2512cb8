import { webApi } from "@slack/bolt";
import { describe, expect, it, onTestFinished } from "vitest";
import { machineClock as sandboxClock } from "../../../../sandbox/src/clock.ts";
import { openJournal } from "../../../../sandbox/src/journal.ts";
import { startSlack } from "../../../../sandbox/src/slack/slack-emulator.ts";
import type { Command } from "../../../../src/core/command.ts";
import { keepOpen, type SocketClient } from "../../../../src/frontends/slack/connect/slack-sockets.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { aSlackFor, cardFor, frontAt } from "../slack-world.ts";

const refused = new webApi.WebAPIPlatformError({ ok: false, error: "invalid_auth" });
const unreached = new webApi.WebAPIRequestError(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));

/** A socket that fails, opens or hangs as told, once a try, after which it opens; it is kept open by a clock that is told the time. */
function kept(...tries: (Error | "hangs")[]) {
  const clock = manualClock();
  const listeners = { connected: () => {}, disconnected: () => {} };
  const seen = { starts: 0, disconnects: 0 };
  const client: SocketClient = {
    start() {
      seen.starts += 1;
      const outcome = tries.shift();
      if (outcome instanceof Error) return Promise.reject(outcome);
      if (outcome === "hangs") return new Promise(() => {});
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
  return { clock, seen, drop, socket: keepOpen(client, { clock, log: recordingLog() }) };
}

describe("a socket that is kept open", () => {
  it("tries until Slack is there, in growing gaps", async () => {
    const { clock, seen, socket } = kept(unreached, unreached, new webApi.WebAPIHTTPError(503, "", {}));
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
    const { clock, seen } = kept(new webApi.WebAPIRateLimitedError(30));
    await clock.advance(29_999);
    expect(seen.starts).toBe(1);
    await clock.advance(1);
    expect(seen.starts).toBe(2);
  });

  it("opens again at once when it is dropped, and goes on trying even with a token that is refused meanwhile", async () => {
    const { clock, seen, drop, socket } = kept();
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
    const { seen, socket } = kept(refused);
    await expect(socket.opened).rejects.toThrow("SLACK_APP_TOKEN (invalid_auth)");
    expect(seen.starts).toBe(1);
  });

  it.for(["team_added_to_org", "org_login_required", "internal_error", "ratelimited"])(
    "goes on trying where %s says nothing about its token",
    async (error) => {
      const { clock, seen, socket } = kept(new webApi.WebAPIPlatformError({ ok: false, error }));
      await clock.advance(10_000);
      expect(seen.starts).toBe(2);
      expect(socket.isOpen()).toBe(true);
    },
  );

  it("gives up a try that nobody greets", async () => {
    const { clock, seen, socket } = kept("hangs");
    await clock.advance(20_000);
    expect(seen.disconnects).toBe(1);
    await clock.advance(500);
    expect(socket.isOpen()).toBe(true);
  });

  it("stays closed once it is closed", async () => {
    const { clock, seen, socket } = kept();
    await socket.opened;
    await socket.close();
    await clock.advance(60_000);
    expect(seen).toEqual({ starts: 1, disconnects: 1 });
    expect(socket.isOpen()).toBe(false);
  });
});

/** The emulated Slack, which no bot has met yet. */
async function slackAlone() {
  const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock), socketWaitMs: 20 });
  onTestFinished(() => slack.stop());
  return slack;
}

describe("the sockets", () => {
  it("are two, and lose no command while Slack renews one after the other and waits for none", async () => {
    const { slack, journal, service } = await aSlackFor(cardFor, { socketWaitMs: 0 });
    const many = (what: string) => journal.since(0).filter(({ kind }) => kind === what).length;
    const until = async (what: string, count: number) =>
      many(what) >= count || (await journal.find(() => many(what) >= count));
    for (let round = 0; round < 12; round += 1) {
      await until("connected", 2 + round);
      slack.dropSockets(1);
      await slack.command("ada", "/video a cat");
    }
    await until("answered", 12);
    expect(service.commands).toHaveLength(12);
    expect(many("unanswered")).toBe(0);
  });

  it("report a token that Slack refuses in a sentence with its cure", async () => {
    const slack = await slackAlone();
    const open = (botToken: string, appToken: string) => frontAt({ ...slack, botToken }, { kind: "socket", appToken });
    const bad = open("xoxb-wrong", slack.appToken);
    await expect(bad.start()).rejects.toThrow(/SLACK_BOT_TOKEN \(invalid_auth\)/);
    expect(bad.trouble()).toBe("Slack: not connected");
    await bad.stop();
    const half = open(slack.botToken, "xapp-wrong");
    await expect(half.start()).rejects.toThrow(/SLACK_APP_TOKEN \(invalid_auth\)/);
    await half.stop();
  });

  it("are closed by a stop that lets the command in hand be answered first", async () => {
    const decided = deferred();
    const decide = (command: Command) => decided.promise.then(() => cardFor(command));
    const { slack, service, front, journal } = await aSlackFor(decide);
    await slack.command("ada", "/video a cat");
    while (service.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
    let isStopped = false;
    const stopped = front.stop().then(() => {
      isStopped = true;
    });
    // Time enough to close a socket, were it not for the command in hand.
    for (let trip = 0; trip < 5; trip += 1) await (await fetch(`${slack.apiUrl}api.test`)).text();
    expect(isStopped).toBe(false);
    decided.resolve();
    await stopped;
    expect(journal.since(0).map(({ kind }) => kind)).toContain("answered");
    expect(service.fates).toMatchObject([{ kind: "given" }]);
    expect(front.trouble()).toBe("Slack: not connected");
    await expect(slack.command("ada", "/video a cat")).rejects.toThrow("dispatch_failed");
  });
});

describe("HTTP mode", () => {
  it("is not connected before its token is proved", async () => {
    const connected = await aSlackFor(cardFor, { transport: "http" });
    expect(connected.front.trouble()).toBeNull();
    const slack = await slackAlone();
    const front = frontAt(slack, { kind: "http", signingSecret: slack.signingSecret });
    expect(front.trouble()).toBe("Slack: not connected");
    await front.stop();
  });
});
