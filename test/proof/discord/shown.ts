import { LOCALES } from "../../../src/core/text/locale.ts";
import { writeMessage } from "../../../src/frontends/discord/out/write-discord-message.ts";
import { wordsIn } from "../../../src/messages/words.ts";
import { everyMessage } from "../../messages/every-message.ts";
import type { Check } from "../check.ts";
import { type DiscordContext, editOf, posted, QUIET, quietPlace, V2 } from "./context.ts";

/** Slower than every known limit on edits. */
const PACE_MS = 1_100;

/**
 * Shows all of the bot's messages, one after another, in one message that only the person sees. Discord cannot validate a
 * message without showing it.
 */
export const shownChecks: readonly Check<DiscordContext>[] = LOCALES.map((locale) => ({
  name: `discord/messages-${locale}`,
  isSlow: true,
  ...(locale === "en" ? {} : { isMore: true }),
  async run(context) {
    const { channel } = await quietPlace(context);
    const first = { flags: V2, components: [{ type: 10, content: "a boat" }] };
    const message = await posted(context, "a message with components is posted", channel, first);
    for (const [nth, shown] of everyMessage(wordsIn(locale)).entries()) {
      const { components } = writeMessage(shown);
      const edit = editOf(channel, message, { components, allowed_mentions: QUIET });
      await context.ask(`Discord accepts message ${nth + 1}`, edit);
      await context.wait(PACE_MS);
    }
  },
}));
