import { describe, expect, it, test } from "vitest";
import { machineClock as sandboxClock } from "../../../../sandbox/src/clock.ts";
import { openJournal } from "../../../../sandbox/src/journal.ts";
import { type SlackEmulator, startSlack } from "../../../../sandbox/src/slack/slack-emulator.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { FetchWhole } from "../../../../src/core/ports.ts";
import { boltLogger, clientOptions } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { clientsOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { fileGiver } from "../../../../src/frontends/slack/out/slack-uploads.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { anOwnFile } from "../../../fakes/own-file.ts";
import { inSlack, plain, wordsIn } from "../slack-world.ts";
import { ada, saying } from "../steps.ts";

const logger = boltLogger(keptLog());

/** Gives Ada a file, while `spoil` stands between the bot and Slack; what she was told, and the files in her direct message. */
async function given(how: { spoil?: (ask: FetchWhole) => FetchWhole; rules?: (slack: SlackEmulator) => void } = {}) {
  const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock) });
  how.rules?.(slack);
  const { apiUrl } = slack;
  const asking = (how.spoil ?? ((ask) => ask))(fetchWhole(machineClock));
  const { prompt } = clientsOf(
    async () => slack.botToken,
    () => clientOptions(apiUrl, logger, asking),
  );
  const give = fileGiver({ clientOf: prompt, fetchWhole: asking, apiUrl, log: keptLog() });
  const told = await give(
    aSlackReply({ teamId: slack.teamId, channelId: slack.channelId, userId: ada }),
    anOwnFile("its words"),
  );
  const ids = slack.messages("ada", slack.dmChannelId("ada")).flatMap(({ fileIds }) => fileIds);
  const files = ids.map((id) => slack.file(id));
  await slack.stop();
  return { told: told?.title ?? null, files };
}

describe("a person's file on Slack", () => {
  it("is in their direct message with the bot, and they are told so privately where they asked", () =>
    inSlack(
      () => ({
        kind: "working",
        message: plain("A moment"),
        finish: async () => ({ message: plain("No file here"), card: null, file: anOwnFile() }),
      }),
      async ({ slack, journal }) => {
        await slack.command("ada", "/video-data export");
        await journal.find(saying("Here it is"));
        const inChannel = slack.messages("ada").map(({ ephemeralFor, blocks }) => [ephemeralFor, wordsIn(blocks)]);
        expect(inChannel).toEqual([[ada, expect.stringContaining("Here it is")]]);
        expect(slack.messages("ben")).toEqual([]);
        expect(slack.messages("ada", slack.dmChannelId("ada")).at(-1)).toMatchObject({ fileIds: [expect.any(String)] });
      },
    ));

  it("is what was written, under its name", async () => {
    const { told, files } = await given();
    expect(told).toBe("Here it is");
    expect(files.map((file) => [file?.name, Buffer.from(file?.bytes ?? []).toString()])).toEqual([
      ["reelay-data.json", "its words"],
    ]);
  });

  test.for([
    ["begin", "file_uploads_disabled"],
    ["begin", "missing_scope"],
    ["complete", "file_type_not_allowed"],
  ] as const)("that is refused at %s by %s is not said to be there", async ([when, code]) => {
    const rules = (slack: SlackEmulator) => {
      slack.uploadRules[when] = code;
    };
    expect(await given({ rules })).toEqual({ told: null, files: [] });
  });

  test.for([
    ["conversations.open", null, 0],
    ["/upload/v1/", null, 0],
    ["files.completeUploadExternal", "It may have arrived", 1],
  ] as const)("whose answer is lost at %s: the person is told %s, and there is %i", async ([part, told, count]) => {
    const spoil =
      (ask: FetchWhole): FetchWhole =>
      async (address, init, limitMs) => {
        const answer = await ask(address, init, limitMs);
        if (String(address).includes(part)) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
        return answer;
      };
    const seen = await given({ spoil });
    expect([seen.told, seen.files.length]).toEqual([told, count]);
  });
});
