import type { Policy } from "../pace/live.ts";
import type { Random } from "../simulation/random.ts";

const every =
  (seconds: number): Policy =>
  () =>
    1_000 * seconds;

/** How others decide when to poll. Source: their documentation and code (read 2026-11-21). */
export function otherPolicies(random: Random): readonly (readonly [name: string, policy: Policy])[] {
  return [
    ["every 0.5 s (Replicate, fal)", every(0.5)],
    ["every 2 s (Azure)", every(2)],
    ["every 5 s (OpenAI)", every(5)],
    ["every 6 ± 1.5 s (Runway)", () => Math.round(4_500 + 3_000 * random.fraction())],
    // The gaps 0.1 s, 0.13 s, 0.169 s … by the time that has passed.
    [
      "0.1 s, then 1.3 times longer each, up to 60 s (Google)",
      (_, atMs) => Math.min(60_000, Math.round(100 + 0.3 * atMs)),
    ],
    ["half of the time that its progress leaves, from 1 to 20 s", halfTheRest],
  ];
}

/** Without a percentage, as often as others do. */
const halfTheRest: Policy = (trace, atMs) => {
  const percent = trace.at(-1)?.[1] ?? 0;
  if (percent === 0) return 5_000;
  return Math.round(Math.min(20_000, Math.max(1_000, (atMs * (100 - percent)) / percent / 2)));
};
