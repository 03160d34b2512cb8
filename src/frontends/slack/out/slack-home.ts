import type { types } from "@slack/bolt";
import { LRUCache } from "lru-cache";
import { atMost } from "../../../core/at-most.ts";
import type { ChatMessage, SlackReply } from "../../../core/chat.ts";
import type { Clock, EpochMs } from "../../../core/clock.ts";
import type { Command } from "../../../core/command.ts";
import type { HomeOf, WelcomeOf } from "../../../core/front-end.ts";
import { type Owner, ownerName } from "../../../core/job/ids.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { limits } from "../slack-limits.ts";
import { type ClientOf, callAt, type Whereabouts } from "./slack-calls.ts";
import type { Locales } from "./slack-profiles.ts";
import { newMessage, type Ways } from "./slack-ways.ts";
import { writeMessage } from "./write-slack-message.ts";
import { mentioned } from "./write-slack-text.ts";

export type Homes = ReturnType<typeof slackHomes>;

interface Home {
  readonly owner: Owner;
  readonly where: Whereabouts;
  shown: string | null;
  cancel: (() => void) | null;
}

const WORKSPACE_EVERY_MS = 1_000;
/** Changes from one action are published together. */
const GATHER_MS = 200;
const RETRY_MS = 10_000;
const HOMES_MAX = 5_000;
const WORKSPACES_MAX = 1_000;

/**
 * views.publish is tier 4, 100 a minute per workspace. Source: Slack's documentation, views.publish (read 2026-11-21).
 */
export function slackHomes(deps: { homeOf: HomeOf; clientOf: ClientOf; locales: Locales; clock: Clock; log: Log }) {
  const { homeOf, clientOf, locales, clock, log } = deps;
  const homes = new LRUCache<string, Home>({ ...atMost(HOMES_MAX), dispose: ({ cancel }) => cancel?.() });
  const freeAt = new LRUCache<string, EpochMs>(atMost(WORKSPACES_MAX));
  let isClosed = false;

  async function publish(home: Home): Promise<void> {
    home.cancel = null;
    try {
      const view = homeView(
        await homeOf(home.owner, await locales.learn({ ...home.where, userId: home.owner.userId })),
      );
      const written = JSON.stringify(view);
      if (isClosed || home.shown === written) return;
      const { userId: user_id } = home.owner;
      const published = await callAt(clientOf, home.where, (client) => client.views.publish({ user_id, view }));
      if (published.ok) home.shown = written;
      else if (published.refusal.kind === "rate_limited") wait(home, published.refusal.retryAfterMs);
      else log.info("slack home not published", { ...published.refusal });
    } catch (error) {
      log.warn("slack home not written", { error: error instanceof Error ? error.name : "unknown" });
      wait(home, RETRY_MS);
    }
  }

  function wait(home: Home, forMs: number): void {
    if (isClosed || home.cancel !== null) return;
    home.cancel = clock.after(forMs, () => void publish(home));
  }

  return {
    opened(owner: Owner, where: Whereabouts): void {
      const name = ownerName(owner);
      const home: Home = homes.get(name) ?? { owner, where, shown: null, cancel: null };
      home.cancel?.();
      homes.set(name, home);
      void publish(home);
    },
    changed(owner: Owner): void {
      const home = homes.get(ownerName(owner));
      if (!home || home.cancel !== null) return;
      const { teamId } = home.where;
      const now = clock.now();
      const at = Math.max(now + GATHER_MS, freeAt.get(teamId) ?? 0);
      freeAt.set(teamId, at + WORKSPACE_EVERY_MS);
      wait(home, at - now);
    },
    close(): void {
      isClosed = true;
      homes.clear();
    },
  };
}

export function homeView(parts: readonly ChatMessage[]): types.HomeView {
  const blocks = parts.flatMap((part, index): types.KnownBlock[] => {
    const written = writeMessage(part, { naming: mentioned }).blocks;
    return index > 0 && beginsPart(part) ? [{ type: "divider" }, ...written] : written;
  });
  if (blocks.length > limits.viewBlocks) throw new Error(`a Home view has too many blocks: ${blocks.length}`);
  return {
    type: "home",
    blocks: blocks.map((block, index) => ({ ...block, block_id: `home-${index}` })),
  };
}

function beginsPart({ title, quote, body }: ChatMessage): boolean {
  return title !== "" || (quote === null && body.length === 0);
}

export type Welcome = (visit: { readonly command: Command; readonly reply: SlackReply }) => Promise<void>;

export function slackWelcome(deps: {
  readonly welcomeOf: WelcomeOf;
  readonly ways: Pick<Ways, "direct">;
  readonly locales: Locales;
  readonly log: Log;
}): Welcome {
  const { welcomeOf, ways, locales, log } = deps;
  return async ({ command, reply }) => {
    try {
      const message = await welcomeOf({ ...command, locale: await locales.learn(reply) });
      if (!message) return;
      const sent = await ways.direct(reply, newMessage(message, { naming: mentioned }));
      if (!sent.ok) log.warn("slack welcome not sent", { ...sent.refusal });
    } catch (error) {
      log.warn("slack welcome failed", { ...errorForLog(error) });
    }
  };
}
