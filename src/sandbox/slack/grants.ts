/** What whoever installed the app has allowed it. */
export interface Grants {
  /** The optional scopes: reading channels and threads. */
  history: boolean;
  /** The others. Slack tells them with every answer; here nothing is refused for lack of one. */
  readonly scopes: Set<string>;
}

export function openGrants(): Grants {
  return {
    history: false,
    scopes: new Set([
      ...["app_mentions:read", "chat:write", "commands", "files:read", "files:write"],
      ...["im:history", "im:write", "users:read"],
    ]),
  };
}

/**
 * As the header of an answer to the bot's token says them.
 * Source: Slack's documentation, legacy OAuth scopes, "Working with scopes" (read 2026-11-21).
 */
export function scopesHeader({ history, scopes }: Grants): Record<string, string> {
  return { "x-oauth-scopes": [...scopes, ...(history ? ["channels:history", "groups:history"] : [])].join(",") };
}
