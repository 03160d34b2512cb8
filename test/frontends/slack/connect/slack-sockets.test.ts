import { webApi } from "@slack/bolt";
import { describe, expect, it, onTestFinished } from "vitest";
import { machineClock as sandboxClock } from "../../../../sandbox/src/clock.ts";
import { openJournal } from "../../../../sandbox/src/journal.ts";
import { startSlack } from "../../../../sandbox/src/slack/slack-emulator.ts";
import type { Command } from "../../../../src/core/command.ts";
import { keepOpen, type SocketClient, watchSockets } from "../../../../src/frontends/slack/connect/slack-sockets.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { aDuplicateProcess } from "../../../fakes/duplicate-process.ts";
import { TEST_START } from "../../../fakes/jobs.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { aSlackFor, cardFor, frontAt } from "../slack-world.ts";

const refused = new webApi.WebAPIPlatformError({ ok: false, error: "invalid_auth" });
const unreached = new webApi.WebAPIRequestError(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));

/** A socket that fails or hangs in these attempts and then opens. Its clock is controlled by the test. */
function kept(...tries: (Error | "hangs")[]) {
  const clock = manualClock();
  const silent = (_data?: unknown) => {};
  const listeners = { connected: silent, disconnected: silent, ws_message: silent };
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

describe("a Slack socket", () => {
  it("is opened again at growing intervals until Slack accepts the connection", async () => {
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

  it("is opened again only after the delay that Slack requests", async () => {
    const { clock, seen } = kept(new webApi.WebAPIRateLimitedError(30));
    await clock.advance(29_999);
    expect(seen.starts).toBe(1);
    await clock.advance(1);
    expect(seen.starts).toBe(2);
  });

  it("is opened again immediately after Slack drops the connection", async () => {
    const { clock, seen, drop, socket } = kept();
    await socket.opened;
    drop();
    await clock.advance(0);
    expect(seen.starts).toBe(2);
    expect(socket.isOpen()).toBe(true);
  });

  it("is opened again after a lost connection, even if Slack first refuses the token twice", async () => {
    const { clock, drop, socket } = kept();
    await socket.opened;
    drop(refused, refused);
    await clock.advance(0);
    expect(socket.isOpen()).toBe(false);
    await clock.advance(1_500);
    expect(socket.isOpen()).toBe(true);
  });

  it("fails with an error that names SLACK_APP_TOKEN if Slack refuses the token on the first try", async () => {
    const { seen, socket } = kept(refused);
    await expect(socket.opened).rejects.toThrow("SLACK_APP_TOKEN (invalid_auth)");
    expect(seen.starts).toBe(1);
  });

  it.for(["team_added_to_org", "org_login_required", "internal_error", "ratelimited"])(
    "is opened again after Slack's error %s, which does not mean a wrong token",
    async (error) => {
      const { clock, seen, socket } = kept(new webApi.WebAPIPlatformError({ ok: false, error }));
      await clock.advance(10_000);
      expect(seen.starts).toBe(2);
      expect(socket.isOpen()).toBe(true);
    },
  );

  it("is closed and opened again if Slack sends no “hello” message within 20 s", async () => {
    const { clock, seen, socket } = kept("hangs");
    await clock.advance(20_000);
    expect(seen.disconnects).toBe(1);
    await clock.advance(500);
    expect(socket.isOpen()).toBe(true);
  });

  it("is not opened again after the bot closed the connection", async () => {
    const { clock, seen, socket } = kept();
    await socket.opened;
    await socket.close();
    await clock.advance(60_000);
    expect(seen).toEqual({ starts: 1, disconnects: 1 });
    expect(socket.isOpen()).toBe(false);
  });
});

/** The emulated Slack, to which no bot has connected yet. */
async function slackAlone() {
  const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock), socketWaitMs: 20 });
  onTestFinished(() => slack.stop());
  return slack;
}

describe("the bot's two Slack sockets", () => {
  it("lose no command while Slack drops one socket after the other", async () => {
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

  it("fail to open with an error that names the setting of the refused token", async () => {
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

  it("are closed only after all commands in progress are answered", async () => {
    const decided = deferred();
    const decide = (command: Command) => decided.promise.then(() => cardFor(command));
    const { slack, service, front, journal } = await aSlackFor(decide, { socketWaitMs: 500 });
    await slack.command("ada", "/video a cat");
    while (service.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
    let isStopped = false;
    const stopped = front.stop().then(() => {
      isStopped = true;
    });
    // Enough time to close a socket, if no command were running.
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

describe("a bot in Slack's HTTP mode", () => {
  it("is reported as connected to Slack only after Slack has accepted the bot's token", async () => {
    const connected = await aSlackFor(cardFor, { transport: "http" });
    expect(connected.front.trouble()).toBeNull();
    const slack = await slackAlone();
    const front = frontAt(slack, { kind: "http", signingSecret: slack.signingSecret });
    expect(front.trouble()).toBe("Slack: not connected");
    await front.stop();
  });
});

/**
 * Two of our sockets. The first sends a new hello when it is renewed. `others` counts the sockets of another process.
 */
function aPair() {
  const clock = manualClock();
  const duplicate = aDuplicateProcess();
  const counts = { own: 2, others: 0 };
  let greet = (_data?: unknown) => {};
  const renewals: number[] = [];
  const up = [true, true];
  const hello = () => greet(JSON.stringify({ type: "hello", num_connections: counts.own + counts.others }));
  const socket = (nth: number) => ({
    isOpen: () => up[nth] === true,
    async renew(restMs: number) {
      renewals.push(clock.now() - TEST_START);
      expect(restMs).toBeGreaterThan(0);
      hello();
    },
  });
  const client = {
    on(_event: string, listener: (data?: unknown) => void) {
      greet = listener;
    },
  };
  const stop = watchSockets([client], [socket(0), socket(1)], { clock, duplicate });
  return { clock, duplicate, counts, up, renewals, hello, stop, receives: (data: unknown) => greet(data) };
}

describe("sockets of another process with the same Slack token", () => {
  it("are reported after a minute, and checked every ten minutes until all of them are closed", async () => {
    const { clock, duplicate, counts, renewals, hello } = aPair();
    counts.others = 1;
    hello();
    await clock.advance(59_999);
    expect([duplicate.signs(), renewals]).toEqual([0, []]);
    await clock.advance(1);
    expect([duplicate.signs(), renewals]).toEqual([1, [60_000]]);
    await clock.advance(600_000);
    expect([duplicate.signs(), renewals]).toEqual([2, [60_000, 660_000]]);
    counts.others = 0;
    await clock.advance(600_000);
    expect(duplicate.isThere()).toBe(false);
    await clock.advance(3_600_000);
    expect(renewals).toHaveLength(3);
  });

  it("are not reported if Slack reports the extra socket only for a moment", async () => {
    const { clock, duplicate, counts, renewals, hello } = aPair();
    counts.others = 1;
    hello();
    counts.others = 0;
    await clock.advance(3_600_000);
    expect([duplicate.signs(), renewals]).toEqual([0, [60_000]]);
  });

  it("are checked only while both sockets of this process are open", async () => {
    const { clock, counts, up, renewals, hello } = aPair();
    counts.others = 1;
    up[1] = false;
    hello();
    await clock.advance(119_999);
    expect(renewals).toEqual([]);
    up[1] = true;
    await clock.advance(1);
    expect(renewals).toEqual([120_000]);
  });

  it("are not reported after messages that only resemble Slack's “hello” message", async () => {
    const { clock, duplicate, renewals, receives } = aPair();
    for (const data of [
      '{"type":"hello"',
      JSON.stringify({ text: '"type":"hello"', num_connections: 9 }),
      Buffer.from(""),
    ])
      receives(data);
    await clock.advance(3_600_000);
    expect([duplicate.signs(), renewals]).toEqual([0, []]);
  });

  it("are no longer checked after the bot stops", async () => {
    const { clock, duplicate, counts, renewals, hello, stop } = aPair();
    counts.others = 1;
    hello();
    stop();
    await clock.advance(3_600_000);
    expect([duplicate.signs(), renewals]).toEqual([0, []]);
  });
});

it("a Slack socket is closed for 5 s during a renewal and is then opened again", async () => {
  const { clock, seen, socket } = kept();
  await socket.opened;
  void socket.renew(5_000);
  await clock.advance(4_999);
  expect([seen.starts, socket.isOpen()]).toEqual([1, false]);
  await clock.advance(1);
  expect([seen.starts, socket.isOpen()]).toEqual([2, true]);
});

it("a Slack socket stays closed if the bot closes the socket during a renewal", async () => {
  const { clock, seen, socket } = kept();
  await socket.opened;
  void socket.renew(5_000);
  await socket.close();
  await clock.advance(10_000);
  expect(seen.starts).toBe(1);
});
