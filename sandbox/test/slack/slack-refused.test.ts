import { expect, test } from "vitest";
import {
  actions,
  button,
  codeOf,
  input,
  modal,
  outcomeOf,
  prompt,
  respond,
  section,
  slackWorld,
  uncheckedBlocks,
  uncheckedView,
} from "./slack-world.ts";

test("Slack refuses a bot's request to join a private channel or to look up an unknown user", async () => {
  const { slack, web } = await slackWorld();
  const join = (channel: string) => codeOf(web.conversations.join({ channel }));
  expect(await join(slack.unjoinedChannelId)).toBe("ok");
  expect(await join(slack.foreignChannelId)).toBe("channel_not_found");
  expect(await join(slack.dmChannelId("ada"))).toBe("method_not_supported_for_channel_type");
  expect(await codeOf(web.users.info({ user: "U0NOBODY" }))).toBe("user_not_found");
});

test("Slack refuses to open a form above 250,000 bytes, or a second form with the external_id of an open form", async () => {
  const { slack, web, connect } = await slackWorld();
  const { next } = await connect();
  const open = async (view: object) => {
    const trigger_id = await slack.command("ada", "/video");
    await (await next()).ack();
    return codeOf(web.views.open({ trigger_id, view: uncheckedView(view) }));
  };
  const many = Array.from({ length: 100 }, (_, n) =>
    input(`p${n}`, { type: "plain_text_input", initial_value: "x".repeat(2_600) }),
  );
  expect(await open(modal(many))).toBe("view_too_large");
  const twin = modal([], { external_id: "twin", submit: undefined });
  const trigger_id = await slack.command("ada", "/video");
  await (await next()).ack();
  expect(await codeOf(web.views.open({ trigger_id, view: twin }))).toBe("ok");
  const other = await slack.command("ben", "/video");
  await (await next()).ack();
  expect(await codeOf(web.views.open({ trigger_id: other, view: twin }))).toBe("duplicate_external_id");
});

test("Slack refuses a malformed post to a response_url and a malformed response to a form", async () => {
  const { slack, web, connect, entries, entry } = await slackWorld();
  const { next } = await connect();
  const trigger_id = await slack.command("ada", "/video");
  const typed = await next();
  await typed.ack();
  expect(await respond(typed.body.response_url, { text: 1 })).toContain("invalid_payload");
  await web.views.open({ trigger_id, view: modal([], { submit: undefined }) });
  const form = await entry("form");
  await slack.submitForm("ada", form.interactionId ?? "", {});
  await (await next()).ack({ response_action: "dance" });
  await entry("form_updated");
  expect(entries("refused").map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ code: "invalid_response" }),
  );
});

test("Slack refuses a file above the workspace's size limit before the upload begins", async () => {
  const { web } = await slackWorld();
  const length = 1_000_000_001;
  expect(await codeOf(web.files.getUploadURLExternal({ filename: "a.mp4", length }))).toBe(
    "file_upload_size_restricted",
  );
});

test("Slack accepts 50 chat.update calls per minute and answers the next call with the seconds to wait", async () => {
  const { slack, web, clock, entries } = await slackWorld();
  const channel = slack.channelId;
  const { ts = "" } = await web.chat.postMessage({ channel, text: "card" });
  const update = (text: string) => web.chat.update({ channel, ts, text });
  for (let n = 0; n < 50; n += 1) {
    await update(String(n));
    clock.advance(1_000);
  }
  await expect(update("one too many")).rejects.toMatchObject({ retryAfter: 10 });
  expect(entries("refused")).toMatchObject([
    { payload: { status: 429, code: "ratelimited", path: "/api/chat.update" } },
  ]);
  expect((await web.chat.postMessage({ channel, text: "another method is free" })).ok).toBe(true);
  clock.advance(10_000);
  expect(await codeOf(update("now"))).toBe("ok");
});

test("a Slack channel accepts ten messages at once and then one per second, including response_url posts", async () => {
  const { slack, web, clock, connect } = await slackWorld();
  const { next } = await connect();
  await slack.command("ada", "/video");
  const received = await next();
  await received.ack();
  const { response_url: url } = received.body;
  const post = (channel = slack.channelId) => web.chat.postMessage({ channel, text: "x" });
  for (let n = 0; n < 9; n += 1) await post();
  expect(await respond(url, { text: "x" })).toBe("200 ok");
  await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
  expect(await respond(url, { text: "x" })).toContain("429");
  expect(await codeOf(post("U00000ADA1"))).toBe("ok");
  clock.advance(1_000);
  expect(await codeOf(post())).toBe("ok");
  await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
});

test("a Slack call above the rate limit gets status 429 with a Retry-After header", async () => {
  const { slack } = await slackWorld();
  const call = () =>
    fetch(`${slack.apiUrl}users.info`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", authorization: `Bearer ${slack.botToken}` },
      body: "user=U00000ADA1",
    });
  for (let n = 0; n < 100; n += 1) expect((await call()).status).toBe(200);
  const refused = await call();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await refused.json()).toEqual({ ok: false, error: "ratelimited" });
});

async function commanded() {
  const world = await slackWorld();
  const { next } = await world.connect();
  const { slack, web } = world;
  const command = async () => {
    await slack.command("ada", "/video a cat");
    const received = await next();
    await received.ack();
    return received.body;
  };
  const post = () => web.chat.postMessage({ channel: slack.channelId, text: "x" });
  return { ...world, command, post, url: (await command()).response_url };
}

test("while a Slack rate limit is simulated, messages and uploads get 429 with a wait of 2 s", async () => {
  const { slack, web, clock, post, url, command, entries } = await commanded();
  slack.setCondition("rate_limited");
  for (let round = 0; round < 3; round += 1) {
    await expect(post()).rejects.toMatchObject({ retryAfter: 2 });
    await expect(web.files.getUploadURLExternal({ filename: "a", length: 1 })).rejects.toMatchObject({ retryAfter: 2 });
    expect(await respond(url, { text: "x" })).toBe('429 {"ok":false,"error":"ratelimited"}');
    clock.advance(2_000);
  }
  await web.views.open({ trigger_id: (await command()).trigger_id, view: modal([prompt]) });
  slack.setCondition("clear");
  expect(await codeOf(post())).toBe("ok");
  // The refused posts did not count against the five uses.
  for (let used = 0; used < 5; used += 1) expect(await respond(url, { text: "x" })).toBe("200 ok");
  expect(entries("condition").map(({ payload }) => payload)).toEqual([
    { condition: "rate_limited" },
    { condition: "clear" },
  ]);
});

test("while a Slack outage is simulated, every call gets 503, but commands still reach the bot", async () => {
  const { slack, web, post, url, command, entries } = await commanded();
  const { upload_url: upload = "" } = await web.files.getUploadURLExternal({ filename: "a", length: 1 });
  slack.setCondition("down");
  await expect(post()).rejects.toMatchObject({ statusCode: 503 });
  expect((await respond(url, { text: "x" })).slice(0, 3)).toBe("503");
  expect((await respond(upload, {})).slice(0, 3)).toBe("503");
  await command();
  expect(entries("refused")).toMatchObject(Array(3).fill({ payload: { status: 503, code: "service_unavailable" } }));
  for (const secret of [url, upload].map((each) => each.split("/").at(-1) ?? ""))
    expect(JSON.stringify(entries("refused"))).not.toContain(secret);
  slack.setCondition("clear");
  expect([await codeOf(post()), await respond(url, { text: "x" })]).toEqual(["ok", "200 ok"]);
});

test("while early URL expiry is simulated, a Slack response_url is valid for at most 5 s", async () => {
  const { slack, web, clock, post, url, command } = await commanded();
  const dead = '404 {"ok":false,"error":"expired_url"}';
  slack.setCondition("token_dead");
  expect(await respond(url, { text: "x" })).toBe(dead);
  const { response_url: later } = await command();
  clock.advance(4_999);
  const { response_url: young } = await command();
  expect(await respond(later, { text: "x" })).toBe("200 ok");
  clock.advance(1);
  expect(await respond(later, { text: "x" })).toBe(dead);
  const { ts = "" } = await post();
  await web.chat.update({ channel: slack.channelId, ts, text: "x", blocks: [actions(button("again"))] });
  slack.setCondition("clear");
  clock.advance(60_000);
  expect([await respond(url, {}), await respond(later, {}), await respond(young, { text: "x" })]).toEqual([
    dead,
    dead,
    "200 ok",
  ]);
});

test("Slack's blocks.validate returns the position of each mistake in blocks, messages and views", async () => {
  const { web } = await slackWorld();
  const judge = (args: Readonly<Record<string, unknown>>) =>
    web.apiCall("blocks.validate", args).then(
      () => "taken",
      ({ data }: { data: { error: string; errors?: { pointer: string }[] } }) => [
        data.error,
        ...(data.errors ?? []).map(({ pointer }) => pointer),
      ],
    );
  const [right, wrong] = [[section("a boat")], [section("a boat"), section("x".repeat(3_001))]];
  const modal = { type: "modal", title: { type: "plain_text", text: "a boat" } };

  expect(await judge({ blocks: right })).toBe("taken");
  expect(await judge({ message: { blocks: right } })).toBe("taken");
  expect(await judge({ view: { ...modal, blocks: right } })).toBe("taken");
  expect(await judge({ view: { type: "home", blocks: right } })).toBe("taken");
  expect(await judge({ blocks: wrong })).toEqual(["invalid_blocks", "/1/text/text"]);
  expect(await judge({ message: { blocks: wrong } })).toEqual(["invalid_blocks", "/blocks/1/text/text"]);
  expect(await judge({ view: { ...modal, blocks: wrong } })).toEqual(["invalid_blocks", "/blocks/1/text/text"]);
  expect(await judge({ view: { type: "home" } })).toEqual(["invalid_blocks", ""]);
  expect(await judge({ blocks: right, message: { blocks: right } })).toEqual(["invalid_arguments"]);
  expect(await judge({})).toEqual(["invalid_arguments"]);
});

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
  ["a section of ten fields", [{ type: "section", fields: many(10, plain(2_000)) }]],
  ["a header of 150 characters", [{ type: "header", text: plain(150) }]],
  ["a context of ten elements", [{ type: "context", elements: [...many(9, plain(2_000)), image] }]],
  [
    "25 buttons in one block",
    [actions(...Array.from({ length: 25 }, (_, n) => button(`b${n}`, { value: "x".repeat(2_000) })))],
  ],
  ["a button URL of 3,000 characters", [actions(button("b", { url: address(3_000) }))]],
  ["two blocks without a block_id", many(2, actions(button("same")))],
  ["an image block", [image]],
  ["a markdown block of 12,000 characters", [{ type: "markdown", text: "x".repeat(12_000) }]],
  [
    "a rich text block",
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

test.for(fitting)("Slack accepts a message with %s", async ([, blocks]) => {
  const { slack, web } = await slackWorld();
  await web.chat.postMessage({ channel: slack.channelId, text: "x", blocks: uncheckedBlocks(blocks) });
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
  ["a section of eleven fields", [{ type: "section", fields: many(11, plain(1)) }], "no more than 10 items"],
  ["a field of 2,001 characters", [{ type: "section", fields: [plain(2_001)] }], "/blocks/0/fields/0/text]"],
  ["a header of 151 characters", [{ type: "header", text: plain(151) }], "/blocks/0/text/text]"],
  ["a header in mrkdwn", [{ type: "header", text: { type: "mrkdwn", text: "x" } }], "/blocks/0/text/type]"],
  ["a context of eleven elements", [{ type: "context", elements: many(11, plain(1)) }], "no more than 10 items"],
  [
    "26 buttons in one block",
    [actions(...Array.from({ length: 26 }, (_, n) => button(`b${n}`)))],
    "no more than 25 items",
  ],
  ["two buttons with the same action_id", [actions(button("same"), button("same"))], "`action_id` must be unique"],
  ["two blocks with the same block_id", many(2, { type: "divider", block_id: "same" }), "`block_id` must be unique"],
  ["a block_id of 256 characters", [{ type: "divider", block_id: "x".repeat(256) }], "/blocks/0/block_id]"],
  ["an action_id of 256 characters", [actions(button("x".repeat(256)))], "/blocks/0/elements/0/action_id]"],
  ["a button label of 76 characters", [actions(button("b", { text: plain(76) }))], "/blocks/0/elements/0/text/text]"],
  ["a button value of 2,001 characters", [actions(button("b", { value: "x".repeat(2_001) }))], "/elements/0/value]"],
  ["a button with an invalid URL", [actions(button("b", { url: "nowhere" }))], "/elements/0/url]"],
  ["a button URL of 3,001 characters", [actions(button("b", { url: address(3_001) }))], "/elements/0/url]"],
  ["an unknown button style", [actions(button("b", { style: "warning" }))], "/elements/0/style]"],
  [
    "a confirmation title of 101 characters",
    [actions(button("b", { confirm: { title: plain(101), text: plain(1), confirm: plain(1), deny: plain(1) } }))],
    "/elements/0/confirm/title/text]",
  ],
  [
    "a menu option of 76 characters",
    [actions({ ...select(1), options: [{ text: plain(76), value: "v" }] })],
    "/text/text]",
  ],
  ["a menu of 101 options", [actions(select(101))], "no more than 100 items allowed"],
  [
    "an initial option that is not in the menu",
    [actions({ ...select(1), initial_option: options(2)[1] })],
    "initial option",
  ],
  [
    "a picture without alternative text",
    [{ type: "image", image_url: image.image_url }],
    "missing required field: alt_text",
  ],
  ["an input block", [input("prompt", { type: "plain_text_input" })], "unsupported type: input"],
  [
    "more than 12,000 characters of markdown",
    many(2, { type: "markdown", text: "x".repeat(6_001) }),
    "[json-pointer:/blocks]",
  ],
  ["a block of an unknown type", [{ type: "hologram" }], "unsupported type: hologram [json-pointer:/blocks/0/type]"],
  ["an element of an unknown type", [actions({ type: "lever" })], "unsupported type: lever"],
  ["an unknown property in a block", [{ type: "divider", colour: "red" }], "invalid additional property: colour"],
  [
    "rich text of an unknown type",
    [richText({ type: "rich_text_poem", elements: [] })],
    "unsupported type: rich_text_poem",
  ],
  [
    "an empty text element in rich text",
    [richText({ type: "rich_text_section", elements: [{ type: "text", text: "" }] })],
    "/blocks/0/elements/0/elements/0/text]",
  ],
];

test.for(tooMuch)("Slack refuses a message with %s", async ([, blocks, words]) => {
  const { slack, web } = await slackWorld();
  const call = web.chat.postMessage({ channel: slack.channelId, text: "x", blocks: uncheckedBlocks(blocks) });
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
  ["inputs but no submit button", modal([text], { submit: undefined }), "missing required field: submit"],
  ["two inputs with the same block_id", modal([text, text]), "`block_id` must be unique [json-pointer:/view/blocks]"],
  ["a text input for 3,001 characters", modal([input("p", { ...text.element, max_length: 3_001 })]), "/max_length]"],
  ["a password input", modal([input("key", { type: "password_input" })]), "unsupported type: password_input"],
  ["a button as an input", modal([input("b", button("b"))]), "unsupported type: button"],
];

test.for(badForms)("Slack refuses to open a form with %s", async ([, view, words]) => {
  const { slack, web, connect } = await slackWorld();
  const { next } = await connect();
  const trigger_id = await slack.command("ada", "/video");
  await (await next()).ack();
  const refused = await outcomeOf(web.views.open({ trigger_id, view: uncheckedView(view) }));
  expect(refused.code).toBe("invalid_arguments");
  expect(refused.words.join()).toContain(words);
  expect(slack.openForms("ada")).toEqual([]);
});
