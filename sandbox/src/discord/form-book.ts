import type { Journal } from "../journal.ts";
import { type Person, people, type Standings } from "../people.ts";
import type { Interaction } from "./interaction-book.ts";
import type { Modal, ModalInput } from "./modal-schema.ts";
import {
  applicationId,
  appPermissions,
  channelOf,
  guildId,
  type Place,
  partialMemberOf,
  permissionsOf,
  places,
  placeWith,
  userOf,
  wireRoles,
} from "./place.ts";

export interface OpenForm {
  readonly opener: Interaction;
  readonly modal: Modal;
}

export function shownForm({ opener, modal }: OpenForm) {
  return { formId: opener.id, client: opener.client, modal, picks: picksOfForm(modal, opener.place) };
}

export function openFormBook(journal: Journal) {
  const forms = new Map<string, OpenForm>();

  const write = (kind: "form" | "form_closed", { opener, modal }: OpenForm) =>
    journal.add({
      place: "discord",
      kind,
      personId: opener.person.id,
      channelId: opener.place.id,
      interactionId: opener.id,
      payload: modal,
    });

  return {
    open(opener: Interaction, modal: Modal) {
      const form = { opener, modal };
      forms.set(opener.id, form);
      write("form", form);
    },
    find(formId: string, personId: string): OpenForm | undefined {
      const form = forms.get(formId);
      return form?.opener.person.id === personId ? form : undefined;
    },
    close(formId: string) {
      const form = forms.get(formId);
      if (!form) return;
      forms.delete(formId);
      write("form_closed", form);
    },
    openFor: (personId: string): readonly OpenForm[] =>
      [...forms.values()].filter(({ opener }) => opener.person.id === personId),
  };
}

export interface Pickable {
  readonly id: string;
  readonly kind: "user" | "role" | "channel";
  readonly name: string;
}

export type PickInput = Extract<ModalInput, { type: 5 | 6 | 7 | 8 }>;

function isPickInput(input: ModalInput): input is PickInput {
  return input.type >= 5 && input.type <= 8;
}

export function picksOf(input: PickInput, place: Place): readonly Pickable[] {
  switch (input.type) {
    case 5:
      return usersIn(place);
    case 6:
      return rolesIn(place);
    case 7:
      return [...usersIn(place), ...rolesIn(place)];
    case 8:
      return channelsIn(place, input.channel_types ?? []);
  }
}

function picksOfForm({ components }: Modal, place: Place): Readonly<Record<string, readonly Pickable[]>> {
  return Object.fromEntries(
    components.flatMap((each) =>
      each.type === 18 && isPickInput(each.component)
        ? [[each.component.custom_id, picksOf(each.component, place)] as const]
        : [],
    ),
  );
}

function usersIn(place: Place): readonly Pickable[] {
  const there = place.person ? [place.person] : people;
  const users = there.map(({ discordId: id, name }): Pickable => ({ id, kind: "user", name }));
  const isBotThere = place.guildId === guildId || place.kind === "dm";
  return isBotThere ? [...users, { id: applicationId, kind: "user", name: "Reelay" }] : users;
}

/** Without the @everyone role. Source: discord-api-docs #6894 (read 2026-11-22). */
function rolesIn(place: Place): readonly Pickable[] {
  if (place.guildId !== guildId) return [];
  return wireRoles.filter(({ id }) => id !== guildId).map(({ id, name }): Pickable => ({ id, kind: "role", name }));
}

function channelsIn(place: Place, types: readonly number[]): readonly Pickable[] {
  if (place.guildId === null) return [];
  return places
    .filter((each) => each.guildId === place.guildId)
    .map((each) => channelOf(each))
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map((channel): Pickable => ({ id: channel.id, kind: "channel", name: ("name" in channel && channel.name) || "" }));
}

const PARTIAL_CHANNEL = new Set(
  `id type name last_message_id nsfw parent_id guild_id flags rate_limit_per_user topic position
   thread_metadata`.split(/\s+/),
);

export function resolvedOf(
  picked: readonly Pickable[],
  { place, person }: { readonly place: Place; readonly person: Person },
  standings: Standings,
): Readonly<Record<string, unknown>> {
  const each = (kind: Pickable["kind"], describe: (id: string) => unknown) =>
    Object.fromEntries(picked.filter((pick) => pick.kind === kind).map(({ id }) => [id, describe(id)]));
  const permissions = String(permissionsOf(person, standings));
  const channel = (id: string) => {
    const there = placeWith(id);
    if (!there) return { permissions };
    const facts = Object.entries(channelOf(there)).filter(([name]) => PARTIAL_CHANNEL.has(name));
    return { ...Object.fromEntries(facts), permissions, app_permissions: appPermissions(there) };
  };
  const lists = {
    users: each("user", userOf),
    members: place.guildId === null ? {} : each("user", (id) => partialMemberOf(id, standings)),
    roles: each("role", (id) => wireRoles.find((role) => role.id === id)),
    channels: each("channel", channel),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => Object.keys(list).length > 0));
}
