import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../sandbox/src/sandbox.ts";
import { manifestOf } from "../../../src/app/program/registered-at-slack.ts";
import { aLook } from "./a-look.ts";

const ours = () => manifestOf({ prefix: "video", transport: "socket", publicUrl: null });

/** What the doctor says of Slack's manifest, which the app's owner pasted so, and whose token it has. */
async function lookAt(manifest: object, ownersToken?: string): Promise<string> {
  const sandbox = await startSandbox({ seedKeys: false });
  onTestFinished(() => sandbox.stop());
  sandbox.slack.grants.manifest = manifest;
  const token = ownersToken ?? sandbox.slack.configToken;
  const line = await aLook(sandbox, "Slack's manifest", { SLACK_CONFIG_TOKEN: token });
  expect(line).not.toContain(token || "xoxe.");
  return line;
}

test("this version's manifest is well", async () => {
  expect(await lookAt(ours())).toBe("ok     Slack's manifest: the app has this version's");
});

test("an older manifest is named by what it lacks, and what was changed", async () => {
  const { features, oauth_config, settings } = ours();
  const older = {
    oauth_config: { scopes: { bot: oauth_config.scopes.bot.filter((scope) => scope !== "files:write") } },
    settings: { ...settings, event_subscriptions: { bot_events: ["app_home_opened", "app_mention"] } },
    features: {
      slash_commands: features.slash_commands
        .filter(({ command }) => command !== "/video-style")
        .map((one) => (one.command === "/video" ? { ...one, usage_hint: "a cat surfing" } : one)),
      shortcuts: features.shortcuts.slice(1),
    },
  };
  const line = await lookAt(older);
  expect(line).toMatch(/^WRONG {2}Slack's manifest: It is another version's\. Missing: /);
  expect(line).toContain(
    "Missing: /video-style, the shortcut Make a video, the scope files:write, the event message.im. Changed: /video. Paste what npm run manifest prints at https://api.slack.com/apps",
  );
});

test("an app without a manifest lacks all of it", async () => {
  expect(await lookAt({})).toMatch(/^WRONG {2}Slack's manifest: .*Missing: \/video, /);
});

test("a manifest that Slack does not give is said with its reason, and nothing is called old", async () => {
  const line = await lookAt(ours(), "xoxe.xoxp-of-yesterday");
  expect(line).toMatch(/Slack did not give the app's manifest \(invalid_auth\)\. Generate a new SLACK_CONFIG_TOKEN/);
  expect(line).not.toContain("Missing");
});

test("without the owner's token, the operator reads which commands to look for and where to paste", async () => {
  const line = await lookAt({}, "");
  expect(line).toMatch(/^ok {5}Slack's manifest: .*\/video, .*\/video-style.*type \/ in Slack.*npm run manifest/);
});
