import { LOCALES } from "../../../src/core/text/locale.ts";
import { homeView } from "../../../src/frontends/slack/out/slack-home.ts";
import { formView, messageView } from "../../../src/frontends/slack/out/write-slack-form.ts";
import { writeMessage } from "../../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../../src/frontends/slack/out/write-slack-text.ts";
import { slackWords } from "../../../src/messages/ask/short-replies.ts";
import { type Words, wordsIn } from "../../../src/messages/words.ts";
import { everyFormOn, everyHome, everyMessage } from "../../messages/every-message.ts";
import { everyTeamMessage } from "../../messages/every-team-message.ts";
import { type Check, checksOf } from "../check.ts";
import { type SlackContext, section } from "./context.ts";

/** Slack's maximum number of blocks in one message. */
const BLOCKS_MAX = 50;
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };

type Judged = readonly [what: string, args: Readonly<Record<string, unknown>>];

/** The blocks of all messages, combined into as few calls as possible. */
function messagesIn(words: Words): readonly Judged[] {
  const parts: unknown[][] = [[]];
  for (const message of everyMessage(words)) {
    // A block's id must be unique within a message, and these blocks come from several messages.
    const blocks = writeMessage(message, { naming: mentioned }).blocks.map(({ block_id: _, ...block }) => block);
    const last = parts.at(-1) ?? [];
    if (last.length + blocks.length <= BLOCKS_MAX) last.push(...blocks);
    else parts.push([...blocks]);
  }
  return parts.map((blocks, nth) => [`messages, part ${nth + 1}`, { blocks }]);
}

function formsIn(words: Words): readonly Judged[] {
  const { form: own } = slackWords(words);
  const forms = everyFormOn("slack", words).map((form) => formView(form, origin, { takesFiles: true, words: own }));
  const notices = everyTeamMessage(words)
    .slice(0, 1)
    .map((message) => messageView(message, origin, own));
  return [...forms, ...notices].map((view, nth) => [`form ${nth + 1}`, { view }]);
}

function homesIn(words: Words): readonly Judged[] {
  return everyHome(words).map((home, nth) => [`home ${nth + 1}`, { view: homeView(home) }]);
}

/** Validates everything that the bot can show with Slack's API. Nothing is shown to anybody. */
function judging(
  what: string,
  locale: (typeof LOCALES)[number],
  all: (words: Words) => readonly Judged[],
): Check<SlackContext> {
  return {
    name: `slack/${what}-${locale}`,
    // About 200 calls per language, which count towards Slack's limits. By default only English is checked.
    ...(locale === "en" ? {} : { isMore: true }),
    async run({ ask }) {
      for (const [name, args] of all(wordsIn(locale)))
        await ask(`Slack accepts ${name}`, { method: "blocks.validate", args });
    },
  };
}

const plain = (text: string) => ({ type: "plain_text", text });
const press = (id: string, text = "x") => ({ type: "button", action_id: id, text: plain(text) });
const menu = (count: number, text = "x") => ({
  type: "static_select",
  action_id: "menu",
  placeholder: plain("x"),
  options: Array.from({ length: count }, (_, nth) => ({ text: plain(text), value: String(nth) })),
});
const many = (count: number, made: (nth: number) => object) => Array.from({ length: count }, (_, nth) => made(nth));
const actions = (...elements: readonly object[]) => ({ type: "actions", elements });

const tooMuch: readonly (readonly [rule: string, block: object])[] = [
  ["a header of 151 characters", { type: "header", text: plain("x".repeat(151)) }],
  ["a row of 26 buttons", actions(...Array.from({ length: 26 }, (_, nth) => press(String(nth))))],
  ["a button of 76 characters", actions(press("x", "x".repeat(76)))],
  ["a button's id of 256 characters", actions(press("x".repeat(256)))],
  ["a menu of 101 options", actions(menu(101))],
  ["an option of 76 characters", actions(menu(1, "x".repeat(76)))],
  [
    "an option's value of 151 characters",
    actions({ ...menu(1), options: [{ text: plain("x"), value: "x".repeat(151) }] }),
  ],
  ["a menu's placeholder of 151 characters", actions({ ...menu(1), placeholder: plain("x".repeat(151)) })],
  ["a button's URL of 3,001 characters", actions({ ...press("x"), url: `https://example.com/${"x".repeat(2_981)}` })],
  ["a block's id of 256 characters", { ...section("x"), block_id: "x".repeat(256) }],
  ["a section of 11 fields", { type: "section", fields: many(11, () => plain("x")) }],
  ["a context of 11 elements", { type: "context", elements: many(11, () => plain("x")) }],
];

const modal = { type: "modal", title: plain("x"), submit: plain("x"), blocks: [section("a boat")] };
const input = (more: object) => ({
  type: "input",
  label: plain("x"),
  element: { type: "plain_text_input", action_id: "x" },
  ...more,
});

const tooMuchOfAForm: readonly (readonly [rule: string, change: object])[] = [
  ["a title of 25 characters", { title: plain("x".repeat(25)) }],
  ["a submit button of 25 characters", { submit: plain("x".repeat(25)) }],
  ["metadata of 3,001 characters", { private_metadata: "x".repeat(3_001) }],
  ["a form's name of 256 characters", { callback_id: "x".repeat(256) }],
  ["a form of 101 blocks", { blocks: many(101, () => ({ type: "divider" })) }],
  ["a label of 2,001 characters", { blocks: [input({ label: plain("x".repeat(2_001)) })] }],
  ["a hint of 2,001 characters", { blocks: [input({ hint: plain("x".repeat(2_001)) })] }],
];

export const blockChecks: readonly Check<SlackContext>[] = [
  ...checksOf<SlackContext>({
    async "slack/blocks"({ ask }) {
      const blocks = [section("a boat")];
      const judge = (args: Readonly<Record<string, unknown>>) => ({ method: "blocks.validate", args });
      await ask("blocks that are right are taken", judge({ blocks }));
      await ask("a valid message is accepted", judge({ message: { text: "a boat", blocks } }));
      const errors = { code: "invalid_blocks", fields: ["errors.0.code", "errors.0.pointer", "errors.0.message"] };
      await ask("the error names a block of unknown type", judge({ blocks: [{ type: "none" }] }), errors);
      await ask("the error names a section that is too long", judge({ blocks: [section("x".repeat(3_001))] }), errors);
      for (const [rule, block] of tooMuch) await ask(`${rule} is pointed at`, judge({ blocks: [block] }), errors);
      await ask(
        "the error names a message of 51 blocks",
        judge({ blocks: many(51, () => ({ type: "divider" })) }),
        errors,
      );
      for (const [rule, change] of tooMuchOfAForm)
        await ask(`${rule} is pointed at`, judge({ view: { ...modal, ...change } }), errors);
      await ask("blocks and a message at once are refused", judge({ blocks, message: { blocks } }), {
        code: "invalid_arguments",
      });
    },
  }),
  ...LOCALES.flatMap((locale) => [
    judging("messages", locale, messagesIn),
    judging("forms", locale, formsIn),
    judging("homes", locale, homesIn),
  ]),
];
