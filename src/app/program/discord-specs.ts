import { messageCommandSpecs } from "../../core/message-specs.ts";
import { commandSpecs } from "../../core/specs.ts";
import { localisedMessageSpecs, localisedSpecs } from "../../messages/specs.ts";

/** The commands as Discord is to have them, in every language. */
export function discordSpecs(prefix: string) {
  return { typed: localisedSpecs(commandSpecs(prefix)), onMessages: localisedMessageSpecs(messageCommandSpecs) };
}
