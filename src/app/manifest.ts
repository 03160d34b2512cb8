import { stringify } from "yaml";
import type { ManifestChoice } from "../config.ts";
import { parseUrl } from "../core/parse-url.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { slackManifest } from "../frontends/slack/manifest.ts";

/** Slack's app manifest for this configuration, as YAML to paste; or a sentence on what to do. */
export function manifestText({ prefix, transport, publicUrl }: ManifestChoice): Result<string, string> {
  if (transport === "socket") return ok(written(slackManifest({ prefix, sendTo: null })));
  const url = publicUrl === null ? null : parseUrl(publicUrl);
  if (url?.protocol !== "https:")
    return refuse("Slack sends its requests to an https address of yours. Set PUBLIC_URL to it.");
  return ok(written(slackManifest({ prefix, sendTo: url.href.replace(/\/+$/, "") })));
}

function written(manifest: object): string {
  return stringify(manifest, { lineWidth: 0 });
}
