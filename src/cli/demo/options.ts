import { parseArgs } from "node:util";
import { orSentence } from "../../app/program/program.ts";

export const OUTCOMES = ["succeeded", "failed", "no-credits", "bad-key", "bad-request"] as const;
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

export const USAGE = `npm run demo [-- "a prompt" [options]]

Makes one video on each platform of the sandbox, free of charge, and shows in this terminal what people see.

  --ratio 9:16         or 16:9
  --duration 15        or 10 seconds
  --resolution 720p    or 480p
  --image [URL]        starts from a picture: the sandbox's own if no address follows
  --outcome OUTCOME    ${OUTCOMES.join(", ")}
  --team               instead: a team's key with a cap, an approval and a report
  --continue           instead: a video, and a second one that goes on from its last frame

  npm run demo -- "a paper boat in the rain" --ratio 9:16`;

export function readDemoOptions(words: readonly string[]): DemoOptions | string {
  return orSentence(() => {
    const { values, positionals } = parseArgs({
      args: words.map((word, index) => (isBareImage(words, index) ? "--image=sample" : word)),
      allowPositionals: true,
      options: {
        ratio: { type: "string" },
        duration: { type: "string" },
        resolution: { type: "string" },
        image: { type: "string" },
        outcome: { type: "string" },
        team: { type: "boolean", default: false },
        continue: { type: "boolean", default: false },
      },
    });
    const { team, continue: goesOn, ...video } = values;
    const story = team ? "team" : goesOn ? "continue" : "video";
    if (story !== "video" && (Object.keys(video).length > 0 || (team && goesOn)))
      return `--${story} takes a prompt, and none of the other options.`;
    const outcome = OUTCOMES.find((each) => each === (values.outcome ?? "succeeded"));
    if (!outcome) return `--outcome is one of: ${OUTCOMES.join(", ")}.`;
    const { ratio, duration, resolution, image } = values;
    const prompt = positionals.join(" ") || "a paper boat in the rain";
    return { prompt, ratio, duration, resolution, image, outcome, story };
  });
}

/** `--image` without an address after it takes the sandbox's sample picture. */
function isBareImage(words: readonly string[], index: number): boolean {
  return words[index] === "--image" && !/^(https?:|sample$)/.test(words[index + 1] ?? "");
}
