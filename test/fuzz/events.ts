import { press, slash, submission } from "../frontends/slack/payloads.ts";

const person = { id: "200000000000000002", username: "ada", global_name: "Ada" };

const interaction = {
  id: "900000000000000001",
  application_id: "100000000000000001",
  token: "a-token",
  version: 1,
  guild_id: "300000000000000001",
  channel_id: "400000000000000001",
  app_permissions: "2147483647",
  member: { user: person, roles: ["310000000000000001"] },
  locale: "en-US",
  authorizing_integration_owners: { "0": "300000000000000001" },
  context: 0,
};

const file = { id: "7", url: "https://cdn.example/a.png", content_type: "image/png", size: 12, width: 3, height: 4 };

/** A message to the bot, with a picture of its own, one that it forwards and one that it replies to. */
export const DISCORD_MESSAGE = {
  id: "900000000000000002",
  channel_id: "400000000000000001",
  guild_id: "300000000000000001",
  type: 19,
  content: "<@100000000000000001> a boat --ratio 9:16 --image https://a.example/b.png",
  author: person,
  mentions: [{ id: "100000000000000001" }],
  member: { roles: ["310000000000000001"] },
  attachments: [{ ...file, filename: "a.png" }],
  embeds: [{ type: "image", thumbnail: { url: "https://a.example/c.png", width: 3, height: 4 } }],
  message_snapshots: [{ message: { attachments: [{ ...file, filename: "b.png" }] } }],
  components: [{ type: 12, items: [{ media: { url: "https://a.example/d.png" } }] }],
  referenced_message: { attachments: [{ ...file, filename: "c.png" }] },
};

/** One whole interaction of each kind. */
export const DISCORD_EVENTS: readonly unknown[] = [
  {
    ...interaction,
    type: 2,
    data: {
      id: "1",
      name: "video",
      type: 1,
      resolved: { attachments: { "7": { ...file, filename: "a.png" } } },
      options: [
        { name: "prompt", type: 3, value: "a boat" },
        { name: "ratio", type: 3, value: "9:16" },
        { name: "duration", type: 4, value: 15 },
        { name: "image", type: 11, value: "7" },
        { name: "image_url", type: 3, value: "https://a.example/b.png" },
      ],
    },
  },
  { ...interaction, type: 2, data: { id: "1", name: "video-key", type: 1, options: [{ name: "set", type: 1 }] } },
  {
    ...interaction,
    type: 2,
    data: { id: "1", name: "Animate this", type: 3, target_id: "9", resolved: { messages: { "9": DISCORD_MESSAGE } } },
  },
  {
    ...interaction,
    type: 4,
    data: { id: "1", name: "video", type: 1, options: [{ name: "prompt", type: 3, value: "a", focused: true }] },
  },
  {
    ...interaction,
    type: 3,
    message: { id: "5", flags: 64 },
    data: { custom_id: "pay_kept:0123456789abcdef0123:team:clear", component_type: 2 },
  },
  {
    ...interaction,
    type: 5,
    data: {
      custom_id: "video:0123456789abcdef0123:2",
      resolved: { attachments: { "7": { ...file, filename: "a.png" } } },
      components: [
        { type: 10, id: 1 },
        { type: 18, component: { type: 4, custom_id: "prompt", value: "a boat" } },
        { type: 18, component: { type: 3, custom_id: "ratio", values: ["9:16"] } },
        { type: 18, component: { type: 19, custom_id: "image", values: ["7"] } },
      ],
    },
  },
];

const team = { team: { id: "T1" }, enterprise: null };

/** One whole payload of each kind. */
export const SLACK_PAYLOADS: readonly unknown[] = [
  { ...slash, text: "a cat --ratio 9:16 --image https://a.example/b.png --duration=15s" },
  press,
  {
    ...submission,
    view: {
      ...submission.view,
      callback_id: "make_video",
      state: {
        values: {
          prompt: { prompt: { type: "plain_text_input", value: "a boat" } },
          ratio: { ratio: { type: "static_select", selected_option: { value: "9:16" } } },
          image_url: { image_url: { type: "plain_text_input", value: "https://a.example/b.png" } },
        },
      },
    },
  },
  {
    type: "message_action",
    callback_id: "animate_this",
    user: { id: "U1", name: "ada" },
    ...team,
    trigger_id: "17.4.x",
    channel: { id: "C1" },
    message: { ts: "1766300000.000100", text: "x", files: [] },
  },
];
