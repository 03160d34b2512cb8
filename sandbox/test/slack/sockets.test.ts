import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { slackWorld } from "./slack-world.ts";

test("a dropped socket comes back, and a command typed meanwhile reaches it", async () => {
  const { slack, connect, entries, entry } = await slackWorld();
  const { next } = await connect();
  slack.dropSockets();
  const interactionId = await slack.command("ada", "/video after the drop");
  const heard = await next();
  expect(heard.body).toMatchObject({ text: "after the drop" });
  expect(entries("connected")).toHaveLength(2);
  await heard.ack({ text: "here" });
  await entry("answered", { interactionId });
});

test("each payload goes to one socket, the newest that lives", async () => {
  const { slack, connect, entries } = await slackWorld();
  const older = await connect();
  const newer = await connect();
  expect(entries("connected").map((entry) => entry.payload)).toMatchObject([
    { num_connections: 1 },
    { num_connections: 2, connection_info: { app_id: slack.appId } },
  ]);
  await slack.command("ada", "/video one");
  expect((await newer.next()).body).toMatchObject({ text: "one" });
  await newer.client.disconnect();
  await slack.command("ada", "/video two");
  expect((await older.next()).body).toMatchObject({ text: "two" });
});

test("a socket's address works once", async () => {
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
