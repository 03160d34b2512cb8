import { stringify } from "yaml";
import type { ManifestChoice } from "../config.ts";
import { parseUrl } from "../core/parse-url.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { slackManifest } from "../frontends/slack/manifest.ts";

/** Slack's app manifest for this configuration, as YAML to paste; or a sentence on what to do. */
export function manifestText({ prefix, transport, publicUrl }: ManifestChoice): Result<string, string> {
  const url = publicUrl === null ? null : parseUrl(publicUrl);
  const reachedAt = url?.protocol === "https:" ? url.href.replace(/(?<!\/)\/+$/, "") : null;
  if (transport === "http" && reachedAt === null)
    return refuse("Slack sends its requests to an https address of yours. Set PUBLIC_URL to it.");
  return ok(written(slackManifest({ prefix, reachedAt, isByHttp: transport === "http" })));
}

function written(manifest: object): string {
  return stringify(manifest, { lineWidth: 0 });
}
