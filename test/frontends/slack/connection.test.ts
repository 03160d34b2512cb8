import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { slackFrontEnd } from "../../../src/frontends/slack/front-end.ts";
import { machineClock as sandboxClock } from "../../../src/sandbox/clock.ts";
import { openJournal } from "../../../src/sandbox/journal.ts";
import { startSlack } from "../../../src/sandbox/slack/emulator.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { cardFor, inSlack, plain, toldDesk, wordsIn } from "./slack-world.ts";

describe("the sockets", () => {
  it("are two, and take commands again at once after Slack has dropped both", () =>
    inSlack(cardFor, async ({ slack, journal, desk, front }) => {
      await journal.find(() => journal.since(0).filter(({ kind }) => kind === "connected").length >= 2);
      expect(front.trouble()).toBeNull();
      const { seq } = journal.since(0).at(-1) ?? { seq: 0 };
      slack.dropSockets();
      const droppedAt = Date.now();
      await slack.command("ada", "/video a cat");
      expect(await desk.fate()).toMatchObject({ kind: "given" });
      expect(Date.now() - droppedAt).toBeLessThan(4_000);
      expect(journal.since(seq).some(({ kind }) => kind === "unanswered")).toBe(false);
    }));

  it("are told from a token that Slack refuses by a sentence with its cure", async () => {
    const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock) });
    const open = (botToken: string, appToken: string) =>
      slackFrontEnd(
        {
          botToken,
          transport: { kind: "socket", appToken },
          apiUrl: slack.apiUrl,
          prefix: "video",
          clock: machineClock,
          fetchWhole: fetchWhole(machineClock),
          log: keptLog(),
        },
        toldDesk(cardFor),
      );
    try {
      const bad = open("xoxb-wrong", slack.appToken);
      await expect(bad.start()).rejects.toThrow(/SLACK_BOT_TOKEN \(invalid_auth\)/);
      expect(bad.trouble()).toBe("Slack: not connected");
      await bad.stop();
      const half = open(slack.botToken, "xapp-wrong");
      await expect(half.start()).rejects.toThrow(/SLACK_APP_TOKEN \(invalid_auth\)/);
      await half.stop();
    } finally {
      await slack.stop();
    }
  });

  it("are closed by a stop: Slack finds nobody to send a command to", async () => {
    const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock), socketWaitMs: 20 });
    const transport = { kind: "socket", appToken: slack.appToken } as const;
    const { botToken, apiUrl } = slack;
    const options = {
      botToken,
      transport,
      apiUrl,
      prefix: "video",
      clock: machineClock,
      fetchWhole: fetchWhole(machineClock),
      log: keptLog(),
    };
    const front = slackFrontEnd(options, toldDesk(cardFor));
    try {
      await front.start();
      await slack.command("ada", "/video a cat");
      await front.stop();
      await expect(slack.command("ada", "/video a cat")).rejects.toThrow("dispatch_failed");
    } finally {
      await slack.stop();
    }
  });

  it("are closed by a stop that lets the command in hand be answered first", async () => {
    let decide = () => {};
    const decided = new Promise<void>((resolve) => {
      decide = resolve;
    });
    await inSlack(
      async (command) => {
        await decided;
        return cardFor(command);
      },
      async ({ slack, desk, front, journal }) => {
        await slack.command("ada", "/video a cat");
        while (desk.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
        let isStopped = false;
        const stopped = front.stop().then(() => {
          isStopped = true;
        });
        // Time enough to close a socket, were it not for the command in hand.
        for (let trip = 0; trip < 20; trip += 1) await (await fetch(`${slack.apiUrl}api.test`)).text();
        expect(isStopped).toBe(false);
        decide();
        await stopped;
        expect(journal.since(0).map(({ kind }) => kind)).toContain("answered");
        expect(desk.fates).toMatchObject([{ fate: { kind: "given" } }]);
        expect(front.trouble()).toBe("Slack: not connected");
      },
    );
  });
});

describe("HTTP mode", () => {
  it("answers what carries Slack's signature, and nothing else", async () => {
    const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock) });
    const desk = toldDesk(() => ({ kind: "private", message: plain("Too many at once") }));
    const front = slackFrontEnd(
      {
        botToken: slack.botToken,
        transport: { kind: "http", signingSecret: slack.signingSecret },
        apiUrl: slack.apiUrl,
        prefix: "video",
        clock: machineClock,
        fetchWhole: fetchWhole(machineClock),
        log: keptLog(),
      },
      desk,
    );
    const server = createServer((request, response) => front.requestListener?.(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const send = (secret: string, path = "/slack/events") => {
      const body = new URLSearchParams({
        command: "/video",
        text: "a cat",
        team_id: slack.teamId,
        channel_id: slack.channelId,
        user_id: "U00000ADA1",
        trigger_id: "1.2.3",
        response_url: "",
      }).toString();
      const at = String(Math.floor(Date.now() / 1_000));
      const signature = createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex");
      return fetch(`${origin}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-slack-request-timestamp": at,
          "x-slack-signature": `v0=${signature}`,
        },
        body,
      });
    };
    try {
      expect(front.trouble()).toBe("Slack: not connected");
      await front.start();
      expect(front.trouble()).toBeNull();
      const good = await send(slack.signingSecret);
      expect(good.status).toBe(200);
      const body: unknown = await good.json();
      expect(body).toMatchObject({ response_type: "ephemeral" });
      expect(wordsIn(body)).toContain("Too many at once");
      expect((await send("another secret")).status).toBe(401);
      expect((await send(slack.signingSecret, "/other")).status).toBe(404);
      expect(desk.commands).toHaveLength(1);
    } finally {
      await front.stop();
      server.close();
      await slack.stop();
    }
  });
});
