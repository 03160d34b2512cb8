import { type Person, personWith } from "../../people.ts";
import { memberOf } from "../member.ts";
import type { StoredMessage } from "../message/stored-message.ts";
import { wireMessage } from "../message/wire-message.ts";
import {
  applicationId,
  appPermissions,
  channelId,
  channelOf,
  contextOf,
  guildId,
  installedBy,
  type Place,
  placeWith,
  userOf,
} from "../place.ts";
import type { World } from "../world.ts";
import { type Interaction, kind } from "./interaction.ts";

interface Act {
  readonly person: Person;
  readonly place: Place;
  readonly client?: string | undefined;
  readonly kind: Interaction["kind"];
  readonly data: unknown;
  readonly name?: string;
  readonly commandType?: number;
  /** The message it was done on; a component's is sent along. */
  readonly message?: StoredMessage | undefined;
  readonly opener?: Interaction;
  /** Sees the interaction before the bot does. */
  readonly onCreated?: (interaction: Interaction) => void;
}

const ENTRY = { [kind.command]: "command", [kind.component]: "press", [kind.form]: "submit_form" } as const;

/** Tells the bot what a person did, as soon as one is connected; from then on its three seconds run. */
export async function dispatchInteraction(world: World, act: Act): Promise<Interaction> {
  const { person, place } = act;
  if (place.guildId === guildId && !world.membership.hasBot())
    throw new Error("The bot is not in this server any more.");
  // An interaction by a person's own installation comes to the first shard, as direct messages do.
  const guild = place.kind === "visited" ? null : place.guildId;
  const session = await world.changed.until(
    () => world.gateway.sessionFor(guild),
    () => "no bot is connected to the sandbox's Discord",
  );
  const interaction = world.interactions.create({
    kind: act.kind,
    name: act.name ?? "",
    commandType: act.commandType ?? 0,
    person,
    place,
    client: act.client ?? "",
    messageId: act.message?.id ?? null,
    opener: act.opener ?? null,
  });
  act.onCreated?.(interaction);
  if (act.kind !== kind.autocomplete)
    world.journal.add({
      place: "discord",
      kind: ENTRY[act.kind],
      personId: person.id,
      channelId: place.id,
      interactionId: interaction.id,
      ...(act.message ? { messageId: act.message.id } : {}),
      payload: act.data,
    });
  world.interactions.dispatched(interaction, () => world.typing.get(interaction.id)?.fail());
  session.dispatch("INTERACTION_CREATE", payloadOf(world, interaction, act));
  return interaction;
}

function payloadOf(world: World, interaction: Interaction, { data, message }: Act) {
  const { place, person } = interaction;
  const sendsMessage = message && interaction.kind !== kind.command;
  return {
    id: interaction.id,
    application_id: applicationId,
    type: interaction.kind,
    token: interaction.token,
    version: 1,
    data,
    channel_id: place.id,
    channel: channelOf(place, world.ageRestricted),
    context: contextOf(place),
    ...(place.guildId === null
      ? { user: userOf(person.discordId) }
      : {
          guild_id: place.guildId,
          guild: { id: place.guildId, locale: "en-US", features: [] },
          guild_locale: "en-US",
          member: memberOf(person.discordId, world.standings),
        }),
    ...(sendsMessage ? { message: wireMessage(world.book.find(message.id) ?? message, world) } : {}),
    app_permissions: appPermissions(place),
    locale: world.chosenLocales.get(person.id) ?? person.locale,
    entitlements: [],
    authorizing_integration_owners: installedBy(place, person),
    attachment_size_limit: world.files.interactionMaxBytes,
  };
}

export function personOf(personId: string): Person {
  const person = personWith(personId);
  if (!person) throw new Error(`nobody here is called "${personId}"`);
  return person;
}

/** Where that person acts: the public channel by default; nobody enters another's direct messages. */
export function placeFor(person: Person, id: string = channelId): Place {
  const place = placeWith(id);
  if (!place || (place.person !== null && place.person.id !== person.id))
    throw new Error(`${person.name} sees no channel ${id}`);
  return place;
}
