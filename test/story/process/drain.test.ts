import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { storesOver } from "../../../src/engines/stores.ts";
import { opened } from "../../engines/in-folder.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { listenUntilEnd } from "../../fakes/loopback-server.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aBotsWorld } from "./built-bot.ts";

/** A proxy to the video service that holds back the response to a paid call until it is released. */
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

// One start of the bot serves both checks, because it takes a second of CPU time.
test("after SIGTERM, the bot saves the response to a pending paid call, even if Discord had sent an invalid event", {
  timeout: 90_000,
}, async () => {
  const { sandbox, env, dir, connected, run } = await aBotsWorld(["discord"]);
  const line = await slowLine(new URL(env.VIDEO_API_URL ?? "").origin);
  const slow = { ...env, VIDEO_API_URL: (env.VIDEO_API_URL ?? "").replace(/^https?:\/\/[^/]+/, line.origin) };
  const up = connected();
  const bot = run("start", [], { ...slow, LOG_LEVEL: "info" });
  await up;
  sandbox.discord.dispatch("READY", null);
  await bot.receives("unhandled rejection");

  await sandbox.discord.command("ada", "video", { prompt: "a boat" });
  await line.isThere;
  bot.process.kill("SIGTERM");
  await bot.receives("no more commands are taken");
  expect(bot.process.exitCode).toBeNull();
  line.letThrough();
  expect(await bot.ended, bot.stderr()).toBe(0);

  const [task] = sandbox.video.tasks();
  const database = await opened(dir);
  const { jobs } = storesOver(database, recordingLog(), testNames);
  const [open] = await jobs.openJobs(null, 10);
  const stored = open && (await jobs.load(open.id));
  await database.close();
  expect(stored?.job.state).toMatchObject({ status: "running", taskId: task?.id });
  expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});
