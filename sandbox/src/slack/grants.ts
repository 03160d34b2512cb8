/** The scopes that the app has: all that it asks for, until one is taken away. */
export interface Grants {
  /** Slack tells them with every answer. Here nothing is refused for lack of one, but reading channels and threads. */
  readonly scopes: Set<string>;
  /** The optional scopes together, granted or withheld. */
  history: boolean;
  /** What the app's owner last pasted at App Manifest. */
  manifest: object;
}

const HISTORY = { public: "channels:history", private: "groups:history", im: "im:history" } as const;
const OPTIONAL = [HISTORY.public, HISTORY.private];

export function openGrants(): Grants {
  const scopes = new Set([
    ...["app_mentions:read", "chat:write", "commands", "files:read", "files:write"],
    ...["im:history", "im:write", "users:read", ...OPTIONAL],
  ]);
  return {
    scopes,
    manifest: {},
    get history() {
      return OPTIONAL.every((each) => scopes.has(each));
    },
    set history(isGranted) {
      for (const each of OPTIONAL) isGranted ? scopes.add(each) : scopes.delete(each);
    },
  };
}

/** The scope that lets the app read a channel of that kind. */
export function historyScope(kind: keyof typeof HISTORY): string {
  return HISTORY[kind];
}

/**
 * As the header of an answer to the bot's token says them.
 * Source: Slack's documentation, legacy OAuth scopes, "Working with scopes" (read 2026-11-21).
 */
export function scopesHeader({ scopes }: Grants): Record<string, string> {
  return { "x-oauth-scopes": [...scopes].join(",") };
}
