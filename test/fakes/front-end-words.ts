import type { InLanguage } from "../../src/core/front-end.ts";
import type { DiscordWords } from "../../src/frontends/discord/discord-words.ts";
import type { SlackWords } from "../../src/frontends/slack/slack-words.ts";
import { discordWords, slackWords } from "../../src/messages/ask/short-replies.ts";
import { wordsIn } from "../../src/messages/words.ts";

export const discordWordsIn: InLanguage<DiscordWords> = (locale) => discordWords(wordsIn(locale));
export const slackWordsIn: InLanguage<SlackWords> = (locale) => slackWords(wordsIn(locale));
