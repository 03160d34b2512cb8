export type Platform = "discord" | "slack";

/** One thing that needs a platform, and what must be true of it. */
export interface Check<Context> {
  readonly name: string;
  readonly platform: Platform;
  /** It takes minutes. */
  readonly isSlow?: true;
  /** It repeats in other words what another check tries; only `--all-languages` has it tried. */
  readonly isMore?: true;
  /** Others could see this; the person is asked first. */
  readonly shows?: string;
  run(context: Context): Promise<void>;
}

/** Thrown where a check cannot be tried here, with the reason. */
export class NotTried extends Error {}

/** Thrown where a check cannot go on; what it says is ours, and may stand in a transcript. */
export class Stopped extends Error {}
