import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { verifySlackRequest } from "@slack/bolt";
import { expect, onTestFinished, test } from "vitest";
import { readBody } from "../../src/http.ts";
import { slackWorld } from "./slack-world.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = { readonly status?: number; readonly body?: string } | "never";

/** An app behind a request URL: it answers the challenge, and everything else as told. */
async function anApp(answer: () => Answer = () => ({})) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await readBody(request)).toString("utf8");
    const challenge = /"challenge":"(\w+)"/.exec(body)?.[1];
    if (challenge) return response.end(challenge);
    received.push({ headers: request.headers, body });
    const told = answer();
    if (told !== "never") response.writeHead(told.status ?? 200).end(told.body ?? "");
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, received };
}

test("a request URL has to answer the challenge", async () => {
  const { slack, entries } = await slackWorld();
  const { url } = await anApp();
  await expect(slack.sendTo(`${slack.apiUrl}auth.test`)).rejects.toThrow("did not answer the challenge");
  await expect(slack.command("ada", "/video a cat")).rejects.toThrow("dispatch_failed");
  await slack.sendTo(url);
  expect(entries("connected")).toHaveLength(1);
});

test("a command comes as a form with Slack's signature, and its answer is shown to its person", async () => {
  const { slack, clock, entry } = await slackWorld();
  const { url, received } = await anApp(() => ({ body: JSON.stringify({ text: "Too many at once" }) }));
  await slack.sendTo(url);
  await slack.command("ada", "/video a cat & a dog");
  await entry("message");
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({ command: "/video", text: "a cat &amp; a dog" });
  const signature = {
    "x-slack-signature": String(headers["x-slack-signature"]),
    "x-slack-request-timestamp": Number(headers["x-slack-request-timestamp"]),
  };
  const nowMilliseconds = clock.now();
  verifySlackRequest({ signingSecret: slack.signingSecret, body, headers: signature, nowMilliseconds });
  expect(() =>
    verifySlackRequest({ signingSecret: slack.signingSecret, body: `${body}x`, headers: signature, nowMilliseconds }),
  ).toThrow("signature mismatch");
  expect(slack.messages("ada").at(-1)).toMatchObject({ text: "Too many at once", ephemeralFor: "U00000ADA1" });
});

test("plain text answers a command as well", async () => {
  const { slack, entry } = await slackWorld();
  await slack.sendTo((await anApp(() => ({ body: "Just text" }))).url);
  await slack.command("ada", "/video a cat");
  expect((await entry("message")).payload).toMatchObject({ text: "Just text" });
});

test("an answer that is not 200 is a failure to the person at once", async () => {
  const { slack, entry } = await slackWorld();
  await slack.sendTo((await anApp(() => ({ status: 401 }))).url);
  await slack.command("ada", "/video a cat");
  expect((await entry("unanswered")).payload).toEqual({ error: "dispatch_failed" });
});

test("no answer within 3 s is operation_timeout", async () => {
  const { slack, clock, entry } = await slackWorld();
  await slack.sendTo((await anApp(() => "never")).url);
  await slack.command("ada", "/video a cat");
  await clock.advance(3_000);
  expect((await entry("unanswered")).payload).toEqual({ error: "operation_timeout" });
});

test("an event that nobody acknowledges comes three times more: at once, after a minute, after five", async () => {
  const { slack, clock, entries, journal } = await slackWorld();
  const { url, received } = await anApp(() => ({ status: 500 }));
  await slack.sendTo(url);
  slack.say("ada", "hello", { channelId: slack.dmChannelId("ada") });
  const failures = (count: number) => journal.find(() => entries("unanswered").length === count, { withinMs: 3_000 });
  await failures(1);
  await clock.advance(0);
  await failures(2);
  await clock.advance(59_000);
  expect(received).toHaveLength(2);
  await clock.advance(1_000);
  await failures(3);
  await clock.advance(300_000);
  await failures(4);
  await clock.advance(3_600_000);
  expect(received.map(({ headers }) => headers["x-slack-retry-num"])).toEqual([undefined, "1", "2", "3"]);
  expect(received[1]?.headers["x-slack-retry-reason"]).toBe("http_timeout");
  expect(new Set(received.map(({ body }) => JSON.parse(body).event_id)).size).toBe(1);
});

test("over a socket, too, what is delivered again is the same envelope", async () => {
  const { slack, connect, entries, journal } = await slackWorld();
  const { next } = await connect();
  await slack.command("ada", "/video a cat");
  const first = await next();
  slack.redeliver();
  const second = await next();
  expect(second.body).toEqual(first.body);
  await first.ack({ text: "one" });
  await second.ack({ text: "two" });
  await journal.find(() => entries("answered").length === 2);
  expect(slack.messages("ada").map(({ text }) => text)).toEqual(["one", "two"]);
});
