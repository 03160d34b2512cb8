import { isDeepStrictEqual } from "node:util";
import type { Condition } from "./condition.ts";
import type { Fate } from "./video/fate.ts";
import type { VideoService } from "./video/service.ts";

interface Scene {
  readonly fate: Fate;
  readonly areLinksDead: boolean;
  readonly discord: Condition;
  readonly slack: Condition;
}

const usual: Scene = { fate: "normal", areLinksDead: false, discord: "clear", slack: "clear" };

const scenes = {
  finishes: {},
  quick: { fate: "quick" },
  slow: { fate: "slow" },
  jumpy: { fate: "jumpy" },
  stuck: { fate: "stuck" },
  fails: { fate: "fails" },
  "fails-saying": { fate: "fails_saying" },
  silent: { fate: "silent" },
  "links-dead": { areLinksDead: true },
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
} satisfies Readonly<Record<string, Partial<Scene>>>;

const all: ReadonlyMap<string, Partial<Scene>> = new Map(Object.entries(scenes));

export const sceneNames: readonly string[] = [...all.keys()];

interface Stage {
  readonly video: Pick<VideoService, "everyFate" | "upcomingFate" | "areLinksDead" | "killLinks">;
  readonly discord: Platform;
  readonly slack: Platform;
}

interface Platform {
  condition(): Condition;
  setCondition(condition: Condition): void;
}

export function playScene({ video, discord, slack }: Stage, name: string): void {
  const played = all.get(name);
  if (!played) throw new Error(`There is no scene “${name}”. There are: ${sceneNames.join(", ")}.`);
  const scene = { ...usual, ...played };
  video.everyFate(scene.fate);
  video.killLinks(scene.areLinksDead);
  discord.setCondition(scene.discord);
  slack.setCondition(scene.slack);
}

export function sceneNow({ video, discord, slack }: Stage): string | null {
  const fate = video.upcomingFate().every;
  const now = { fate, areLinksDead: video.areLinksDead(), discord: discord.condition(), slack: slack.condition() };
  return [...all].find(([, scene]) => isDeepStrictEqual({ ...usual, ...scene }, now))?.[0] ?? null;
}
