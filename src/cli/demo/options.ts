import { type Command, InvalidArgumentError, Option } from "commander";

const OUTCOMES = ["succeeded", "failed", "no-credits", "bad-key", "bad-request"] as const;
export type DemoOutcome = (typeof OUTCOMES)[number];

export interface VideoWords {
  readonly ratio?: string | undefined;
  readonly duration?: string | undefined;
  readonly resolution?: string | undefined;
  /** An address, or "sample" for the sandbox's own picture. */
  readonly image?: string | undefined;
}

export interface DemoOptions extends VideoWords {
  readonly prompt: string;
  readonly outcome: DemoOutcome;
  /** The story that is played: one video, a team's, or a video and its continuation. */
  readonly story: "video" | "team" | "continue";
}

interface DemoFlags extends VideoWords {
  readonly outcome: DemoOutcome;
  readonly team?: true;
  readonly continue?: true;
}

const PROMPT = "a paper boat in the rain";

/** The options of one video; the other stories take none of them. */
const OF_ONE_VIDEO = ["ratio", "duration", "resolution", "image", "outcome"];

export function addDemoOptions(command: Command, play: (options: DemoOptions) => Promise<void>): Command {
  const image = new Option("--image [url]", "begin with a picture: without an address, the sandbox's own");
  const outcome = new Option("--outcome <outcome>", "what becomes of the video").choices(OUTCOMES).default("succeeded");
  const team = new Option("--team", "instead: a team's key with a cap, an approval and a report");
  const goesOn = new Option("--continue", "instead: a video, and a second one that goes on from its last frame");
  return command
    .argument("[prompt...]", `the words of the video; without any: ${PROMPT}`)
    .option("--ratio <ratio>", "16:9 or 9:16")
    .option("--duration <seconds>", "10 or 15")
    .option("--resolution <resolution>", "480p or 720p")
    .addOption(image.preset("sample").argParser(readPicture))
    .addOption(outcome)
    .addOption(team.conflicts([...OF_ONE_VIDEO, "continue"]))
    .addOption(goesOn.conflicts(OF_ONE_VIDEO))
    .action(async (words: readonly string[], { team, continue: goesOn, ...video }: DemoFlags) => {
      await play({ ...video, prompt: words.join(" ") || PROMPT, story: team ? "team" : goesOn ? "continue" : "video" });
    });
}

function readPicture(address: string): string {
  if (address === "sample" || /^https?:/.test(address)) return address;
  throw new InvalidArgumentError("It takes an address, or nothing. Write the prompt before it.");
}
