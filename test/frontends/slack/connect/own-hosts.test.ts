import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { FetchWhole } from "../../../../src/core/ports.ts";
import { socketReceivers } from "../../../../src/frontends/slack/connect/bolt-app.ts";
import { clientsOf, isSlacksSocket, postToUrl } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { slackFiles } from "../../../../src/frontends/slack/out/slack-files.ts";
import { sendBytes } from "../../../../src/frontends/slack/out/slack-uploads.ts";
import { keptLog } from "../../../fakes/kept-log.ts";

const slackApi = "https://slack.com/api/";
const double = "http://127.0.0.1:4000/api/";

const own: readonly (readonly [api: string, url: string])[] = [
  [slackApi, "https://hooks.slack.com/actions/T1/1/x"],
  [slackApi, "https://files.slack.com/files-pri/T1-F1/cat.png"],
  [slackApi, "https://hooks.slack-gov.com/commands/T1/1/x"],
  [slackApi, "https://files.slack-gov.com/upload/v1/x"],
  ["https://slack-gov.com/api/", "https://files.slack-gov.com/files-pri/T1-F1/cat.png"],
  [slackApi, "https://slack.com/x"],
  ["https://proxy.example:8443/slack/api", "https://proxy.example:8443/response/x"],
  [double, "http://127.0.0.1:4000/response/x"],
  [double, "https://hooks.slack.com/actions/T1/1/x"],
];

const foreign: readonly (readonly [api: string, url: string])[] = [
  [slackApi, "https://evil.example/x"],
  [slackApi, "https://slack.com.evil.example/x"],
  [slackApi, "https://evilslack.com/x"],
  [slackApi, "https://evilslack-gov.com/x"],
  [slackApi, "https://slack-gov.com.evil.example/x"],
  [slackApi, "https://slackxgov.com/x"],
  [slackApi, "https://hooks-slack.com/x"],
  [slackApi, "https://hooks.slack.com@evil.example/x"],
  [slackApi, "https://name:word@hooks.slack.com/x"],
  [slackApi, "https://hooks.slack.com:8443/x"],
  [slackApi, "http://hooks.slack.com/x"],
  [slackApi, "ftp://hooks.slack.com/x"],
  [slackApi, "http://127.0.0.1:4000/x"],
  [slackApi, "https://169.254.169.254/latest"],
  [slackApi, "//hooks.slack.com/x"],
  [slackApi, "not an address"],
  [slackApi, ""],
  [double, "http://127.0.0.1:4001/x"],
  [double, "http://127.0.0.2:4000/x"],
  [double, "http://10.0.0.1/x"],
  [double, "http://hooks.slack.com/x"],
  [double, "https://127.0.0.1:4000/x"],
];

/** All that is asked of other hosts with an address that Slack named; what was fetched on the way. */
function ways(apiUrl: string) {
  const fetched: string[] = [];
  const fetchWhole: FetchWhole = async (address) => {
    fetched.push(String(address));
    return new Response("x", { headers: { "content-type": "image/png" } });
  };
  const open = (url: string) => {
    const answers: typeof fetch = async () =>
      new Response(JSON.stringify({ ok: true, file: { url_private: url } }), {
        headers: { "content-type": "application/json" },
      });
    const { patient: clientOf } = clientsOf(
      async () => "xoxb-1",
      () => ({ slackApiUrl: apiUrl, fetch: answers, retryConfig: { retries: 0 } }),
    );
    const files = slackFiles({ clientOf, apiUrl, fetchWhole, log: keptLog() });
    return files.open({ platform: "slack", teamId: "T1", id: "F1" });
  };
  async function* content() {
    yield new Uint8Array([1]);
  }
  return {
    fetched,
    all: [
      (url: string) => postToUrl({ apiUrl, fetchWhole })(url, { text: "a prompt" }),
      open,
      (url: string) => {
        const how = { length: 1, signal: new AbortController().signal };
        return sendBytes({ apiUrl, fetchWhole })(url, { type: "video/mp4", content: content() }, how);
      },
    ],
  };
}

test.for(own)("with the Web API at %s, %s is Slack's: words, tokens and files go there", async ([api, url]) => {
  const { all, fetched } = ways(api);
  for (const way of all) expect(await way(url)).toMatchObject({ ok: true });
  expect(fetched).toEqual([url, url, url]);
});

test.for(foreign)(
  "with the Web API at %s, nothing is asked of %s, by whichever way it was named",
  async ([api, url]) => {
    const { all, fetched } = ways(api);
    for (const way of all) expect(await way(url)).toMatchObject({ ok: false });
    expect(fetched).toEqual([]);
  },
);

test.for<readonly [api: string, url: string, isOurs: boolean]>([
  [slackApi, "wss://wss-primary.slack.com/link/?ticket=x", true],
  [slackApi, "wss://wss-primary.slack-gov.com/link/?ticket=x", true],
  [double, "ws://127.0.0.1:4001/link?ticket=x", true],
  [slackApi, "ws://wss-primary.slack.com/link/", false],
  [slackApi, "wss://wss-primary.slack.com:444/link/", false],
  [slackApi, "wss://slack.com.evil.example/link/", false],
  [slackApi, "ws://127.0.0.1:4001/link", false],
  [slackApi, "https://wss-primary.slack.com/link/", false],
  [double, "ws://127.0.0.2:4000/link", false],
  [double, "nothing", false],
])("with the Web API at %s, a socket to %s is opened: %s", ([api, url, isOurs]) => {
  expect(isSlacksSocket(url, api)).toBe(isOurs);
});

test("no connection is made to a foreign host that Slack's answer names for a socket", async () => {
  let connections = 0;
  const server = createServer().on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `ws://127.0.0.2:${typeof address === "object" && address ? address.port : 0}/link?ticket=x`;
  const asked: string[] = [];
  const fetchWhole: FetchWhole = async (called) => {
    asked.push(String(called));
    return new Response(JSON.stringify({ ok: true, url }), { headers: { "content-type": "application/json" } });
  };
  const [receiver] = socketReceivers("xapp-1", double, { log: keptLog(), fetchWhole });
  await expect(receiver.client.start()).rejects.toThrow();
  expect(asked).toEqual([`${double}apps.connections.open`]);
  expect(connections).toBe(0);
});
