import { expect, test } from "vitest";
import { actions, button, input, modal, outcomeOf, section, slackWorld } from "../slack-world.ts";

const plain = (length: number) => ({ type: "plain_text", text: "x".repeat(length) });
const image = { type: "image", image_url: "https://example.com/cat.png", alt_text: "a cat" };
const options = (count: number) => Array.from({ length: count }, (_, n) => ({ text: plain(3), value: `v${n}` }));
const select = (count: number) => ({ type: "static_select", action_id: "s", options: options(count) });
const richText = (...elements: object[]) => ({ type: "rich_text", elements });
const many = (count: number, block: object) => Array.from({ length: count }, () => block);

const address = (length: number) => "https://e.com/".padEnd(length, "x");

const fitting: [string, object[]][] = [
  ["50 blocks", many(50, { type: "divider" })],
  ["a section of 3,000 characters", [section("x".repeat(3_000))]],
  ["ten fields", [{ type: "section", fields: many(10, plain(2_000)) }]],
  ["a header of 150 characters", [{ type: "header", text: plain(150) }]],
  ["a context of ten", [{ type: "context", elements: [...many(9, plain(2_000)), image] }]],
  ["25 buttons", [actions(...Array.from({ length: 25 }, (_, n) => button(`b${n}`, { value: "x".repeat(2_000) })))]],
  ["an address of 3,000 characters", [actions(button("b", { url: address(3_000) }))]],
  ["two blocks without an id", many(2, actions(button("same")))],
  ["a picture", [image]],
  ["markdown", [{ type: "markdown", text: "x".repeat(12_000) }]],
  [
    "rich text",
    [
      richText(
        {
          type: "rich_text_section",
          elements: [
            { type: "text", text: "by ", style: { italic: true } },
            { type: "user", user_id: "U00000ADA1" },
            { type: "emoji", name: "tada" },
            { type: "link", url: "https://example.com", text: "video" },
          ],
        },
        { type: "rich_text_quote", elements: [{ type: "text", text: "a cat" }] },
        { type: "rich_text_preformatted", elements: [{ type: "text", text: "a cat" }], border: 0 },
      ),
    ],
  ],
];

test.for(fitting)("Slack takes %s", async ([, blocks]) => {
  const { slack, web } = await slackWorld();
  await web.chat.postMessage({ channel: slack.channelId, text: "x", blocks: blocks as never });
  expect(slack.messages("ada")[0]?.blocks).toHaveLength(blocks.length);
});

const tooMuch: [string, object[], string][] = [
  ["51 blocks", many(51, { type: "divider" }), "no more than 50 items allowed [json-pointer:/blocks]"],
  [
    "a section of 3,001 characters",
    [section("x".repeat(3_001))],
    "must be less than 3001 characters [json-pointer:/blocks/0/text/text]",
  ],
  ["an empty section", [section("")], "must be more than 0 characters [json-pointer:/blocks/0/text/text]"],
  ["a section without text", [{ type: "section" }], "missing required field: text [json-pointer:/blocks/0]"],
  ["eleven fields", [{ type: "section", fields: many(11, plain(1)) }], "no more than 10 items"],
  ["a field of 2,001 characters", [{ type: "section", fields: [plain(2_001)] }], "/blocks/0/fields/0/text]"],
  ["a header of 151 characters", [{ type: "header", text: plain(151) }], "/blocks/0/text/text]"],
  ["a header in mrkdwn", [{ type: "header", text: { type: "mrkdwn", text: "x" } }], "/blocks/0/text/type]"],
  ["a context of eleven", [{ type: "context", elements: many(11, plain(1)) }], "no more than 10 items"],
  ["26 buttons", [actions(...Array.from({ length: 26 }, (_, n) => button(`b${n}`)))], "no more than 25 items"],
  ["the same action_id twice", [actions(button("same"), button("same"))], "`action_id` must be unique"],
  ["the same block_id twice", many(2, { type: "divider", block_id: "same" }), "`block_id` must be unique"],
  ["a block_id of 256 characters", [{ type: "divider", block_id: "x".repeat(256) }], "/blocks/0/block_id]"],
  ["an action_id of 256 characters", [actions(button("x".repeat(256)))], "/blocks/0/elements/0/action_id]"],
  ["a label of 76 characters", [actions(button("b", { text: plain(76) }))], "/blocks/0/elements/0/text/text]"],
  ["a value of 2,001 characters", [actions(button("b", { value: "x".repeat(2_001) }))], "/elements/0/value]"],
  ["a button to nowhere", [actions(button("b", { url: "nowhere" }))], "/elements/0/url]"],
  ["an address of 3,001 characters", [actions(button("b", { url: address(3_001) }))], "/elements/0/url]"],
  ["a third style", [actions(button("b", { style: "warning" }))], "/elements/0/style]"],
  [
    "a long confirmation",
    [actions(button("b", { confirm: { title: plain(101), text: plain(1), confirm: plain(1), deny: plain(1) } }))],
    "/elements/0/confirm/title/text]",
  ],
  [
    "an option of 76 characters",
    [actions({ ...select(1), options: [{ text: plain(76), value: "v" }] })],
    "/text/text]",
  ],
  ["101 options", [actions(select(101))], "no more than 100 items allowed"],
  ["a first choice that is none", [actions({ ...select(1), initial_option: options(2)[1] })], "initial option"],
  ["a picture without words", [{ type: "image", image_url: image.image_url }], "missing required field: alt_text"],
  ["an input in a message", [input("prompt", { type: "plain_text_input" })], "unsupported type: input"],
  ["markdown of 12,001 characters", many(2, { type: "markdown", text: "x".repeat(6_001) }), "[json-pointer:/blocks]"],
  ["an unknown block", [{ type: "hologram" }], "unsupported type: hologram [json-pointer:/blocks/0/type]"],
  ["an unknown element", [actions({ type: "lever" })], "unsupported type: lever"],
  ["an unknown field", [{ type: "divider", colour: "red" }], "invalid additional property: colour"],
  ["rich text of no kind", [richText({ type: "rich_text_poem", elements: [] })], "unsupported type: rich_text_poem"],
  [
    "an empty text in rich text",
    [richText({ type: "rich_text_section", elements: [{ type: "text", text: "" }] })],
    "/blocks/0/elements/0/elements/0/text]",
  ],
];

test.for(tooMuch)("Slack refuses %s", async ([, blocks, words]) => {
  const { slack, web } = await slackWorld();
  const call = web.chat.postMessage({ channel: slack.channelId, text: "x", blocks: blocks as never });
  const refused = await outcomeOf(call);
  expect(refused.code).toBe("invalid_blocks");
  expect(refused.words.join()).toContain(words);
  expect(refused.words[0]).toMatch(/^\[ERROR\] .+ \[json-pointer:\/.*\]$/);
  expect(slack.messages("ada")).toEqual([]);
});

const text = input("prompt", { type: "plain_text_input", action_id: "prompt" });
const badForms: [string, object, string][] = [
  ["a title of 25 characters", modal([], { title: plain(25) }), "[json-pointer:/view/title/text]"],
  ["a submit label of 25 characters", modal([], { submit: plain(25) }), "/view/submit/text]"],
  ["a close label in mrkdwn", modal([], { close: { type: "mrkdwn", text: "x" } }), "/view/close/type]"],
  ["3,001 characters of private metadata", modal([], { private_metadata: "x".repeat(3_001) }), "/private_metadata]"],
  ["a callback_id of 256 characters", modal([], { callback_id: "x".repeat(256) }), "/view/callback_id]"],
  ["101 blocks", modal(many(101, { type: "divider" })), "no more than 100 items allowed [json-pointer:/view/blocks]"],
  ["inputs without a submit button", modal([text], { submit: undefined }), "missing required field: submit"],
  ["the same block_id twice", modal([text, text]), "`block_id` must be unique [json-pointer:/view/blocks]"],
  ["a text input of 3,001 characters", modal([input("p", { ...text.element, max_length: 3_001 })]), "/max_length]"],
  ["a password input", modal([input("key", { type: "password_input" })]), "unsupported type: password_input"],
  ["a button as an input", modal([input("b", button("b"))]), "unsupported type: button"],
];

test.for(badForms)("Slack refuses a form with %s", async ([, view, words]) => {
  const { slack, web, connect } = await slackWorld();
  const { next } = await connect();
  const trigger_id = await slack.command("ada", "/video");
  await (await next()).ack();
  const refused = await outcomeOf(web.views.open({ trigger_id, view: view as never }));
  expect(refused.code).toBe("invalid_arguments");
  expect(refused.words.join()).toContain(words);
  expect(slack.openForms("ada")).toEqual([]);
});
