export type Platform = "discord" | "slack";

/** A test that runs against a real platform. */
export interface Check<Context> {
  /** Starts with the platform and a slash. */
  readonly name: string;
  readonly isSlow?: true;
  /** The check repeats another one in a different language. It runs only with `--all-languages`. */
  readonly isMore?: true;
  /** Other people may see this, so the person is asked first. */
  readonly shows?: string;
  run(context: Context): Promise<void>;
}

type Run<Context> = Check<Context>["run"];

/** Makes a list of checks from a table of their names. */
export const checksOf = <Context>(
  table: Readonly<Record<string, Run<Context> | Omit<Check<Context>, "name">>>,
): readonly Check<Context>[] =>
  Object.entries(table).map(([name, check]) =>
    typeof check === "function" ? { name, run: check } : { name, ...check },
  );

/** Thrown if a check cannot run here. The message is the reason. */
export class NotTried extends Error {}

/** Thrown if a check cannot continue. The message contains no text from the platform, so it may be in a transcript. */
export class Stopped extends Error {}

/** Something that a bot cannot do itself, so the person is asked to do it. */
export type Task =
  /** Type a command of the bot on Discord. Default place: the test channel. */
  | {
      readonly kind: "command";
      readonly name: string;
      readonly options?: Readonly<Record<string, string>>;
      readonly subcommand?: string;
      readonly where?: "thread" | "dm";
    }
  | { readonly kind: "types into"; readonly name: string; readonly option: string; readonly typed: string }
  | { readonly kind: "uses on message"; readonly name: string; readonly messageId: string }
  /** Write the text to the bot in direct messages on Discord. */
  | { readonly kind: "writes"; readonly text: string }
  | { readonly kind: "slash"; readonly text: string; readonly where?: "dm" }
  /** Use a shortcut of the app on that Slack message. */
  | { readonly kind: "shortcut"; readonly callbackId: string; readonly messageId: string }
  /** Mention the bot in the test channel on Slack. */
  | { readonly kind: "mention"; readonly text: string }
  | { readonly kind: "opens home" }
  /** Do nothing until the platform closes a connection. */
  | { readonly kind: "waits for a refresh" }
  | { readonly kind: "press"; readonly messageId: string; readonly button: string; readonly label: string }
  | { readonly kind: "submit"; readonly formId: string; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: "removes app" };

/** The person who helps with the checks. */
export interface Person {
  /**
   * Asks the person to do the task and resolves without waiting for it. The result arrives as an event from the platform.
   */
  does(platform: "discord" | "slack", task: Task): Promise<void>;
  /** Asks for permission to do something that other people may see. */
  agrees(what: string): Promise<boolean>;
  /** Asks whether the person sees something. Null: the person skipped the question. */
  sees(what: string): Promise<boolean | null>;
  /** Aborted when the person skips the current task. */
  skipped(): AbortSignal;
  /** Shows a text to the person. */
  receives(what: string): void;
}
