import { describe, expect, test } from "vitest";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { confirmBatch, confirmPrice } from "../../src/messages/ask/price-questions.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { approvalQuestion } from "../../src/messages/team/approval-messages.ts";
import { de } from "../../src/messages/words/de.ts";
import { en } from "../../src/messages/words/en.ts";
import { batchOf } from "../fakes/batch/batches.ts";
import { aClosedJob, aJob, aRequest, aRunning, TEST_START } from "../fakes/jobs.ts";
import { showsWhatIsSent } from "../fuzz/shown.ts";
import { stringsOf } from "../fuzz/sound-discord.ts";

const discordText = (message: Parameters<typeof onDiscord>[0]) =>
  stringsOf(onDiscord(message).components, "content").join("\n");
const slackText = (message: Parameters<typeof onSlack>[0]) =>
  stringsOf(onSlack(message, { naming: mentioned }).blocks, "text").join("\n");
const asked = (prompt: string, words = en) =>
  confirmPrice(aJob().id, { request: aRequest({ prompt }), above: null, noticed: [], trouble: null }, words);

describe("a prompt is shown as it is sent, in the question, to the approver and on the card", () => {
  test.for([
    ["of 3,000 letters", "paper boats, ".repeat(231).slice(0, PROMPT_MAX)],
    ["of marks that Discord reads", "(a-b) [c]_d ".repeat(300).slice(0, 2_858)],
    ["of 3,000 emoji", "🎬".repeat(PROMPT_MAX)],
    ["of paragraphs", "A boat:\n\n1. it sails\n  2. it sinks\n\n> the end"],
    ["with joined letters and a flag", "کتاب‌ها 👩‍👩‍👧 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
    ["of backticks", "`".repeat(PROMPT_MAX)],
  ] as const)("%s", ([, prompt]) => {
    const request = aRequest({ prompt });
    const job = aJob({ request });
    const jobs = [job, { ...job, state: aRunning({ percent: 40 }) }, { ...aClosedJob(), request }];
    const cards = jobs.map((each) => cardOf(each, TEST_START));
    const messages = [asked(prompt), ...cards, approvalQuestion(job, { team: 5, person: 9 }, en)];
    for (const message of messages) showsWhatIsSent(message, [request]);
  });
});

describe("on Discord", () => {
  test("a prompt that escapes would make too long stands as code, whole", () => {
    expect(discordText(asked("#".repeat(PROMPT_MAX)))).toContain(`\`\`\`\n${"#".repeat(PROMPT_MAX)}\n\`\`\``);
  });

  test.for([
    [en, /^-# … and 1,\d\d\d more characters, all of which are sent$/m],
    [de, /^-# … und 1\\?\.\d\d\d weitere Zeichen, die alle mitgesendet werden$/m],
  ] as const)(
    "one that has no room even so says how much of it is missing, outside of the quote",
    ([words, missing]) => {
      const lines = discordText(asked(`a${"`".repeat(PROMPT_MAX - 1)}`, words)).split("\n");
      expect(lines.find((line) => line.startsWith("> "))).toMatch(/^> a(\\`)+$/);
      expect(lines.filter((line) => missing.test(line))).toHaveLength(1);
    },
  );
});

test("any prompt on Slack is shown whole", () => {
  const text = slackText(asked("🎬".repeat(PROMPT_MAX)));
  expect(text.replaceAll("\n", "")).toContain("🎬".repeat(PROMPT_MAX));
  expect(text).not.toContain("more characters");
});

describe("the scenes of a batch", () => {
  const questionOf = (prompts: readonly string[]) => {
    const each = prompts.map((prompt) => aRequest({ prompt }));
    const [batch, ...videos] = batchOf(aJob(), each);
    return [
      confirmBatch(batch.id, { each, pay: "mine", noticed: [], asTyped: null, room: null }, en),
      approvalQuestion({ ...batch, videos }, { team: null, person: null }, en),
    ];
  };

  test("are shown whole where one is long and the others are not", () => {
    const prompts = ["a boat", `the sea ${"and the sea ".repeat(180)}ends`, "a harbour\n\nat night"];
    for (const message of questionOf(prompts)) {
      expect(discordText(message)).not.toContain("more characters");
      showsWhatIsSent(
        message,
        prompts.map((prompt) => aRequest({ prompt })),
      );
    }
  });

  test("say of each what is missing where six are too long for one message", () => {
    const prompts = [..."123456"].map((nth) => `${nth} ${"paper boats, ".repeat(231)}`.slice(0, PROMPT_MAX));
    for (const message of questionOf(prompts)) {
      showsWhatIsSent(
        message,
        prompts.map((prompt) => aRequest({ prompt })),
      );
      for (const text of [discordText(message), slackText(message)])
        expect(text.match(/… and [\d,]+ more characters, all of which are sent/g)).toHaveLength(6);
    }
  });
});
