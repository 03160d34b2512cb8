import type { ChatMessage, Form, SlackReply } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { InLanguage } from "../../../core/own-messages.ts";
import type { Log } from "../../../core/ports.ts";
import type { ClientOf, Whereabouts } from "../send/client-of.ts";
import type { PostToUrl } from "../send/response-url.ts";
import { waitOut } from "../send/wait-out.ts";
import { newMessage, tryEach, type Ways } from "../send/ways.ts";
import type { SlackWords } from "../slack-words.ts";
import { mentioned } from "../write/naming.ts";
import { writeMessage } from "../write/write.ts";
import type { Locales } from "./locales.ts";

/** How one command, press or form is answered. Each of these keeps Slack's three seconds first and logs what fails after. */
export interface Line {
  /** No word to the person. */
  accept(): Promise<void>;
  /** To the person alone. */
  say(message: ChatMessage): Promise<void>;
  /** In the place of the private message whose button was pressed; elsewhere it is said. */
  replace(message: ChatMessage): Promise<void>;
  /** The event came again, and Slack's own answer to it, which may have been lost, said this. */
  repeat?(message: ChatMessage): Promise<void>;
  open(form: Form): Promise<void>;
  /** At a field of the form that was sent; elsewhere `message` is said. */
  pointOut(field: string, text: string, message: ChatMessage): Promise<void>;
  /** Says `message` where what it resolves with can put another in its place; elsewhere only that one is said: one message each. */
  work(message: ChatMessage): Promise<(done: ChatMessage) => Promise<void>>;
  /** Takes away the message whose button was pressed; false: it stays. */
  removeMessage(): Promise<boolean>;
}

/** What a line works with. */
export interface LineTools {
  readonly clientOf: ClientOf;
  /** Whether Reelay may act there at all; what cannot be looked up counts as yes. */
  isInstalled(where: Whereabouts): Promise<boolean>;
  readonly ways: Ways;
  readonly postToUrl: PostToUrl;
  readonly clock: Clock;
  readonly log: Log;
  readonly locales: Locales;
  readonly wordsIn: InLanguage<SlackWords>;
  /** A form may ask for a picture's file. */
  readonly takesFiles: boolean;
}

/** Tells the person alone, after Slack has been answered. The response_url first, which needs no membership; in a thread last, which it does not reach. */
export async function tell({ ways, clock, log }: LineTools, reply: SlackReply, message: ChatMessage): Promise<void> {
  const written = writeMessage(message, { naming: mentioned });
  const byUrl = () => ways.privatelyThroughUrl(reply, written);
  const inThread = () => ways.ephemeral(reply, written);
  const direct = () => ways.direct(reply, newMessage(message, { naming: mentioned }));
  const all = [...(reply.threadTs === undefined ? [byUrl, inThread] : [inThread, byUrl]), direct];
  const told = await tryEach(all.map((way) => () => waitOut(clock, way)));
  if (!told.ok) log.warn("slack private answer lost", { ...told.refusal });
}
