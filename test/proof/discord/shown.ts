import { LOCALES } from "../../../src/core/text/locale.ts";
import { writeMessage } from "../../../src/frontends/discord/out/write-discord-message.ts";
import { wordsIn } from "../../../src/messages/words.ts";
import { everyMessage } from "../../messages/every-message.ts";
import type { Check } from "../check.ts";
import { type DiscordContext, editOf, posted, QUIET, quietPlace, V2 } from "./context.ts";

/** Slower than any limit on edits that is known. */
const PACE_MS = 1_100;

/** All that the bot can show, one after the other in one message that only its person sees: Discord has nothing that would judge it unseen. */
export const shownChecks: readonly Check<DiscordContext>[] = LOCALES.map((locale) => ({
  name: `discord/messages-${locale}`,
  isSlow: true,
  ...(locale === "en" ? {} : { isMore: true }),
  async run(context) {
    const { channel } = await quietPlace(context);
    const first = { flags: V2, components: [{ type: 10, content: "a boat" }] };
    const message = await posted(context, "a message of components is posted", channel, first);
    for (const [nth, shown] of everyMessage(wordsIn(locale)).entries()) {
      const { components } = writeMessage(shown);
      const edit = editOf(channel, message, { components, allowed_mentions: QUIET });
      await context.ask(`Discord takes message ${nth + 1}`, edit);
      await context.wait(PACE_MS);
    }
  },
}));
