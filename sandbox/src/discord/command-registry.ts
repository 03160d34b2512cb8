import type { Bell } from "../bell.ts";
import { type CommandSpec, parseCommand } from "./command-schema.ts";
import { limits } from "./discord-limits.ts";
import { applicationId } from "./place.ts";
import { fault, invalidForm, refuse } from "./refusal.ts";

export interface Command {
  readonly id: string;
  readonly guildId: string | null;
  readonly version: string;
  readonly spec: CommandSpec;
}

export function openCommandRegistry(changed: Bell, nextId: () => string) {
  let commands: readonly Command[] = [];

  const scope = (guildId: string | null) => commands.filter((command) => command.guildId === guildId);

  const set = (next: readonly Command[]) => {
    commands = next;
    changed.ring();
  };

  const get = (guildId: string | null, id: string) => {
    const command = scope(guildId).find((each) => each.id === id);
    if (!command) throw refuse("unknown_command");
    return command;
  };

  const make = (guildId: string | null, spec: CommandSpec, at: readonly number[] = []): Command => {
    if (guildId !== null && spec.contexts?.some((context) => context !== 0))
      throw invalidForm([fault([...at, "contexts"], "BASE_TYPE_CHOICES", "A guild command is used in its guild.")]);
    const before = scope(guildId).find(({ spec: old }) => old.name === spec.name && old.type === spec.type);
    const isSame = before && JSON.stringify(before.spec) === JSON.stringify(spec);
    return { id: before?.id ?? nextId(), guildId, version: isSame ? before.version : nextId(), spec };
  };

  const checkCount = (made: readonly Command[]) => {
    for (const [type, max] of Object.entries(limits.globalCommands))
      if (made.filter(({ spec }) => String(spec.type) === type).length > max)
        throw invalidForm([
          fault([], "APPLICATION_COMMANDS_MAX", `Maximum number of application commands reached (${max}).`),
        ]);
  };

  const put = (guildId: string | null, spec: CommandSpec, replaced?: Command) => {
    const made = make(guildId, spec);
    const command = replaced ? { ...made, id: replaced.id } : made;
    const others = commands.filter(({ id }) => id !== command.id);
    checkCount([...others.filter((each) => each.guildId === guildId), command]);
    set([...others, command]);
    return { command: onTheWire(command), isNew: others.length === commands.length };
  };

  return {
    list: (guildId: string | null): readonly unknown[] => scope(guildId).map(onTheWire),
    read: (guildId: string | null, id: string): unknown => onTheWire(get(guildId, id)),
    replace(guildId: string | null, body: unknown): readonly unknown[] {
      if (!Array.isArray(body)) throw invalidForm([fault([], "BASE_TYPE_BAD_TYPE", "Only iterables may be used.")]);
      const specs = body.map((each: unknown, index) => parseCommand(each, [index]));
      const made = specs.map((spec, index) => make(guildId, spec, [index]));
      const twin = specs.findIndex(({ name, type }, index) =>
        specs.slice(0, index).some((earlier) => earlier.name === name && earlier.type === type),
      );
      const isTwin = "Application command names must be unique";
      if (twin >= 0) throw invalidForm([fault([twin, "name"], "APPLICATION_COMMANDS_DUPLICATE_NAME", isTwin)]);
      checkCount(made);
      set([...commands.filter((command) => command.guildId !== guildId), ...made]);
      return made.map(onTheWire);
    },
    put: (guildId: string | null, body: unknown): { readonly command: unknown; readonly isNew: boolean } =>
      put(guildId, parseCommand(body)),
    patch(guildId: string | null, id: string, body: unknown): unknown {
      const before = get(guildId, id);
      return put(guildId, parseCommand({ ...before.spec, ...Object(body), type: before.spec.type }), before).command;
    },
    remove(guildId: string | null, id: string) {
      const gone = get(guildId, id);
      set(commands.filter((command) => command !== gone));
    },
    // A guild's own command hides a global one of the same name.
    find: (name: string, type: number): Command | undefined =>
      commands
        .filter(({ spec }) => spec.name === name && spec.type === type)
        .sort((one, other) => Number(one.guildId === null) - Number(other.guildId === null))[0],
    all: (): readonly unknown[] => commands.map(onTheWire),
  };
}

function onTheWire({ id, guildId, version, spec }: Command): Record<string, unknown> {
  return {
    id,
    application_id: applicationId,
    version,
    default_member_permissions: null,
    nsfw: false,
    ...(guildId === null ? { contexts: null, integration_types: [0] } : { guild_id: guildId }),
    ...Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)),
    description: spec.description ?? "",
  };
}
