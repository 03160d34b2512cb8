import type { ChatMessage, Sentence } from "../core/chat.ts";
import type { Permission } from "../core/command.ts";
import type { Owner } from "../core/job.ts";
import type { Spending } from "../core/ledger.ts";
import { priceOf, RESOLUTIONS } from "../core/price.ts";
import { message } from "./message.ts";
import { spendingText } from "./spending.ts";
import type { Words } from "./words.ts";

export interface HelpFacts {
  readonly prefix: string;
  readonly platform: Owner["platform"];
  readonly retentionDays: number;
  /** null: it cannot be read at the moment. */
  readonly spent: Spending | null;
  /** Empty when all is well. */
  readonly troubles: readonly string[];
  /** What the bot is not allowed here. */
  readonly missing: readonly Permission[];
}

/** First steps, prices, commands, and what to expect. */
export function helpMessage(facts: HelpFacts, words: Words): ChatMessage {
  const { help } = words;
  const { prefix, platform, retentionDays, spent, troubles, missing } = facts;
  const make = platform === "discord" ? `/${prefix} prompt: ${help.sample}` : `/${prefix} ${help.sample}`;
  const prices = RESOLUTIONS.map((each) => help.price(each, priceOf(each, 10), priceOf(each, 15)));
  return message({
    tone: "plain",
    title: help.title,
    body: [
      help.addKey(code(`/${prefix}-key set`)),
      help.say(code(make)),
      settings(prefix, platform, words),
      [help.prices(prices)],
      [spent ? spendingText(spent, words) : help.spentUnknown],
      help.key(code(`/${prefix}-key status`), code(`/${prefix}-key remove`)),
      [help.cannotStop],
      help.kept(retentionDays, code(`/${prefix}-data export`), code(`/${prefix}-data delete`)),
      [help.links],
      [troubles.length === 0 ? help.allWell : help.trouble(troubles.join("; "))],
      ...missing.map((permission) => [help.missing[permission]]),
    ],
  });
}

function settings(prefix: string, platform: Owner["platform"], { help }: Words): Sentence {
  if (platform === "discord") return help.options(code(`/${prefix}`));
  return help.flags(code("--ratio 9:16 --duration 15 --resolution 720p --image https://…"), code(`/${prefix}`));
}

function code(text: string) {
  return { kind: "code", text } as const;
}
