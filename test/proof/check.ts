export type Platform = "discord" | "slack";

/** One thing that needs a platform, and what must be true of it. */
export interface Check<Context> {
  /** Begins with its platform and a slash. */
  readonly name: string;
  /** It takes minutes. */
  readonly isSlow?: true;
  /** It repeats in other words what another check tries; only `--all-languages` has it tried. */
  readonly isMore?: true;
  /** Others could see this; the person is asked first. */
  readonly shows?: string;
  run(context: Context): Promise<void>;
}

type Run<Context> = Check<Context>["run"];

/** The checks of a table, each under its name. */
export const checksOf = <Context>(
  table: Readonly<Record<string, Run<Context> | Omit<Check<Context>, "name">>>,
): readonly Check<Context>[] =>
  Object.entries(table).map(([name, check]) =>
    typeof check === "function" ? { name, run: check } : { name, ...check },
  );

/** Thrown where a check cannot be tried here, with the reason. */
export class NotTried extends Error {}

/** Thrown where a check cannot go on; what it says is ours, and may stand in a transcript. */
export class Stopped extends Error {}

/** Something that a bot cannot do by itself, and asks its person for. */
export type Task =
  /** Types a command of the bot's on Discord; `where` is the test channel if nothing is said. */
  | {
      readonly kind: "command";
      readonly name: string;
      readonly options?: Readonly<Record<string, string>>;
      readonly subcommand?: string;
      readonly where?: "thread" | "dm";
    }
  | { readonly kind: "types into"; readonly name: string; readonly option: string; readonly typed: string }
  | { readonly kind: "uses on message"; readonly name: string; readonly messageId: string }
  /** Writes that to the bot in direct messages on Discord. */
  | { readonly kind: "writes"; readonly text: string }
  /** Types a slash command on Slack. */
  | { readonly kind: "slash"; readonly text: string; readonly where?: "dm" }
  /** Uses a shortcut of the app's on Slack on that message. */
  | { readonly kind: "shortcut"; readonly callbackId: string; readonly messageId: string }
  /** Mentions the bot in the test channel on Slack. */
  | { readonly kind: "mention"; readonly text: string }
  | { readonly kind: "opens home" }
  /** Nothing but time: the platform ends a connection by itself. */
  | { readonly kind: "waits for a refresh" }
  | { readonly kind: "press"; readonly messageId: string; readonly button: string; readonly label: string }
  | { readonly kind: "submit"; readonly formId: string; readonly values: Readonly<Record<string, string>> }
  /** Takes the app out of the workspace. */
  | { readonly kind: "removes app" };

/** Whom the proof asks. */
export interface Person {
  /** Asks for it, and resolves as soon as that is said; what comes of it is an event of the platform's. */
  does(platform: "discord" | "slack", task: Task): Promise<void>;
  /** May this be done, which others could see? */
  agrees(what: string): Promise<boolean>;
  /** Asks what the person sees: yes or no; null if they skip it. */
  sees(what: string): Promise<boolean | null>;
  /** Aborted when the person wants no more of what is asked just now. */
  skipped(): AbortSignal;
  /** Tells the person something. */
  receives(what: string): void;
}
