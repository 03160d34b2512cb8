import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../sandbox/src/sandbox.ts";
import { discordSpecs } from "../../../src/app/platforms.ts";
import { commandPayloads, messageCommandPayloads } from "../../../src/frontends/discord/connect/register-commands.ts";
import { aLook } from "./a-look.ts";

const { typed, onMessages } = discordSpecs("video");
const ours = [...commandPayloads(typed), ...messageCommandPayloads(onMessages)];

/** What the doctor says of Discord's commands, which somebody registered so; null: nobody did. */
async function lookAt(registered: readonly object[] | null): Promise<string> {
  const sandbox = await startSandbox({ seedKeys: false });
  onTestFinished(() => sandbox.stop());
  const { apiUrl, token, applicationId } = sandbox.discord;
  if (registered)
    await fetch(`${apiUrl}/v10/applications/${applicationId}/commands`, {
      method: "PUT",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify(registered),
    });
  return aLook(sandbox, "Discord's commands");
}

test("before the first start the commands are not registered yet, which is nothing wrong", async () => {
  expect(await lookAt(null)).toBe("ok     Discord's commands: not registered yet: the first start does that");
});

test("this version's commands are well", async () => {
  expect(await lookAt(ours)).toBe("ok     Discord's commands: /video and the others are registered");
});

test("commands of another program are told with the cure", async () => {
  expect(await lookAt([{ name: "other", description: "Of another program" }])).toMatch(
    /^WRONG {2}Discord's commands: They are not this version's\. Missing: \/video, .*Not Reelay's: \/other\. Restart Reelay/,
  );
});

test("commands that an older version lacked or registered otherwise are named", async () => {
  const older = ours
    .filter(({ name }) => name !== "video-style")
    .map((one) => (one.name === "video-help" ? { ...one, description: "Old words" } : one));
  expect(await lookAt(older)).toContain(
    "They are not this version's. Missing: /video-style. Changed: /video-help. Restart Reelay in this version",
  );
});
