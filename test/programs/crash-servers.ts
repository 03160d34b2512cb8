// The three outside services as a process of their own, so that no kill of the bot can touch what they counted.
import { z } from "zod";
import { linesOf } from "../../src/cli/demo/seen-text.ts";
import type { Entry } from "../../src/sandbox/journal.ts";
import { startSandbox } from "../../src/sandbox/start.ts";
import { type Ask, ask, type Report, sight, type Told } from "../crash/protocol.ts";

/** Long enough for a poll that still says running at the harness's shortest gap. */
const TASK_MS = 300;
const ADA = "ada";

const sandbox = await startSandbox({ taskMs: TASK_MS });
const { discord, slack, video, journal } = sandbox;
video.setCredits(1_000_000_000);

const tell = (what: Told) => process.send?.(what);

journal.listen((entry) => {
  const seen = sight.safeParse(sightOf(entry));
  if (seen.success) tell({ kind: "seen", sight: seen.data });
});
process.on("message", (message) => {
  const asked = ask.parse(message);
  answer(asked).then(
    (value) => tell({ kind: "done", id: asked.id, value }),
    (error: unknown) => tell({ kind: "failed", id: asked.id, why: String(error) }),
  );
});
// A judge that is gone leaves nobody to count for.
process.on("disconnect", () => process.exit());
tell({ kind: "open", env: { ...sandbox.env } });

async function answer(asked: Ask): Promise<unknown> {
  switch (asked.kind) {
    case "type": {
      const { platform, prompt } = asked;
      return platform === "discord"
        ? discord.command(ADA, "video", { prompt })
        : slack.command(ADA, `/video ${prompt}`);
    }
    case "fate":
      return video.everyFate(asked.fate);
    case "seeded":
      return sandbox.seeded();
    case "report":
      return whatIs();
  }
}

function whatIs(): Report {
  const onDiscord = [discord.channelId, discord.dmChannelId(ADA)].flatMap((id) => discord.messages(ADA, id));
  const onSlack = [slack.channelId, slack.dmChannelId(ADA)].flatMap((id) => slack.messages(ADA, id));
  return {
    tasks: video.tasks().map(({ prompt, status, creditsUsed }) => ({ prompt, status, creditsUsed })),
    ledger: video.ledger(),
    visible: [
      ...onDiscord.map(({ id }) => ({ platform: "discord" as const, messageId: id })),
      ...onSlack.map(({ ts }) => ({ platform: "slack" as const, messageId: ts })),
    ],
  };
}

const reply = z.object({ reference: z.string().nullish(), threadTs: z.string().nullish() });

function sightOf({ at, place, kind, messageId, interactionId, payload }: Entry) {
  const isText = kind === "message" || kind === "edited";
  const { reference, threadTs } = (isText && reply.safeParse(payload).data) || {};
  const text = isText ? linesOf(payload).join("\n") : "";
  return {
    at,
    platform: place,
    what: kind,
    messageId,
    interactionId,
    replyTo: reference ?? threadTs ?? undefined,
    text,
  };
}
