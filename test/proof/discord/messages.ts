import { checksOf, NotTried } from "../check.ts";
import { at, textAt } from "../recorder.ts";
import {
  byToken,
  type DiscordContext,
  deferred,
  directMessages,
  EPHEMERAL,
  editOf,
  flagsOf,
  MESSAGE,
  newestIn,
  no,
  posted,
  postTo,
  quietPlace,
  removalOf,
  tidyMessage,
  V2,
} from "./context.ts";

const TOO_MUCH = { ...no(400, 50035), fields: ["errors"] };
/** One channel accepts at most five messages at the same time. */
const BURST = 12;
/** The maximum file size with the bot's token, as users report it. Discord does not document it. */
const OWN_MAX_BYTES = 10 * 1_024 * 1_024;
const FILM = { attachments: [{ id: 0, filename: "boat.mp4" }] };
const withFilm = <Request>(request: Request, bytes: number) => ({ ...request, file: { name: "boat.mp4", bytes } });
const text = (content: string) => ({ type: 10, content });

/** Messages with the bot's token in the person's direct messages, where nobody else sees them. */
export const messageChecks = checksOf<DiscordContext>({
  async "discord/direct-message"(context) {
    const { channel, userId } = await quietPlace(context);
    context.holds("direct messages are one channel", (await directMessages(context, userId)) === channel);
    const message = await posted(context, "the bot writes to its person", channel, { content: "a boat" });
    const read = { method: "GET", route: MESSAGE, params: { channel, message } } as const;
    const answered = await context.ask("a message is read back", read, ["id", "content", "author.id"]);
    context.holds("a bot reads its own words", at(answered, "content") === "a boat");
    const nobody = { method: "POST", route: "/users/@me/channels", body: { recipient_id: "1" } } as const;
    await context.ask("somebody who is not there has no direct messages", nobody, no(400, 50033));
  },
  async "discord/nonce"(context) {
    const { channel } = await quietPlace(context);
    const body = { content: "once", nonce: "proof-1", enforce_nonce: true };
    const first = await posted(context, "a message with a nonce is posted", channel, body);
    const again = await posted(context, "a message is posted again with its nonce", channel, body);
    context.holds("the same nonce returns the same message", first === again);
    await context.wait(2 * 60_000);
    const later = await posted(context, "a message is posted again after two minutes", channel, body);
    context.holds("a nonce is remembered for two minutes", first === later);
    const another = { ...body, nonce: "proof-2" };
    const other = await posted(context, "a message with another nonce is posted", channel, another);
    context.holds("another nonce is another message", first !== other);
    const long = postTo(channel, { ...body, nonce: "n".repeat(26) });
    await context.ask("a nonce of 26 characters is refused", long, TOO_MUCH);
  },
  async "discord/lengths"(context) {
    const { channel } = await quietPlace(context);
    const post = (body: unknown) => postTo(channel, body);
    await posted(context, "2,000 characters are taken", channel, { content: "x".repeat(2_000) });
    await context.ask("2,001 characters are refused", post({ content: "x".repeat(2_001) }), TOO_MUCH);
    await context.ask("an empty message is refused", post({ content: "" }), no(400, 50006));
    const rows = (count: number) => ({ flags: V2, components: Array.from({ length: count }, () => text("x")) });
    await posted(context, "40 components are taken", channel, rows(40));
    await context.ask("41 components are refused", post(rows(41)), TOO_MUCH);
    const long = { flags: V2, components: [text("x".repeat(4_000)), text("x")] };
    await context.ask("more than 4,000 characters of text are refused", post(long), TOO_MUCH);
  },
  async "discord/components"(context) {
    const { channel } = await quietPlace(context);
    const both = { flags: V2, content: "x", components: [text("x")] };
    const post = postTo(channel, both);
    await context.ask("content beside components of the new kind is refused", post, TOO_MUCH);
    const body = { flags: V2, components: [text("a boat")] };
    const message = await posted(context, "a message with components is posted", channel, body);
    const plain = editOf(channel, message, { components: [text("a ship")] });
    const edited = await context.ask("components are edited", plain, ["components", "flags"]);
    context.holds("a message with components keeps its flag", (flagsOf(edited) & V2) !== 0);
    const twin = { type: 2, style: 1, label: "x", custom_id: "twin" };
    const twins = editOf(channel, message, { components: [{ type: 1, components: [twin, twin] }] });
    await context.ask("two buttons of one id are refused", twins, TOO_MUCH);
  },
  async "discord/mentions"(context) {
    const { channel, userId } = await quietPlace(context);
    const body = { content: `<@${userId}> @everyone`, allowed_mentions: { parse: [] } };
    const post = postTo(channel, body);
    const fields = ["id", "mentions", "mention_everyone"];
    const answered = await context.ask("a message that may mention nobody is posted", post, fields);
    const message = textAt(answered, "id");
    tidyMessage(context, channel, message);
    context.holds("everybody is not pinged", at(answered, "mention_everyone") === false);
    context.holds("nobody is pinged", at(answered, "mentions.0") === undefined);
    const named = { ...post, body: { ...body, allowed_mentions: { users: [userId] } } };
    const rings = await context.ask("a message that may mention one person is posted", named);
    const { length } = Object(at(rings, "mentions"));
    context.holds("that person alone is pinged", length === 1 && at(rings, "mentions.0.id") === userId);
    tidyMessage(context, channel, textAt(rings, "id"));
    const edited = async (rule: string, change: object) =>
      await context.ask(rule, editOf(channel, message, change), ["mentions"]);
    const again = await edited("an edit without allowed mentions", { content: `<@${userId}>` });
    context.holds("an edit without allowed mentions resets them", at(again, "mentions.0.id") === userId);
    const none = { content: `<@${userId}>`, allowed_mentions: { parse: [] } };
    const quiet = await edited("an edit may mention nobody", none);
    context.holds("an edit mentions only people that it may mention", at(quiet, "mentions.0") === undefined);
    const wrong = { ...post, body: { ...body, allowed_mentions: { parse: ["users"], users: [userId] } } };
    await context.ask("all users and some users at once are refused", wrong, TOO_MUCH);
  },
  async "discord/kept-files"(context) {
    const { channel } = await quietPlace(context);
    const file = { name: "boat.txt", bytes: 10 };
    const body = { content: "a boat", attachments: [{ id: 0, filename: file.name }] };
    const post = { ...postTo(channel, body), file };
    const answered = await context.ask("a message with a file is posted", post);
    const message = textAt(answered, "id");
    tidyMessage(context, channel, message);
    const idIn = (edited: unknown) => at(edited, "attachments.0.id");
    const edited = async (rule: string, change: object) =>
      idIn(await context.ask(rule, editOf(channel, message, change), ["attachments"]));
    const id = idIn(answered);
    const unnamed = await edited("words are edited", { content: "x" });
    context.holds("an edit that names no files keeps them", unnamed === id);
    const named = await edited("the file is named in an edit", { attachments: [{ id }] });
    context.holds("an edit that names a file keeps it", named === id);
    const none = await edited("an edit names an empty list of files", { attachments: [] });
    context.holds("an edit with an empty list removes the files", none === undefined);
  },
  async "discord/not-ours"(context) {
    const { channel, userId } = await quietPlace(context);
    await context.person.does("discord", { kind: "writes", text: "a boat" });
    if (!(await context.person.sees("Have you sent it?"))) throw new NotTried("you skipped it");
    const look = newestIn(channel, "1");
    const list = await context.ask("the person's message is listed", look, ["0.author.id"]);
    context.holds("its author is told", at(list, "0.author.id") === userId);
    const edit = editOf(channel, textAt(list, "0.id"), { content: "x" });
    await context.ask("another's message is not edited", edit, no(403, 50005));
    const replied = async (rule: string, allowed_mentions: object) => {
      const body = { content: "seen", message_reference: { message_id: textAt(list, "0.id") }, allowed_mentions };
      const reply = postTo(channel, body);
      const answered = await context.ask(rule, reply, ["mentions", "message_reference"]);
      tidyMessage(context, channel, textAt(answered, "id"));
      return at(answered, "mentions.0.id");
    };
    const silent = await replied("a reply may mention nobody", { parse: [] });
    context.holds("a reply does not ping its author unasked", silent === undefined);
    const rings = await replied("a reply may mention the author of its message", { parse: [], replied_user: true });
    context.holds("a reply pings its author if that is allowed", rings === userId);
  },
  async "discord/limits"(context) {
    const { channel } = await quietPlace(context);
    const press = (custom_id: string, label = "x") => ({ type: 2, style: 1, label, custom_id });
    const row = (...components: readonly object[]) => ({ type: 1, components });
    const options = (values: readonly string[]) => values.map((value) => ({ label: "x", value }));
    const list = (options: readonly object[], more = {}) => row({ type: 3, custom_id: "menu", options, ...more });
    const menu = (values: readonly string[]) => list(options(values));
    const option = { label: "x", value: "x" };
    const address = (length: number) => `https://example.com/${"x".repeat(length)}`.slice(0, length);
    const many = (count: number) => Array.from({ length: count }, (_, nth) => String(nth));
    const tooMuch: readonly (readonly [string, readonly object[]])[] = [
      ["six buttons in a row are refused", [row(...many(6).map((id) => press(id)))]],
      ["six rows are refused", many(6).map((id) => row(press(id)))],
      ["a button's id of 101 characters is refused", [row(press("x".repeat(101)))]],
      ["a button's label of 81 characters is refused", [row(press("x", "x".repeat(81)))]],
      ["a menu of 26 options is refused", [menu(many(26))]],
      ["an option's value of 101 characters is refused", [menu(["x".repeat(101)])]],
      ["an option's label of 101 characters is refused", [list([{ label: "x".repeat(101), value: "x" }])]],
      ["a menu's placeholder of 151 characters is refused", [list([option], { placeholder: "x".repeat(151) })]],
      ["a link of 513 characters is refused", [row({ type: 2, style: 5, label: "x", url: address(513) })]],
    ];
    for (const [rule, components] of tooMuch) {
      const body = { content: "x", components };
      await context.ask(rule, postTo(channel, body), TOO_MUCH);
    }
    const most = [row(...many(5).map((id) => press(id))), menu(many(25))];
    await posted(context, "five buttons and 25 options are taken", channel, { content: "x", components: most });
  },
  async "discord/gone"(context) {
    const { channel } = await quietPlace(context);
    const message = await posted(context, "a message is posted", channel, { content: "gone soon" });
    const remove = removalOf(channel, message);
    await context.ask("a message is deleted", remove, { status: 204 });
    const edit = editOf(channel, message, { content: "x" });
    await context.ask("a deleted message is not edited", edit, no(404, 10008));
    await context.ask("a deleted message is not deleted again", remove, no(404, 10008));
    const nowhere = { method: "GET", route: "/channels/:channel", params: { channel: "1" } } as const;
    await context.ask("an unknown channel is reported as unknown", nowhere, no(404, 10003));
  },
  async "discord/look-back"(context) {
    const { channel } = await quietPlace(context);
    const message = await posted(context, "a message is posted", channel, { content: "find me" });
    const look = newestIn(channel, "20");
    const list = await context.ask("the newest messages are listed", look, ["0.id"]);
    context.holds("the newest message comes first", at(list, "0.id") === message);
  },
  async "discord/reply"(context) {
    const { channel } = await quietPlace(context);
    const message = await posted(context, "a message is posted", channel, { content: "a boat" });
    const reference = { message_id: message, fail_if_not_exists: false };
    await posted(context, "a reply is posted", channel, { content: "it sails", message_reference: reference });
    const lost = { message_id: "1", fail_if_not_exists: false };
    const unheard = { content: "it sails", message_reference: lost };
    await posted(context, "a reply to a deleted message becomes a normal message", channel, unheard);
  },
  async "discord/file-edge"(context) {
    const { interaction } = await deferred(context, EPHEMERAL);
    const most = Number(at(interaction.payload, "attachment_size_limit"));
    const upload = (bytes: number) => withFilm(byToken(context, interaction, "PATCH", FILM), bytes);
    await context.ask("a file of one byte more than the limit is refused", upload(most + 1), no(413, 40005));
    const taken = await context.ask("a file of the maximum size is accepted", upload(most), ["attachments.0.url"]);
    context.holds("a file has the size that was sent", at(taken, "attachments.0.size") === most);
  },
  "discord/file-edge-own": {
    isSlow: true,
    async run(context) {
      const { channel } = await quietPlace(context);
      const message = await posted(context, "a message is posted", channel, { content: "a card" });
      const upload = (bytes: number) => withFilm(editOf(channel, message, FILM), bytes);
      const tooLarge = upload(OWN_MAX_BYTES + 1);
      await context.ask("by the bot's own token a byte more than 10 MiB is refused", tooLarge, no(413, 40005));
      const fields = ["attachments.0.url"];
      await context.ask("by the bot's own token 10 MiB are taken", upload(OWN_MAX_BYTES), fields);
    },
  },
  async "discord/rate-limit"(context) {
    const { channel } = await quietPlace(context);
    const message = await posted(context, "a message is posted", channel, { content: "0" });
    let refused = false;
    for (let nth = 1; nth <= BURST && !refused; nth += 1) {
      const answered = await context.tidy(editOf(channel, message, { content: String(nth) }));
      refused = at(answered, "status") === 429;
    }
    context.holds("edits without a pause are refused at last", refused);
    const edit = editOf(channel, message, { content: "once more" });
    const haste = { status: 429, fields: ["retry_after", "global"] };
    await context.ask("a rate limit response says how long to wait", edit, haste);
  },
});
