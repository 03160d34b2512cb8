import type { ChatMessage, Sentence } from "../core/chat.ts";
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
}

/** First steps, prices, commands, and what to expect. */
export function helpMessage({ prefix, platform, retentionDays, spent, troubles }: HelpFacts): ChatMessage {
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
        `Prompts are kept for ${retentionDays} ${retentionDays === 1 ? "day" : "days"} after a video has ended. Links work for about 2 hours.`,
      ],
      [troubles.length === 0 ? "Everything works at the moment." : `Trouble at the moment: ${troubles.join("; ")}.`],
    ],
  });
}

function settings(prefix: string, platform: Owner["platform"]): Sentence {
  if (platform === "discord") {
    return [
      "Ratio, duration, resolution and a picture are options of ",
      code(`/${prefix}`),
      ", all of them free to leave out.",
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
