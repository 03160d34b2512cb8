import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { listenUntilEnd } from "../../fakes/loopback-server.ts";
import { aBotsWorld } from "./built-bot.ts";

/** The video service at the end of a slow line: the answer to a paid call waits until it is let through. */
async function slowLine(origin: string) {
  const held: (() => void)[] = [];
  let arrived = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    to.writeHead(from.statusCode ?? 500, from.headers);
    from.pipe(to);
  };
  const server = createServer((request, response) => {
    const { method, url = "/", headers } = request;
    const isPaid = url.endsWith("/generate-video");
    const onward = httpRequest(new URL(url, origin), { method, headers }, (answer) => {
      if (!isPaid) return pass(answer, response);
      held.push(() => pass(answer, response));
      arrived();
    });
    request.pipe(onward);
  });
  const line = await listenUntilEnd(server);
  return { origin: line.origin, isThere, letThrough: () => held.splice(0).forEach((go) => void go()) };
}

test("SIGTERM during a paid call waits for the answer and saves it, and the next start delivers that video", {
  timeout: 90_000,
}, async () => {
  const { sandbox, env, connected, run } = await aBotsWorld(["discord"]);
  const line = await slowLine(new URL(env.VIDEO_API_URL ?? "").origin);
  const slow = { ...env, VIDEO_API_URL: (env.VIDEO_API_URL ?? "").replace(/^https?:\/\/[^/]+/, line.origin) };
  const up = connected();
  const first = run("start", [], { ...slow, LOG_LEVEL: "info" });
  await up;
  await sandbox.discord.command("ada", "video", { prompt: "a boat" });
  await line.isThere;

  first.process.kill("SIGTERM");
  await first.receives("no more commands are taken");
  expect(first.process.exitCode).toBeNull();
  line.letThrough();
  expect(await first.ended, first.stderr()).toBe(0);

  const again = connected();
  run("start", [], env);
  await again;
  const [task] = sandbox.video.tasks();
  sandbox.video.settle(task?.id ?? "", "succeeded");
  await sandbox.journal.find(() => JSON.stringify(sandbox.discord.messages("ada")).includes(".mp4"));
  expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});
