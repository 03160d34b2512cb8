import { writeForm } from "../../../src/frontends/discord/out/write-discord-form.ts";
import { keyForm } from "../../../src/messages/ask/video-forms.ts";
import { en } from "../../../src/messages/words/en.ts";
import { checksOf } from "../check.ts";
import { at } from "../recorder.ts";
import {
  answer,
  byToken,
  callback,
  type DiscordContext,
  deferred,
  EPHEMERAL,
  editOf,
  FOLLOW_UP,
  flagsOf,
  no,
  posted,
  QUIET,
  typed,
} from "./context.ts";

const MINUTE_MS = 60_000;
const GONE = no(404, 10008);

/** Asks the person to press a button in a private message. */
async function pressed(context: DiscordContext, label: string) {
  const { interaction, messageId } = await deferred(context, EPHEMERAL);
  const components = [{ type: 1, components: [{ type: 2, style: 1, label, custom_id: "proof:press" }] }];
  const shown = byToken(context, interaction, "PATCH", { content: "press it", components });
  await context.ask("a button is shown", shown, ["components"]);
  const task = { kind: "press", messageId, button: "proof:press", label } as const;
  const fields = ["message.id", "data.custom_id", "data.component_type", "token"];
  return { interaction, messageId, press: await context.comes("a press comes with its message", task, fields) };
}

const field = (change: object, input: object = {}) => ({
  type: 18,
  label: "x",
  component: { type: 4, style: 1, custom_id: "x", ...input },
  ...change,
});
const fields = (count: number) => Array.from({ length: count }, (_, nth) => field({}, { custom_id: String(nth) }));

const tooMuchOfAForm: readonly (readonly [rule: string, change: object])[] = [
  ["a form's title of 46 characters is refused", { title: "x".repeat(46) }],
  ["a form's id of 101 characters is refused", { custom_id: "x".repeat(101) }],
  ["a form of six fields is refused", { components: fields(6) }],
  ["a label of 46 characters is refused", { components: [field({ label: "x".repeat(46) })] }],
  ["a hint of 101 characters is refused", { components: [field({ description: "x".repeat(101) })] }],
];

/** Responses to people's commands and presses, with the interaction's token. */
export const answerChecks = checksOf<DiscordContext>({
  "discord/deferred": {
    shows: "a message in the test channel, which is then deleted",
    async run(context) {
      const { interaction, messageId, answered } = await deferred(context);
      context.holds("a deferred response is loading", at(answered, "interaction.response_message_loading") === true);
      context.holds("a deferred response contains no message content", at(answered, "resource.message") === undefined);
      await context.ask("a second response is refused", callback(interaction, { type: 5 }), no(400, 40060));
      const edit = byToken(context, interaction, "PATCH", { content: "a boat", allowed_mentions: QUIET });
      const edited = await context.ask("a deferred response can be edited", edit, ["id", "flags", "edited_timestamp"]);
      context.holds("an edited response is the returned message", at(edited, "id") === messageId);
      context.holds("an edited response is no longer loading", (flagsOf(edited) & 128) === 0);
    },
  },
  async "discord/late-answer"(context) {
    const late = await typed(context, "a typed command arrives");
    await context.wait(4_000);
    await context.ask("a response after three seconds is refused", callback(late, { type: 5 }), no(404, 10062));
  },
  async "discord/private"(context) {
    const { interaction, messageId, answered } = await deferred(context, EPHEMERAL);
    const isPrivate = at(answered, "interaction.response_message_ephemeral");
    context.holds("a private response is marked as private", isPrivate === true);
    const edit = byToken(context, interaction, "PATCH", { content: "only for you" });
    const edited = await context.ask("a private response can be edited", edit);
    context.holds("a private response stays private", (flagsOf(edited) & EPHEMERAL) !== 0);
    const byBot = editOf(interaction.channelId, messageId, { content: "x" });
    await context.ask("the bot's own token cannot access a private response", byBot, GONE);
    await context.ask("a private response can be deleted", byToken(context, interaction, "DELETE"), { status: 204 });
    await context.ask("a deleted response cannot be found", byToken(context, interaction, "GET"), GONE);
  },
  async "discord/follow-up"(context) {
    const { interaction } = await deferred(context, EPHEMERAL);
    await context.ask("a private response can be edited", byToken(context, interaction, "PATCH", { content: "one" }));
    const params = { application: context.place.applicationId, token: interaction.token };
    const body = { content: "two", flags: EPHEMERAL };
    const request = { method: "POST", route: FOLLOW_UP, params, body, by: "route" } as const;
    const answered = await context.ask("a follow-up is a new message", request, ["id", "flags"]);
    context.holds("a follow-up may be private", (flagsOf(answered) & EPHEMERAL) !== 0);
  },
  "discord/token-life": {
    isSlow: true,
    shows: "an answer, and 16 minutes later a message that names you, in the test channel",
    async run(context) {
      const { interaction, messageId } = await deferred(context);
      const edit = byToken(context, interaction, "PATCH", { content: "wait" });
      await context.ask("a deferred response can be edited", edit);
      await context.wait(14 * MINUTE_MS);
      await context.ask("a token is valid for 14 minutes", edit);
      await context.wait(2 * MINUTE_MS);
      await context.ask("a token is invalid after 16 minutes", edit, no(401, 50027));
      const byBot = editOf(interaction.channelId, messageId, { content: "done", allowed_mentions: QUIET });
      const edited = await context.ask("the bot's own token can edit the response after that", byBot, ["id"]);
      context.holds("it is still the same message", at(edited, "id") === messageId);
      const ping = { content: `<@${interaction.userId}> done`, allowed_mentions: { users: [interaction.userId] } };
      await posted(context, "a new message names its person", interaction.channelId, ping);
      const rang = await context.person.sees("Did Discord notify you of the new message, and not of the edit?");
      if (rang !== null) context.holds("a new message notifies, and an edit does not", rang);
    },
  },
  async "discord/press"(context) {
    const { messageId, press } = await pressed(context, "Press me");
    context.holds("a press contains its message", at(press.payload, "message.id") === messageId);
    await answer(context, "a press can be acknowledged without a response", press, { type: 6 });
    const edit = byToken(context, press, "PATCH", { content: "pressed", components: [] });
    await context.ask("a press's token edits the message of its button", edit);
  },
  async "discord/press-updates"(context) {
    const { interaction, messageId, press } = await pressed(context, "Change me");
    const update = { type: 7, data: { content: "changed", components: [] } };
    const answered = await answer(context, "a press can be answered by updating its message", press, update);
    context.holds("the button's message was updated", at(answered, "resource.message.id") === messageId);
    const read = await context.ask("it is read back", byToken(context, interaction, "GET"));
    context.holds("its words are the new ones", at(read, "content") === "changed");
    context.holds("its buttons are gone", at(read, "components.0") === undefined);
  },
  async "discord/form"(context) {
    const interaction = await typed(context, "a typed command arrives");
    const form = writeForm(keyForm(null, en));
    for (const [rule, change] of tooMuchOfAForm) {
      const long = callback(interaction, { type: 9, data: { ...form, ...change } });
      await context.ask(rule, long, no(400, 50035));
    }
    await answer(context, "a form opens", interaction, { type: 9, data: form });
    const values = { key: "no-key-at-all" };
    const task = { kind: "submit", formId: interaction.id, values } as const;
    const fields = ["data.custom_id", "data.components", "token"];
    const sent = await context.comes("the values are returned", task, fields);
    context.holds("a form submission contains its callback id", at(sent.payload, "data.custom_id") === form.custom_id);
    const again = callback(sent, { type: 9, data: form });
    await context.ask("a form submission cannot be answered with a form", again, no(400, 50035));
    const seen = { type: 4, data: { content: "seen", flags: EPHEMERAL } };
    await answer(context, "a form is answered in private", sent, seen);
  },
  "discord/thread": {
    shows: "an answer and a message in a thread of the test channel",
    async run(context) {
      const interaction = await typed(context, "a command that is typed in a thread arrives", "thread");
      const type = Number(at(interaction.payload, "channel.type"));
      context.holds("a thread is marked as a thread", [10, 11, 12].includes(type));
      await answer(context, "a command in a thread is answered", interaction, { type: 5, data: { flags: EPHEMERAL } });
      await posted(context, "the bot writes in a thread", interaction.channelId, { content: "a boat" });
    },
  },
});
