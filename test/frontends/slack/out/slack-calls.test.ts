import { expect, it, test } from "vitest";
import type { FetchWhole } from "../../../../src/core/http-client.ts";
import { callAt, clientsOf, postToUrl, type TokenOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { uploader } from "../../../../src/frontends/slack/out/slack-files.ts";
import { clientBefore, filesAt } from "../slack-world.ts";

const options = () => ({ slackApiUrl: "http://127.0.0.1:9/" });

it("the bot reuses a Slack workspace's API client until the workspace's token changes", async () => {
  const tokens = new Map([["T1", "xoxb-1"]]);
  const { clientOf } = clientsOf(async (id) => tokens.get(id) ?? null, options);
  const tokenOf = async (where: { teamId: string; enterpriseId: string | null }) => {
    const client = await clientOf(where);
    return client.ok ? client.value : client.refusal;
  };
  const first = await tokenOf({ teamId: "T1", enterpriseId: null });
  expect(first).toMatchObject({ token: "xoxb-1" });
  expect(await tokenOf({ teamId: "T1", enterpriseId: null })).toBe(first);
  tokens.set("T1", "xoxb-2");
  expect(await tokenOf({ teamId: "T1", enterpriseId: null })).toMatchObject({ token: "xoxb-2" });
});

it("the bot calls Slack with the organization's token if the organization installed the bot, and otherwise with the workspace's token", async () => {
  const asked: string[] = [];
  const { clientOf } = clientsOf(async (id) => {
    asked.push(id);
    return "xoxb-1";
  }, options);
  await clientOf({ teamId: "T1", enterpriseId: "E1" });
  await clientOf({ teamId: "T1", enterpriseId: null });
  expect(asked).toEqual(["E1", "T1"]);
});

it.for<readonly [string, TokenOf, string]>([
  ["the bot is not installed in the workspace", async () => null, "not installed"],
  [
    "the stored installation cannot be read",
    () => Promise.reject(new Error("the disk is gone")),
    "installation not read",
  ],
])("no Slack call is made if %s", async ([, tokenOf, detail]) => {
  let asked = 0;
  const { clientOf } = clientsOf(tokenOf, options);
  const called = await callAt(clientOf, { teamId: "T1", enterpriseId: null }, async () => {
    asked += 1;
  });
  expect(called).toEqual({ ok: false, refusal: { kind: "unavailable", unclear: false, isElsewhere: true, detail } });
  expect(asked).toBe(0);
});

const slackApi = "https://slack.com/api/";
const double = "http://127.0.0.1:4000/api/";

const own: readonly (readonly [url: string, api: string])[] = [
  ["https://hooks.slack.com/actions/T1/1/x", slackApi],
  ["https://hooks.slack-gov.com/commands/T1/1/x", slackApi],
  ["https://files.slack-gov.com/files-pri/T1-F1/cat.png", "https://slack-gov.com/api/"],
  ["https://slack.com/x", slackApi],
  ["https://proxy.example:8443/response/x", "https://proxy.example:8443/slack/api"],
  ["http://127.0.0.1:4000/response/x", double],
  ["https://hooks.slack.com/actions/T1/1/x", double],
];

const foreign: readonly (readonly [url: string, api: string])[] = [
  ["https://evil.example/x", slackApi],
  ["https://slack.com.evil.example/x", slackApi],
  ["https://evilslack.com/x", slackApi],
  ["https://hooks.slack.com@evil.example/x", slackApi],
  ["https://name:word@hooks.slack.com/x", slackApi],
  ["https://hooks.slack.com:8443/x", slackApi],
  ["http://hooks.slack.com/x", slackApi],
  ["not an address", slackApi],
  ["http://127.0.0.1:4001/x", double],
  ["https://127.0.0.1:4000/x", double],
];

/** Makes every call that uses a URL from Slack, and records the fetched URLs. */
function ways(apiUrl: string) {
  const fetched: string[] = [];
  const fetchWhole: FetchWhole = async (address) => {
    fetched.push(String(address));
    return new Response("x", { headers: { "content-type": "image/png" } });
  };
  async function* content() {
    yield new Uint8Array([1]);
  }
  return {
    fetched,
    all: [
      (url: string) => postToUrl({ apiUrl, fetchWhole })(url, { text: "a prompt" }),
      (url: string) => filesAt(url, apiUrl, fetchWhole).open(),
      (url: string) => {
        const clientOf = clientBefore(async () => Response.json({ ok: true, upload_url: url, file_id: "F1" }), apiUrl);
        const file = { filename: "x.mp4", length: 1, content: { type: "video/mp4", content: content() } };
        return uploader({ clientOf, apiUrl, fetchWhole }).upload(
          { teamId: "T1", enterpriseId: null },
          file,
          new AbortController().signal,
        );
      },
    ],
  };
}

test.for(own)("the bot sends requests to the Slack URL “%s” if Slack's Web API is at %s", async ([url, api]) => {
  const { all, fetched } = ways(api);
  for (const way of all) expect(await way(url)).toMatchObject({ ok: true });
  expect(fetched).toEqual([url, url, url]);
});

test.for(foreign)(
  "the bot sends no request to the foreign URL “%s” if Slack's Web API is at %s",
  async ([url, api]) => {
    const { all, fetched } = ways(api);
    for (const way of all) expect(await way(url)).toMatchObject({ ok: false });
    expect(fetched).toEqual([]);
  },
);
