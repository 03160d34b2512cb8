import { expect, test } from "vitest";
import { writeMessage as onDiscord } from "../../src/frontends/discord/write.ts";
import { mentioned } from "../../src/frontends/slack/naming.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/write.ts";
import { noKeyYet } from "../../src/messages/keys.ts";
import { en } from "../../src/messages/words/en.ts";

test("a missing key has a key as its sign on both platforms", () => {
  const missing = noKeyYet("goes_on", en);
  expect(JSON.stringify(onDiscord(missing))).toContain(`### 🔑 ${missing.title}`);
  expect(onSlack(missing, { naming: mentioned }).blocks[0]).toMatchObject({
    type: "header",
    text: { text: `🔑 ${missing.title}` },
  });
});
