import type { Command } from "../command-registry.ts";
import { permissionsOf } from "../member.ts";
import { wireMessage } from "../message/wire-message.ts";
import { contextOf, type Place } from "../place.ts";
import { type SandboxFile, storeFile } from "../store-file.ts";
import type { Suggestion, World } from "../world.ts";
import { dispatchInteraction, personOf, placeFor } from "./dispatch-interaction.ts";
import { calledPart, fillOptions, type OptionValues } from "./fill-options.ts";
import { type Interaction, kind } from "./interaction.ts";

export interface How {
  readonly subcommand?: string;
  readonly channelId?: string;
  readonly messageId?: string;
  readonly client?: string;
}

/** A person types a command, or uses one on a message; resolves with the interaction's id. */
export async function useCommand(
  world: World,
  {
    personId,
    name,
    options = {},
    how = {},
  }: {
    readonly personId: string;
    readonly name: string;
    readonly options?: OptionValues | undefined;
    readonly how?: How | undefined;
  },
): Promise<string> {
  const person = personOf(personId);
  const place = placeFor(person, how.channelId);
  const target = how.messageId === undefined ? undefined : visibleMessage(world, person.discordId, how.messageId);
  const command = await registered(world, name, target ? 3 : 1);
  checkUsable(command, place, permissionsOf(person, world.standings));
  const attachments: Record<string, unknown> = {};
  const keep = (file: SandboxFile) => {
    const stored = storeFile(world, place.id, file);
    attachments[stored.id] = { ...world.cdn.attachment(stored), ephemeral: true };
    return stored.id;
  };
  const part = calledPart(command.spec, how.subcommand);
  const filled = part.wrap(fillOptions(part.specs, options, keep));
  const resolved = {
    ...(Object.keys(attachments).length > 0 ? { attachments } : {}),
    ...(target ? { messages: { [target.id]: wireMessage(target, world) } } : {}),
  };
  const interaction = await dispatchInteraction(world, {
    person,
    place,
    client: how.client,
    kind: kind.command,
    name: [name, how.subcommand].filter(Boolean).join(" "),
    commandType: command.spec.type,
    message: target,
    data: {
      ...headOf(command),
      ...(filled.length > 0 ? { options: filled } : {}),
      ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
      ...(target ? { target_id: target.id } : {}),
    },
  });
  return interaction.id;
}

/** What the bot offers while a person types; rejects where it offers nothing in time. */
export async function suggest(
  world: World,
  {
    personId,
    name,
    option,
    typed,
    how = {},
  }: {
    readonly personId: string;
    readonly name: string;
    readonly option: string;
    readonly typed: string;
    readonly how?: How | undefined;
  },
): Promise<readonly Suggestion[]> {
  const person = personOf(personId);
  const place = placeFor(person, how.channelId);
  const command = await registered(world, name, 1);
  checkUsable(command, place, permissionsOf(person, world.standings));
  const part = calledPart(command.spec, how.subcommand);
  const spec = part.specs.find((each) => each.name === option);
  if (!spec?.autocomplete) throw new Error(`/${name} has no option "${option}" with autocomplete`);
  const focused = { name: option, type: spec.type, value: typed, focused: true };
  return new Promise((resolve, reject) => {
    const asked = (interaction: Interaction) => {
      const done = (finish: () => void) => {
        world.typing.delete(interaction.id);
        finish();
      };
      world.typing.set(interaction.id, {
        offer: (choices) => done(() => resolve(choices)),
        fail: () => done(() => reject(new Error("Loading options failed"))),
      });
    };
    dispatchInteraction(world, {
      person,
      place,
      kind: kind.autocomplete,
      data: { ...headOf(command), options: part.wrap([focused]) },
      onCreated: asked,
    }).catch(reject);
  });
}

/** A message that this person sees, ephemeral ones of others left out. */
export function visibleMessage(world: World, discordId: string, messageId: string) {
  const message = world.book.find(messageId);
  if (!message || (message.ephemeralFor !== null && message.ephemeralFor !== discordId))
    throw new Error(`there is no message ${messageId} for them`);
  return message;
}

function registered(world: World, name: string, type: number): Promise<Command> {
  return world.changed.until(
    () => world.registry.find(name, type),
    () => `no command "${name}" is registered`,
  );
}

function headOf({ id, guildId, spec }: Command) {
  return { id, name: spec.name, type: spec.type, ...(guildId === null ? {} : { guild_id: guildId }) };
}

/** The client shows a command only where it may be used. */
function checkUsable({ spec, guildId }: Command, place: Place, permissions: bigint): void {
  const context = contextOf(place);
  const isByPerson = place.kind === "visited" || place.kind === "group";
  const isInstalled = isByPerson ? (spec.integration_types ?? [0]).includes(1) : true;
  const isHere = (spec.contexts ?? [0, 1]).includes(context) && (guildId === null || guildId === place.guildId);
  if (!isHere || !isInstalled || (context === 1 && spec.dm_permission === false))
    throw new Error(`"${spec.name}" is not offered in channel ${place.id}`);
  const needed = spec.default_member_permissions;
  // "0" is nobody but administrators.
  if (needed && (BigInt(needed) === 0n || (BigInt(needed) & ~permissions) !== 0n))
    throw new Error(`"${spec.name}" is not offered to them: it needs more permissions`);
}
