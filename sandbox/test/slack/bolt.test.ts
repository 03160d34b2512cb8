import { App } from "@slack/bolt";
import { expect, onTestFinished, test } from "vitest";
import { actions, button, modal, prompt, silent, slackWorld } from "./slack-world.ts";

test("an unchanged Bolt app lives here: command, card, button, form, final word", async () => {
  const { slack, clientOptions, entry, entries } = await slackWorld();
  const app = new App({
    token: slack.botToken,
    appToken: slack.appToken,
    socketMode: true,
    clientOptions,
    logger: silent,
  });
  onTestFinished(async () => {
    await app.stop();
  });

  app.command("/video", async ({ ack, command, client }) => {
    await ack();
    await client.chat.postMessage({
      channel: command.channel_id,
      text: `a card for ${command.text}`,
      blocks: [actions(button("edit", { value: command.text }))],
    });
  });
  app.action("edit", async ({ ack, body, client, respond }) => {
    await ack();
    if (body.type !== "block_actions") return;
    await client.views.open({ trigger_id: body.trigger_id, view: modal([prompt]) });
    await respond({ replace_original: true, text: "being edited" });
  });
  app.view("make_video", async ({ ack, body, view, client }) => {
    const value = view.state.values.prompt?.prompt?.value ?? "";
    if (value === "bad") return ack({ response_action: "errors", errors: { prompt: "Not that." } });
    await ack();
    await client.chat.postMessage({ channel: slack.channelId, text: `<@${body.user.id}> made ${value}` });
  });
  await app.start();

  await slack.command("ada", "/video a cat");
  const card = await entry("message");
  expect(card.payload).toMatchObject({ text: "a card for a cat", userId: slack.botUserId });
  await slack.press("ada", card.messageId ?? "", "edit");
  const form = await entry("form");
  expect((await entry("edited")).payload).toMatchObject({ ts: card.messageId, text: "being edited" });
  await slack.submitForm("ada", form.interactionId ?? "", { prompt: "bad" });
  await entry("form_updated");
  expect(slack.openForms("ada")[0]?.errors).toEqual({ prompt: "Not that." });
  await slack.submitForm("ada", form.interactionId ?? "", { prompt: "a dog" });
  expect((await entry("pinged")).payload).toEqual({ personIds: ["U00000ADA1"] });
  expect(slack.messages("ben").at(-1)?.text).toBe("<@U00000ADA1> made a dog");
  expect(entries("refused")).toEqual([]);
  expect(entries("answered")).toHaveLength(4);
});
