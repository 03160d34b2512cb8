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
      await context.ask(`a command's address takes post ${nth} of ${USES}`, { to: responseUrl, body: private_ });
      await context.wait(PACE_MS);
    }
    const used = { status: 404, code: "used_url" };
    await context.ask("a command's address takes no sixth post", { to: responseUrl, body: private_ }, used);
  },
  "slack/address-life": {
    isSlow: true,
    async run(context) {
      const { responseUrl } = await typed(context);
      await context.wait(28 * MINUTE_MS);
      await context.ask("a command's address lives for 28 minutes", { to: responseUrl, body: private_ });
      await context.wait(3 * MINUTE_MS);
      const expired = { status: 404, code: "expired_url" };
      await context.ask("a command's address is dead after 31 minutes", { to: responseUrl, body: private_ }, expired);
    },
  },
  async "slack/form-opens"(context) {
    const { triggerId } = await typed(context);
    const openedForm = await context.ask("a form opens", open(triggerId), ["view.id", "view.state"]);
    await context.ask("a trigger opens one form", open(triggerId), { code: "exchanged_trigger_id" });
    await context.ask("a trigger of nobody's opens none", open("1.2.none"), { code: "invalid_trigger_id" });
    const view_id = textAt(openedForm, "view.id");
    const update = { method: "views.update", args: { view_id, view: form } };
    await context.ask("a form is changed by its id", update, ["view.id"]);
  },
  async "slack/form-late"(context) {
    const { triggerId } = await typed(context);
    await context.wait(4_000);
    await context.ask("a trigger is dead after three seconds", open(triggerId), { code: "expired_trigger_id" });
  },
  async "slack/form"(context) {
    const { triggerId } = await typed(context);
    const openedForm = await context.ask("a form opens", open(triggerId));
    const formId = textAt(openedForm, "view.id");
    const fields = ["view.id", "view.callback_id", "view.private_metadata", "view.state.values", "user.id"];
    const task = { kind: "submit", formId, values: { key: "no-key-at-all" } } as const;
    const sent = await context.comes("what is filled in comes back", task, fields, isOf("view_submission"));
    context.holds("a form comes back by its id", at(sent.payload, "view.id") === formId);
    context.holds("a form brings what was filled in", at(sent.payload, "view.state.values.key") !== undefined);
    sent.ack({ response_action: "errors", errors: { key: "Try once more." } });
    const again = await context.comes("a form with a mistake is sent again", task, fields, isOf("view_submission"));
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
    context.holds("a press names the message that it was on", at(press.payload, "container.message_ts") === ts);
    const address = { url: textAt(press.payload, "response_url"), template: "/actions/:team/:number/:secret" };
    const body = { text: "pressed", replace_original: true };
    await context.ask("a press's address changes the message of its button", { to: address, body: body });
    const read = { method: "conversations.history", args: { channel, limit: 1 } };
    const list = await context.ask("a direct message is read back", read, ["messages.0.ts"]);
    const isChanged = at(list, "messages.0.ts") === ts && at(list, "messages.0.text") === "pressed";
    context.holds("the message is still there, and changed", isChanged);
    await context.wait(PACE_MS);
    const reply = { text: "below it", response_type: "in_channel", thread_ts: ts };
    await context.ask("a press's address writes in the message's thread", { to: address, body: reply });
    const thread = { method: "conversations.replies", args: { channel, ts } };
    const replies = await context.ask("the thread is read back", thread, ["messages.1.ts"]);
    context.holds("what was written stands in the thread", at(replies, "messages.1.thread_ts") === ts);
    await context.wait(PACE_MS);
    const gone = { to: address, body: { delete_original: true } };
    await context.ask("a press's address takes the message of its button away", gone);
    const update = { method: "chat.update", args: { channel, ts, text: "x" } };
    await context.ask("the message is gone", update, { code: "message_not_found" });
  },
  async "slack/shortcut"(context) {
    const { channel } = await quietPlace(context);
    const ts = await posted(context, "a message is posted", channel, { text: "a boat" });
    const task = { kind: "shortcut", callbackId: "animate_this", messageId: ts } as const;
    const fields = ["callback_id", "trigger_id", "response_url", "message.ts", "message_ts", "channel.id", "user.id"];
    const used = await context.comes("a shortcut on a message comes with it", task, fields, isOf("message_action"));
    used.ack();
    context.holds("the message that it is used on is named", at(used.payload, "message_ts") === ts);
  },
  async "slack/home"(context) {
    const { userId } = await quietPlace(context);
    const isOpened = (payload: unknown) => at(payload, "event.type") === "app_home_opened";
    const fields = ["event.user", "event.tab"];
    const opened = await context.comes("an opened home is told", { kind: "opens home" }, fields, isOpened);
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
      const mention = await context.comes("a mention is told", { kind: "mention", text: "a boat" }, fields, isMention);
      mention.ack();
      const ts = textAt(mention.payload, "event.ts");
      const update = { method: "chat.update", args: { channel, ts, text: "x" } };
      await context.ask("another's message is not edited", update, { code: "cant_update_message" });
      await posted(context, "a mention is answered in its thread", channel, { text: "seen", thread_ts: ts });
    },
  },
});
