import type { Config } from "../../config.ts";
import { ok, refuse } from "../../core/result.ts";
import type { Network, Verdict } from "./check.ts";
import { below, reached } from "./reached.ts";

/** A clock that is further off is wrong, in milliseconds. Slack's signatures bear five minutes. */
const MOST_OFF_MS = 60_000;

/** Whether this machine's clock says what a platform's does. */
export async function lookAtClock({ discord, slack }: Config, ways: Network): Promise<Verdict> {
  const name = discord ? "Discord" : "Slack";
  const address = discord ? below(discord.apiUrl, "v10/gateway") : below(slack?.apiUrl ?? "", "api.test");
  const asked = await reached(ways, address, { headers: { "user-agent": "DiscordBot (reelay, 1)" } });
  if (!asked.ok) return refuse(`${name} could not be asked for the time (${asked.refusal}). Check the network.`);
  const theirs = Date.parse(asked.value.headers.get("date") ?? "");
  if (Number.isNaN(theirs)) return ok(`${name} does not tell the time`);
  const aheadMs = ways.clock.now() - theirs;
  if (Math.abs(aheadMs) <= MOST_OFF_MS) return ok(`in sync with ${name}`);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return refuse(
    `It is ${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${side} ${name}'s. Sync it over the network: timedatectl set-ntp true.`,
  );
}
