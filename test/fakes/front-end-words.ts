import type { InLanguage, OwnMessages } from "../../src/core/ports.ts";
import type { SlackWords } from "../../src/frontends/slack/slack-words.ts";
import { ownMessages, slackWords } from "../../src/messages/ask/notices.ts";
import { wordsIn } from "../../src/messages/words.ts";

/** The front ends' own sentences, as the composition root gives them. */
export const discordWordsIn: InLanguage<OwnMessages> = (locale) => ownMessages(wordsIn(locale));
export const slackWordsIn: InLanguage<SlackWords> = (locale) => slackWords(wordsIn(locale));
