import { element, put } from "../core/element.ts";
import type { Place } from "../core/state.ts";
import { drawSegments, type Segments } from "./segments.ts";
import type { Part, Perform } from "./service.ts";
import { titleOf } from "./steps.ts";

const labels: Readonly<Record<string, string>> = {
  clear: "Clear",
  rate_limited: "Rate limit",
  down: "Down",
  token_dead: "Token dead",
};

/** What each one does; of a clear sky there is nothing to say. */
const words: Readonly<Record<Place, Readonly<Record<string, string>>>> = {
  discord: {
    rate_limited:
      "Messages and edits are refused with 429 and “again in 2 s”, as long as it lasts. First answers pass.",
    down: "Whatever Reelay asks is answered with 503, first answers too. What you do still reaches it.",
    token_dead: "Tokens of earlier commands and presses are dead for good; new ones live 5 s instead of 15 minutes.",
  },
  slack: {
    rate_limited: "Messages, edits and files are refused with 429 and “again in 2 s”, as long as it lasts. Forms open.",
    down: "Whatever Reelay asks is answered with 503. What you do still reaches it.",
    token_dead:
      "Earlier response_urls are dead for good; new ones live 5 s instead of 30 minutes. Reelay needs them where it is no member.",
  },
};

/** How a platform treats the bot. */
export function drawWeather(place: Place, perform: Perform): Part {
  const hint = element("p", { class: "hint" });
  const box = element("section", { class: "part", "aria-label": `Weather of ${titleOf(place)}` });
  let segments: Segments | undefined;

  return {
    box,
    show(state) {
      if (!segments) {
        segments = drawSegments({
          ...{ name: `weather-${place}`, legend: `${titleOf(place)}’s weather` },
          labels: state.weathers.map((value) => [value, labels[value] ?? value]),
          choose: (weather) => perform("/sandbox/weather", { place, weather }),
        });
        box.append(segments.box, hint);
      }
      const { weather } = state[place];
      segments.show(weather);
      box.classList.toggle("is-rough", weather !== "clear");
      put(hint, words[place][weather] ?? "");
    },
  };
}
