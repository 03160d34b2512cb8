import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { aBotsWorld, type BuiltBot, buildBot } from "./built-bot.ts";

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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, isThere, letThrough: () => held.splice(0).forEach((go) => void go()) };
}

let built: BuiltBot;
beforeAll(async () => {
  built = await buildBot();
}, 60_000);

test("SIGTERM during a paid call waits for its answer and saves it: the next start delivers that very video", {
  timeout: 90_000,
}, async () => {
  const { sandbox, env, connected } = await aBotsWorld(["discord"]);
  const line = await slowLine(new URL(env.VIDEO_API_URL ?? "").origin);
  const slow = { ...env, VIDEO_API_URL: (env.VIDEO_API_URL ?? "").replace(/^https?:\/\/[^/]+/, line.origin) };
  const up = connected();
  const first = built.run("start", [], { ...slow, LOG_LEVEL: "info" });
  await up;
  await sandbox.discord.command("ada", "video", { prompt: "a boat" });
  await line.isThere;

  first.process.kill("SIGTERM");
  await first.hears("no more commands are taken");
  expect(first.process.exitCode).toBeNull();
  line.letThrough();
  expect(await first.ended, first.stderr()).toBe(0);

  const again = connected();
  built.run("start", [], env);
  await again;
  const [task] = sandbox.video.tasks();
  sandbox.video.settle(task?.id ?? "", "succeeded");
  await sandbox.journal.find(() => JSON.stringify(sandbox.discord.messages("ada")).includes(".mp4"));
  expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});
