import { onTestFinished } from "vitest";
import { z } from "zod";
import { listen, reply } from "../src/http.ts";
import { startSandbox } from "../src/sandbox.ts";
import { manualSandboxClock } from "./sandbox-clock.ts";

/** A sandbox mounted on a server, stopped at the end of the test. */
export async function mounted(options: Parameters<typeof startSandbox>[0] = {}) {
  const clock = manualSandboxClock();
  const sandbox = await startSandbox({ clock, ...options });
  const server = await listen(async (incoming, response) => {
    if (!(await sandbox.handle(incoming, response))) reply(response, 418, { message: "another server's" });
  });
  onTestFinished(async () => {
    await sandbox.stop();
    await server.close();
  });
  const get = (path: string) => fetch(`${server.origin}${path}`, { redirect: "manual" });
  const post = async (path: string, body: unknown, type = "application/json") => {
    const init = { method: "POST", headers: { "content-type": type }, body: JSON.stringify(body) };
    const response = await fetch(`${server.origin}${path}`, init);
    return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
  };
  return { clock, sandbox, origin: server.origin, get, post };
}
