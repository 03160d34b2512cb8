import type { State } from "../core/state.ts";

/** Does something at the service; true where it was done. */
export type Perform = (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>;

/** One part of the panel, drawn anew with each state. */
export interface Part {
  readonly box: HTMLElement;
  show(state: State): void;
}
