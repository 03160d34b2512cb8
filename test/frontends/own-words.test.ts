import { expect, test } from "vitest";
import { LOCALES } from "../../src/core/text/locale.ts";
import { fallbackMessages } from "../../src/frontends/discord/answer/fallback-messages.ts";
import { ownWords } from "../../src/frontends/slack/answer/own-words.ts";
import { sentencesIn } from "../../src/frontends/slack/answer/sentences.ts";
import { installWords } from "../../src/frontends/slack/connect/install-words.ts";
import { limits } from "../../src/frontends/slack/limits.ts";
import { messageView } from "../../src/frontends/slack/write/form-view.ts";
import { checkModal } from "../../src/sandbox/slack/check/check-view.ts";
import { soundOnDiscord } from "../fuzz/sound-discord.ts";

const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
const others = LOCALES.filter((locale) => locale !== "en");

test.for(LOCALES)("what the front ends say by themselves fits in %s", (locale) => {
  for (const sorry of Object.values(fallbackMessages(locale))) soundOnDiscord(sorry);
  for (const sentence of Object.values(sentencesIn(locale)))
    expect(checkModal(messageView(sentence, origin, locale)), sentence.title).toMatchObject({ ok: true });
  const { cancel, close } = ownWords[locale];
  expect(Math.max(cancel.length, close.length)).toBeLessThanOrEqual(limits.viewTitle);
});

test.for(others)("nothing of it is English in %s", (locale) => {
  const texts = (value: object) => Object.values(value).map((each) => JSON.stringify(each));
  const own = (which: (typeof LOCALES)[number]) => [
    ...texts(ownWords[which]).filter((text) => text !== undefined),
    ...[texts(fallbackMessages(which)), texts(sentencesIn(which))].flat(),
    ownWords[which].or("x"),
    ...texts(installWords[which]),
    installWords[which].installed[1]("x"),
  ];
  const english = new Set(own("en"));
  expect(own(locale).filter((text) => english.has(text))).toEqual([]);
});
