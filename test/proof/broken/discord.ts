import { at } from "../recorder.ts";
import { type Broken, replacingRefusal, replacingSuccess, withAnswerField, withFrameField } from "./broken.ts";

const MESSAGES = "/channels/:channel/messages";
const MESSAGE = "/channels/:channel/messages/:message";
const CALLBACK = "/interactions/:interaction/:token/callback";
const ANSWERED = `${CALLBACK}?with_response`;
const ORIGINAL = "/webhooks/:application/:token/messages/@original";
const COMMANDS = "/applications/:application/guilds/:guild/commands";
const OTHER_ID = "900000000000000009";
const message = { id: OTHER_ID, channel_id: OTHER_ID, author: { id: OTHER_ID }, flags: 0 };
const isInteraction = (frame: unknown) => at(frame, "t") === "INTERACTION_CREATE";

/** Drops frames that come a second time. */
function withoutRepetitions() {
  const seen = new Set<unknown>();
  return (frame: unknown): unknown => {
    const seq = at(frame, "s");
    if (typeof seq !== "number" || !seen.has(seq)) return seen.add(seq) && frame;
    return { op: 11 };
  };
}

export const brokenOnDiscord: readonly Broken[] = [
  {
    what: "an application does not say whether others may install it",
    check: "discord/application",
    rule: "an application tells itself",
    answers: withAnswerField("/applications/@me", "bot_public", undefined, "GET"),
  },
  {
    what: "an application's flags are a word",
    check: "discord/application",
    rule: "an application tells itself",
    answers: withAnswerField("/applications/@me", "flags", "none", "GET"),
  },
  {
    what: "a wrong token is forbidden",
    check: "discord/wrong-token",
    rule: "a wrong token is refused",
    answers: replacingRefusal(0, 403, { code: 0 }),
  },
  {
    what: "the number of sessions at once is a text",
    check: "discord/gateway",
    rule: "the gateway tells how many sessions are left",
    answers: withAnswerField("/gateway/bot", "session_start_limit.max_concurrency", "one", "GET"),
  },
  {
    what: "sessions are not counted",
    check: "discord/gateway",
    rule: "a session that was begun is counted",
    answers: withAnswerField("/gateway/bot", "session_start_limit.remaining", 1_000, "GET"),
  },
  {
    what: "a heartbeat is wanted at no time",
    check: "discord/gateway",
    rule: "the gateway says how often it wants a heartbeat",
    hears: withFrameField((frame) => at(frame, "op") === 10, "d.heartbeat_interval", undefined),
  },
  {
    what: "a lost session is not taken up",
    check: "discord/resume",
    rule: "a session whose socket was lost goes on",
    hears: (frame) => (at(frame, "t") === "RESUMED" ? { op: 9, d: false } : frame),
  },
  {
    what: "a session that goes on is not told what it missed",
    check: "discord/resume",
    rule: "what it missed is told again first",
    hears: withoutRepetitions(),
  },
  {
    what: "an edit forgets the message's file",
    check: "discord/kept-files",
    rule: "an edit that names no files keeps them",
    answers: withAnswerField(MESSAGE, "attachments", [], "PATCH"),
  },
  {
    what: "a message names somebody whom it may not ping",
    check: "discord/mentions",
    rule: "nobody is pinged",
    answers: withAnswerField(MESSAGES, "mentions", [{ id: OTHER_ID }]),
  },
  {
    what: "a message remembers for its edits that it may mention nobody",
    check: "discord/mentions",
    rule: "what is not said again is forgotten",
    answers: withAnswerField(MESSAGE, "mentions", [], "PATCH"),
  },
  {
    what: "a reply pings its author unasked",
    check: "discord/not-ours",
    rule: "a reply does not ping its author unasked",
    answers: withAnswerField(MESSAGES, "mentions", [{ id: OTHER_ID }]),
  },
  {
    what: "two options of one value are taken",
    check: "discord/limits",
    rule: "two options of one value are refused",
    answers: (answered, { body }) =>
      String(body).includes('"same"') ? { ...answered, status: 200, body: message } : answered,
  },
  {
    what: "another's message is edited",
    check: "discord/not-ours",
    rule: "another's message is not edited",
    answers: replacingRefusal(50005, 200, message),
  },
  {
    what: "a press that changes its message makes a new one",
    check: "discord/press-updates",
    rule: "what changed is the message of the button",
    answers: (answered, { body }) =>
      String(body).includes('"type":7')
        ? { ...answered, body: { ...Object(answered.body), resource: { type: 7, message } } }
        : answered,
  },
  {
    what: "a description is lost",
    check: "discord/registration",
    rule: "what is read back is what was registered",
    answers: withAnswerField(`${COMMANDS}?with_localizations`, "0.description", "", "GET"),
  },
  {
    what: "all languages come unasked",
    check: "discord/registration",
    rule: "unasked, the other languages are left out",
    answers: withAnswerField(COMMANDS, "0.description_localizations", { de: "Video" }, "GET"),
  },
  {
    what: "two commands of one name are taken",
    check: "discord/registration-refused",
    rule: "two commands of one name are refused",
    answers: replacingRefusal(50035, 200, []),
  },
  {
    what: "suggestions are answered with words",
    check: "discord/autocomplete",
    rule: "suggestions are taken",
    answers: replacingSuccess(CALLBACK, 200, {}),
  },
  {
    what: "the message of a message command is not resolved",
    check: "discord/message-command",
    rule: "a message that a command is used on comes with it",
    hears: withFrameField((frame) => at(frame, "d.data.target_id") !== undefined, "d.data.resolved", undefined),
  },
  {
    what: "a second answer is unknown",
    check: "discord/deferred",
    rule: "a second answer is refused",
    answers: replacingRefusal(40060, 404, { code: 10062 }),
  },
  {
    what: "a deferred answer tells no id",
    check: "discord/deferred",
    rule: "a deferred answer tells its message",
    answers: withAnswerField(ANSWERED, "interaction.response_message_id", undefined),
  },
  {
    what: "a deferred answer is not loading",
    check: "discord/deferred",
    rule: "a deferred answer is loading",
    answers: withAnswerField(ANSWERED, "interaction.response_message_loading", false),
  },
  {
    what: "an edited answer is another message",
    check: "discord/deferred",
    rule: "an edited answer is the message that was told",
    answers: withAnswerField(ORIGINAL, "id", OTHER_ID, "PATCH"),
  },
  {
    what: "a late answer is taken",
    check: "discord/late-answer",
    rule: "an answer after three seconds is refused",
    answers: replacingRefusal(10062, 204, null),
  },
  {
    what: "the bot's own token edits a private answer",
    check: "discord/private",
    rule: "the bot's own token does not reach a private answer",
    answers: replacingRefusal(10008, 200, message),
  },
  {
    what: "a private answer is shown to all by its edit",
    check: "discord/private",
    rule: "a private answer stays private",
    answers: withAnswerField(ORIGINAL, "flags", 0, "PATCH"),
  },
  {
    what: "a follow-up is never private",
    check: "discord/follow-up",
    rule: "a follow-up may be private",
    answers: withAnswerField("/webhooks/:application/:token", "flags", 0),
  },
  {
    what: "a token lives for ever",
    check: "discord/token-life",
    rule: "a token is dead after 16 minutes",
    answers: replacingRefusal(50027, 200, message),
  },
  {
    what: "a dead token's webhook is unknown",
    check: "discord/token-life",
    rule: "a token is dead after 16 minutes",
    answers: replacingRefusal(50027, 404, { code: 10015 }),
  },
  {
    what: "a press names no button",
    check: "discord/press",
    rule: "a press comes with its message",
    hears: withFrameField((frame) => at(frame, "d.type") === 3, "d.data.custom_id", undefined),
  },
  {
    what: "a form answers a form",
    check: "discord/form",
    rule: "a form does not answer a form",
    answers: replacingRefusal(50035, 204, null),
  },
  {
    what: "the largest file is not told",
    check: "discord/thread",
    rule: "a command that is typed in a thread arrives",
    hears: withFrameField(isInteraction, "d.attachment_size_limit", undefined),
  },
  {
    what: "an address that takes wrong signatures is saved",
    check: "discord/endpoint",
    rule: "an address that takes a wrong signature is not saved",
    answers: replacingRefusal(50035, 200, { interactions_endpoint_url: "https://a.example" }),
  },
  {
    what: "a saved address is not told",
    check: "discord/endpoint",
    rule: "an address of Reelay's is saved",
    answers: withAnswerField("/applications/@me", "interactions_endpoint_url", undefined, "PATCH"),
  },
  {
    what: "the key of its signatures is not told",
    check: "discord/endpoint",
    rule: "an application tells the key of its signatures",
    answers: withAnswerField("/applications/@me", "verify_key", undefined, "GET"),
  },
  {
    what: "a response is nobody's answer",
    check: "discord/endpoint",
    rule: "the response is the command's answer",
    answers: replacingSuccess(ORIGINAL, 404, { code: 10015 }, "GET"),
  },
  {
    what: "a command may be answered twice, by HTTP and beside it",
    check: "discord/endpoint",
    rule: "an answer beside the response is refused",
    answers: replacingRefusal(40060, 204, null),
  },
  {
    what: "a repeated nonce is a new message",
    check: "discord/nonce",
    rule: "the same nonce is the same message",
    answers: newIdEachTime(),
  },
  {
    what: "a nonce may have any length",
    check: "discord/nonce",
    rule: "a nonce of 26 characters is refused",
    answers: replacingRefusal(50035, 200, message),
  },
  {
    what: "2,001 characters are taken",
    check: "discord/lengths",
    rule: "2,001 characters are refused",
    answers: replacingRefusal(50035, 200, message),
  },
  {
    what: "an empty message is a wrong form",
    check: "discord/lengths",
    rule: "an empty message is refused",
    answers: replacingRefusal(50006, 400, { code: 50035, errors: {} }),
  },
  {
    what: "an edit turns components into text",
    check: "discord/components",
    rule: "a message of components stays one",
    answers: withAnswerField(MESSAGE, "flags", 0, "PATCH"),
  },
  {
    what: "everybody is pinged",
    check: "discord/mentions",
    rule: "everybody is not pinged",
    answers: withAnswerField(MESSAGES, "mention_everyone", true),
  },
  {
    what: "a deleted message is deleted again",
    check: "discord/gone",
    rule: "a deleted message is not deleted again",
    answers: (answered, asked) => (asked.method === "DELETE" ? replacingRefusal(10008, 204, null)(answered) : answered),
  },
  {
    what: "somebody who is not there has direct messages",
    check: "discord/direct-message",
    rule: "somebody who is not there has no direct messages",
    answers: replacingRefusal(50033, 200, { id: OTHER_ID, type: 1 }),
  },
  {
    what: "messages are listed by nobody",
    check: "discord/look-back",
    rule: "the newest messages are listed",
    answers: replacingSuccess(`${MESSAGES}?limit`, 403, { code: 50001 }, "GET"),
  },
  {
    what: "a file of any size is taken",
    check: "discord/file-edge",
    rule: "a file of one byte more than the limit is refused",
    answers: replacingRefusal(40005, 200, message),
  },
  {
    what: "a refusal for haste does not say whose",
    check: "discord/rate-limit",
    rule: "a refusal for haste says how long to wait",
    answers: (answered) => (answered.status === 429 ? { ...answered, body: { retry_after: 1 } } : answered),
  },
];

/** Each new message has an id that no other had. */
function newIdEachTime(): NonNullable<Broken["answers"]> {
  let nth = 0;
  return (answered, asked) => {
    nth += 1;
    return withAnswerField(MESSAGES, "id", `${OTHER_ID.slice(0, -3)}${100 + nth}`)(answered, asked);
  };
}
