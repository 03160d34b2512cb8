import * as discord from "../frontends/discord/interactions.ts";
import { press, slash, submission } from "../frontends/slack/payloads.ts";

const file = { id: "7", url: "https://cdn.example/a.png", content_type: "image/png", size: 12, width: 3, height: 4 };

/** A message to the bot with a picture, a forwarded picture, and a reply to a picture. */
export const DISCORD_MESSAGE = {
  id: "900000000000000002",
  channel_id: "400000000000000001",
  guild_id: "300000000000000001",
  type: 19,
  content: "<@100000000000000001> a boat --ratio 9:16 --image https://a.example/b.png",
  author: { id: "200000000000000002", username: "ada", global_name: "Ada" },
  mentions: [{ id: "100000000000000001" }],
  member: { roles: ["310000000000000001"] },
  attachments: [{ ...file, filename: "a.png" }],
  embeds: [{ type: "image", thumbnail: { url: "https://a.example/c.png", width: 3, height: 4 } }],
  message_snapshots: [{ message: { attachments: [{ ...file, filename: "b.png" }] } }],
  components: [{ type: 12, items: [{ media: { url: "https://a.example/d.png" } }] }],
  referenced_message: { attachments: [{ ...file, filename: "c.png" }] },
};

const resolved = { attachments: { "7": { ...file, filename: "a.png" } } };
const typed = { name: "prompt", type: 3, value: "a boat" };
const taken = {
  app_permissions: "2147483647",
  authorizing_integration_owners: { "0": "300000000000000001" },
  context: 0,
};

/** One complete interaction of each kind. */
export const DISCORD_EVENTS: readonly unknown[] = [
  discord.slash("video", {
    resolved,
    options: [
      typed,
      { name: "ratio", type: 3, value: "9:16" },
      { name: "duration", type: 4, value: 15 },
      { name: "image", type: 11, value: "7" },
      { name: "image_url", type: 3, value: "https://a.example/b.png" },
    ],
  }),
  discord.slash("video-key", { options: [{ name: "set", type: 1 }] }),
  discord.slash("Animate this", { type: 3, target_id: "9", resolved: { messages: { "9": DISCORD_MESSAGE } } }),
  { ...discord.slash("video", { options: [{ ...typed, focused: true }] }), type: 4 },
  { ...discord.press("pay_kept:0123456789abcdef0123:team:clear"), message: { id: "5", flags: 64 } },
  discord.form("video:0123456789abcdef0123:2", { prompt: "a boat", ratio: ["9:16"], image: ["7"] }, { resolved }),
].map((event) => ({ ...event, ...taken }));

const team = { team: { id: "T1" }, enterprise: null };

/** One complete payload of each kind. */
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
