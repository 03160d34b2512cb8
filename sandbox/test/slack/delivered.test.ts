import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { App, verifySlackRequest } from "@slack/bolt";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { readBody } from "../../src/http.ts";
import { actions, button, modal, prompt, silent, slackWorld } from "./slack-world.ts";

test("a Slack bot reconnects after its socket is dropped and receives a command typed in the meantime", async () => {
  const { slack, connect, entries, entry } = await slackWorld();
  const { next } = await connect();
  slack.dropSockets();
  const interactionId = await slack.command("ada", "/video after the drop");
  const received = await next();
  expect(received.body).toMatchObject({ text: "after the drop" });
  expect(entries("connected")).toHaveLength(2);
  await received.ack({ text: "here" });
  await entry("answered", { interactionId });
});

test("Slack delivers payloads to the bot's open sockets in turn, each payload to only one socket", async () => {
  const { slack, connect, entries } = await slackWorld();
  const older = await connect();
  const newer = await connect();
  expect(entries("connected").map((entry) => entry.payload)).toMatchObject([
    { num_connections: 1 },
    { num_connections: 2, connection_info: { app_id: slack.appId } },
  ]);
  for (const [text, socket] of [["one", older] as const, ["two", newer] as const, ["three", older] as const]) {
    await slack.command("ada", `/video ${text}`);
    expect((await socket.next()).body).toMatchObject({ text });
  }
  await newer.client.disconnect();
  await slack.command("ada", "/video four");
  expect((await older.next()).body).toMatchObject({ text: "four" });
});

test("a Slack socket URL can be used only once", async () => {
  const { slack } = await slackWorld();
  const { url } = (await fetch(`${slack.apiUrl}apps.connections.open`, {
    method: "POST",
    headers: { authorization: `Bearer ${slack.appToken}` },
  }).then((response) => response.json())) as { url: string };
  const outcome = () =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(url);
      socket.on("message", (data) => resolve(JSON.parse(data.toString()).type));
      socket.on("error", (error) => resolve(error.message));
    });
  expect(await outcome()).toBe("hello");
  expect(await outcome()).toBe("Unexpected server response: 401");
});

test("an unmodified Bolt app can use commands, messages, buttons and forms on the emulator", async () => {
  const { slack, clientOptions, entry, entries } = await slackWorld();
  const app = new App({
    token: slack.botToken,
    appToken: slack.appToken,
    socketMode: true,
    clientOptions,
    logger: silent,
  });
  onTestFinished(async () => {
    await app.stop();
  });

  app.command("/video", async ({ ack, command, client }) => {
    await ack();
    await client.chat.postMessage({
      channel: command.channel_id,
      text: `a card for ${command.text}`,
      blocks: [actions(button("edit", { value: command.text }))],
    });
  });
  app.action("edit", async ({ ack, body, client, respond }) => {
    await ack();
    if (body.type !== "block_actions") return;
    await client.views.open({ trigger_id: body.trigger_id, view: modal([prompt]) });
    await respond({ replace_original: true, text: "being edited" });
  });
  app.view("make_video", async ({ ack, body, view, client }) => {
    const value = view.state.values.prompt?.prompt?.value ?? "";
    if (value === "bad") return ack({ response_action: "errors", errors: { prompt: "Not that." } });
    await ack();
    await client.chat.postMessage({ channel: slack.channelId, text: `<@${body.user.id}> made ${value}` });
  });
  await app.start();

  await slack.command("ada", "/video a cat");
  const card = await entry("message");
  expect(card.payload).toMatchObject({ text: "a card for a cat", userId: slack.botUserId });
  await slack.press("ada", card.messageId ?? "", "edit");
  const form = await entry("form");
  expect((await entry("edited")).payload).toMatchObject({ ts: card.messageId, text: "being edited" });
  await slack.submitForm("ada", form.interactionId ?? "", { prompt: "bad" });
  await entry("form_updated");
  expect(slack.openForms("ada")[0]?.errors).toEqual({ prompt: "Not that." });
  await slack.submitForm("ada", form.interactionId ?? "", { prompt: "a dog" });
  expect((await entry("pinged")).payload).toEqual({ personIds: ["U00000ADA1"] });
  expect(slack.messages("ben").at(-1)?.text).toBe("<@U00000ADA1> made a dog");
  expect(entries("refused")).toEqual([]);
  expect(entries("answered")).toHaveLength(4);
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = { readonly status?: number; readonly body?: string } | "never";

/** An app with a request URL. It answers the challenge, and every other request with the given response. */
async function anApp(answer: () => Answer = () => ({})) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await readBody(request)).toString("utf8");
    const challenge = /"challenge":"(\w+)"/.exec(body)?.[1];
    if (challenge) return response.end(challenge);
    received.push({ headers: request.headers, body });
    const given = answer();
    if (given !== "never") response.writeHead(given.status ?? 200).end(given.body ?? "");
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, received };
}

test("Slack accepts a request URL only if the URL answers the challenge", async () => {
  const { slack, entries } = await slackWorld();
  const { url } = await anApp();
  await expect(slack.sendTo(`${slack.apiUrl}auth.test`)).rejects.toThrow("did not answer the challenge");
  await expect(slack.command("ada", "/video a cat")).rejects.toThrow("dispatch_failed");
  await slack.sendTo(url);
  expect(entries("connected")).toHaveLength(1);
});

test("Slack sends a command as a signed HTTP form and shows the HTTP response to the person", async () => {
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

test("Slack shows a plain text response to a command as a message", async () => {
  const { slack, entry } = await slackWorld();
  await slack.sendTo((await anApp(() => ({ body: "Just text" }))).url);
  await slack.command("ada", "/video a cat");
  expect((await entry("message")).payload).toMatchObject({ text: "Just text" });
});

test("Slack shows dispatch_failed at once if the response to a command has a status other than 200", async () => {
  const { slack, entry } = await slackWorld();
  await slack.sendTo((await anApp(() => ({ status: 401 }))).url);
  await slack.command("ada", "/video a cat");
  expect((await entry("unanswered")).payload).toEqual({ error: "dispatch_failed" });
});

test("Slack shows operation_timeout if a command gets no response within 3 s", async () => {
  const { slack, clock, entry } = await slackWorld();
  await slack.sendTo((await anApp(() => "never")).url);
  await slack.command("ada", "/video a cat");
  await clock.advance(3_000);
  expect((await entry("unanswered")).payload).toEqual({ error: "operation_timeout" });
});

test("Slack redelivers an unacknowledged event at once, a minute later and five minutes after that", async () => {
  const { slack, clock, entries, journal } = await slackWorld();
  const { url, received } = await anApp(() => ({ status: 500 }));
  await slack.sendTo(url);
  slack.post("ada", "hello", { channelId: slack.dmChannelId("ada") });
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

test("the Slack emulator can deliver a payload a second time over the same socket", async () => {
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
