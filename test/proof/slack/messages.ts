import { takeRemovals } from "../../../src/frontends/slack/connect/slack-install.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { checksOf } from "../check.ts";
import { at, textAt } from "../recorder.ts";
import { button, posted, quietPlace, type SlackContext, section, typed } from "./context.ts";

const BURST = 20;
const GONE = { code: "message_not_found" };
const FILE = { filename: "boat.mp4", length: 2_000 };
const UPLOAD = "/upload/v1/:secret";

/** Returns true if the bot's own code recognizes the event as a removal from its team. */
async function isForgotten(payload: unknown): Promise<boolean> {
  const forgotten: unknown[] = [];
  const take = takeRemovals(
    { installations: { find: async () => null, keep: async () => {} }, left: async (id) => void forgotten.push(id) },
    recordingLog(),
  );
  await take(payload, false);
  return forgotten.length === 1 && forgotten[0] === at(payload, "team_id");
}

/** Messages and files in the person's direct messages, where nobody else sees them. */
export const messageChecks = checksOf<SlackContext>({
  async "slack/message"(context) {
    const { channel } = await quietPlace(context);
    const ts = await posted(context, "a message is posted", channel, { text: "a boat" });
    const update = { method: "chat.update", args: { channel, ts, text: "a ship" } };
    const edited = await context.ask("a message is edited", update, ["ts", "channel", "text", "message.edited"]);
    context.holds("an edited message keeps its ts", at(edited, "ts") === ts);
    const blocks = [section("a boat"), button("proof_gone", "x")];
    const shown = await posted(context, "a message with a button is posted", channel, { text: "a boat", blocks });
    const words = { method: "chat.update", args: { channel, ts: shown, text: "a ship" } };
    const bare = await context.ask("a message can be edited with only text", words, ["message"]);
    context.holds("words alone take the button away", !JSON.stringify(bare).includes("proof_gone"));
    const remove = { method: "chat.delete", args: { channel, ts } };
    await context.ask("a message is deleted", remove, ["ts", "channel"]);
    await context.ask("a deleted message is not edited", update, GONE);
    await context.ask("a deleted message is not deleted again", remove, GONE);
  },
  async "slack/direct-message"(context) {
    const { channel, userId } = await quietPlace(context);
    const args = { channel: userId, text: "a boat" };
    const post = { method: "chat.postMessage", args };
    const answered = await context.ask("a message is posted to a person's id", post, ["channel", "ts"]);
    context.holds("a person's id stands for their direct messages", at(answered, "channel") === channel);
    const ts = textAt(answered, "ts");
    context.afterwards(() => context.tidy({ method: "chat.delete", args: { channel, ts } }));
    const byPerson = { method: "chat.update", args: { channel: userId, ts, text: "x" } };
    await context.ask("a message is not edited by a person's id", byPerson, { code: "channel_not_found" });
    const nobody = { method: "conversations.open", args: { users: "U0000000000" } };
    await context.ask("somebody who is not there has no direct messages", nobody, { code: "user_not_found" });
  },
  async "slack/thread"(context) {
    const { channel } = await quietPlace(context);
    const ts = await posted(context, "a message is posted", channel, { text: "a card" });
    const reply = await posted(context, "a reply is posted in its thread", channel, { text: "ready", thread_ts: ts });
    const read = { method: "conversations.replies", args: { channel, ts } };
    const fields = ["messages.0.ts", "messages.1.thread_ts", "has_more"];
    const body = await context.ask("a thread is read back", read, fields);
    context.holds("a thread starts with its message", at(body, "messages.0.ts") === ts);
    context.holds("the reply is in the thread", at(body, "messages.1.ts") === reply);
    const both = { text: "for all", thread_ts: ts, reply_broadcast: true };
    const broadcast = await posted(context, "a reply is sent to the channel, too", channel, both);
    const history = { method: "conversations.history", args: { channel, limit: 2 } };
    const seen = await context.ask("the channel is read back", history, ["messages.0.ts"]);
    context.holds("the channel has the broadcast reply", at(seen, "messages.0.ts") === broadcast);
    context.holds("and not the plain one", at(seen, "messages.1.ts") === ts);
    const nowhere = { ...read, args: { channel, ts: "1500000000.000100" } };
    await context.ask("an unknown thread is not found", nowhere, { code: "thread_not_found" });
  },
  async "slack/look-back"(context) {
    const { channel } = await quietPlace(context);
    const first = await posted(context, "a message is posted", channel, { text: "first" });
    const second = await posted(context, "another message is posted", channel, { text: "second" });
    const read = { method: "conversations.history", args: { channel, oldest: first, limit: 20 } };
    const body = await context.ask("the newest messages are listed", read, ["messages.0.ts", "has_more"]);
    context.holds("the newest comes first", at(body, "messages.0.ts") === second);
    context.holds("the message at that time is excluded", at(body, "messages.1.ts") !== first);
  },
  async "slack/private"(context) {
    const { channel, userId } = await typed(context);
    const args = { channel, user: userId, text: "only for you" };
    const post = { method: "chat.postEphemeral", args };
    const answered = await context.ask("a private message is posted", post, ["message_ts"]);
    const update = { method: "chat.update", args: { channel, ts: textAt(answered, "message_ts"), text: "x" } };
    await context.ask("a private message is not edited", update, GONE);
  },
  async "slack/places"(context) {
    const { channel } = await typed(context);
    const post = { method: "chat.postMessage", args: { channel: "C0000000000", text: "x" } };
    await context.ask("an unknown channel is not found", post, { code: "channel_not_found" });
    const info = { method: "conversations.info", args: { channel } };
    const fields = ["channel.id", "channel.is_member", "channel.is_private", "channel.is_archived"];
    const answered = await context.ask("a channel can be read", info, fields);
    context.holds("the bot is a member of the test channel", at(answered, "channel.is_member") === true);
  },
  async "slack/lengths"(context) {
    const { channel } = await quietPlace(context);
    const ts = await posted(context, "a message is posted", channel, { text: "a boat" });
    const update = (text: string) => ({ method: "chat.update", args: { channel, ts, text } });
    await context.ask("an edit of 4,000 characters is accepted", update("x".repeat(4_000)));
    await context.ask("an edit of 4,001 characters is refused", update("x".repeat(4_001)), { code: "msg_too_long" });
    const post = (message: object) => ({ method: "chat.postMessage", args: { channel, ...message } });
    await context.ask("an empty message is refused", post({ text: "" }), { code: "no_text" });
    const refused = { code: "invalid_blocks", fields: ["response_metadata.messages"] };
    const many = Array.from({ length: 51 }, () => section("x"));
    await context.ask("51 blocks are refused", post({ text: "x", blocks: many }), refused);
    const long = [section("x".repeat(3_001))];
    await context.ask("a section of 3,001 characters is refused", post({ text: "x", blocks: long }), refused);
  },
  async "slack/file"(context) {
    const { channel } = await quietPlace(context);
    const thread_ts = await posted(context, "a message is posted", channel, { text: "a card" });
    const begin = { method: "files.getUploadURLExternal", args: FILE };
    const answered = await context.ask("an upload has a URL", begin, ["upload_url", "file_id"]);
    const id = textAt(answered, "file_id");
    const share = {
      method: "files.completeUploadExternal",
      args: { files: [{ id }], channel_id: channel, thread_ts },
    };
    await context.ask("a file without its bytes is not shared", share, { code: "file_not_found" });
    const address = { url: textAt(answered, "upload_url"), template: UPLOAD };
    await context.ask("the bytes of a file are accepted", { to: address, body: new Uint8Array(FILE.length) });
    context.afterwards(() => context.tidy({ method: "files.delete", args: { file: id } }));
    const shared = await context.ask("a file is shared in a thread", share, ["files.0.id"]);
    context.holds("it is the file that was begun", at(shared, "files.0.id") === id);
    const info = { method: "files.info", args: { file: id } };
    await context.ask("a file has a URL", info, ["file.id", "file.shares"]);
    await context.ask("a file is deleted", { method: "files.delete", args: { file: id } });
    await context.ask("a deleted file is not found", info, { code: "file_not_found" });
  },
  async "slack/file-refused"(context) {
    const { userId } = await quietPlace(context);
    const begin = (args: object) => ({ method: "files.getUploadURLExternal", args: { ...FILE, ...args } });
    await context.ask("an empty upload is refused", begin({ length: 0 }), { code: "invalid_arguments" });
    const share = {
      method: "files.completeUploadExternal",
      args: { files: [{ id: "F0000000000" }], channel_id: userId },
    };
    await context.ask("a file is not shared by a person's id", share, { code: "invalid_arguments" });
  },
  async "slack/rate-limit"(context) {
    const { channel } = await quietPlace(context);
    let answered = null;
    for (let nth = 1; nth <= BURST && answered?.status !== 429; nth += 1) {
      answered = await context.tidy({ method: "chat.postMessage", args: { channel, text: String(nth) } });
      const ts = at(answered, "ts");
      if (typeof ts === "string")
        context.afterwards(() => context.tidy({ method: "chat.delete", args: { channel, ts } }));
    }
    context.holds("posts without a pause are refused at last", answered?.status === 429);
    const post = { method: "chat.postMessage", args: { channel, text: "once more" } };
    await context.ask("haste is refused", post, { status: 429, code: "ratelimited" });
    const { headers } = await context.tidy(post);
    context.holds("a rate limit response says how long to wait", Number(headers["retry-after"]) > 0);
  },
  "slack/uninstall": {
    shows: "the app is removed from the workspace, and you must install it again",
    async run(context) {
      const isGone = (type: string) => (payload: unknown) => at(payload, "event.type") === type;
      const gone = await context.comes(
        "a removed app receives an event",
        { kind: "removes app" },
        ["team_id", "event_id"],
        isGone("app_uninstalled"),
      );
      gone.ack();
      context.holds("the bot forgets the workspace that removed it", await isForgotten(gone.payload));
      await context.ask("the token of a removed app is invalid", { method: "auth.test" }, { code: "token_revoked" });
    },
  },
});
