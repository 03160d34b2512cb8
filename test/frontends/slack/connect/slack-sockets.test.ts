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

/** A socket that fails, opens or hangs as told, once a try, after which it opens; it is kept open by a clock that is told the time. */
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

describe("a Slack socket that is kept open", () => {
  it("retries with growing gaps until Slack accepts it", async () => {
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

  it("waits as long as Slack requests", async () => {
    const { clock, seen } = kept(new webApi.WebAPIRateLimitedError(30));
    await clock.advance(29_999);
    expect(seen.starts).toBe(1);
    await clock.advance(1);
    expect(seen.starts).toBe(2);
  });

  it("reopens at once when it is dropped, and keeps retrying even if its token is refused meanwhile", async () => {
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

  it("reports how to fix a token that is refused from the start", async () => {
    const { seen, socket } = kept(refused);
    await expect(socket.opened).rejects.toThrow("SLACK_APP_TOKEN (invalid_auth)");
    expect(seen.starts).toBe(1);
  });

  it.for(["team_added_to_org", "org_login_required", "internal_error", "ratelimited"])(
    "keeps retrying after %s, which does not mean that the token is wrong",
    async (error) => {
      const { clock, seen, socket } = kept(new webApi.WebAPIPlatformError({ ok: false, error }));
      await clock.advance(10_000);
      expect(seen.starts).toBe(2);
      expect(socket.isOpen()).toBe(true);
    },
  );

  it("aborts an attempt that gets no hello from Slack", async () => {
    const { clock, seen, socket } = kept("hangs");
    await clock.advance(20_000);
    expect(seen.disconnects).toBe(1);
    await clock.advance(500);
    expect(socket.isOpen()).toBe(true);
  });

  it("stays closed after it was closed", async () => {
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

describe("the Slack sockets", () => {
  it("are two, so that no command is lost while Slack renews them one after the other", async () => {
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

  it("report how to fix a token that Slack refuses", async () => {
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

  it("stay open on a stop until running commands are answered", async () => {
    const decided = deferred();
    const decide = (command: Command) => decided.promise.then(() => cardFor(command));
    const { slack, service, front, journal } = await aSlackFor(decide, { socketWaitMs: 500 });
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

describe("Slack's HTTP mode", () => {
  it("is connected only after its token has been verified", async () => {
    const connected = await aSlackFor(cardFor, { transport: "http" });
    expect(connected.front.trouble()).toBeNull();
    const slack = await slackAlone();
    const front = frontAt(slack, { kind: "http", signingSecret: slack.signingSecret });
    expect(front.trouble()).toBe("Slack: not connected");
    await front.stop();
  });
});

/** Two sockets of ours, the first of which greets again when it is renewed; `others` are those of another process. */
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
  it("are detected after a minute, checked every ten minutes, and forgotten once they are gone", async () => {
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

  it("are not reported if Slack only counts a closed socket for a moment", async () => {
    const { clock, duplicate, counts, renewals, hello } = aPair();
    counts.others = 1;
    hello();
    counts.others = 0;
    await clock.advance(3_600_000);
    expect([duplicate.signs(), renewals]).toEqual([0, [60_000]]);
  });

  it("are checked only while all own sockets are open", async () => {
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

  it("are not detected from what people write in messages, and not checked after the bot stops", async () => {
    const { clock, duplicate, counts, renewals, hello, stop, receives } = aPair();
    for (const data of [
      '{"type":"hello"',
      JSON.stringify({ text: '"type":"hello"', num_connections: 9 }),
      Buffer.from(""),
    ])
      receives(data);
    counts.others = 1;
    hello();
    stop();
    await clock.advance(3_600_000);
    expect([duplicate.signs(), renewals]).toEqual([0, []]);
  });
});

it("a renewed Slack socket pauses before it reopens, and stays closed if it is closed meanwhile", async () => {
  const { clock, seen, socket } = kept();
  await socket.opened;
  void socket.renew(5_000);
  await clock.advance(4_999);
  expect([seen.starts, socket.isOpen()]).toEqual([1, false]);
  await clock.advance(1);
  expect([seen.starts, socket.isOpen()]).toEqual([2, true]);
  void socket.renew(5_000);
  await socket.close();
  await clock.advance(10_000);
  expect(seen.starts).toBe(2);
});
