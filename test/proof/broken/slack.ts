import { at } from "../recorder.ts";
import { type Broken, replacingRefusal, withAnswerField, withFrameField, withoutHeader } from "./broken.ts";

const ok = { ok: true };
const taken = (code: string, body: object = ok) => replacingRefusal(code, 200, body);
const isCommand = (frame: unknown) => at(frame, "payload.command") !== undefined;
const isSubmission = (frame: unknown) => at(frame, "payload.type") === "view_submission";

export const brokenOnSlack: readonly Broken[] = [
  {
    what: "a reply to the channel is a reply alone",
    check: "slack/thread",
    rule: "the channel has the broadcast reply",
    answers: withAnswerField("/api/conversations.history", "messages.0.ts", "1500000000.000100"),
  },
  {
    what: "a message that is taken away stays",
    check: "slack/press",
    rule: "the message is gone",
    answers: taken("message_not_found"),
  },
  {
    what: "a reply by an address is no reply",
    check: "slack/press",
    rule: "what was written stands in the thread",
    answers: withAnswerField("/api/conversations.replies", "messages.1.thread_ts", undefined),
  },
  {
    what: "a fourth form is laid on three",
    check: "slack/view-stack",
    rule: "a fourth form is not laid on three",
    answers: taken("push_limit_reached"),
  },
  {
    what: "a person's own message is edited",
    check: "slack/mention",
    rule: "another's message is not edited",
    answers: taken("cant_update_message"),
  },
  {
    what: "scopes are not told",
    check: "slack/who",
    rule: "every scope that the bot asks for is granted",
    answers: withoutHeader("x-oauth-scopes"),
  },
  {
    what: "a token does not tell its bot",
    check: "slack/who",
    rule: "a token tells whose it is",
    answers: withAnswerField("/api/auth.test", "bot_id", undefined),
  },
  {
    what: "no token is a wrong one",
    check: "slack/tokens",
    rule: "no token is refused",
    answers: taken("not_authed", { ok: false, error: "invalid_auth" }),
  },
  {
    what: "the bot's token opens a connection",
    check: "slack/tokens",
    rule: "the bot's token opens no connection",
    answers: taken("not_allowed_token_type"),
  },
  {
    what: "a connection does not say how many there are",
    check: "slack/socket",
    rule: "a connection says hello",
    hears: withFrameField((frame) => at(frame, "type") === "hello", "num_connections", undefined),
  },
  {
    what: "a renewal is called a failure",
    check: "slack/refresh",
    rule: "it says that it is a renewal",
    hears: withFrameField((frame) => at(frame, "type") === "disconnect", "reason", "link_disabled"),
  },
  {
    what: "a language is told unasked",
    check: "slack/people",
    rule: "unasked, the language is left out",
    answers: withAnswerField("/api/users.info", "user.locale", "en-US"),
  },
  {
    what: "a guest is told as a text",
    check: "slack/people",
    rule: "a person is told",
    answers: withAnswerField("/api/users.info", "user.is_restricted", "no"),
  },
  {
    what: "blocks that are wrong are taken",
    check: "slack/blocks",
    rule: "a block of no kind is pointed at",
    answers: taken("invalid_blocks"),
  },
  {
    what: "what is wrong is not pointed at",
    check: "slack/blocks",
    rule: "a section that is too long is pointed at",
    answers: taken("invalid_blocks", { ok: false, error: "invalid_blocks" }),
  },
  {
    what: "a command has no address",
    check: "slack/command",
    rule: "a typed command arrives",
    hears: withFrameField(isCommand, "payload.response_url", undefined),
  },
  {
    what: "an address takes any number of posts",
    check: "slack/command",
    rule: "a command's address takes no sixth post",
    answers: taken("used_url"),
  },
  {
    what: "an address lives for ever",
    check: "slack/address-life",
    rule: "a command's address is dead after 31 minutes",
    answers: taken("expired_url"),
  },
  {
    what: "a trigger opens forms without end",
    check: "slack/form-opens",
    rule: "a trigger opens one form",
    answers: taken("exchanged_trigger_id"),
  },
  {
    what: "a form is changed by any hash",
    check: "slack/form-opens",
    rule: "a form is not changed by an old hash",
    answers: taken("hash_conflict"),
  },
  {
    what: "a late trigger is one that never was",
    check: "slack/form-late",
    rule: "a trigger is dead after three seconds",
    answers: taken("expired_trigger_id", { ok: false, error: "invalid_trigger_id" }),
  },
  {
    what: "a form forgets what was put into it",
    check: "slack/form",
    rule: "what is filled in comes back",
    hears: withFrameField(isSubmission, "payload.view.private_metadata", undefined),
  },
  {
    what: "a press's address changes nothing",
    check: "slack/press",
    rule: "the message is still there, and changed",
    answers: withAnswerField("/api/conversations.history", "messages.0.text", "press it"),
  },
  {
    what: "a home is published for anybody",
    check: "slack/home",
    rule: "somebody who is not there has no home",
    answers: taken("user_not_found"),
  },
  {
    what: "an edited message is a new one",
    check: "slack/message",
    rule: "an edited message keeps its ts",
    answers: withAnswerField("/api/chat.update", "ts", "1900000000.000100"),
  },
  {
    what: "an edit by words alone keeps the blocks",
    check: "slack/message",
    rule: "words alone take the button away",
    answers: withAnswerField("/api/chat.update", "message.blocks", [{ action_id: "proof_gone" }]),
  },
  {
    what: "a deleted message can be edited",
    check: "slack/message",
    rule: "a deleted message is not edited",
    answers: taken("message_not_found"),
  },
  {
    what: "a person's id stands for itself",
    check: "slack/direct-message",
    rule: "a person's id stands for their direct messages",
    answers: withAnswerField("/api/chat.postMessage", "channel", "U00000ADA1"),
  },
  {
    what: "a reply does not tell its thread",
    check: "slack/thread",
    rule: "a thread is read back",
    answers: withAnswerField("/api/conversations.replies", "messages.1.thread_ts", undefined),
  },
  {
    what: "an edit may be of any length",
    check: "slack/lengths",
    rule: "an edit of 4,001 characters is refused",
    answers: taken("msg_too_long"),
  },
  {
    what: "a file is shared before it is there",
    check: "slack/file",
    rule: "a file without its bytes is not shared",
    answers: taken("file_not_found"),
  },
  {
    what: "haste is refused without a time to wait",
    check: "slack/rate-limit",
    rule: "a refusal for haste says how long to wait",
    answers: withoutHeader("retry-after"),
  },
  {
    what: "a removal does not tell when it was",
    check: "slack/uninstall",
    rule: "the bot forgets the workspace that removed it",
    hears: withFrameField(
      (frame) => at(frame, "payload.event.type") === "app_uninstalled",
      "payload.event_time",
      undefined,
    ),
  },
  {
    what: "the token of a removed app is inactive",
    check: "slack/uninstall",
    rule: "the token of a removed app is dead",
    answers: taken("token_revoked", { ok: false, error: "account_inactive" }),
  },
];
