import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as shortReplies from "../../src/messages/ask/short-replies.ts";
import { keyForm, requestValues, videoForm } from "../../src/messages/ask/video-forms.ts";
import { excerpt } from "../../src/messages/card/card-facts.ts";
import { coarseTime } from "../../src/messages/card/card-state.ts";
import { helpMessage } from "../../src/messages/pages/help-page.ts";
import { spendingText } from "../../src/messages/pages/job-list.ts";
import { en } from "../../src/messages/words/en.ts";
import { translations, wordsIn } from "../../src/messages/words.ts";
import { anyText } from "../fakes/any-text.ts";
import { fiveMb } from "../fakes/drafts.ts";
import { aRequest } from "../fakes/jobs.ts";
import { wordsOf } from "./words-of.ts";

describe("a rough duration", () => {
  test.for([
    [59_999, "less than a minute"],
    [60_000, "about 1 minute"],
    [120_000, "about 2 minutes"],
    [3_540_000, "about 59 minutes"],
    [7_200_000, "about 2 hours"],
  ] as const)("of %i ms is shown as “%s”", ([ms, words]) => {
    expect(coarseTime(ms, en)).toBe(words);
  });
});

describe("an excerpt", () => {
  test.for([
    ["a cat", 10, "a cat"],
    ["a cat surfing", 6, "a cat…"],
    ["two\n\nlines ", 9, "two lines"],
    ["ein Böötchen", 6, "ein B…"],
    ["👩‍👩‍👧 afloat", 9, "👩‍👩‍👧 afloat"],
    ["", 6, ""],
    ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2, "👩‍👩‍👧‍👦…"],
  ] as const)("of %j with at most %i characters is %j", ([text, most, cut]) => {
    expect(excerpt(text, most)).toBe(cut);
  });

  test("is never longer than its maximum length, and has no line breaks", () => {
    const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
        const cut = excerpt(text, most);
        expect([...letters.segment(cut)].length).toBeLessThanOrEqual(most);
        expect(cut).not.toMatch(/\n/);
      }),
    );
  });
});

describe("the help", () => {
  const none = { spent: null, troubles: [], missing: [] };
  const facts = {
    prefix: "clip",
    platform: "discord",
    retentionDays: 30,
    canContinue: false,
    hasKey: false,
    saved: null,
    trouble: null,
    ...none,
  } as const;

  test.for([
    [
      "used in a month without charges",
      { charged: 0, refunded: 0, unknown: 0 },
      { charged: 0, refunded: 0, unknown: 0 },
      /^This month: no credits used\.$/,
    ],
    [
      "used in a month with a refund",
      { charged: 285, refunded: 95, unknown: 0 },
      { charged: 0, refunded: 0, unknown: 0 },
      /^This month: 190 credits used \(285 charged, 95 refunded\)\.$/,
    ],
    [
      "used in two months with an unconfirmed charge",
      { charged: 95, refunded: 95, unknown: 205 },
      { charged: 95, refunded: 0, unknown: 0 },
      /no credits used \(95 charged, 95 refunded\), plus up to 205 unconfirmed\. Last month: 95 credits used\.$/,
    ],
  ] as const)("shows the credits %s", ([, thisMonth, lastMonth, words]) => {
    expect(spendingText({ thisMonth, lastMonth }, en)).toMatch(words);
  });

  test.for([
    ["says that the person's spending cannot be read if the spending is unknown", /cannot be read right now/],
    [
      "says that a person's data can be exported and deleted with commands",
      /\/clip-data export .* as a private file, \/clip-data delete deletes it\./,
    ],
    [
      "says that a started video cannot be stopped",
      /cannot be stopped\. Delete only removes the card and its notification/,
    ],
  ] as const)("%s", ([, words]) => {
    expect(wordsOf(helpMessage(facts, en))).toMatch(words);
  });

  const onSlack = { ...facts, platform: "slack" } as const;
  test.for([
    [
      "gives 30 days as the lifetime of links only if the bot saves finished videos",
      { ...facts, saved: { days: 30, hasLinks: true } },
      /Reelay saves finished videos for up to 30 days, and their links work for as long\./,
      facts,
    ],
    [
      "gives separate times for links (two hours) and saved videos (30 days) only if saved videos have no links",
      { ...facts, saved: { days: 30, hasLinks: false } },
      /Links work for about 2 hours\. Reelay saves the videos themselves for up to 30 days: .*press Fresh link\./,
      { ...facts, saved: { days: 30, hasLinks: true } },
    ],
    [
      "mentions the question of “Delete” about the saved video only if the bot saves finished videos",
      { ...facts, saved: { days: 30, hasLinks: true } },
      /Delete removes the card and its notification, and asks whether the saved video goes too\./,
      facts,
    ],
    [
      "describes “Delete” without a question about the saved video only if the bot saves no videos",
      facts,
      /Delete only removes/,
      { ...facts, saved: { days: 1, hasLinks: false } },
    ],
    [
      "mentions the buttons “Continue” and “Join” only if videos can be decoded",
      { ...facts, canContinue: true },
      /Continue on the card.*Join puts all parts into one video, for free\./s,
      facts,
    ],
    [
      "mentions the command “Animate this” only on Discord",
      facts,
      /open the message's menu: Apps, Animate this\./,
      onSlack,
    ],
    ["mentions flags such as --ratio only on Slack", onSlack, /--ratio 9:16/, facts],
  ] as const)("%s", ([, where, words, elsewhere]) => {
    expect(wordsOf(helpMessage(where, en))).toMatch(words);
    expect(wordsOf(helpMessage(elsewhere, en))).not.toMatch(words);
  });

  test("describes the command for styles in the reader's language", () => {
    expect(wordsOf(helpMessage(facts, wordsIn("de")))).toContain(translations.de.commands.commands.style);
  });

  test("lists the commands with the configured prefix, every price, and how long prompts are stored", () => {
    const words = wordsOf(helpMessage(facts, en));
    expect(words).toMatch(/\/clip-key set[\s\S]*\/clip prompt[\s\S]*\/clip-key status[\s\S]*\/clip-key remove/);
    for (const price of ["95", "143", "205", "308"]) expect(words).toContain(`${price} credits`);
    expect(words).toContain("30 days");
  });

  test("has a heading for each section and a table of prices", () => {
    const { body, sections = [] } = helpMessage(facts, en);
    expect(body).toEqual([]);
    expect(sections.map(({ title }) => title)).toEqual([
      ...["First steps", "Prices", "Your key and your data", "Good to know", "Right now"],
    ]);
    expect(sections.flatMap(({ table }) => table ?? [])).toEqual([
      ["", "10 seconds", "15 seconds"],
      ["480p", "95 credits", "143 credits"],
      ["720p", "205 credits", "308 credits"],
    ]);
  });

  test("lists each missing permission with its consequence and the fix", () => {
    const missing = [
      ["view_channel", "View Channel"],
      ["send_messages", "Send Messages"],
      ["send_in_threads", "Send Messages in Threads"],
      ["embed_links", "Embed Links"],
      ["attach_files", "Attach Files"],
      ["read_history", "Read Message History"],
    ] as const;
    for (const [permission, name] of missing) {
      const { sections = [] } = helpMessage({ ...facts, missing: [permission] }, en);
      expect(sections.at(-1)?.body).toEqual([[en.help.missing[permission]]]);
      expect(en.help.missing[permission]).toMatch(
        new RegExp(`^.*Reelay.*An admin can grant it ${name} in the channel's settings\\.`, "s"),
      );
    }
    expect(wordsOf(helpMessage(facts, en))).not.toContain("admin");
  });

  test("reports problems with the video service and with the bot's connections", () => {
    expect(wordsOf(helpMessage(facts, en))).toContain(en.help.allWell);
    expect(wordsOf(helpMessage({ ...facts, missing: ["embed_links"] }, en))).not.toContain(en.help.allWell);
    const failing = wordsOf(helpMessage({ ...facts, trouble: { kind: "failing", failed: 6, ends: 10 } }, en));
    expect(failing).toContain("6 of the last 10 videos failed at the video service.");
    expect(failing).not.toContain(en.help.allWell);
    const troubles = ["Discord: not connected", "the store is slow"];
    expect(wordsOf(helpMessage({ ...facts, troubles }, en))).toContain("Discord: not connected; the store is slow");
  });
});

describe("the form", () => {
  test("for an API key has one empty field, and says that entering a key is private and free", () => {
    const form = keyForm(null, en);
    expect(form.fields).toMatchObject([{ id: "key", value: "" }]);
    expect(form.note).toMatch(/Only you.*without spending credits and stored encrypted/);
  });

  test("for a video contains the given values and shows the prices", () => {
    const picture = { source: "address", url: "https://a.b/c", isChecked: false, decidesRatio: false } as const;
    const request = aRequest({ prompt: "a cat", aspectRatio: "9:16", duration: 15, resolution: "720p", picture });
    const form = videoForm(requestValues(request), fiveMb, en);
    expect(form.fields).toMatchObject([
      { id: "prompt", value: "a cat" },
      { id: "ratio", value: "9:16" },
      { id: "duration", value: "15" },
      { id: "resolution", value: "720p" },
      { id: "image", address: { id: "image_url", value: "https://a.b/c" } },
    ]);
    expect(JSON.stringify(form)).toContain("720p (205 credits for 10 s, 308 for 15 s)");
  });
});

describe("a private message", () => {
  const { notAllowedHere, shortReply, tooManyCommands, unknownAct } = shortReplies;

  test.for([
    ["too many commands", tooManyCommands(20, en).message],
    ["a button or form from another version of the bot", unknownAct("video", en)],
    ["a server or workspace that is not allowed", notAllowedHere("not_this_team", en)],
    ["a channel that is not allowed", notAllowedHere("not_this_channel", en)],
    ["a person without an allowed role", notAllowedHere("no_role", en)],
    ["a failing store", shortReply("cannotSave", en)],
    ["a blocked person", shortReply("blocked", en)],
    ["a deleted record of a video", shortReply("goneCard", en)],
    ["a prompt that is no longer stored", shortReply("forgottenPrompt", en)],
    ["an unexpected error", shortReply("somethingWentWrong", en)],
  ] as const)("about %s contains “Nothing was charged.”", ([, message]) => {
    expect(wordsOf(message)).toContain("Nothing was charged.");
  });
});
