import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bareFetch } from "./bare-fetch.ts";
import { type AWorld, aBot, ask, aWorld, button, messageIn, row, text, V2 } from "./world.ts";

/** A request that Discord refuses; `path` may create what the request needs. */
interface Wrong {
  readonly method: "POST" | "PATCH" | "PUT";
  path(world: AWorld): string | Promise<string>;
  readonly body: unknown;
}

const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));
const long = (size: number) => "x".repeat(size);

const post = (body: unknown): Wrong => ({
  method: "POST",
  path: ({ discord }) => `/channels/${discord.channelId}/messages`,
  body,
});
const edit = (before: object, body: unknown): Wrong => ({
  method: "PATCH",
  async path({ rest, discord }) {
    const sent = messageIn(await rest.post(`/channels/${discord.channelId}/messages`, { body: before }));
    return `/channels/${discord.channelId}/messages/${sent.id}`;
  },
  body,
});
const register = (...commands: readonly object[]): Wrong => ({
  method: "PUT",
  path: ({ discord }) => `/applications/${discord.applicationId}/commands`,
  body: commands,
});
const inGuild = (...commands: readonly object[]): Wrong => ({
  ...register(...commands),
  path: ({ discord }) => `/applications/${discord.applicationId}/guilds/${discord.guildId}/commands`,
});
const answer = (body: unknown): Wrong => ({
  method: "POST",
  async path(world) {
    const asked = await (await aBot(world)).asked();
    return `/interactions/${asked.id}/${asked.token}/callback`;
  },
  body,
});
const options = (...all: readonly object[]) =>
  register({ ...ask, options: all.map((each) => ({ type: 3, name: "a", description: "x", ...each })) });
const gallery = (url: string) => ({ type: 12, items: [{ media: { url } }] });

const WRONG: Readonly<Record<string, readonly Wrong[]>> = {
  APPLICATION_COMMANDS_DUPLICATE_NAME: [register(ask, ask)],
  APPLICATION_COMMANDS_MAX: [register(...many(16, (index) => ({ type: 3, name: `c${index}` })))],
  APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID: [
    {
      method: "PATCH",
      path: () => "/applications/@me",
      body: { interactions_endpoint_url: "http://127.0.0.1:1" },
    },
  ],
  APPLICATION_COMMAND_INVALID_NAME: [register({ ...ask, name: "Ask" })],
  APPLICATION_COMMAND_OPTIONS_CHOICE_NAMES_DUPLICATED: [
    options({ choices: many(2, (index) => ({ name: "c", value: `${index}` })) }),
  ],
  APPLICATION_COMMAND_OPTIONS_NAME_INVALID: [options({}, {})],
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: [options({}, { name: "b", required: true })],
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID: [
    options({ type: 1 }, { name: "b" }),
    options({ type: 11, autocomplete: true }),
  ],
  APPLICATION_COMMAND_TOO_LARGE: [
    options(
      ...many(25, (index) => ({
        name: `o${index}`,
        description: long(100),
        choices: [
          { name: long(100), value: long(100) },
          { name: "d", value: long(100) },
        ],
      })),
    ),
  ],
  ATTACHMENT_NOT_FOUND: [post({ content: "x", attachments: [{ id: "0" }] })],
  BASE_TYPE_BAD: [options({ autocomplete: true, choices: [{ name: "c", value: "c" }] })],
  BASE_TYPE_BAD_FLAGS: [
    post({ content: "x", flags: 64 }),
    edit({ content: "x" }, { flags: 1 << 7 }),
    answer({ type: 5, data: { flags: 4 } }),
  ],
  BASE_TYPE_BAD_TYPE: [
    post({ content: 7 }),
    register(ask, { ...ask, name: 7 }),
    options({ type: 4, choices: [{ name: "c", value: "c" }] }),
    { ...register(), body: {} },
  ],
  BASE_TYPE_CHOICES: [
    answer({ type: 8, data: { choices: [] } }),
    register({ ...ask, contexts: [3] }),
    register({ ...ask, name_localizations: { xx: "x" } }),
    inGuild({ ...ask, contexts: [1] }),
  ],
  BASE_TYPE_MAX_LENGTH: [
    post({ content: long(2_001) }),
    post({ components: many(6, (index) => row(button(`${index}`))) }),
  ],
  BASE_TYPE_MIN_LENGTH: [post({ components: [row()] })],
  BASE_TYPE_REQUIRED: [
    post({ embeds: [{}] }),
    register({ name: "ask" }),
    post({ components: [row({ type: 2, style: 1, custom_id: "a" })] }),
  ],
  COMPONENT_CUSTOM_ID_DUPLICATED: [
    post({ components: [row(button("a"), button("a"))] }),
    answer({
      type: 9,
      data: {
        custom_id: "f",
        title: "F",
        components: many(2, () => ({ type: 18, label: "x", component: { type: 4, custom_id: "a", style: 1 } })),
      },
    }),
  ],
  COMPONENT_LAYOUT_WIDTH_EXCEEDED: [
    post({ components: [row(button("a"), { type: 3, custom_id: "m", options: [{ label: "a", value: "a" }] })] }),
  ],
  COMPONENT_OPTION_VALUE_DUPLICATED: [
    post({
      content: "x",
      components: [
        {
          type: 1,
          components: [{ type: 3, custom_id: "menu", options: [0, 1].map(() => ({ label: "x", value: "same" })) }],
        },
      ],
    }),
  ],
  COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED: [post({ flags: V2, components: [text(long(4_000)), text("x")] })],
  EMBED_ATTACHMENT_NOT_AN_IMAGE: [post({ embeds: [{ image: { url: "attachment://a.mp4" } }] })],
  MAX_EMBED_SIZE_EXCEEDED: [post({ embeds: many(2, () => ({ description: long(3_001) })) })],
  MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG: [
    edit({ flags: V2, components: [text("x")] }, { flags: 0, content: "x", components: [] }),
  ],
  MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2: [post({ flags: V2, content: "x", components: [text("x")] })],
  MUTUALLY_EXCLUSIVE: [post({ content: "x", allowed_mentions: { parse: ["users"], users: ["1"] } })],
  NUMBER_TYPE_MAX: [post({ embeds: [{ title: "x", color: 0x1_00_00_00 }] })],
  NUMBER_TYPE_MIN: [post({ embeds: [{ title: "x", color: -1 }] })],
  REPLIES_UNKNOWN_MESSAGE: [post({ content: "x", message_reference: { message_id: "1" } })],
  STRING_TYPE_REGEX: [post({ embeds: [{ title: "x", url: "ftp://x" }] })],
  UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: [
    post({ flags: V2, components: [gallery("attachment://a.mp4")] }),
  ],
  UNION_TYPE_CHOICES: [post({ components: [{ type: 99 }] }), post({ components: [text("x")] })],
};

test.for(Object.entries(WRONG))(
  "an invalid request to the Discord emulator gets the error code %s",
  async ([code, all]) => {
    for (const { method, path, body } of all) {
      const world = await aWorld();
      const { status, body: answer } = await bareFetch(world, method, await path(world), body);
      expect([status, answer]).toMatchObject([400, { code: 50035 }]);
      expect(JSON.stringify(answer)).toContain(`"code":"${code}"`);
    }
  },
);

test("every error code of the Discord emulator is tested in fault-codes.test.ts", () => {
  const folder = join(import.meta.dirname, "../../src/discord");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const source = files.map((name) => readFileSync(join(folder, name), "utf8"));
  const events = ["GUILD_CREATE", "GUILD_DELETE", "INTERACTION_CREATE", "MESSAGE_CREATE"];
  const named = new Set(source.flatMap((each) => each.match(/(?<=")[A-Z]+(?:_[A-Z0-9]+)+(?=")/g) ?? []));
  expect([...named].filter((name) => !events.includes(name)).sort()).toEqual(Object.keys(WRONG).sort());
});
