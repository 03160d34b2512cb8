import { createServer } from "node:http";
import { connect } from "node:net";
import { App } from "@slack/bolt";
import { expect, onTestFinished, test } from "vitest";
import type { FetchWhole } from "../../../../src/core/http-client.ts";
import { LOCALES } from "../../../../src/core/text/locale.ts";
import { Secret } from "../../../../src/core/text/secret.ts";
import { installListener, onRemovals } from "../../../../src/frontends/slack/connect/slack-install.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { listenUntilEnd } from "../../../fakes/loopback-server.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";

const publicUrl = "https://reelay.example.com/bot";
const secrets = ["the-client-secret", "the state secret", "xoxb-secret", "a-code-of-slacks"];
const installed = {
  ok: true,
  access_token: "xoxb-secret",
  token_type: "bot",
  scope: "commands",
  bot_user_id: "B1",
  app_id: "A1",
  team: { id: "T1", name: "<script>alert(1)</script>" },
  enterprise: null,
  is_enterprise_install: false,
  authed_user: { id: "U1" },
};

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

/** The installation pages on a real server. `access` is Slack's response to the exchange of a code. */
async function world(access: () => Response | Promise<Response> = () => json(installed), keep = async () => {}) {
  const log = recordingLog();
  const installed: string[] = [];
  const fetchWhole: FetchWhole = async (address) =>
    String(address).endsWith("oauth.v2.access")
      ? access()
      : json({ ok: true, bot_id: "B1", url: "https://evil.example/" });
  const listener = installListener(
    {
      clientId: "1.2",
      clientSecret: "the-client-secret",
      stateSecret: "the state secret",
      publicUrl,
      installations: {
        find: async () => null,
        async keep(id) {
          await keep();
          installed.push(id);
        },
      },
      left: async () => {},
    },
    { apiUrl: "https://slack.com/api/", prefix: "video", clock: manualClock(), log, fetchWhole, wordsIn: slackWordsIn },
  );
  const server = createServer(listener);
  const { port, origin } = await listenUntilEnd(server);
  /** Starts an installation. Returns the state and the cookie with which the person comes back. */
  const begin = async () => {
    const begun = await fetch(`${origin}/slack/install`, { redirect: "manual" });
    const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
    return { state, cookie: begun.headers.get("set-cookie")?.split(";")[0] ?? "" };
  };
  const comeBack = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/slack/oauth_redirect?${query}`, { headers, redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const finish = async (headers: Record<string, string> = {}, more = "code=a-code-of-slacks") => {
    const { state, cookie } = await begin();
    return comeBack(`${more}&state=${state}`, { cookie, ...headers });
  };
  return { log, installed, port, begin, comeBack, finish };
}

const no = (error: string) => () => json({ ok: false, error });
const en = slackWordsIn("en").install;

type World = Awaited<ReturnType<typeof world>>;
type Told = readonly [what: string, status: number, told: { readonly title: string; readonly text: string }];
const through = ({ finish }: World) => finish();
const madeUp = ({ comeBack }: World) => comeBack("code=x&state=made-up", { cookie: "slack-app-oauth-state=made-up" });
const full = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));

// Each row has the redirect with which the person returns, Slack's response to the code, and the store's result.
test.for<readonly [...Told, comes: (world: World) => ReturnType<World["finish"]>, ...Parameters<typeof world>]>([
  ["the person denies", 400, en.denied, ({ finish }) => finish({}, "error=access_denied")],
  ["Slack refuses", 503, en.refused, ({ finish }) => finish({}, "error=invalid_scope")],
  ["fails because of a Slack outage", 503, en.broken, ({ finish }) => finish({}, "error=server_error")],
  ["fails with the error code team_added_to_org", 503, en.broken, through, no("team_added_to_org")],
  ["has no OAuth code", 400, en.stale, ({ finish }) => finish({}, "x=1")],
  ["was started in another browser", 400, en.stale, ({ finish }) => finish({ cookie: "" })],
  ["has a forged OAuth state", 400, en.stale, madeUp],
  ["has an OAuth code that was already used", 400, en.stale, through, no("code_already_used")],
  ["has a wrong client secret", 503, en.refused, through, no("bad_client_secret")],
  ["exceeds Slack's rate limit", 503, en.broken, through, () => new Response(null, { status: 429 })],
  ["cannot reach Slack", 503, en.broken, through, () => Promise.reject(new TypeError("fetch failed"))],
  ["gets no token from Slack", 503, en.refused, through, () => json({ ...installed, access_token: undefined })],
  ["gets an unknown response from Slack", 503, en.broken, through, () => json({ ok: true })],
  ["cannot be saved", 503, en.broken, through, undefined, full],
])("a Slack installation that %s ends with a page that explains the next step", async (row) => {
  const [, status, { title, text }, comes, ...how] = row;
  const page = await comes(await world(...how));
  expect(page.status).toBe(status);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.text).toContain(`<h1>${title}</h1>`);
  expect(page.text.replaceAll("&#39;", "'")).toContain(text);
  expect(page.text).toContain(`<a href="${publicUrl}/slack/install">${en.again}</a>`);
  expect(page.text).not.toMatch(/slack_oauth|error|\b[45]\d\d\b|a-code-of-slacks/i);
});

test("the page after a successful Slack installation shows a command to type and a link to Slack", async () => {
  const { finish, installed } = await world();
  const { status, text, headers } = await finish();
  expect([status, installed]).toEqual([200, ["T1"]]);
  expect(text).toContain(`<h1>${en.installed.title}</h1>`);
  expect(text).toContain("/video");
  expect(text).toContain('href="slack://app?team=T1&amp;id=A1"');
  expect(text).not.toMatch(/script|evil/);
  // The URL of this page contains the code.
  expect(Object.fromEntries(headers)).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
});

test("the page after an organization's Slack installation never links to the URL in Slack's response", async () => {
  const { finish } = await world(() =>
    json({ ...installed, team: null, enterprise: { id: "E1", name: "x" }, is_enterprise_install: true }),
  );
  const { status, text } = await finish();
  expect([status, text.includes("evil.example"), text.includes('href="slack://open"')]).toEqual([200, false, true]);
});

test.for(LOCALES)(
  "the Slack installation page is in the language “%s” if the browser requests that language",
  async (locale) => {
    const { finish } = await world(no("invalid_code"));
    const { text } = await finish({ "accept-language": `${locale},en;q=0.5` });
    expect(text).toContain(`<html lang="${locale}">`);
    expect(text).toContain(slackWordsIn(locale).install.stale.title);
  },
);

test("the Slack installation page and the log contain no secret", async () => {
  for (const access of [() => json(installed), no("invalid_code"), () => json({ ok: true })]) {
    const { finish, log } = await world(access);
    const { text } = await finish();
    for (const secret of secrets) expect(`${text}${JSON.stringify(log.lines)}`).not.toContain(secret);
  }
});

test("a Slack installation request with an invalid Host header gets an HTTP error (400 or 503)", async () => {
  const { port } = await world();
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("GET /slack/oauth_redirect?code=x HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n");
  const answer = await new Promise<string>((resolve) => socket.once("data", (part) => resolve(String(part))));
  expect(answer).toMatch(/^HTTP\/1\.1 (400|503) /);
});

/** The installations that the event removes, each with the latest install time that it covers. */
async function removedBy(
  type: string,
  { event, ...body }: { event?: object; event_time?: unknown; enterprise_id?: string },
  { installedAt = 0, isEnterpriseInstall = false } = {},
) {
  const left: (readonly [string, number])[] = [];
  const receiver = { init() {}, start: async () => {}, stop: async () => {} };
  const app = new App({ receiver, authorize: async () => ({}) });
  const secrets = { clientId: "1", clientSecret: "s", stateSecret: "s", publicUrl };
  const find = async () => ({ token: new Secret("xoxb-1"), installedAt });
  const leave = async (id: string, at: number) => void left.push([id, at]);
  onRemovals(app, { ...secrets, installations: { find, keep: async () => {} }, left: leave }, recordingLog());
  const told = { type: "event_callback", team_id: "T1", event_time: 100, event: { type, ...event }, ...body };
  const authorizations = [{ is_enterprise_install: isEnterpriseInstall }];
  await app.processEvent({ body: { ...told, authorizations }, ack: async () => {} });
  return left;
}

/** The workspace and the time of its removal, which is the end of the second in Slack's event. */
const ofWorkspace = [["T1", 101_000]];
const organisation = { enterprise_id: "E1" };
const revoked = (tokens: object) => ({ event: { tokens } });

test.for<readonly [string, ...Parameters<typeof removedBy>, readonly unknown[]]>([
  ["an uninstall event removes the Slack workspace's installation", "app_uninstalled", {}, {}, ofWorkspace],
  [
    "an uninstall event from one workspace of a Slack organization removes only that workspace's installation",
    "app_uninstalled",
    organisation,
    {},
    ofWorkspace,
  ],
  [
    "an uninstall event from a Slack organization removes the organization's installation",
    "app_uninstalled",
    organisation,
    { isEnterpriseInstall: true },
    [["E1", 101_000]],
  ],
  [
    "a revoked bot token removes the Slack workspace's installation",
    "tokens_revoked",
    revoked({ bot: ["U1"] }),
    {},
    ofWorkspace,
  ],
  [
    "a revoked user token with an empty list of bot tokens removes no Slack installation",
    "tokens_revoked",
    revoked({ oauth: ["U1"], bot: [] }),
    {},
    [],
  ],
  ["a revoked user token removes no Slack installation", "tokens_revoked", revoked({ oauth: ["U1"] }), {}, []],
  [
    "an uninstall event older than the current installation removes no Slack installation",
    "app_uninstalled",
    {},
    { installedAt: 101_000 },
    [],
  ],
  [
    "an uninstall event newer than the current installation removes the Slack workspace's installation",
    "app_uninstalled",
    {},
    { installedAt: 100_999 },
    ofWorkspace,
  ],
  ["a malformed uninstall event removes no Slack installation", "app_uninstalled", { event_time: "soon" }, {}, []],
])("%s", async ([, name, body, how, removed]) => {
  expect(await removedBy(name, body, how)).toEqual(removed);
});
