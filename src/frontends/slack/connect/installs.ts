import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type App, HTTPReceiver, type Installation as SlackInstallation } from "@slack/bolt";
import { z } from "zod";
import type { Clock, EpochMs } from "../../../core/clock.ts";
import type { Installations } from "../../../core/installations.ts";
import type { InLanguage } from "../../../core/own-messages.ts";
import type { FetchWhole, Log } from "../../../core/ports.ts";
import { requestPath } from "../../../core/request/request-path.ts";
import { Secret } from "../../../core/text/secret.ts";
import type { SlackWords } from "../slack-words.ts";
import { boltLogger } from "./bolt-logger.ts";
import { clientOptions } from "./clients.ts";
import { installEnd, NoBotToken, NotSaved } from "./install-end.ts";
import { everyScope } from "./scopes.ts";

/** What it takes to be installed in any number of workspaces. */
export interface InstallOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs the state that a browser brings back from Slack. */
  readonly stateSecret: string;
  /** Where Reelay is reachable from outside, without a last slash. */
  readonly publicUrl: string;
  readonly installations: Installations;
  /** A workspace or organisation has removed Reelay, at that time: what it left behind has to go, its installation too. */
  left(installationId: string, at: EpochMs): Promise<void>;
}

interface Tools {
  readonly apiUrl: string;
  /** `video` listens to /video, /video-key and so on. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchWhole: FetchWhole;
  readonly wordsIn: InLanguage<Pick<SlackWords, "install">>;
}

const INSTALL_PATH = "/slack/install";
const REDIRECT_PATH = "/slack/oauth_redirect";

/** Says whether the path is one by which people install Reelay. */
export function isInstallPath(request: IncomingMessage): boolean {
  const path = requestPath(request);
  return path === INSTALL_PATH || path === REDIRECT_PATH;
}

/** Slack's own way of installing an app, at /slack/install and /slack/oauth_redirect of the server that mounts it. */
export function installListener(options: InstallOptions, tools: Tools): RequestListener {
  const { apiUrl, prefix, clock, log, fetchWhole, wordsIn } = tools;
  const { clientId, clientSecret, stateSecret, publicUrl, installations } = options;
  const logger = boltLogger(log);
  const receiver = new HTTPReceiver({
    // It hears nothing but the two paths: what Slack sends comes by another one, which proves its signature.
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
        const kept = { token: new Secret(token), installedAt: clock.now() };
        await installations.keep(id, kept).catch((cause: unknown) => {
          throw new NotSaved("an installation was not saved", { cause });
        });
        log.info("installed on slack", { workspace: id });
      },
      fetchInstallation: () => Promise.reject(new Error("tokens are looked up elsewhere")),
    },
    installerOptions: {
      directInstall: true,
      installPath: INSTALL_PATH,
      redirectUriPath: REDIRECT_PATH,
      callbackOptions: installEnd({
        beginUrl: `${publicUrl}${INSTALL_PATH}`,
        apiUrl,
        command: `/${prefix}`,
        wordsIn,
        log,
      }),
      clientOptions: clientOptions(apiUrl, logger, fetchWhole),
      authorizationUrl: new URL("../oauth/v2/authorize", `${apiUrl.replace(/(?<!\/)\/+$/, "")}/`).href,
    },
  });
  return (request: IncomingMessage, response: ServerResponse) => receiver.requestListener(request, response);
}

/** An organisation's installation covers all its workspaces. */
function idOf({ isEnterpriseInstall, enterprise, team }: SlackInstallation): string | null {
  return (isEnterpriseInstall ? enterprise?.id : team?.id) ?? null;
}

const removal = z.object({
  team_id: z.string().min(1).nullish(),
  enterprise_id: z.string().min(1).nullish(),
  event_time: z.number(),
  event: z.object({ tokens: z.object({ bot: z.array(z.string()).catch([]) }).optional() }),
});

/** Hears when Reelay is removed, or its token revoked, which for it comes to the same. */
export function hearRemovals(app: App, options: InstallOptions, log: Log): void {
  const removed = takeRemovals(options, log);
  app.event("app_uninstalled", ({ body, context }) => removed(body, context.isEnterpriseInstall));
  app.event("tokens_revoked", ({ body, context }) => removed(body, context.isEnterpriseInstall));
}

/** Reads what Slack says of a removal, and has the workspace forgotten unless Reelay was installed there again since. */
export function takeRemovals({ installations, left }: Pick<InstallOptions, "installations" | "left">, log: Log) {
  return async (body: unknown, isOfOrganisation: boolean): Promise<void> => {
    const read = removal.safeParse(body);
    if (!read.success) return log.error("slack removal misread");
    const { team_id: teamId, enterprise_id: enterpriseId, event_time: seconds, event } = read.data;
    // A person's own token is none of ours.
    if (event.tokens?.bot.length === 0) return;
    const id = isOfOrganisation ? enterpriseId : teamId;
    if (!id) return;
    const installation = await installations.find(id);
    // Told late: it has been installed again since. Slack tells whole seconds.
    if (installation !== null && installation.installedAt >= (seconds + 1) * 1_000) return;
    log.info("removed from slack", { workspace: id });
    await left(id, (seconds + 1) * 1_000);
  };
}
