import type { ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/ports.ts";

/** The messages of this front end's own, in one language. */
export interface SlackWords extends OwnMessages {
  /** A form did not open in time. */
  readonly closed: ChatMessage;
  readonly unpostable: ChatMessage;
  readonly notInstalled: ChatMessage;
  /** No trouble: a private card lives there. */
  readonly inDirect: ChatMessage;
  /** Said once to each person in each channel. */
  readonly invite: ChatMessage;
  /** Below a card that could not be posted where it was asked for. */
  readonly whyHere: string;
  readonly form: FormWords;
  readonly install: InstallWords;
}

/** The words that Slack's forms have besides those of every form. */
export interface FormWords {
  readonly cancel: string;
  readonly close: string;
  readonly where: string;
  readonly whereHint: string;
  /** How much text a long field takes, in characters. */
  readonly upTo: (most: number) => string;
  readonly or: (label: string) => string;
  readonly noHiding: string;
  readonly noFiles: string;
}

interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

/** The words of the page on which an installation ends. */
export interface InstallWords {
  /** `command` is what people type, such as /video. */
  readonly installed: { readonly title: string; readonly text: (command: string) => string };
  readonly open: string;
  readonly denied: TitleAndText;
  /** Too old, of another browser, loaded again, or not whole. */
  readonly stale: TitleAndText;
  readonly used: TitleAndText;
  readonly unreachable: TitleAndText;
  readonly refused: TitleAndText;
  readonly unsaved: TitleAndText;
  readonly broken: TitleAndText;
  readonly again: string;
}
