import { element } from "../core/element.ts";
import type { State } from "../core/state.ts";
import { drawAccount } from "./account.ts";
import { drawBot } from "./bot.ts";
import type { Part, Perform } from "./part.ts";
import { drawPolicy } from "./policy.ts";
import { drawScene } from "./scene.ts";
import type { Entry } from "./steps.ts";
import { drawTasks } from "./tasks.ts";
import { drawTime } from "./time.ts";

/** The whole panel: it is drawn by the state, and hears what goes over the wire. */
export interface Panel {
  hear(entry: Entry): void;
  show(state: State): void;
}

/** The scene that is played, the bot, rules on prompts, and the service's own view: its account, its time, its tasks. */
export function drawService(box: HTMLElement, perform: Perform): Panel {
  const bot = drawBot(perform);
  const parts: readonly Part[] = [
    drawScene(perform),
    bot,
    drawAccount(perform),
    drawTime(perform),
    drawPolicy(perform),
    drawTasks(perform),
  ];
  box.append(element("div", { class: "parts" }, ...parts.map((part) => part.box)));
  return {
    hear: bot.hear,
    show(state) {
      for (const part of parts) part.show(state);
    },
  };
}
