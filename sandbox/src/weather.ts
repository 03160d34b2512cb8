import type { Journal } from "./journal.ts";

/** How a platform treats the bot; what each one means there is said by the platform's own `Sky`. */
export const weathers = ["clear", "rate_limited", "down", "token_dead"] as const;

export type Weather = (typeof weathers)[number];

/** The places that have weather. */
export const skies = ["discord", "slack"] as const;

/** Seconds that a platform asks the bot to wait, again and again while it is rate limited. */
export const RATE_LIMITED_S = 2;

/** How long a new token lives while tokens die early. */
export const DYING_TOKEN_MS = 5_000;

/** One platform's weather. */
export interface Vane {
  now(): Weather;
  turn(weather: Weather): void;
}

/** Clear at first; each change stands in the journal and is told to `turned`. */
export function openVane(deps: {
  readonly place: (typeof skies)[number];
  readonly journal: Journal;
  turned(change: { readonly from: Weather; readonly to: Weather }): void;
}): Vane {
  let weather: Weather = "clear";
  return {
    now: () => weather,
    turn(to) {
      if (to === weather) return;
      const from = weather;
      weather = to;
      deps.turned({ from, to });
      deps.journal.add({ place: deps.place, kind: "weather", payload: { weather } });
    },
  };
}
