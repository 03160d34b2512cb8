import type { IncomingMessage, ServerResponse } from "node:http";
import type { Installation } from "@slack/bolt";
import type { InLanguage } from "../../../core/own-messages.ts";
import type { Log } from "../../../core/ports.ts";
import { errorForLog } from "../../../core/text/error-for-log.ts";
import { callRefusalOf } from "../send/call.ts";
import type { InstallWords, SlackWords } from "../slack-words.ts";
import { showInstallPage } from "./install-page.ts";
import { slacksOwn } from "./own-hosts.ts";

/** Slack has allowed it, and the store did not take it. */
export class NotSaved extends Error {}
/** Slack has allowed something that is of no use to Reelay. */
export class NoBotToken extends Error {}

/** Why an installation did not come to its end; each has its sentence. */
type Failure = Exclude<keyof InstallWords, "installed" | "open" | "again">;

/** The library's own codes. Source: @slack/oauth 4, dist/errors.d.ts (read 2026-11-22). */
const libraryCodes: Readonly<Record<string, Failure>> = {
  slack_oauth_missing_state: "stale",
  slack_oauth_invalid_state: "stale",
  slack_oauth_missing_code: "stale",
  slack_oauth_installer_authorization_error: "denied",
};
/** Slack's codes for a code that it does not exchange. Source: docs.slack.dev, methods/oauth.v2.access#errors (read 2026-11-22). */
const usedCodes = ["invalid_code", "code_already_used", "code_expired"];
/** A new try by the person may help. */
const PERSONS: readonly Failure[] = ["denied", "stale", "used"];

/** How an installation ends in the person's browser: a short page that says what happened and what to do next. */
export function installEnd(deps: {
  /** Where an installation is begun. */
  readonly beginUrl: string;
  readonly apiUrl: string;
  /** What people type, such as /video. */
  readonly command: string;
  readonly wordsIn: InLanguage<Pick<SlackWords, "install">>;
  readonly log: Log;
}) {
  const { beginUrl, apiUrl, command, wordsIn, log } = deps;

  return {
    success(installation: Installation, _options: unknown, request: IncomingMessage, response: ServerResponse): void {
      showInstallPage(request, response, (locale) => {
        const { installed, open } = wordsIn(locale).install;
        const link = { label: open, url: placeOf(installation, apiUrl) };
        return { status: 200, title: installed.title, text: installed.text(command), link };
      });
    },
    failure(error: Error, _options: unknown, request: IncomingMessage, response: ServerResponse): void {
      const { failure, code } = failureOf(error, request);
      if (!PERSONS.includes(failure))
        log.warn("slack installation failed", { why: failure, code, ...errorForLog(error) });
      showInstallPage(request, response, (locale) => {
        const { [failure]: said, again } = wordsIn(locale).install;
        return { status: PERSONS.includes(failure) ? 400 : 503, ...said, link: { label: again, url: beginUrl } };
      });
    },
  };
}

function failureOf(error: Error, request: IncomingMessage): { readonly failure: Failure; readonly code?: string } {
  // Slack names its reason in the address: the library takes all but one for a code that is missing.
  const [, query = ""] = (request.url ?? "").split("?");
  const told = new URLSearchParams(query).get("error") ?? "access_denied";
  if (told !== "access_denied") return { failure: "refused", code: /^[a-z_]{1,64}$/.test(told) ? told : "unknown" };
  if (error instanceof NotSaved) return { failure: "unsaved" };
  if (error instanceof NoBotToken) return { failure: "refused", code: "no_bot_token" };
  const known = "code" in error && typeof error.code === "string" ? libraryCodes[error.code] : undefined;
  if (known) return { failure: known };
  if (!("code" in error) || !String(error.code).startsWith("slack_webapi_")) return { failure: "broken" };
  const refusal = callRefusalOf(error);
  if (refusal.kind === "rate_limited") return { failure: "unreachable" };
  if (refusal.kind === "unavailable") return { failure: "unreachable", code: refusal.detail };
  return { failure: usedCodes.includes(refusal.code) ? "used" : "refused", code: refusal.code };
}

/** Where Slack shows the app; an organisation's still has to be given to its workspaces. */
function placeOf({ isEnterpriseInstall, enterpriseUrl, team, appId }: Installation, apiUrl: string): string {
  const isId = (id: string | undefined) => id !== undefined && /^[A-Z0-9]+$/.test(id);
  if (!isId(appId)) return "slack://open";
  if (!isEnterpriseInstall) return isId(team?.id) ? `slack://app?team=${team?.id}&id=${appId}` : "slack://open";
  const url = slacksOwn(apiUrl)(enterpriseUrl ?? "");
  return url ? new URL(`manage/organization/apps/profile/${appId}/workspaces/add`, url).href : "slack://open";
}
