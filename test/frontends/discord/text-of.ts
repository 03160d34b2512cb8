import { linesOf } from "../../../src/cli/read-message.ts";

/** Everything that is to be read in a message, as a client shows it. */
export const textOf = (message: unknown) => linesOf(message).join("\n");
