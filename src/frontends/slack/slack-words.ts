import type { ChannelRefusal, ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/ports.ts";

/** The messages that only this front end has, in one language. */
export interface SlackWords extends OwnMessages {
  /** A form did not open in time. */
  readonly closed: ChatMessage;
  /** Slack failed to open a form, or refused it for another reason. */
  readonly notOpened: ChatMessage;
  /** No way led to the person's card. "outage": Slack failed, so the card may be posted in a while. */
  readonly unpostable: (why: ChannelRefusal | "outage") => ChatMessage;
  readonly notInstalled: ChatMessage;
  /** All is well: a private card is in the direct message. */
  readonly inDirect: ChatMessage;
  /** The card could not be a message of its own in the channel; shown once to each person in each channel. */
  readonly notInChannel: (why: ChannelRefusal) => ChatMessage;
  /** Below a card that could not be posted where it was asked for. */
  readonly whyHere: string;
  readonly form: FormWords;
  readonly install: InstallWords;
}

export interface FormWords {
  readonly cancel: string;
  readonly close: string;
  readonly where: string;
  readonly whereHint: string;
  /** States how much text a long field takes, in characters. */
  readonly upTo: (most: number) => string;
  readonly or: (label: string) => string;
  readonly noHiding: string;
  readonly noFiles: string;
}

interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

export interface InstallWords {
  /** `command` is what people type, such as /video. */
  readonly installed: { readonly title: string; readonly text: (command: string) => string };
  readonly open: string;
  readonly denied: TitleAndText;
  /** The installation's state or code is too old, from another browser, used before, or incomplete. */
  readonly stale: TitleAndText;
  readonly refused: TitleAndText;
  /** Slack did not answer, or the installation was not saved. */
  readonly broken: TitleAndText;
  readonly again: string;
}
