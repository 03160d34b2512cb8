import { expect, test } from "vitest";
import { actions, button, codeOf, input, modal, prompt, respond, section, slackWorld } from "../slack-world.ts";

const where = input(
  "where",
  { type: "conversations_select", action_id: "where", response_url_enabled: true },
  { optional: true },
);
const picture = input(
  "image",
  { type: "file_input", action_id: "image", filetypes: ["png"], max_files: 1 },
  { optional: true },
);
const cat = { name: "cat.png", contentType: "image/png", bytes: new Uint8Array([1, 2, 3]), width: 3, height: 4 };

async function connected() {
  const world = await slackWorld();
  const { next } = await world.connect();
  const received = async () => {
    const one = await next();
    await one.ack();
    return one.body;
  };
  return { ...world, received };
}

test("a global Slack shortcut reaches the bot without a channel and can open a form", async () => {
  const { slack, web, received } = await connected();
  const trigger_id = await slack.shortcut("ada", "make_video");
  const body = await received();
  expect(body).toMatchObject({ type: "shortcut", callback_id: "make_video", trigger_id, user: { id: "U00000ADA1" } });
  expect(body).not.toHaveProperty("channel");
  expect(body.response_url).toBe("");
  expect(await codeOf(web.views.open({ trigger_id, view: modal([prompt]) }))).toBe("ok");
});

test("a submitted Slack form contains a response_url for the selected conversation", async () => {
  const { slack, web, received } = await connected();
  const open = async () => {
    const trigger_id = await slack.shortcut("ada", "make_video");
    await received();
    const { view } = await web.views.open({ trigger_id, view: modal([where]) });
    return view?.id ?? "";
  };
  const first = await open();
  await expect(slack.submitForm("ada", first, { where: "C00ELSEWHERE" })).rejects.toThrow("not offered to you");
  await slack.submitForm("ada", first, { where: slack.foreignChannelId });
  const chosen = await received();
  expect(chosen).toMatchObject({
    view: { state: { values: { where: { where: { selected_conversation: slack.foreignChannelId } } } } },
    response_urls: [{ block_id: "where", action_id: "where", channel_id: slack.foreignChannelId }],
  });
  const [{ response_url }] = chosen.response_urls as [{ response_url: string }];
  expect(await respond(response_url, { text: "here", response_type: "in_channel" })).toBe("200 ok");
  expect(slack.messages("ben", slack.foreignChannelId)).toMatchObject([{ text: "here" }]);

  await slack.submitForm("ada", await open(), {});
  const nothing = { view: { state: { values: { where: { where: { selected_conversation: null } } } } } };
  expect(await received()).toMatchObject({ ...nothing, response_urls: [] });
});

test("a Slack message shortcut sends the selected message with its files to the bot", async () => {
  const { slack, received } = await connected();
  const fileIds = [slack.upload("ada", cat)];
  const root = slack.post("ben", "look");
  const ts = slack.post("ada", "a cat", { threadTs: root, fileIds });
  await slack.shortcut("ben", "animate_this", ts);
  const body = await received();
  expect(body).toMatchObject({
    type: "message_action",
    callback_id: "animate_this",
    message_ts: ts,
    channel: { id: slack.channelId },
    message: { thread_ts: root, files: [{ mimetype: "image/png", size: 3, original_w: 3, original_h: 4 }] },
  });
  await respond(body.response_url, { text: "here", response_type: "in_channel", thread_ts: root });
  expect(slack.messages("ben").at(-1)).toMatchObject({ text: "here", threadTs: null });
});

test("a Slack file from another organization arrives only as an id, and files.info returns the details", async () => {
  const { slack, web, received } = await connected();
  const id = slack.upload("ada", { ...cat, isShared: true });
  const messageTs = slack.post("ada", "look", { fileIds: [id] });
  await slack.shortcut("ben", "animate_this", messageTs);
  const named = { id, mode: "file_access", file_access: "check_file_info", created: 0, timestamp: 0, user: "" };
  expect((await received()).message).toMatchObject({ files: [named] });
  const described = { mimetype: "image/png", name: "cat.png", size: 3, original_w: 3, original_h: 4 };
  expect((await web.files.info({ file: id })).file).toMatchObject(described);
});

test("Slack offers no message shortcut on an ephemeral message", async () => {
  const { slack, web } = await connected();
  await web.chat.postEphemeral({ channel: slack.channelId, user: "U00000ADA1", text: "psst" });
  const ts = slack.messages("ada").at(-1)?.ts ?? "";
  await expect(slack.shortcut("ada", "animate_this", ts)).rejects.toThrow("only one person sees");
  await expect(slack.shortcut("ben", "animate_this", ts)).rejects.toThrow("sees no message");
});

test("a Slack form accepts only the person's own files with an allowed type and size", async () => {
  const { slack, web, received } = await connected();
  const trigger_id = await slack.shortcut("ada", "make_video");
  await received();
  const { view } = await web.views.open({ trigger_id, view: modal([picture]) });
  const id = view?.id ?? "";
  const give = (image: string) => slack.submitForm("ada", id, { image });
  await expect(give(slack.upload("ben", cat))).rejects.toThrow("you have no file");
  await expect(give(slack.upload("ada", { ...cat, name: "cat.svg" }))).rejects.toThrow("svg files are not taken");
  const bytes = new Uint8Array(10_000_001);
  await expect(give(slack.upload("ada", { ...cat, bytes }))).rejects.toThrow("too large");
  await give(slack.upload("ada", cat));
  expect(await received()).toMatchObject({
    view: { state: { values: { image: { image: { files: [{ name: "cat.png" }] } } } } },
  });
});

test("downloading a private Slack file without the bot token returns a sign-in page with status 200", async () => {
  const { slack, web } = await slackWorld();
  const id = slack.upload("ada", cat);
  const { file } = await web.files.info({ file: id });
  const get = (headers: Record<string, string>) => fetch(file?.url_private ?? "", { headers });
  const page = await get({});
  expect([page.status, page.headers.get("content-type"), await page.text()]).toEqual([
    ...[200, "text/html; charset=utf-8", expect.stringContaining("Sign in")],
  ]);
  const authorization = `Bearer ${slack.botToken}`;
  expect(new Uint8Array(await (await get({ authorization })).arrayBuffer())).toEqual(cat.bytes);
  slack.removeFile(id);
  expect((await get({ authorization })).status).toBe(404);
  expect(await codeOf(web.files.info({ file: id }))).toBe("file_not_found");
});

test("direct messages and mentions reach a Slack bot as events, and a redelivery has the same event id", async () => {
  const { slack, received } = await connected();
  const dm = slack.dmChannelId("ada");
  slack.post("ada", "a cat & a dog", { channelId: dm, deliveries: 2 });
  const [first, second] = [await received(), await received()];
  expect(first).toMatchObject({
    type: "event_callback",
    event: { type: "message", channel_type: "im", channel: dm, text: "a cat &amp; a dog", user: "U00000ADA1" },
    authorizations: [{ user_id: slack.botUserId }],
  });
  expect(second.event_id).toBe(first.event_id);
  slack.post("ada", "the bot does not receive this");
  slack.post("ada", "@reelay and not this", { channelId: slack.unjoinedChannelId });
  const ts = slack.post("ada", "@Reelay a cat");
  expect(await received()).toMatchObject({ event: { type: "app_mention", text: `<@${slack.botUserId}> a cat`, ts } });
});

test("a button on a person's published Slack Home tab can be pressed and can open a form", async () => {
  const { slack, web, received } = await connected();
  slack.openTab("ada", "home");
  expect(await received()).toMatchObject({ event: { type: "app_home_opened", tab: "home", user: "U00000ADA1" } });
  expect(slack.home("ada")).toBeNull();
  const blocks = [section("Hello"), actions(button("make_video"))];
  await web.views.publish({ user_id: "U00000ADA1", view: { type: "home", blocks } });
  const home = slack.home("ada");
  expect(home).toMatchObject({ type: "home" });
  expect(slack.home("ben")).toBeNull();
  const trigger_id = await slack.pressInView("ada", home?.id ?? "", "make_video");
  const body = await received();
  expect(body).toMatchObject({
    type: "block_actions",
    container: { type: "view", view_id: home?.id },
    view: { type: "home" },
    actions: [{ action_id: "make_video" }],
  });
  expect(body).not.toHaveProperty("channel");
  expect(await codeOf(web.views.open({ trigger_id, view: modal([prompt]) }))).toBe("ok");
});
