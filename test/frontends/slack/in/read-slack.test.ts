import { describe, expect, it, test } from "vitest";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { Act, Command } from "../../../../src/core/command.ts";
import {
  misreadParts,
  readEvent,
  readMessageShortcut,
  readPress,
  readShortcut,
  readSlash,
  readSubmission,
} from "../../../../src/frontends/slack/in/read-slack.ts";
import { packOrigin, unpackOrigin } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { now, press, reading, slash, submission } from "../payloads.ts";
import { ada, aSlackFor, cardFor, plain, type SlackWorld, saying, wordsIn } from "../slack-world.ts";

const actOf = (over: object): Act | undefined => readSlash({ ...slash, ...over }, reading)?.command.act;

describe("a Slack slash command", () => {
  it("is parsed into the prompt, the sender and the channel's response_url", () => {
    expect(readSlash(slash, reading)).toMatchObject({
      triggerId: "17.1.x",
      userName: "ada",
      command: {
        eventId: "slack:17.1.x",
        owner: { platform: "slack", teamId: "T1", userId: "U1" },
        workspace: "T1",
        receivedAt: now,
        act: { kind: "make_video", from: "command", draft: { prompt: "a cat" } },
        reply: {
          platform: "slack",
          teamId: "T1",
          channelId: "C1",
          userId: "U1",
          ts: null,
          cardChannelId: null,
          responseUrl: "https://hooks.slack.com/commands/1",
          responseUrlUntil: now + 1_800_000,
          responseUrlUses: 0,
          isUneditable: false,
        },
      },
    });
  });

  it("is attributed to the organization if the whole organization installed the app", () => {
    expect(readSlash({ ...slash, is_enterprise_install: "true" }, reading)?.command).toMatchObject({
      owner: { platform: "slack", teamId: "E1", userId: "U1" },
      workspace: "T1",
      reply: { teamId: "T1", enterpriseId: "E1" },
    });
    expect(readSlash(slash, reading)?.reply.enterpriseId).toBeNull();
  });

  test.for([
    ["/video   ", "opens the video form", { kind: "open_video_form" }],
    ["/video-key  Status ", "shows the key's status", { kind: "show_key" }],
    ["/video-key ", "shows the key's status", { kind: "show_key" }],
    ["/video-data ", "is read as a command without a subcommand", { kind: "unknown_word", of: "data" }],
    ["/video-jobs  Show  0123ab ", "shows the job", { kind: "jobs", show: "0123ab" }],
    ["/video-settings ", "opens the settings form", { kind: "open_settings_form" }],
    [
      "/video-key sk-very-secret",
      "is read as a command with an unknown subcommand",
      { kind: "unknown_word", of: "key" },
    ],
    ["/video-batch three cats", "opens the form for several videos", { kind: "open_batch_form" }],
    ["/video-remix ", "is read as an unknown command", { kind: "unknown", what: "/video-remix" }],
    ["/video  Hilfe! ", "shows the help", { kind: "help" }],
    ["/video-jobs show help", "shows the help", { kind: "help" }],
    ["/video-help me", "shows the help", { kind: "help" }],
  ] as const)("typed as “%s” %s", ([typed, , act]) => {
    const [command = ""] = typed.split(" ", 1);
    expect(actOf({ command, text: typed.slice(command.length + 1) })).toEqual(act);
  });

  it("is recognized if its name has the configured prefix", () => {
    const named = readSlash({ ...slash, command: "/clip-key", text: "set" }, { ...reading, prefix: "clip" });
    expect(named?.command.act).toEqual({ kind: "set_key" });
  });

  it("is parsed with Slack's HTML entities decoded exactly once", () => {
    expect(actOf({ text: "R&amp;D &lt;b&gt; &amp;lt;" })).toMatchObject({ draft: { prompt: "R&D <b> &lt;" } });
  });
});

describe("a Slack block action", () => {
  const own = press.actions[0]?.action_id;
  const inView = { view: { id: "V1", private_metadata: "" }, container: { type: "view" }, channel: null };

  test.for([
    ["a visible button", "the pressed button", [{ type: "actions", elements: [{ type: "button", action_id: own }] }]],
    ["a visible button", "the pressed button in a section", [{ type: "section", accessory: { action_id: own } }]],
    [
      "a missing button",
      "only another button",
      [{ type: "actions", elements: [{ action_id: "delete:0123456789abcdef0123" }] }],
    ],
    ["a missing button", "only text that equals the button's id", [{ type: "section", text: { text: own } }]],
  ] as const)("is parsed as a press of %s if the message or form contains %s", ([pressed, , blocks]) => {
    const shows = pressed === "a visible button";
    const inMessage = readPress({ ...press, message: { ts: "1", blocks } }, reading);
    expect(inMessage?.command.act).toMatchObject({ on: { place: { channelId: "C1" }, shows } });
    const shown = readPress({ ...press, ...inView, view: { ...inView.view, blocks } }, reading);
    expect(shown?.command.act).toMatchObject({ on: { place: null, shows } });
  });

  test("in an ephemeral message is parsed without the id and the buttons of the message", () => {
    const container = { ...press.container, is_ephemeral: true };
    expect(readPress({ ...press, container }, reading)?.command.act).toMatchObject({
      on: { place: null, shows: null },
    });
  });

  it("is parsed into the button's action and the message that contains the button", () => {
    const read = readPress(press, reading);
    const place = { channelId: "C1", messageId: "1766300000.000100" };
    const action = { kind: "again", jobId: "0123456789abcdef0123" };
    expect(read?.command.act).toEqual({ kind: "press", action, on: { place, shows: null } });
    expect(read?.message).toEqual({ channelId: "C1", ts: "1766300000.000100", isEphemeral: false });
    expect(read?.command.eventId).toBe("slack:1766300001.5:U1:again:0123456789abcdef0123");
  });

  it("with an unknown button id is parsed as an unknown action", () => {
    const actions = [{ type: "button", action_id: "from-the-future", action_ts: "1" }];
    expect(readPress({ ...press, actions }, reading)?.command.act).toEqual({
      kind: "unknown",
      what: "button from-the-future",
    });
  });

  it("from a select menu is parsed into the action of the chosen option", () => {
    const option = { text: { type: "plain_text", text: "Ready: a boat" }, value: "show_job:0123456789abcdef0123" };
    const chosen = { type: "static_select", action_id: "choose", action_ts: "1766300001.6", selected_option: option };
    expect(readPress({ ...press, actions: [chosen] }, reading)?.command).toMatchObject({
      act: { kind: "press", action: { kind: "show_job", jobId: "0123456789abcdef0123" } },
      eventId: "slack:1766300001.6:U1:choose",
    });
    for (const selected_option of [null, {}, { value: "from the future" }, { value: "choose" }])
      expect(readPress({ ...press, actions: [{ ...chosen, selected_option }] }, reading)?.command.act).toEqual({
        kind: "unknown",
        what: "button choose",
      });
  });

  it("in a form is answered in the channel where the form was opened", () => {
    const origin = { channelId: "C9", responseUrl: null, responseUrlUntil: 5, responseUrlUses: 0 };
    const view = { id: "V1", private_metadata: packOrigin(origin) };
    const read = readPress({ ...press, ...inView, view, response_url: null }, reading);
    expect(read).toMatchObject({ viewId: "V1", message: null, reply: { channelId: "C9" } });
  });
});

describe("a malformed Slack payload", () => {
  it("is described by the names of the invalid fields, without values", () => {
    expect(misreadParts("command", { ...slash, trigger_id: 5, text: "secret" })).toBe("trigger_id");
  });
});

describe("a submitted Slack form", () => {
  it("is parsed into a video request without the fields that were left empty", () => {
    const values = {
      prompt: { prompt: { type: "plain_text_input", value: " a cat & <dog> " } },
      ratio: { ratio: { type: "static_select", selected_option: { value: "9:16" } } },
      duration: { duration: { type: "static_select", selected_option: null } },
      image_url: { image_url: { type: "plain_text_input", value: null } },
    };
    const view = { ...submission.view, callback_id: "video", state: { values } };
    expect(readSubmission({ ...submission, view }, reading)).toMatchObject({
      viewId: "V1",
      fields: ["prompt", "ratio", "duration", "image_url"],
      command: {
        eventId: "slack:V1:h1",
        act: {
          kind: "make_video",
          from: "form",
          draft: { prompt: " a cat & <dog> ", ratio: "9:16", duration: null, resolution: null, image_url: null },
        },
      },
    });
  });
});

describe("a Slack message shortcut", () => {
  const png = { id: "F1", name: "cat.png", mimetype: "image/png", size: 9, original_w: 3, original_h: 4 };
  const sender = { trigger_id: "17.1.x", channel: { id: "C1" }, user: { id: "U1" }, team: { id: "T1" } };
  const shortcut = { ...sender, type: "message_action", callback_id: "animate_this", response_url: slash.response_url };
  const read = (message: object, over: object = {}) => readMessageShortcut({ ...shortcut, message, ...over }, reading);
  const actOf = (message: object) => read(message)?.command.act;

  test("finds the picture that is attached to the message", () => {
    const kept = { url: "", file: { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } };
    const pictures = [{ source: "attachment", name: "cat.png", width: 3, height: 4, file: { ...kept, sizeBytes: 9 } }];
    expect(actOf({ files: [png] })).toEqual({ kind: "animate", pictures, others: [] });
  });

  test("finds a picture only once if a link preview and a block contain the picture", () => {
    const url = "https://a.example/cat.png";
    const attachments = [{ title: "A cat", image_url: url, image_width: 3, image_height: 4 }, {}];
    const blocks = [{ type: "image", image_url: url }, { type: "section" }];
    const pictures = [{ source: "address", name: "A cat", url, width: 3, height: 4 }];
    expect(actOf({ attachments, blocks })).toMatchObject({ pictures });
  });

  test.for([
    ["with a nonstandard MIME type", { id: "F1", mimetype: "image/jpg" }],
    ["with only a file name", { id: "F1", name: "a.mpo" }],
    ["with only an id", { id: "F1", mode: "file_access", file_access: "check_file_info", user: "" }],
  ] as const)("accepts a file %s and ignores a malformed file in the message", ([, file]) => {
    expect(actOf({ files: [{ id: 7 }, file] })).toMatchObject({ pictures: [{ file: { file: { id: "F1" } } }] });
  });

  test("finds no picture in a video or a text file", () => {
    const files = ["video/mp4", "text/plain"].map((mimetype, nth) => ({ id: `F${nth}`, mimetype }));
    expect(actOf({ files })).toEqual({ kind: "animate", pictures: [], others: ["video"] });
  });

  test("is answered in the message's thread", () => {
    expect(read({ thread_ts: "1.1" })?.reply).toMatchObject({ channelId: "C1", threadTs: "1.1" });
    expect(read({})?.reply).not.toHaveProperty("threadTs");
    expect(read({}, { callback_id: "x" })?.command.act).toEqual({ kind: "unknown", what: "shortcut x" });
    expect(read({}, { channel: null })).toBeNull();
  });
});

describe("Slack files that arrive only as ids", () => {
  const png = { name: "cat.png", contentType: "image/png", bytes: new Uint8Array([1]), width: 3, height: 4 };
  const notes = { name: "notes.txt", contentType: "text/plain", bytes: new Uint8Array([2]) };
  const acts = ({ commands }: SlackWorld["service"]) => commands.map(({ act }) => act);

  it("are looked up at Slack before a shortcut or a message to the bot is handled", async () => {
    const { slack, service } = await aSlackFor(() => ({ kind: "nothing" }));
    const fileIds = [notes, png].map((file) => slack.upload("ada", { ...file, isShared: true }));
    const pictures = [{ name: "cat.png", width: 3, height: 4, file: { sizeBytes: 1, file: { id: fileIds[1] } } }];
    const ts = slack.post("ada", "@reelay it yawns", { fileIds });
    await expect.poll(() => acts(service)).toMatchObject([{ kind: "free_text", files: { pictures, otherFiles: 1 } }]);
    await slack.shortcut("ada", "animate_this", ts);
    await expect.poll(() => acts(service)[1]).toMatchObject({ kind: "animate", pictures, others: [] });
  });

  it("are passed on without a name and a size if the lookup fails", async () => {
    const real = fetchWhole(machineClock);
    const { slack, service } = await aSlackFor(() => ({ kind: "nothing" }), {
      fetchWhole: (url, ...how) =>
        String(url).endsWith("files.info") ? Promise.reject(new Error("no answer")) : real(url, ...how),
    });
    const id = slack.upload("ada", { ...png, isShared: true });
    const ts = slack.post("ben", "a message without a picture");
    slack.post("ada", "@reelay it yawns", { fileIds: [id] });
    const pictures = [{ name: "", file: { file: { id } } }];
    await expect.poll(() => acts(service)).toMatchObject([{ files: { pictures } }]);
    await slack.shortcut("ada", "animate_this", ts);
    await expect.poll(() => acts(service)[1]).toMatchObject({ pictures: [] });
  });
});

const sender = { user: { id: "U1", username: "ada" }, team: { id: "T1" }, trigger_id: "17.1.x" };

describe("a Slack global shortcut", () => {
  const shortcut = { ...sender, type: "shortcut", callback_id: "make_video", action_ts: "1766300001.5" };

  it("opens a video form that asks for the channel", () => {
    expect(readShortcut(shortcut, reading)).toMatchObject({
      command: { eventId: "slack:17.1.x", act: { kind: "open_video_form" }, isPlaceOpen: true },
      reply: { channelId: "U1", responseUrl: null },
      origin: { isPlaceOpen: true },
    });
    const other = readShortcut({ ...shortcut, callback_id: "x" }, reading);
    expect(other?.command.act).toEqual({ kind: "unknown", what: "shortcut x" });
    expect(readShortcut({ ...shortcut, user: null }, reading)).toBeNull();
  });

  it("shows the progress and then the result in one modal window", async () => {
    const finish = async () => ({ message: plain("It works") });
    const { slack, journal } = await aSlackFor(() => ({ kind: "working", message: plain("Checking"), finish }));
    await slack.shortcut("ada", "make_video");
    await journal.find(saying("It works"));
    expect(slack.openForms("ada")).toHaveLength(1);
    expect(wordsIn(slack.openForms("ada")[0]?.view)).toContain("It works");
    expect(slack.messages("ada", slack.dmChannelId("ada"))).toEqual([]);
  });
});

describe("the channel of a Slack form", () => {
  it("is stored in the form's metadata together with the thread and the response_url", () => {
    const url = { responseUrl: "https://hooks.slack.com/c/1", responseUrlUntil: 1, responseUrlUses: 2 };
    const origin = { channelId: "C1", ...url, threadTs: "1766300000.000100", isPlaceOpen: true } as const;
    expect(unpackOrigin(packOrigin(origin))).toEqual(origin);
  });

  it("is stored in the form's metadata without the response_url if that URL has 4,000 characters", () => {
    const responseUrl = `https://x.example/${"a".repeat(4_000)}`;
    const origin = { channelId: "C1", responseUrl, responseUrlUntil: 1, responseUrlUses: 0 };
    expect(packOrigin(origin).length).toBeLessThanOrEqual(3_000);
    expect(unpackOrigin(packOrigin(origin))).toEqual({ ...origin, responseUrl: null });
  });

  const submission = (isPlaceOpen: boolean, where: string | null | undefined) => {
    const carried = { channelId: "U1", responseUrl: null, responseUrlUntil: 1, responseUrlUses: 0 };
    const metadata = packOrigin(isPlaceOpen ? { ...carried, isPlaceOpen } : carried);
    const asked = where === undefined ? {} : { where: { where: { selected_conversation: where } } };
    const values = { prompt: { prompt: { value: "a cat" } }, ...asked };
    const response_urls = [{ channel_id: "C9", response_url: "https://hooks.slack.com/app/1" }];
    const view = { id: "V1", callback_id: "make_video", hash: "h", private_metadata: metadata, state: { values } };
    return readSubmission({ ...sender, type: "view_submission", view, response_urls }, reading);
  };
  const submitted = (isPlaceOpen: boolean, where: string | null) => submission(isPlaceOpen, where)?.reply;

  it("is the channel chosen in the form, or else the channel where the form was opened", () => {
    const url = { responseUrl: "https://hooks.slack.com/app/1", responseUrlUntil: now + 1_800_000 };
    expect(submitted(true, "C9")).toMatchObject({ channelId: "C9", ...url });
    expect(submitted(true, "C8")).toMatchObject({ channelId: "C8", responseUrl: null });
    expect(submitted(true, null)).toMatchObject({ channelId: "U1", responseUrl: null });
    expect(submitted(false, "C9")).toMatchObject({ channelId: "U1" });
  });

  it("is marked as not yet chosen only if the submitted form had no channel field", () => {
    expect(submission(true, undefined)?.command.isPlaceOpen).toBe(true);
    for (const where of ["C9", null]) expect(submission(true, where)?.command).not.toHaveProperty("isPlaceOpen");
  });
});

describe("in a Slack thread,", () => {
  const container = { type: "message", message_ts: "2.1", channel_id: "C1", is_ephemeral: false, thread_ts: "1.1" };
  const actions = [{ type: "button", action_id: "add_key", action_ts: "1766300001.5" }];
  const press = { ...sender, type: "block_actions", container, channel: { id: "C1" }, actions };

  it("a button press is answered in the thread", () => {
    expect(readPress(press, reading)).toMatchObject({ reply: { threadTs: "1.1" }, origin: { threadTs: "1.1" } });
  });

  const cardInThread = (command: Command) => {
    if (command.reply.platform !== "slack") throw new Error("not of Slack");
    return cardFor({ ...command, reply: { ...command.reply, threadTs: "1766300000.000100" } });
  };

  it("the card, the notification and the private message are posted in the thread", async () => {
    const { slack, service, front } = await aSlackFor(cardInThread);
    await slack.command("ada", "/video a cat");
    const fate = await service.fate();
    if (fate.kind !== "given") throw new Error(fate.kind);
    await front.chat.notify(fate.reply, plain("Ready"), { people: [ada], nonce: "n", triedAt: null });
    await front.chat.sendPrivately(fate.reply, plain("psst"));
    const threads = slack.messages("ada").map(({ threadTs }) => threadTs);
    expect(threads).toEqual(Array(3).fill("1766300000.000100"));
  });

  it("the card is sent as a direct message if the bot has no access to the channel", async () => {
    const { slack, service } = await aSlackFor(cardInThread);
    await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
    const fate = await service.fate();
    expect(slack.messages("ada", slack.foreignChannelId)).toEqual([]);
    expect(fate).toMatchObject({ reply: { cardChannelId: slack.dmChannelId("ada") } });
    expect(fate).not.toHaveProperty("reply.threadTs");
  });
});

describe("a Slack event", () => {
  const readOne = (event: object, over: object = {}) =>
    readEvent(
      {
        type: "event_callback",
        event_id: "Ev1",
        team_id: "T1",
        authorizations: [{ user_id: "UBOT", is_enterprise_install: false }],
        event: { type: "message", channel_type: "im", user: "U1", channel: "D1", text: "a cat", ...event },
        ...over,
      },
      reading,
    );
  const mention = { type: "app_mention", channel_type: undefined, channel: "C1" };
  const draftOf = (text: string) => {
    const read = readOne({ text });
    return read?.kind === "message" && read.incoming.command.act.kind === "free_text"
      ? read.incoming.command.act.draft
      : null;
  };

  describe("about a message to the bot", () => {
    it("is parsed into a request with the text as the prompt and with the event's id", () => {
      expect(readOne({})).toMatchObject({
        kind: "message",
        isDirect: true,
        incoming: {
          command: { eventId: "slack:Ev1", workspace: "T1", act: { kind: "free_text", draft: { prompt: "a cat" } } },
          reply: { teamId: "T1", userId: "U1", channelId: "D1", responseUrl: null },
        },
      });
      expect(readOne({ ...mention, text: "<@UBOT> a cat", thread_ts: "1.1" })).toMatchObject({
        kind: "message",
        isDirect: false,
        incoming: { reply: { channelId: "C1", threadTs: "1.1" } },
      });
    });

    test.for([
      ["a cat --image <https://a.example/cat.png>", "a cat --image https://a.example/cat.png"],
      ["<@UBOT> a cat &amp; a dog", "a cat & a dog"],
      ["a &lt;cat&gt; of <@U2|ben> in <#C9|general> <!here>", "a <cat> of   in general"],
      ["see <https://a.example/x?y=1&amp;z=2|a.example>", "see https://a.example/x?y=1&z=2"],
    ] as const)("with the text “%s” is parsed into the prompt “%s”", ([text, prompt]) => {
      expect(draftOf(text)?.appliesFlags).toBe(true);
      expect(draftOf(text)?.prompt.trim()).toBe(prompt);
    });

    it("with only a mention of the bot is parsed into an empty prompt", () => {
      expect(draftOf("<@UBOT>")).toMatchObject({ appliesFlags: true, prompt: expect.stringMatching(/^\s*$/) });
    });

    test.for<readonly [string, object]>([
      ["--help", {}],
      ["Ayuda!", {}],
      ["help <@UBOT>?", mention],
    ])("with the text “%s” is a request for help", ([text, event]) => {
      expect(readOne({ ...event, text })).toMatchObject({
        kind: "message",
        incoming: { command: { act: { kind: "help" } } },
      });
    });

    const png = { id: "F1", name: "cat.png", mimetype: "image/png", size: 9, original_w: 9, original_h: 16 };
    const pdf = { id: "F2", name: "a.pdf", mimetype: "application/pdf", size: 9 };
    const picture = { source: "attachment", name: "cat.png", width: 9, file: { file: { id: "F1", teamId: "T1" } } };

    test.for<readonly [string, object, object]>([
      ["a direct message", { subtype: "file_share", files: [png, pdf] }, { pictures: [picture], otherFiles: 1 }],
      ["a mention", { ...mention, text: "<@UBOT> look", files: [png] }, { pictures: [picture], otherFiles: 0 }],
      ["a message without text", { subtype: "file_share", text: "", files: [png] }, { pictures: [picture] }],
    ])("is parsed into the message's pictures and the number of its other files (%s)", ([, event, files]) => {
      expect(readOne(event)).toMatchObject({
        kind: "message",
        incoming: { command: { act: { kind: "free_text", files } } },
      });
    });
  });

  test.for<readonly [string, object]>([
    ["the bot's own message", { bot_id: "B1" }],
    ["a message from the bot's user id", { user: "UBOT" }],
    ["a mention by another bot", { ...mention, bot_id: "B2" }],
    ["the edit of a message", { subtype: "message_changed" }],
    ["an edited message", { edited: { user: "U1", ts: "1.2" } }],
    ["a channel message without a mention", { channel_type: "channel", channel: "C1" }],
    ["an added reaction", { type: "reaction_added" }],
    ["the opening of an unknown tab", { type: "app_home_opened", tab: "about" }],
  ])("about %s is ignored", ([, event]) => {
    expect(readOne(event)).toBeNull();
  });

  test.for(["home", "messages"] as const)(
    "about an opened %s tab is parsed into the id of the person who opened it",
    (tab) => {
      expect(readOne({ type: "app_home_opened", tab })).toMatchObject({
        kind: "opened",
        tab,
        incoming: { command: { owner: { teamId: "T1", userId: "U1" }, isPlaceOpen: true }, reply: { channelId: "U1" } },
      });
    },
  );

  it("about a mention in a thread is answered privately in the thread", async () => {
    const { slack, journal } = await aSlackFor(() => ({ kind: "private", message: plain("Make this a video?") }));
    const threadTs = slack.post("ben", "look");
    slack.post("ada", "@reelay a cat", { threadTs });
    await journal.find(saying("Make this a video?"));
    expect(slack.messages("ada").at(-1)).toMatchObject({ ephemeralFor: "U00000ADA1", threadTs });
    expect(wordsIn(slack.messages("ben").at(-1)?.blocks)).not.toContain("Make this a video?");
  });
});

/** Reelay is installed in T1 or in the organization E1. T9 is another company's workspace. */
describe("in a channel shared with another organization,", () => {
  const mentionOf = (authorization: object) =>
    readEvent(
      {
        type: "event_callback",
        event_id: "Ev1",
        team_id: "T9",
        authorizations: [authorization],
        event: { type: "app_mention", user: "U1", channel: "C1", text: "<@UBOT> a cat" },
      },
      reading,
    )?.incoming;

  it("a mention is attributed to the workspace or organization that installed the Slack app", () => {
    const bot = { user_id: "UBOT", is_enterprise_install: false };
    const ofWorkspace = { workspace: "T1", owner: { teamId: "T1" } };
    expect(mentionOf({ ...bot, team_id: "T1" })).toMatchObject({ command: ofWorkspace, reply: { teamId: "T1" } });
    const organisation = { ...bot, team_id: null, enterprise_id: "E1", is_enterprise_install: true };
    expect(mentionOf(organisation)).toMatchObject({
      command: { owner: { teamId: "E1" } },
      reply: { teamId: "T9", enterpriseId: "E1" },
    });
  });

  const view = { ...submission.view, app_installed_team_id: "T1" };
  const filled = { user: { id: "U1" }, team: { id: "T9" }, trigger_id: "17.3.x", view };

  it("a submitted form and a button press in a form are attributed to the workspace or organization that installed the Slack app", () => {
    const actions = [{ type: "button", action_id: "again:0123456789abcdef0123", action_ts: "1" }];
    const pressed = { type: "block_actions", ...filled, actions, container: { type: "view" } };
    expect(readPress(pressed, reading)?.command.owner).toMatchObject({ teamId: "T1" });
    const read = (over: object) => readSubmission({ type: "view_submission", ...filled, ...over }, reading)?.command;
    expect(read({})).toMatchObject({ owner: { teamId: "T1" }, reply: { teamId: "T1" } });
    expect(read({ is_enterprise_install: true, enterprise: { id: "E1" } })).toMatchObject({
      owner: { teamId: "E1" },
      reply: { teamId: "T9", enterpriseId: "E1" },
    });
  });
});
