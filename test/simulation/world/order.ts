import { chained } from "../../../src/core/film/film-chain.ts";
import { jobIdFrom, type Team } from "../../../src/core/job/ids.ts";
import type { Order } from "../../../src/core/request/order.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { TOKEN_LIFE_MS } from "../../../src/frontends/discord/discord-limits.ts";
import { aDiscordReply, anOwner, aRequest, aSlackOwner, aSlackReply, TEST_KEY, TEST_START } from "../../fakes/jobs.ts";
import { memoryVault } from "../../fakes/vault.ts";
import type { Fate } from "../fate.ts";
import { waitOf } from "../waiting/waits.ts";

const vault = memoryVault();
const keys = {
  discord: vault.seal(anOwner(), new Secret(TEST_KEY)),
  slack: vault.seal(aSlackOwner(), new Secret(TEST_KEY)),
};
const TEAMS: Readonly<Record<Fate["platform"], Team>> = {
  discord: { platform: "discord", teamId: "w" },
  slack: { platform: "slack", teamId: "T0000000001" },
};

/** What the platform delivers; the same event is the same order. */
export function orderOf({ platform, picture, isVideoWanted, waits }: Fate): Order {
  const isDiscord = platform === "discord";
  const id = jobIdFrom(platform, "event-1");
  const order: Order = {
    id,
    workspace: "w",
    request: aRequest({ picture }),
    isVideoWanted,
    owner: isDiscord ? anOwner() : aSlackOwner(),
    reply: isDiscord
      ? aDiscordReply({ messageId: null, tokenUntil: TEST_START + TOKEN_LIFE_MS })
      : aSlackReply({ ts: null, cardChannelId: null }),
    sealedKey: keys[platform],
  };
  if (!waits) return order;
  const whole = { ...order, ...waitOf(waits), ...(waits.for === "approval" && { team: TEAMS[platform] }) };
  if (waits.videos === 1) return whole;
  const [first = order.request, ...others] = Array.from({ length: waits.videos }, (_, index) =>
    aRequest({ prompt: promptOf(index + 1) }),
  );
  const each = waits.isChain ? chained(id, [first, ...others]) : [first, ...others];
  return { ...whole, request: first, each };
}

/** Of the nth video of a batch. */
export function promptOf(nth: number): string {
  return `scene ${nth}`;
}
