import { formView } from "../../../src/frontends/slack/out/write-slack-form.ts";
import { slackWords } from "../../../src/messages/ask/short-replies.ts";
import { keyForm } from "../../../src/messages/ask/video-forms.ts";
import { en } from "../../../src/messages/words/en.ts";
import { checksOf } from "../check.ts";
import { at, textAt } from "../recorder.ts";
import { button, PRESS_FIELDS, posted, quietPlace, type SlackContext, section, typed } from "./context.ts";

const MINUTE_MS = 60_000;
/** Slack allows one post per second in a channel. */
const PACE_MS = 1_100;
const USES = 5;
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
const form = formView(keyForm(null, en), origin, { takesFiles: false, words: slackWords(en).form });
const open = (trigger_id: string, view: unknown = form) => ({ method: "views.open", args: { trigger_id, view } });
const private_ = { text: "seen", response_type: "ephemeral" };
const isOf = (type: string) => (payload: unknown) => at(payload, "type") === type;

/** People's acts, and the responses that Slack accepts. */
export const actingChecks = checksOf<SlackContext>({
  async "slack/command"(context) {
    const { responseUrl } = await typed(context);
    for (let nth = 1; nth <= USES; nth += 1) {
      await context.ask(`a command's response_url accepts post ${nth} of ${USES}`, { to: responseUrl, body: private_ });
      await context.wait(PACE_MS);
    }
    const used = { status: 404, code: "used_url" };
    await context.ask("a command's response_url accepts no sixth post", { to: responseUrl, body: private_ }, used);
  },
  "slack/address-life": {
    isSlow: true,
    async run(context) {
      const { responseUrl } = await typed(context);
      await context.wait(28 * MINUTE_MS);
      await context.ask("a command's response_url is valid for 28 minutes", { to: responseUrl, body: private_ });
      await context.wait(3 * MINUTE_MS);
      const expired = { status: 404, code: "expired_url" };
      await context.ask(
        "a command's response_url is invalid after 31 minutes",
        { to: responseUrl, body: private_ },
        expired,
      );
    },
  },
  async "slack/form-opens"(context) {
    const { triggerId } = await typed(context);
    const openedForm = await context.ask("a form opens", open(triggerId), ["view.id", "view.state"]);
    await context.ask("a trigger opens one form", open(triggerId), { code: "exchanged_trigger_id" });
    await context.ask("an invalid trigger opens no form", open("1.2.none"), { code: "invalid_trigger_id" });
    const view_id = textAt(openedForm, "view.id");
    const update = { method: "views.update", args: { view_id, view: form } };
    await context.ask("a form can be updated by its id", update, ["view.id"]);
  },
  async "slack/form-late"(context) {
    const { triggerId } = await typed(context);
    await context.wait(4_000);
    await context.ask("a trigger is invalid after three seconds", open(triggerId), { code: "expired_trigger_id" });
  },
  async "slack/form"(context) {
    const { triggerId } = await typed(context);
    const openedForm = await context.ask("a form opens", open(triggerId));
    const formId = textAt(openedForm, "view.id");
    const fields = ["view.id", "view.callback_id", "view.private_metadata", "view.state.values", "user.id"];
    const task = { kind: "submit", formId, values: { key: "no-key-at-all" } } as const;
    const sent = await context.comes("the values are returned", task, fields, isOf("view_submission"));
    context.holds("a form submission contains its id", at(sent.payload, "view.id") === formId);
    context.holds("a form submission contains the values", at(sent.payload, "view.state.values.key") !== undefined);
    sent.ack({ response_action: "errors", errors: { key: "Try once more." } });
    const again = await context.comes(
      "a form with an error can be submitted again",
      task,
      fields,
      isOf("view_submission"),
    );
    again.ack();
  },
  async "slack/press"(context) {
    const { channel } = await quietPlace(context);
    const blocks = [section("press it"), button("proof_press", "Press me")];
    const ts = await posted(context, "a message with a button is posted", channel, { text: "press it", blocks });
    const task = { kind: "press", messageId: ts, button: "proof_press", label: "Press me" } as const;
    const fields = [...PRESS_FIELDS, "message.ts"];
    const press = await context.comes("a press comes with its message", task, fields, isOf("block_actions"));
    press.ack();
    context.holds("a press contains its message", at(press.payload, "container.message_ts") === ts);
    const address = { url: textAt(press.payload, "response_url"), template: "/actions/:team/:number/:secret" };
    const body = { text: "pressed", replace_original: true };
    await context.ask("a press's response_url updates the button's message", { to: address, body: body });
    const read = { method: "conversations.history", args: { channel, limit: 1 } };
    const list = await context.ask("a direct message is read back", read, ["messages.0.ts"]);
    const isChanged = at(list, "messages.0.ts") === ts && at(list, "messages.0.text") === "pressed";
    context.holds("the message was updated and not deleted", isChanged);
    await context.wait(PACE_MS);
    const reply = { text: "below it", response_type: "in_channel", thread_ts: ts };
    await context.ask("a press's response_url posts in the message's thread", { to: address, body: reply });
    const thread = { method: "conversations.replies", args: { channel, ts } };
    const replies = await context.ask("the thread is read back", thread, ["messages.1.ts"]);
    context.holds("the message is in the thread", at(replies, "messages.1.thread_ts") === ts);
    await context.wait(PACE_MS);
    const gone = { to: address, body: { delete_original: true } };
    await context.ask("a press's response_url deletes the button's message", gone);
    const update = { method: "chat.update", args: { channel, ts, text: "x" } };
    await context.ask("the message was deleted", update, { code: "message_not_found" });
  },
  async "slack/shortcut"(context) {
    const { channel } = await quietPlace(context);
    const ts = await posted(context, "a message is posted", channel, { text: "a boat" });
    const task = { kind: "shortcut", callbackId: "animate_this", messageId: ts } as const;
    const fields = ["callback_id", "trigger_id", "response_url", "message.ts", "message_ts", "channel.id", "user.id"];
    const used = await context.comes(
      "a message shortcut arrives with its message",
      task,
      fields,
      isOf("message_action"),
    );
    used.ack();
    context.holds("the target message is named", at(used.payload, "message_ts") === ts);
  },
  async "slack/home"(context) {
    const { userId } = await quietPlace(context);
    const isOpened = (payload: unknown) => at(payload, "event.type") === "app_home_opened";
    const fields = ["event.user", "event.tab"];
    const opened = await context.comes("opening the Home tab sends an event", { kind: "opens home" }, fields, isOpened);
    opened.ack();
    const view = { type: "home", blocks: [section("a boat")] };
    const publish = (args: object) => ({ method: "views.publish", args: { user_id: userId, view, ...args } });
    await context.ask("a home is published", publish({}), ["view.id"]);
    const nobody = publish({ user_id: "U0000000000" });
    await context.ask("somebody who is not there has no home", nobody, { code: "user_not_found" });
  },
  "slack/mention": {
    shows: "a message of yours that names the bot, and its answer in a thread, in the test channel",
    async run(context) {
      const { channel } = await typed(context);
      const isMention = (payload: unknown) => at(payload, "event.type") === "app_mention";
      const fields = ["event.ts", "event.channel", "event.user", "event.text", "event_id", "team_id"];
      const mention = await context.comes("a mention arrives", { kind: "mention", text: "a boat" }, fields, isMention);
      mention.ack();
      const ts = textAt(mention.payload, "event.ts");
      const update = { method: "chat.update", args: { channel, ts, text: "x" } };
      await context.ask("another's message is not edited", update, { code: "cant_update_message" });
      await posted(context, "a mention is answered in its thread", channel, { text: "seen", thread_ts: ts });
    },
  },
});
