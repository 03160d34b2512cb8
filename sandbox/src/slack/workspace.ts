import type { SandboxClock } from "../clock.ts";
import { isGuest, people, personWith } from "../people.ts";

export const ids = {
  teamId: "T00SANDBOX",
  otherTeamId: "T00ELSEWHERE",
  /** Shares a channel with this workspace, but does not have the app. */
  partnerTeamId: "T00PARTNER",
  clientId: "100.200",
  clientSecret: "sandbox-client-secret",
  teamDomain: "reelay-sandbox",
  appId: "A00SANDBOX",
  botId: "B00SANDBOX",
  botUserId: "U00000BOT0",
  botName: "reelay",
  botToken: "xoxb-sandbox-bot-token",
  appToken: "xapp-sandbox-app-token",
  configToken: "xoxe.xoxp-sandbox-config-token",
  signingSecret: "sandbox-signing-secret",
  verificationToken: "sandbox-verification-token",
} as const;

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: "public" | "private" | "im";
  readonly members: Set<string>;
}

export type Workspace = ReturnType<typeof openWorkspace>;

export function openWorkspace(clock: SandboxClock) {
  const persons = people.map((person) => person.slackId);
  const publicChannel: Channel = {
    id: "C00GENERAL",
    name: "general",
    kind: "public",
    members: new Set([...persons, ids.botUserId]),
  };
  const unjoinedChannel: Channel = { id: "C00UNJOINED", name: "random", kind: "public", members: new Set(persons) };
  const foreignChannel: Channel = { id: "C00PRIVATE", name: "secret", kind: "private", members: new Set(persons) };
  const directMessages = people.map(({ slackId }) => directMessageOf(slackId, `D00${slackId.slice(-4)}DM`));
  const guestMessages = new Map<string, Channel>();
  const ofGuest = (slackUserId: string): Channel | undefined => {
    const person = personWith(slackUserId);
    if (!person || !isGuest(person) || person.slackId !== slackUserId) return undefined;
    const direct = guestMessages.get(slackUserId) ?? directMessageOf(slackUserId, `D${slackUserId.slice(1)}`);
    for (const id of [direct.id, slackUserId]) guestMessages.set(id, direct);
    return direct;
  };
  const channels = [publicChannel, unjoinedChannel, foreignChannel, ...directMessages];

  let lastMicros = 0;
  return {
    publicChannel,
    unjoinedChannel,
    foreignChannel,
    channels,
    channel: (id: string): Channel | undefined =>
      channels.find((channel) => channel.id === id) ?? guestMessages.get(id),
    directMessage(slackUserId: string): Channel | undefined {
      if (slackUserId === ids.botUserId) return undefined;
      return directMessages.find((channel) => channel.members.has(slackUserId)) ?? ofGuest(slackUserId);
    },
    nextTs(): string {
      lastMicros = Math.max(clock.now() * 1_000, lastMicros + 100);
      const seconds = String(Math.floor(lastMicros / 1_000_000)).padStart(10, "0");
      return `${seconds}.${String(lastMicros % 1_000_000).padStart(6, "0")}`;
    },
  };
}

function directMessageOf(slackUserId: string, id: string): Channel {
  return { id, name: "directmessage", kind: "im", members: new Set([slackUserId, ids.botUserId]) };
}

/** Payloads name only public channels. */
export function channelName(channel: Channel): string {
  return channel.kind === "private" ? "privategroup" : channel.name;
}

export type Grants = ReturnType<typeof openGrants>;

const HISTORY = { public: "channels:history", private: "groups:history", im: "im:history" } as const;
const OPTIONAL = [HISTORY.public, HISTORY.private];

export function openGrants() {
  const scopes = new Set([
    ...["app_mentions:read", "chat:write", "commands", "files:read", "files:write"],
    ...["im:history", "im:write", "users:read", ...OPTIONAL],
  ]);
  return {
    /** Sent with every answer. A missing scope matters only for reading channels and threads. */
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

export function historyScope(kind: keyof typeof HISTORY): string {
  return HISTORY[kind];
}

/** Source: Slack docs, legacy OAuth scopes (read 2026-11-21). */
export function scopesHeader({ scopes }: Grants): Record<string, string> {
  return { "x-oauth-scopes": [...scopes].join(",") };
}
