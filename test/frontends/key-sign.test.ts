import { expect, test } from "vitest";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { en } from "../../src/messages/words/en.ts";

test("a missing key has a key as its sign on both platforms", () => {
  const missing = noKeyYet("goes_on", en);
  expect(JSON.stringify(onDiscord(missing))).toContain(`### 🔑 ${missing.title}`);
  expect(onSlack(missing, { naming: mentioned }).blocks[0]).toMatchObject({
    type: "header",
    text: { text: `🔑 ${missing.title}` },
  });
});
