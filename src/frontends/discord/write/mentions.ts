/** Discord's ids of our commands, by their names without a slash; empty until they are registered. */
export type CommandIds = ReadonlyMap<string, string>;

/** Where nothing is known of them. */
export const NO_IDS: CommandIds = new Map([]);

/**
 * A command that begins when it is pressed, for one as people type it: "/video-key set"; null where its id is not known.
 * Source: Discord docs, reference, message formatting (read 2026-11-22).
 */
export function commandMention(typed: string, ids: CommandIds): string | null {
  const [, name = "", subcommand] = /^\/([\w-]+)(?: ([\w-]+))?$/.exec(typed) ?? [];
  const id = ids.get(name);
  return id === undefined ? null : `</${subcommand === undefined ? name : `${name} ${subcommand}`}:${id}>`;
}
