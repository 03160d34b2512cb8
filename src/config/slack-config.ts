/** The way Slack's payloads arrive. */
export type SlackTransport =
  | { readonly kind: "socket"; readonly appToken: string }
  | { readonly kind: "http"; readonly signingSecret: string };

/**
 * The tokens with which Reelay acts in a workspace: the one token of one, or the token each workspace gives when it
 * installs Reelay.
 */
export type SlackAccess =
  | { readonly kind: "token"; readonly botToken: string }
  | {
      readonly kind: "installs";
      readonly clientId: string;
      readonly clientSecret: string;
      readonly stateSecret: string;
      /** It has no trailing slash. */
      readonly publicUrl: string;
    };

export interface SlackConfig {
  readonly access: SlackAccess;
  readonly apiUrl: string;
  readonly transport: SlackTransport;
}

interface SlackValues {
  readonly SLACK_BOT_TOKEN?: string | undefined;
  readonly SLACK_APP_TOKEN?: string | undefined;
  readonly SLACK_SIGNING_SECRET?: string | undefined;
  readonly SLACK_CLIENT_ID?: string | undefined;
  readonly SLACK_CLIENT_SECRET?: string | undefined;
  readonly SLACK_STATE_SECRET?: string | undefined;
  readonly SLACK_API_URL: string;
  readonly PUBLIC_URL?: string | undefined;
}

/** Many workspaces need these variables. */
export const INSTALLS = ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"] as const;

/** Returns which of Slack's variables are missing or too many, each in a sentence with its cure. */
export function slackProblems(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  const problems: string[] = [];
  const hasWayIn = given.SLACK_APP_TOKEN || given.SLACK_SIGNING_SECRET;
  const isForMany = INSTALLS.some((name) => given[name]);
  if (isForMany) {
    const missing = [...INSTALLS, "PUBLIC_URL"].filter((name) => !given[name]);
    if (missing.length > 0)
      problems.push(
        `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing. To serve many Slack workspaces, set ${INSTALLS.join(", ")} and PUBLIC_URL.`,
      );
    if (given.SLACK_BOT_TOKEN)
      problems.push(
        "SLACK_BOT_TOKEN is for one workspace, SLACK_CLIENT_ID for many. Remove it, and install Reelay in each workspace at PUBLIC_URL/slack/install.",
      );
    if (!hasWayIn)
      problems.push(
        "SLACK_CLIENT_ID is not enough by itself. Add SLACK_APP_TOKEN (Socket Mode), or SLACK_SIGNING_SECRET for requests over HTTP.",
      );
    return problems;
  }
  if (given.SLACK_BOT_TOKEN && !hasWayIn) {
    problems.push(
      "SLACK_BOT_TOKEN is not enough by itself. Add SLACK_APP_TOKEN (Socket Mode), or SLACK_SIGNING_SECRET for requests over HTTP.",
    );
  }
  if (!given.SLACK_BOT_TOKEN && hasWayIn) {
    problems.push(
      "SLACK_BOT_TOKEN is missing. Copy it from the Slack app's page OAuth & Permissions; it begins with xoxb-.",
    );
  }
  return problems;
}

/** null: no Slack. */
export function slackOf(values: SlackValues): SlackConfig | null {
  const access = accessOf(values);
  const transport = transportOf(values);
  return access && transport && { access, apiUrl: values.SLACK_API_URL, transport };
}

function accessOf(values: SlackValues): SlackAccess | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_STATE_SECRET: stateSecret } = values;
  if (clientId && clientSecret && stateSecret && values.PUBLIC_URL) {
    const publicUrl = values.PUBLIC_URL.replace(/(?<!\/)\/+$/, "");
    return { kind: "installs", clientId, clientSecret, stateSecret, publicUrl };
  }
  return values.SLACK_BOT_TOKEN ? { kind: "token", botToken: values.SLACK_BOT_TOKEN } : null;
}

function transportOf({ SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: secret }: SlackValues): SlackTransport | null {
  if (appToken) return { kind: "socket", appToken };
  return secret ? { kind: "http", signingSecret: secret } : null;
}
