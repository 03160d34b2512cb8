import type { Condition } from "./condition.ts";
import type { Fate } from "./video/fate.ts";
import type { VideoService } from "./video/service.ts";

interface Scene {
  readonly fate?: Fate;
  readonly discord?: Condition;
  readonly slack?: Condition;
}

const scenes = {
  finishes: {},
  quick: { fate: "quick" },
  slow: { fate: "slow" },
  jumpy: { fate: "jumpy" },
  stuck: { fate: "stuck" },
  fails: { fate: "fails" },
  "no-credits": { fate: "no_credits" },
  "bad-key": { fate: "bad_key" },
  "bad-request": { fate: "bad_request" },
  "lost-answer": { fate: "lost_answer" },
  "server-error": { fate: "server_error" },
  accepted: { fate: "accepted_202" },
  "error-with-task": { fate: "error_with_task" },
  "discord-limited": { discord: "rate_limited" },
  "discord-down": { discord: "down" },
  "discord-expired": { discord: "token_dead" },
  "slack-limited": { slack: "rate_limited" },
  "slack-down": { slack: "down" },
  "slack-expired": { slack: "token_dead" },
} satisfies Readonly<Record<string, Scene>>;

const all: ReadonlyMap<string, Scene> = new Map(Object.entries(scenes));

export const sceneNames: readonly string[] = [...all.keys()];

interface Stage {
  readonly video: Pick<VideoService, "everyFate" | "upcomingFate">;
  readonly discord: Platform;
  readonly slack: Platform;
}

interface Platform {
  condition(): Condition;
  setCondition(condition: Condition): void;
}

export function playScene({ video, discord, slack }: Stage, name: string): void {
  const scene = all.get(name);
  if (!scene) throw new Error(`There is no scene “${name}”. There are: ${sceneNames.join(", ")}.`);
  video.everyFate(scene.fate ?? "normal");
  discord.setCondition(scene.discord ?? "clear");
  slack.setCondition(scene.slack ?? "clear");
}

export function sceneNow({ video, discord, slack }: Stage): string | null {
  const match = [...all].find(
    ([, scene]) =>
      video.upcomingFate().every === (scene.fate ?? "normal") &&
      discord.condition() === (scene.discord ?? "clear") &&
      slack.condition() === (scene.slack ?? "clear"),
  );
  return match?.[0] ?? null;
}
