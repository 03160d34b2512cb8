import { linesOf } from "../../../src/cli/read-message.ts";

/** The readable text of a message, as a client shows it. */
export const textOf = (message: unknown) => linesOf(message).join("\n");
