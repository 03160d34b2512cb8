import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { mounted } from "./mounted.ts";

/** Returns the status line of the response to a request target that a URL client would normalise. */
function bare(origin: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1").on("error", reject);
    onTestFinished(() => void socket.destroy());
    socket.once("data", (part) => resolve(String(part).split("\r\n", 1)[0] ?? ""));
    socket.write(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
  });
}

const ledgers = [
  ...[
    "/x/../sandbox/ledger",
    "/%2e%2e/sandbox/ledger",
    "//x/sandbox/ledger",
    "/\\x/sandbox/ledger",
    "/sandbox/./ledger",
  ],
  ...[
    "/sandbox%2fledger",
    "/sandbox/%6cedger",
    "http://127.0.0.1/sandbox/ledger",
    "/sandbox/ledger#x",
    "/?/sandbox/ledger#",
  ],
  ...["/page/../sandbox/ledger", "/page/..%2f..%2fsandbox/ledger", "/?/../sandbox/ledger"],
];

test.for(ledgers)("the unnormalised path %s does not reach the sandbox's ledger", async (target) => {
  const { origin, sandbox, get } = await mounted();
  expect(await bare(origin, target)).toMatch(target.startsWith("/?") ? / (200|503) / : / (404|418) /);
  // The mounting server may pass every request to the sandbox.
  const server = createServer(async (request, response) => {
    if (!(await sandbox.handle(request, response))) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const handedOn = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  expect(await bare(handedOn, target)).toMatch(target.startsWith("/?") ? / (200|503) / : / (404|418) /);
  expect((await get("/sandbox/ledger?x=/../")).status).toBe(200);
});

test.for(["/x/../api/auth.test", "//x/api/auth.test", "/%2e%2e/api/auth.test", "/x/..\\samples/landscape.png"])(
  "the emulators refuse the unnormalised path %s",
  async (target) => {
    const { sandbox } = await mounted();
    for (const url of [sandbox.slack.apiUrl, sandbox.discord.apiUrl, sandbox.video.url])
      expect(await bare(url, target)).toMatch(/ 404 /);
  },
);
