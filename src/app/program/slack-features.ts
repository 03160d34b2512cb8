import { slackManifest } from "../../frontends/slack/connect/slack-manifest.ts";

/** What Slack's client offers to people: the commands and shortcuts that the manifest declares. */
export function slackFeatures(prefix: string) {
  return slackManifest({ prefix, reachedAt: null, isByHttp: false }).features;
}
