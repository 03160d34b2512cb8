import { type Person, personWith } from "../people.ts";
import { dispatchMessage } from "./bot-message.ts";
import type { Command } from "./command-registry.ts";
import type { World } from "./discord-world.ts";
import type { Sticker, StoredMessage } from "./draft.ts";
import {
  calledPart,
  type FormValue,
  fillForm,
  fillOptions,
  type OptionValues,
  type SandboxFile,
  storeFile,
} from "./fill-form.ts";
import { resolvedOf } from "./form-book.ts";
import { type Interaction, kind, type Suggestion } from "./interaction-book.ts";
import { takeResponse } from "./interaction-routes.ts";
import { drawMessage, wireMessage } from "./message-book.ts";
import { walkComponents } from "./message-schema.ts";
import {
  applicationId,
  appPermissions,
  channelId,
  channelOf,
  contextOf,
  guildId,
  installedBy,
  memberOf,
  type Place,
  permissionsOf,
  placeWith,
  userOf,
} from "./place.ts";

export interface How {
  readonly subcommand?: string | undefined;
  readonly channelId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly client?: string | undefined;
}

export function personActs(world: World) {
  return {
    async command(personId: string, name: string, options: OptionValues = {}, how: How = {}): Promise<string> {
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
      return dispatchInteraction(world, {
        person,
        place,
        client: how.client,
        kind: kind.command,
        name: [name, how.subcommand].filter(Boolean).join(" "),
        commandType: command.spec.type,
        message: target,
        data: {
          ...headOf(command),
          options: filled.length > 0 ? filled : undefined,
          resolved: unlessEmpty({
            attachments: unlessEmpty(attachments),
            messages: target && { [target.id]: wireMessage(target, world) },
          }),
          target_id: target?.id,
        },
      });
    },

    async suggest(
      personId: string,
      name: string,
      option: string,
      typed: string,
      how: How = {},
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
        dispatchInteraction(world, {
          person,
          place,
          kind: kind.autocomplete,
          data: { ...headOf(command), options: part.wrap([focused]) },
          typing: { offer: resolve, fail: () => reject(new Error("Loading options failed")) },
        }).catch(reject);
      });
    },

    async press(
      personId: string,
      messageId: string,
      customId: string,
      value?: string,
      at: Pick<How, "client"> = {},
    ): Promise<string> {
      const person = personOf(personId);
      const message = visibleMessage(world, person.discordId, messageId);
      const place = placeFor(person, message.channelId);
      const type = value === undefined ? BUTTON : MENU;
      const kindName = value === undefined ? "button" : "menu";
      const all = walkComponents(message.components).flatMap(({ component }) =>
        component.type === type && component.custom_id !== undefined ? [component] : [],
      );
      const pressed = all.find((each) => each.custom_id === customId);
      if (!pressed) {
        const there = all.map((each) => each.custom_id).join(", ") || "none";
        throw new Error(`message ${messageId} has no ${kindName} "${customId}"; it has ${there}`);
      }
      if (pressed.disabled) throw new Error(`the ${kindName} "${customId}" is disabled`);
      if (pressed.type === MENU && !pressed.options.some((option) => option.value === value)) {
        const there = pressed.options.map((option) => option.value).join(", ");
        throw new Error(`the menu "${customId}" has no choice "${value}"; it has ${there}`);
      }
      return dispatchInteraction(world, {
        person,
        place,
        client: at.client,
        kind: kind.component,
        message,
        data: {
          component_type: type,
          custom_id: customId,
          id: numberOf(drawMessage(message, world.cdn).components, customId),
          values: value === undefined ? undefined : [value],
        },
      });
    },

    async submitForm(personId: string, formId: string, values: Readonly<Record<string, FormValue>>): Promise<string> {
      const person = personOf(personId);
      const form = world.forms.find(formId, person.id);
      if (!form) throw new Error(`no form ${formId} is open for ${person.name}`);
      const { opener, modal } = form;
      const { place } = opener;
      const { components, files, picked } = fillForm(modal, values, { nextId: world.nextId, place });
      const attachments = files.map(({ id, file }) => {
        const stored = storeFile(world, place.id, file, id);
        return [id, { ...world.cdn.attachment(stored), ephemeral: true }];
      });
      const resolved = {
        attachments: unlessEmpty(Object.fromEntries(attachments)),
        ...resolvedOf(picked, { place, person }, world.standings),
      };
      return dispatchInteraction(world, {
        person,
        place,
        client: opener.client,
        kind: kind.form,
        message: opener.kind === kind.component ? world.book.find(opener.messageId) : undefined,
        opener,
        data: { custom_id: modal.custom_id, components, resolved: unlessEmpty(resolved) },
      });
    },

    post(
      personId: string,
      typed: string,
      files: readonly SandboxFile[] = [],
      { channelId, sticker, link, forwards, repliesTo }: Posting = {},
    ): string {
      const person = personOf(personId);
      const place = placeFor(person, channelId);
      const forwarded = forwards === undefined ? undefined : visibleMessage(world, person.discordId, forwards);
      const content = asSent(link ? `${typed} ${link.url}`.trim() : typed);
      const message = world.book.add({
        flags: 0,
        content,
        embeds: [],
        components: [],
        files: files.map((file) => storeFile(world, place.id, file)),
        channelId: place.id,
        authorId: person.discordId,
        type: repliesTo === undefined ? 0 : 19,
        mentioned: mentionsIn(content),
        notified: [],
        ephemeralFor: null,
        madeBy: null,
        reference: forwards ?? repliesTo ?? null,
        nonce: null,
        ...(sticker && { stickers: [stickerOf(world.nextId(), sticker)] }),
        ...(link && { previews: [previewOf(link)] }),
        ...(forwarded && { forwarded }),
      });
      dispatchMessage(world, message);
      return message.id;
    },
  };
}

/** Discord's client sends the bot's name as a mention. */
function asSent(typed: string): string {
  return typed.replace(/@reelay\b/gi, `<@${applicationId}>`);
}

function mentionsIn(content: string): readonly string[] {
  return content.includes(`<@${applicationId}>`) ? [applicationId] : [];
}

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
  return { id, name: spec.name, type: spec.type, guild_id: guildId ?? undefined };
}

function checkUsable({ spec, guildId }: Command, place: Place, permissions: bigint): void {
  const context = contextOf(place);
  const isByPerson = place.kind === "visited" || place.kind === "group";
  const isInstalled = isByPerson ? (spec.integration_types ?? [0]).includes(1) : true;
  const isHere = (spec.contexts ?? [0, 1]).includes(context) && (guildId === null || guildId === place.guildId);
  if (!isHere || !isInstalled || (context === 1 && spec.dm_permission === false))
    throw new Error(`"${spec.name}" is not offered in channel ${place.id}`);
  const needed = spec.default_member_permissions;
  // "0" allows only administrators.
  if (needed && (BigInt(needed) === 0n || (BigInt(needed) & ~permissions) !== 0n))
    throw new Error(`"${spec.name}" is not offered to them: it needs more permissions`);
}

const BUTTON = 2;
const MENU = 3;

function numberOf(components: readonly unknown[], customId: string): number {
  const all = components.flatMap(function inside(value): object[] {
    if (Array.isArray(value)) return value.flatMap(inside);
    return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(inside)] : [];
  });
  const component = all.find((each) => "custom_id" in each && each.custom_id === customId);
  return component && "id" in component ? Number(component.id) : 0;
}

export interface Posting {
  readonly channelId?: string | undefined;
  readonly sticker?: keyof typeof STICKER_FORMATS | undefined;
  readonly link?: { readonly url: string; readonly width: number; readonly height: number } | undefined;
  readonly forwards?: string | undefined;
  readonly repliesTo?: string | undefined;
}

const STICKER_FORMATS = { png: 1, apng: 2, lottie: 3, gif: 4 } as const;

function stickerOf(id: string, format: keyof typeof STICKER_FORMATS): Sticker {
  return { id, name: "Wave", format_type: STICKER_FORMATS[format] };
}

function previewOf({ url, width, height }: NonNullable<Posting["link"]>): object {
  return { type: "image", url, thumbnail: { url, proxy_url: url, width, height } };
}

interface Act {
  readonly person: Person;
  readonly place: Place;
  readonly client?: string | undefined;
  readonly kind: Interaction["kind"];
  readonly data: unknown;
  readonly name?: string;
  readonly commandType?: number;
  readonly message?: StoredMessage | undefined;
  readonly opener?: Interaction;
  readonly typing?: Interaction["typing"];
}

const ENTRY = { [kind.command]: "command", [kind.component]: "press", [kind.form]: "submit_form" } as const;

function unlessEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
}

async function dispatchInteraction(world: World, act: Act): Promise<string> {
  const { person, place } = act;
  if (place.guildId === guildId && !world.membership.hasBot())
    throw new Error("The bot is not in this server any more.");
  // Discord sends interactions of a personal installation to the first shard, like direct messages.
  const guild = place.kind === "visited" ? null : place.guildId;
  const isByHttp = world.endpoint.address() !== null;
  if (!isByHttp)
    await world.changed.until(
      () => world.gateway.sessionsFor(guild)[0],
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
    typing: act.typing ?? null,
  });
  if (act.kind !== kind.autocomplete)
    world.journal.add({
      place: "discord",
      kind: ENTRY[act.kind],
      personId: person.id,
      channelId: place.id,
      interactionId: interaction.id,
      ...(act.message && { messageId: act.message.id }),
      payload: act.data,
    });
  const payload = payloadOf(world, interaction, act);
  if (isByHttp) void sendByHttp(world, interaction, payload);
  else for (const session of world.gateway.sessionsFor(guild)) session.dispatch("INTERACTION_CREATE", payload);
  return interaction.id;
}

/** After an empty response, the answer may come by the callback's own address. */
async function sendByHttp(world: World, interaction: Interaction, payload: unknown): Promise<void> {
  const answer = await world.endpoint.send(payload);
  if (answer?.status === 200) takeResponse(world, interaction, answer.body);
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
    message: sendsMessage ? wireMessage(world.book.find(message.id) ?? message, world) : undefined,
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

export function placeFor(person: Person, id: string = channelId): Place {
  const place = placeWith(id);
  if (!place || (place.person !== null && place.person.id !== person.id))
    throw new Error(`${person.name} sees no channel ${id}`);
  return place;
}
