import type { ChatMessage, Sentence } from "../core/chat.ts";
import type { Permission } from "../core/command.ts";
import type { Owner } from "../core/job.ts";
import type { Spending } from "../core/ledger.ts";
import { DURATIONS, priceOf, RESOLUTIONS } from "../core/price.ts";
import { message } from "./message.ts";
import { spendingText } from "./spending.ts";

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
export function helpMessage(facts: HelpFacts): ChatMessage {
  const { prefix, platform, retentionDays, spent, troubles, missing } = facts;
  const make = platform === "discord" ? `/${prefix} prompt: a cat surfing` : `/${prefix} a cat surfing`;
  return message({
    tone: "plain",
    title: "How to make a video",
    body: [
      [
        "1. Add your own API key with ",
        code(`/${prefix}-key set`),
        ". It comes from your account at the video service.",
      ],
      ["2. Say what should happen: ", code(make), ". The card shows how far it is, and you are told when it is done."],
      settings(prefix, platform),
      [
        `Prices: ${RESOLUTIONS.map(pricesText).join("; ")}. Credits are taken at the start and come back if a video fails.`,
      ],
      [spent ? spendingText(spent) : "What you have used this month cannot be read at the moment."],
      [
        "Your key: ",
        code(`/${prefix}-key status`),
        " shows whether it works, ",
        code(`/${prefix}-key remove`),
        " forgets it.",
      ],
      ["A video that has started cannot be stopped. Delete takes the card away, and nothing else."],
      [
        `Prompts are kept for ${retentionDays} ${retentionDays === 1 ? "day" : "days"} after a video has ended. `,
        "What is kept about you: ",
        code(`/${prefix}-data export`),
        " gives it to you as a private file, ",
        code(`/${prefix}-data delete`),
        " has it forgotten.",
      ],
      ["Links work for about 2 hours."],
      [troubles.length === 0 ? "Everything works at the moment." : `Trouble at the moment: ${troubles.join("; ")}.`],
      ...missing.map((permission) => [missingText[permission]]),
    ],
  });
}

function settings(prefix: string, platform: Owner["platform"]): Sentence {
  if (platform === "discord") {
    return [
      "Ratio, duration, resolution and a picture are options of ",
      code(`/${prefix}`),
      ", all of them free to leave out. For a picture in a message, open the message's menu: Apps, Animate this.",
    ];
  }
  return [
    "Flags behind the words choose the rest: ",
    code("--ratio 9:16 --duration 15 --resolution 720p --image https://…"),
    ". ",
    code(`/${prefix}`),
    " alone opens a form.",
  ];
}

function pricesText(resolution: (typeof RESOLUTIONS)[number]): string {
  const each = DURATIONS.map((seconds) => `${priceOf(resolution, seconds)} credits for ${seconds} seconds`);
  return `${resolution} costs ${each.join(", ")}`;
}

function code(text: string) {
  return { kind: "code", text } as const;
}

/** What is missed, what comes of it, and who can mend it where. Names as Discord's own settings have them. */
const missingText: Readonly<Record<Permission, string>> = {
  view_channel:
    "Reelay cannot see this channel, so after 15 minutes it cannot change its card any more. An admin can allow it View Channel in the channel's settings.",
  send_messages:
    "Reelay cannot write in this channel, so it may have to tell you by direct message. An admin can allow it Send Messages in the channel's settings.",
  send_in_threads:
    "Reelay cannot write in this thread, so it may have to tell you by direct message. An admin can allow it Send Messages in Threads in the channel's settings.",
  embed_links:
    "Reelay's links show no preview in this channel. An admin can allow it Embed Links in the channel's settings.",
  attach_files:
    "Reelay cannot post files in this channel, so a video comes as a link. An admin can allow it Attach Files in the channel's settings.",
  read_history:
    "Reelay cannot answer to its own card in this channel, so its messages stand alone. An admin can allow it Read Message History in the channel's settings.",
};
