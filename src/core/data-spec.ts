import type { CommandSpec } from "./command-spec.ts";

/** The command for what is kept about a person. */
export function dataSpec(prefix: string): CommandSpec {
  return {
    name: `${prefix}-data`,
    means: "data",
    description: "Download or delete the data Reelay stores about you",
    options: [],
    subcommands: [
      { name: "export", description: "Get a private file with everything Reelay stores about you" },
      { name: "delete", description: "Delete all of it, after you have seen what that includes" },
    ],
  };
}
