// Runs the three outside services in their own process, so that killing the bot cannot affect what they counted. Imports the
// built package, which finds its films next to itself.
import { startSandbox } from "#sandbox";
import { reportOf, sightOf } from "../crash/claims.ts";
import { type Ask, ask, type ServerMessage } from "../crash/protocol.ts";
import { askAsCleo, sayAWord, setUpTeam } from "../crash/team-kills.ts";

/** Long enough that a poll sees a running task, even at the shortest polling interval of the crash test. */
const TASK_MS = 300;
const ADA = "ada";

const sandbox = await startSandbox({ taskMs: TASK_MS });
const { discord, slack, video, journal } = sandbox;
video.setCredits(1_000_000_000);

const tell = (what: ServerMessage) => process.send?.(what);

journal.listen((entry) => {
  const seen = sightOf(entry);
  if (seen) tell({ kind: "seen", sight: seen });
});
process.on("message", (message) => {
  const asked = ask.parse(message);
  answer(asked).then(
    (value) => tell({ kind: "done", id: asked.id, value }),
    (error: unknown) => tell({ kind: "failed", id: asked.id, why: String(error) }),
  );
});
// The parent process has ended.
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
    case "team":
      return setUpTeam(sandbox, asked.platform);
    case "team_ask":
      return askAsCleo(sandbox, asked.platform, asked.prompt);
    case "team_word":
      return sayAWord(sandbox, asked.platform, asked.roll);
    case "small_files":
      discord.limitFiles({ interactionMaxBytes: asked.maxBytes });
      return discord.command(ADA, "video-settings", { visibility: "private" });
    case "seeded":
      return sandbox.seeded();
    case "report":
      return reportOf(sandbox);
  }
}
