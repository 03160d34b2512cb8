import type { CommandSpec } from "./specs.ts";

/** The command for what is kept about a person. */
export function dataSpec(prefix: string): CommandSpec {
  return {
    name: `${prefix}-data`,
    means: "data",
    description: "Get or delete what Reelay keeps about you",
    options: [],
    subcommands: [
      { name: "export", description: "Get a private file with everything Reelay keeps about you" },
      { name: "delete", description: "Have all of it forgotten, after you have seen what that is" },
    ],
  };
}
