import { createHash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type App, HTTPReceiver, type Installation } from "@slack/bolt";
import { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import type { InLanguage } from "../../../core/front-end.ts";
import type { Installations } from "../../../core/stored-secrets.ts";
import { type Locale, localeOf } from "../../../core/text/locale.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { requestPath } from "../../../core/text/parse-url.ts";
import { Secret } from "../../../core/text/secret.ts";
import { callRefusalOf, isOutage, slacksOwn } from "../out/slack-calls.ts";
import type { InstallWords, SlackWords } from "../slack-words.ts";
import { boltLogger, clientOptions, type SlackBasics } from "./slack-clients.ts";
import { everyScope } from "./slack-manifest.ts";

export interface InstallOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly stateSecret: string;
  readonly publicUrl: string;
  readonly installations: Installations;
  /** The workspace's or organization's data and installation must be deleted. */
  left(installationId: string, at: EpochMs): Promise<void>;
}

interface Tools extends SlackBasics {
  readonly wordsIn: InLanguage<Pick<SlackWords, "install">>;
}

const INSTALL_PATH = "/slack/install";
const REDIRECT_PATH = "/slack/oauth_redirect";

export function isInstallPath(request: IncomingMessage): boolean {
  const path = requestPath(request);
  return path === INSTALL_PATH || path === REDIRECT_PATH;
}

export function installListener(options: InstallOptions, tools: Tools): RequestListener {
  const { apiUrl, prefix, clock, log, fetchWhole, wordsIn } = tools;
  const { clientId, clientSecret, stateSecret, publicUrl, installations } = options;
  const logger = boltLogger(log);
  const receiver = new HTTPReceiver({
    // Slack's own requests use another path, which checks their signatures.
    endpoints: [],
    signingSecret: "",
    signatureVerification: false,
    logger,
    clientId,
    clientSecret,
    stateSecret,
    scopes: [...everyScope],
    redirectUri: `${publicUrl}${REDIRECT_PATH}`,
    installationStore: {
      async storeInstallation(installation) {
        const id = idOf(installation);
        const token = installation.bot?.token;
        if (id === null || token === undefined) throw new NoBotToken("Slack gave no bot token");
        const record = { token: new Secret(token), installedAt: clock.now() };
        await installations.keep(id, record).catch((cause: unknown) => {
          throw new Error("an installation was not saved", { cause });
        });
        log.info("installed on slack", { workspace: id });
      },
      fetchInstallation: () => Promise.reject(new Error("tokens are looked up elsewhere")),
    },
    installerOptions: {
      directInstall: true,
      installPath: INSTALL_PATH,
      redirectUriPath: REDIRECT_PATH,
      callbackOptions: {
        success(installation, _options, request, response) {
          showInstallPage(request, response, (locale) => {
            const { installed, open } = wordsIn(locale).install;
            const link = { label: open, url: placeOf(installation, apiUrl) };
            return { status: 200, title: installed.title, text: installed.text(`/${prefix}`), link };
          });
        },
        failure(error, _options, request, response) {
          const { failure, code } = failureOf(error, request);
          const isPersons = PERSONS.includes(failure);
          if (!isPersons) log.warn("slack installation failed", { why: failure, code, ...errorForLog(error) });
          showInstallPage(request, response, (locale) => {
            const { [failure]: texts, again } = wordsIn(locale).install;
            const link = { label: again, url: `${publicUrl}${INSTALL_PATH}` };
            return { status: isPersons ? 400 : 503, ...texts, link };
          });
        },
      },
      clientOptions: clientOptions(apiUrl, logger, fetchWhole),
      authorizationUrl: new URL("../oauth/v2/authorize", `${apiUrl.replace(/(?<!\/)\/+$/, "")}/`).href,
    },
  });
  return receiver.requestListener;
}

function idOf({ isEnterpriseInstall, enterprise, team }: Installation): string | null {
  return (isEnterpriseInstall ? enterprise?.id : team?.id) ?? null;
}

const removal = z.object({
  team_id: z.string().min(1).nullish(),
  enterprise_id: z.string().min(1).nullish(),
  event_time: z.number(),
  event: z.object({ tokens: z.object({ bot: z.array(z.string()).catch([]) }).optional() }),
});

export function onRemovals(app: App, options: InstallOptions, log: Log): void {
  const removed = takeRemovals(options, log);
  for (const type of ["app_uninstalled", "tokens_revoked"])
    app.event(type, ({ body, context }) => removed(body, context.isEnterpriseInstall));
}

/** Does nothing if Reelay has been installed there again since. */
export function takeRemovals({ installations, left }: Pick<InstallOptions, "installations" | "left">, log: Log) {
  return async (body: unknown, isOfOrganisation: boolean): Promise<void> => {
    const read = removal.safeParse(body);
    if (!read.success) return log.error("slack removal misread");
    const { team_id: teamId, enterprise_id: enterpriseId, event_time: seconds, event } = read.data;
    // A person's revoked token is not ours.
    if (event.tokens?.bot.length === 0) return;
    const id = isOfOrganisation ? enterpriseId : teamId;
    if (!id) return;
    const installation = await installations.find(id);
    // Slack gives the time in whole seconds.
    if (installation !== null && installation.installedAt >= (seconds + 1) * 1_000) return;
    log.info("removed from slack", { workspace: id });
    await left(id, (seconds + 1) * 1_000);
  };
}

class NoBotToken extends Error {}

type Failure = Exclude<keyof InstallWords, "installed" | "open" | "again">;

/** Source: @slack/oauth 4, dist/errors.d.ts (read 2026-11-22). */
const libraryCodes: Readonly<Record<string, Failure>> = {
  slack_oauth_missing_state: "stale",
  slack_oauth_invalid_state: "stale",
  slack_oauth_missing_code: "stale",
  slack_oauth_installer_authorization_error: "denied",
};
/** Source: docs.slack.dev, methods/oauth.v2.access#errors (read 2026-11-22). */
const usedCodes = ["invalid_code", "code_already_used", "code_expired"];
/** Temporary failures of an authorization server. Source: RFC 6749, 4.1.2.1 (read 2026-11-28). */
const AWAY: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);
/** The person may fix these by trying again. */
const PERSONS: readonly Failure[] = ["denied", "stale"];

function failureOf(error: Error, request: IncomingMessage): { readonly failure: Failure; readonly code?: string } {
  // Slack gives its reason in the URL. The library reports every reason but one as a missing code.
  const [, query = ""] = (request.url ?? "").split("?");
  const reason = new URLSearchParams(query).get("error") ?? "access_denied";
  if (reason !== "access_denied") {
    const code = /^[a-z_]{1,64}$/.test(reason) ? reason : "unknown";
    return { failure: AWAY.has(code) || isOutage(code) ? "broken" : "refused", code };
  }
  if (error instanceof NoBotToken) return { failure: "refused", code: "no_bot_token" };
  const libraryFailure = "code" in error && typeof error.code === "string" ? libraryCodes[error.code] : undefined;
  if (libraryFailure) return { failure: libraryFailure };
  if (!("code" in error) || !String(error.code).startsWith("slack_webapi_")) return { failure: "broken" };
  const refusal = callRefusalOf(error);
  if (refusal.kind === "rate_limited") return { failure: "broken", code: refusal.kind };
  if (refusal.kind === "unavailable") return { failure: "broken", code: refusal.detail };
  return { failure: usedCodes.includes(refusal.code) ? "stale" : "refused", code: refusal.code };
}

function placeOf({ isEnterpriseInstall, enterpriseUrl, team, appId }: Installation, apiUrl: string): string {
  const isId = (id: string | undefined) => id !== undefined && /^[A-Z0-9]+$/.test(id);
  if (!isId(appId)) return "slack://open";
  if (!isEnterpriseInstall) return isId(team?.id) ? `slack://app?team=${team?.id}&id=${appId}` : "slack://open";
  const url = slacksOwn(apiUrl)(enterpriseUrl ?? "");
  return url ? new URL(`manage/organization/apps/profile/${appId}/workspaces/add`, url).href : "slack://open";
}

const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}";

/** The page's URL contains a code, which other sites must not learn. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const;

interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly url: string };
}

function showInstallPage(request: IncomingMessage, response: ServerResponse, pageIn: (locale: Locale) => Page): void {
  const locale = localeOf(request.headers["accept-language"]?.split(/[,;]/, 1)[0]?.trim() ?? null);
  const { status, title, text, link } = pageIn(locale);
  const html = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>
</html>
`;
  response.writeHead(status, headers).end(html);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
