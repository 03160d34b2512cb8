import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Standings } from "../people.ts";
import type { Bell } from "./bell.ts";
import type { Cdn } from "./cdn.ts";
import type { CommandRegistry } from "./command-registry.ts";
import type { Sky } from "./discord-condition.ts";
import type { FormBook } from "./form-book.ts";
import type { Gateway } from "./gateway.ts";
import type { Membership } from "./guild.ts";
import type { InteractionBook } from "./interaction-book.ts";
import type { MessageBook } from "./message-book.ts";
import type { Denials } from "./refusal.ts";

export interface Suggestion {
  readonly name: string;
  readonly value: string | number;
}

/** A person who types and waits for what the bot offers. */
interface Typing {
  readonly offer: (choices: readonly Suggestion[]) => void;
  readonly fail: () => void;
}

/** Everything that this Discord holds. */
export interface World {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly origin: string;
  readonly token: string;
  readonly nextId: () => string;
  readonly cdn: Cdn;
  readonly book: MessageBook;
  readonly interactions: InteractionBook;
  readonly forms: FormBook;
  readonly registry: CommandRegistry;
  readonly gateway: Gateway;
  readonly denials: Denials;
  readonly sky: Sky;
  readonly membership: Membership;
  /** Channels that are age-restricted, by their ids. */
  readonly ageRestricted: Set<string>;
  /** A server may keep what people's own installations say from everybody else. */
  readonly visitors: { areHidden: boolean };
  /** The level of the bot's server, and what one file may weigh in answers to people; both are told to the bot. */
  readonly files: { tier: number; interactionMaxBytes: number };
  /** Rings when a bot connects or registers commands. */
  readonly changed: Bell;
  /** Languages that people have chosen since the start, by their ids of ours. */
  readonly chosenLocales: Map<string, string>;
  readonly standings: Standings;
  /** Who waits for the choices of an autocomplete, by interaction id. */
  readonly typing: Map<string, Typing>;
}
