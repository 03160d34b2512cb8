import { ComponentType } from "discord.js";
import { describe, expect, expectTypeOf, test } from "vitest";
import { checkBlocks, checkHome, checkModal } from "../../sandbox/src/slack/check-blocks.ts";
import { discordSpecs } from "../../src/app/platforms.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import { LOCALES, type Locale, localeOf } from "../../src/core/text/locale.ts";
import { commandPayloads } from "../../src/frontends/discord/connect/register-commands.ts";
import { limits as onDiscord } from "../../src/frontends/discord/discord-limits.ts";
import { writeForm } from "../../src/frontends/discord/out/write-discord-form.ts";
import { homeView } from "../../src/frontends/slack/out/slack-home.ts";
import { newMessage } from "../../src/frontends/slack/out/slack-ways.ts";
import { formView, messageView } from "../../src/frontends/slack/out/write-slack-form.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { limits as onSlack } from "../../src/frontends/slack/slack-limits.ts";
import { slackWords } from "../../src/messages/ask/short-replies.ts";
import { offeredIn } from "../../src/messages/ask/video-forms.ts";
import { againButton } from "../../src/messages/card/buttons.ts";
import type { Words } from "../../src/messages/catalogue.ts";
import { en } from "../../src/messages/words/en.ts";
import { wordsIn } from "../../src/messages/words.ts";
import { howMany } from "../fakes/how-many.ts";
import { aJobId, aRequest } from "../fakes/jobs.ts";
import { soundOnDiscord } from "../fuzz/sound-discord.ts";
import { everyForm, everyFormOn, everyHome, everyMessage } from "./every-message.ts";
import { filledIn, heldIn, sentencesOf, wordsOf } from "./words-of.ts";

const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
const others = LOCALES.filter((locale) => locale !== "en");

/**
 * TESTS=full checks every message in each language. `npm test` checks an eighth of them in English, and another eighth in
 * German, whose words are long.
 */
const EVERY = howMany(1, 8);
const CHECKED = howMany<readonly Locale[]>(LOCALES, ["en", "de"]);

test.for([
  ["de", "de"],
  ["de-DE", "de"],
  ["es-419", "es"],
  ["es-ES", "es"],
  ["pt-BR", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["ja-JP", "ja"],
  ["en-GB", "en"],
  ["sv-SE", "en"],
] as const)("a person with the language tag “%s” gets texts in the language “%s”", ([tag, locale]) => {
  expect(localeOf(tag)).toBe(locale);
  expect(wordsIn(localeOf(tag)).locale).toBe(locale);
});

test.for([
  ["an empty language tag", ""],
  ["no language tag", null],
] as const)("a person with %s gets texts in English", ([, tag]) => {
  expect(localeOf(tag)).toBe("en");
  expect(wordsIn(localeOf(tag)).locale).toBe("en");
});

test.for(LOCALES)(
  "the button “Again” with a price fits into the limits of Discord and Slack (language: %s)",
  (locale) => {
    const request = aRequest({ resolution: "720p", duration: 15 });
    const { label } = againButton({ id: aJobId(), request }, wordsIn(locale));
    expect(label).toMatch(/ · \D*308\D*$/);
    expect(label.length).toBeLessThanOrEqual(Math.min(onDiscord.buttonLabel, onSlack.buttonText));
  },
);

test("a translation with a missing text does not compile", () => {
  type Home = Words["home"];
  expectTypeOf<Omit<Home, "make">>().not.toExtend<Home>();
});

test("a translation with a fixed text in place of a function does not compile", () => {
  expectTypeOf<string>().not.toExtend<Words["amounts"]["seconds"]>();
});

test.for(others)(
  "the translation into the language “%s” has the same set of texts as the English original",
  (locale) => {
    // Each language has its own number of phrases with a service's name.
    const isShared = (path: string) => !/^(?:commands|serviceName)\./.test(path);
    const pathsIn = (words: Words) =>
      sentencesOf(words)
        .map(([path]) => path)
        .filter(isShared)
        .toSorted();
    expect(pathsIn(wordsIn(locale))).toEqual(pathsIn(wordsIn("en")));
  },
);

test.for(CHECKED)("every message and its buttons fit into the limits of Discord and Slack (language: %s)", (locale) => {
  const words = wordsIn(locale);
  const first = CHECKED.indexOf(locale) * 4;
  for (const message of everyMessage(words).filter((_, nth) => nth % EVERY === first % EVERY)) {
    soundOnDiscord(message);
    const written = newMessage(message, { naming: mentioned });
    if (message.title !== "") expect(checkBlocks(written.blocks, "message"), message.title).toMatchObject({ ok: true });
    expect(checkModal(messageView(message, origin, slackWords(words).form)), message.title).toMatchObject({
      ok: true,
    });
    expect(message.title.length).toBeLessThanOrEqual(onSlack.headerText);
    expect(message.buttons.filter(({ label }) => label.length > onSlack.buttonText)).toEqual([]);
    expect(wordsOf(message)).not.toMatch(/undefined|null|NaN|\[object/);
  }
});

describe.for(LOCALES)("in the language “%s”", (locale) => {
  const words = wordsIn(locale);

  test("every form and Home tab fits into the limits of Discord and Slack without being cut", () => {
    const { form: ofSlack } = slackWords(words);
    for (const home of everyHome(words)) expect(checkHome(homeView(home))).toMatchObject({ ok: true });
    for (const form of everyFormOn("discord", words)) {
      const { components } = writeForm(form);
      expect(components.filter(({ type }) => type === ComponentType.Label)).toHaveLength(form.fields.length);
      expect(components.length).toBeLessThanOrEqual(onDiscord.modalComponents);
    }
    for (const form of everyFormOn("slack", words))
      expect(checkModal(formView(form, origin, { takesFiles: true, words: ofSlack })), form.title).toMatchObject({
        ok: true,
      });
    const forms = everyForm(words);
    const fields = forms.flatMap((form) => form.fields);
    const choices = fields.filter((field) => field.kind === "choice");
    const tooLong = (texts: readonly string[], most: number) => texts.filter((text) => text.length > most);
    expect([
      ...tooLong(
        [...forms.flatMap(({ title, submit }) => [title, submit]), ofSlack.cancel, ofSlack.close],
        onSlack.viewTitle,
      ),
      ...tooLong(
        fields.map(({ label }) => label),
        onDiscord.label,
      ),
      ...tooLong(
        fields.map(({ hint }) => hint ?? ""),
        onDiscord.labelDescription,
      ),
      ...tooLong(
        choices.flatMap(({ options }) => options.map(({ label }) => label)),
        onSlack.optionText,
      ),
    ]).toEqual([]);
    expect(choices.filter((field) => !field.options.some(({ value }) => value === heldIn(field)))).toEqual([]);
  });
});

describe.for(others)("the translation into the language “%s”", (locale) => {
  const words = wordsIn(locale);

  test("leaves a text in English only if the text may be the same in both languages", () => {
    const english = new Map(sentencesOf(en));
    const same = sentencesOf(words).filter(([path, text]) => english.get(path) === text);
    expect(same.map(([path]) => path).filter((path) => !SAME[locale].includes(path))).toEqual([]);
  });

  test("inserts the same values as the corresponding English text", () => {
    const spoken = new Map(sentencesOf(words));
    const wrong = sentencesOf(en).filter(([path, text]) => filledIn(spoken.get(path)) !== filledIn(text));
    expect(wrong.map(([path, text]) => [path, text, spoken.get(path)])).toEqual([]);
  });
});

test("every choice of a command's option has a label in the message catalog", () => {
  const offered = offeredIn(en);
  const options = commandSpecs("video").flatMap((spec) => spec.options);
  for (const { name, choices } of options) {
    const labelled = Object.entries(offered).flatMap(([key, all]) => (key === name ? all : []));
    for (const { value } of choices)
      expect(
        labelled.map((each) => each.value),
        name,
      ).toContain(value);
  }
});

test("the descriptions of Discord commands and options are translated into each language and fit into Discord's limit", () => {
  const all = commandPayloads(discordSpecs("video"));
  const tags = others.flatMap((locale) => (locale === "es" ? ["es-419", "es-ES"] : [locale])).sort();
  const localised: { readonly isName: boolean; readonly texts: Readonly<Record<string, string>> }[] = [];
  JSON.stringify(all, (key, value) => {
    if (key.endsWith("_localizations")) localised.push({ isName: key.startsWith("name"), texts: value });
    return value;
  });
  expect(localised.length).toBeGreaterThan(35);
  const count = (field: string) => JSON.stringify(all).split(`"${field}":`).length;
  expect(count("description_localizations")).toBe(count("description"));
  for (const { texts } of localised) {
    expect(Object.keys(texts).sort()).toEqual(tags);
    for (const text of Object.values(texts)) expect(text.length, text).toBeLessThanOrEqual(100);
  }
  expect(all.map(({ name, name_localizations: names }) => (names ? name : ""))).toEqual(
    expect.arrayContaining(["Animate this", ""]),
  );
});

/** Texts that consist only of punctuation and so are the same in every language. */
const MARKS = ["amounts.number", "amounts.sentenceGap", "animate.sentence", "several.nth", "spending.noneBack"];
/** Words that German shares with English. */
const STYLE_DE = ["styles.form.name", "styles.form.text"];
/** Words that French shares with English. */
const STYLE_FR = ["styles.title", "styles.label"];

/** Texts that Spanish and Portuguese share with English. */
const SPANISH_AND_PORTUGUESE = ["amounts.comma", "amounts.quoted", "forms.prompt", "settings.line"];

const SAME: Readonly<Record<(typeof others)[number], readonly string[]>> = {
  de: [...MARKS, "amounts.comma", "buttons.in720p", "forms.prompt", "settings.line", ...STYLE_DE],
  es: [
    ...[...MARKS, ...SPANISH_AND_PORTUGUESE, "amounts.videos"],
    ...["team.row", "team.spendersForm.roles", "team.rulesForm.no"],
  ],
  fr: [...[...MARKS, ...STYLE_FR, "amounts.comma", "forms.prompt"], ...["choices.ratio.9:16", "settings.labels.ping"]],
  ja: ["amounts.number", "several.nth"],
  "pt-BR": [...MARKS, ...SPANISH_AND_PORTUGUESE],
};
