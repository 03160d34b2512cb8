import { type Grades, worstOf } from "../../core/health/health.ts";
import type { TaskKind } from "../../core/pace/experience.ts";
import { unreachable } from "../../core/result.ts";
import type { Words } from "../words.ts";

/** How the video service does now, the worst first; empty where that is nothing to speak of. */
export function healthTexts(grades: Grades, words: Words): readonly string[] {
  const { health } = words;
  // Down is everything.
  if (grades.has("down")) return [health.down];
  return (["failing", "slow"] as const).flatMap((grade) => {
    const kinds = grades.get(grade)?.map((kind) => kindName(kind, words));
    return kinds ? [health[grade](kinds.join(words.card.comma))] : [];
  });
}

/** The same for a status of the bot itself, in a few words; null where all is well. */
export function healthStatus(grades: Grades, { outage, health }: Words): string | null {
  const worst = worstOf(grades);
  switch (worst) {
    case "down":
    case "failing":
      return outage[worst];
    case "slow":
      return health.isSlow;
    case "clear":
    case "unknown":
      return null;
    default:
      return unreachable(worst);
  }
}

function kindName(kind: TaskKind, { facts }: Words): string {
  const [resolution, seconds] = kind.split("-");
  return `${resolution} · ${facts.seconds(Number(seconds))}`;
}
