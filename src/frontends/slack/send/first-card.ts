import type { ChatMessage, SlackReply } from "../../../core/chat.ts";
import type { ChatRefusal } from "../../../core/chat-refusal.ts";
import type { UserId } from "../../../core/job/ids.ts";
import type { InLanguage } from "../../../core/own-messages.ts";
import type { Result } from "../../../core/result.ts";
import type { Locale } from "../../../core/text/locale.ts";
import type { SlackWords } from "../slack-words.ts";
import { mentioned, unmentioned } from "../write/naming.ts";
import { newMessage, tryEach, type Ways } from "./ways.ts";

/**
 * Posts a job's first card: in the channel, else through the response_url, else as a direct message. It notifies nobody;
 * `names` are what people are called in it, `locale` whose language is spoken. "unreachable": the person sees nothing of it.
 */
export type PostFirstCard = (
  reply: SlackReply,
  message: ChatMessage,
  how?: { readonly names?: ReadonlyMap<UserId, string>; readonly locale?: Locale | undefined },
) => Promise<Result<SlackReply, ChatRefusal>>;

/** One post of a card at a time: who asks for it meanwhile (a step that finds the card unanswered) gets the same answer. */
export function firstCards(ways: Ways, wordsIn: InLanguage<Pick<SlackWords, "whyHere">>): PostFirstCard {
  const underWay = new Map<string, Promise<Result<SlackReply, ChatRefusal>>>();

  return (reply, message, { names, locale } = {}) => {
    const card = JSON.stringify(reply);
    const begun = underWay.get(card);
    if (begun !== undefined) return begun;
    const inPublic = newMessage(message, { naming: unmentioned(names) });
    const posting = tryEach([
      () => ways.inChannel(reply, inPublic),
      () => ways.throughUrl(reply, inPublic),
      () =>
        ways.direct(
          reply,
          newMessage({ ...message, body: [...message.body, [wordsIn(locale).whyHere]] }, { naming: mentioned }),
        ),
    ]).finally(() => underWay.delete(card));
    underWay.set(card, posting);
    return posting;
  };
}
