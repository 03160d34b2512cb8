import { ask } from "../core/ask.ts";
import { button, element, put } from "../core/element.ts";
import type { State } from "../core/state.ts";
import { type Kill, readKill } from "./kill.ts";
import type { Part, Perform } from "./part.ts";
import { forgetSceneInAddress } from "./scene.ts";
import type { Entry } from "./steps.ts";
import { botWords, killWords } from "./words.ts";

/** Whether the bot runs, and what may be done to it: kill it, or start over. */
export function drawBot(perform: Perform): Part & { hear(entry: Entry): void } {
  const status = element("p", { class: "bot-status" });
  const said = element("p", { class: "hint killed", role: "status" });
  const kill = button("Kill the bot", { class: "chip is-grave" }, () => perform("/sandbox/bot/kill", {}));
  const reset = button("Reset", { class: "chip" }, async () => {
    const isSure = await ask({
      title: "Start over?",
      words: "All messages, videos and settings of this sandbox are thrown away. A fresh bot starts in a fresh world.",
      go: "Reset everything",
      stay: "Keep it",
    });
    if (!isSure) return;
    forgetSceneInAddress();
    await perform("/sandbox/reset", {});
  });
  const box = element(
    "section",
    { class: "part bot", "aria-label": "The bot" },
    element(
      "p",
      { class: "row" },
      element("strong", {}, "Bot"),
      status,
      element("span", { class: "acts" }, kill, reset),
    ),
    said,
  );
  let last: Kill | undefined;

  return {
    box,
    hear(entry) {
      last = readKill(last, entry);
    },
    show(state: State) {
      const { bot, video } = state;
      put(status, botWords(state));
      box.dataset.status = bot?.status ?? "";
      kill.hidden = bot?.canBeKilled !== true;
      reset.hidden = bot === null;
      put(said, last ? killWords(last, video.tasks) : "");
    },
  };
}
