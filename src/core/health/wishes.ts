import type { ReplyHandle } from "../chat.ts";
import type { EpochMs } from "../clock.ts";
import type { Owner } from "../job/ids.ts";
import type { TaskKind } from "../pace/experience.ts";
import type { Locale } from "../text/locale.ts";

/** Somebody who wishes it is told for so long that the service is well again. */
export const WISH_MS = 86_400_000;

/** A person's wish to be told that the service is well again. */
export interface Wish {
  readonly task: TaskKind;
  /** Where they asked. */
  readonly reply: ReplyHandle;
  readonly locale: Locale;
}

/** One wish for each person. They reject where they cannot be read or written. */
export interface Wishes {
  /** Told once, within `WISH_MS`; it takes the place of an earlier one. */
  keep(owner: Owner, wish: Wish): Promise<void>;
  /** Until when it is told; null: there is none. */
  until(owner: Owner): Promise<EpochMs | null>;
  remove(owner: Owner): Promise<void>;
  /** Those made in that Slack workspace, or organisation, by then. */
  removeIn(installationId: string, madeBy: EpochMs): Promise<void>;
}
