import { element } from "../core/element.ts";
import type { State } from "../core/state.ts";
import { drawAccount } from "./account.ts";
import { drawBot } from "./bot.ts";
import { drawScene } from "./scene.ts";
import type { Entry } from "./steps.ts";
import { drawTasks } from "./tasks.ts";
import { drawTime } from "./time.ts";

/** Does something at the service; true where it was done. */
export type Perform = (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>;

/** One part of the panel, drawn anew with each state. */
export interface Part {
  readonly box: HTMLElement;
  show(state: State): void;
}

/** The whole panel: it is drawn by the state, and hears what goes over the wire. */
export interface Panel {
  hear(entry: Entry): void;
  show(state: State): void;
}

/** The scene that is played, the bot, and the service's own view: its account, its time, its tasks. */
export function drawService(box: HTMLElement, perform: Perform): Panel {
  const bot = drawBot(perform);
  const parts: readonly Part[] = [drawScene(perform), bot, drawAccount(perform), drawTime(perform), drawTasks(perform)];
  box.append(element("div", { class: "parts" }, ...parts.map((part) => part.box)));
  return {
    hear: bot.hear,
    show(state) {
      for (const part of parts) part.show(state);
    },
  };
}
