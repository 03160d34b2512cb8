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
  /** It plays a team's story, not one video. */
  readonly isTeam: boolean;
}

interface DemoFlags extends VideoWords {
  readonly outcome: DemoOutcome;
  readonly team?: true;
}

const PROMPT = "a paper boat in the rain";

/** The options of one video; a team's story takes none of them. */
const OF_ONE_VIDEO = ["ratio", "duration", "resolution", "image", "outcome"];

export function addDemoOptions(command: Command, play: (options: DemoOptions) => Promise<void>): Command {
  const image = new Option("--image [url]", "begin with a picture: without an address, the sandbox's own");
  const outcome = new Option("--outcome <outcome>", "what becomes of the video").choices(OUTCOMES).default("succeeded");
  const team = new Option("--team", "instead: a team's key with a cap, an approval and a report");
  return command
    .argument("[prompt...]", `the words of the video; without any: ${PROMPT}`)
    .option("--ratio <ratio>", "16:9 or 9:16")
    .option("--duration <seconds>", "10 or 15")
    .option("--resolution <resolution>", "480p or 720p")
    .addOption(image.preset("sample").argParser(readPicture))
    .addOption(outcome)
    .addOption(team.conflicts(OF_ONE_VIDEO))
    .action(async (words: readonly string[], { team, ...video }: DemoFlags) => {
      await play({ ...video, prompt: words.join(" ") || PROMPT, isTeam: team === true });
    });
}

function readPicture(address: string): string {
  if (address === "sample" || /^https?:/.test(address)) return address;
  throw new InvalidArgumentError("It takes an address, or nothing. Write the prompt before it.");
}
