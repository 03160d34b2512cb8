import type { ChannelRefusal, ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/front-end.ts";

export interface SlackWords extends OwnMessages {
  /** A form did not open in time. */
  readonly closed: ChatMessage;
  /** Slack failed to open a form, or refused it for another reason. */
  readonly notOpened: ChatMessage;
  /** "outage": the card may be posted later. */
  readonly unpostable: (why: ChannelRefusal | "outage") => ChatMessage;
  readonly notInstalled: ChatMessage;
  /** Not an error: a private card was posted in the direct message. */
  readonly inDirect: ChatMessage;
  readonly notInChannel: (why: ChannelRefusal) => ChatMessage;
  /** Shown below a card that could not be posted where it was requested. */
  readonly whyHere: string;
  readonly form: FormWords;
  readonly install: InstallWords;
}

export interface FormWords {
  readonly cancel: string;
  readonly close: string;
  readonly where: string;
  readonly whereHint: string;
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
  /** The state or code has expired, is incomplete, was already used, or is from another browser. */
  readonly stale: TitleAndText;
  readonly refused: TitleAndText;
  /** Slack did not answer, or the installation was not saved. */
  readonly broken: TitleAndText;
  readonly again: string;
}
