import type { readParts } from "../../config.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import { slackManifest } from "../../frontends/slack/connect/slack-manifest.ts";

type ManifestChoice = ReturnType<typeof readParts>["manifest"];

export async function manifestText(choice: ManifestChoice): Promise<Result<string, string>> {
  if (choice.transport === "http" && httpsOnly(choice.publicUrl) === null)
    return refuse("Slack needs an https address for its requests. Set PUBLIC_URL to it.");
  // Imported here, because the sandbox starts with this module and writes no YAML.
  const { stringify } = await import("yaml");
  return ok(stringify(manifestOf(choice), { lineWidth: 0 }));
}

export function manifestOf({ prefix, transport, publicUrl, operator }: ManifestChoice) {
  return slackManifest({ prefix, operator, reachedAt: httpsOnly(publicUrl), isByHttp: transport === "http" });
}

/**
 * Slack creates a new app from this manifest. Source: Slack docs, app-manifests/configuring-apps-with-app-manifests (read
 * 2026-11-22).
 */
export function newAppAddress(choice: ManifestChoice): string {
  const manifest = manifestOf({ ...choice, transport: "socket" });
  return `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`;
}

function httpsOnly(publicUrl: string | null): string | null {
  const url = publicUrl === null ? null : parseUrl(publicUrl);
  return url?.protocol === "https:" ? url.href.replace(/(?<!\/)\/+$/, "") : null;
}

export function slackFeatures(prefix: string) {
  return slackManifest({ prefix, reachedAt: null, isByHttp: false }).features;
}
