import { z } from "zod";
import type { Entry } from "../../sandbox/src/journal.ts";
import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { linesOf } from "../../src/cli/demo/seen.ts";
import { type Report, type Sight, sight } from "./protocol.ts";

const ADA = "ada";

/** What counts and what stands before Ada now. */
export function reportOf({ discord, slack, video }: Sandbox): Report {
  const onDiscord = [discord.channelId, discord.dmChannelId(ADA)].flatMap((id) => discord.messages(ADA, id));
  const onSlack = [slack.channelId, slack.dmChannelId(ADA)].flatMap((id) => slack.messages(ADA, id));
  return {
    tasks: video.tasks().map(({ prompt, status, creditsUsed }) => ({ prompt, status, creditsUsed })),
    ledger: video.ledger(),
    visible: [
      ...onDiscord.map(({ id }) => ({ platform: "discord" as const, messageId: id })),
      ...onSlack.map(({ ts }) => ({ platform: "slack" as const, messageId: ts })),
    ],
  };
}

const reply = z.object({ reference: z.string().nullish(), threadTs: z.string().nullish() });

/** What a judge wants to know of an entry of the journal; null: nothing. */
export function sightOf({ at, place, kind, messageId, interactionId, payload }: Entry): Sight | null {
  const isText = kind === "message" || kind === "edited";
  const { reference, threadTs } = (isText && reply.safeParse(payload).data) || {};
  const text = isText ? linesOf(payload).join("\n") : "";
  const replyTo = reference ?? threadTs ?? undefined;
  return sight.safeParse({ at, platform: place, what: kind, messageId, interactionId, replyTo, text }).data ?? null;
}
