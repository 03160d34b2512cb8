import type { types } from "@slack/bolt";
import { expect, test } from "vitest";
import { input, modal, outcomeOf, respond, slackWorld } from "../slack-world.ts";

const ada = "U00000ADA1";
const ben = "U00000BEN2";
const cleo = "U0000CLEO3";
const bot = "U00000BOT0";
const general = "C00GENERAL";
const random = "C00UNJOINED";
const secret = "C00PRIVATE";

/** The select menus in Slack's own types. */
type Menu =
  | types.UsersSelect
  | types.MultiUsersSelect
  | types.ChannelsSelect
  | types.MultiChannelsSelect
  | types.ConversationsSelect
  | types.MultiConversationsSelect;
const field = (element: object, more: object = {}) => input("field", { ...element, action_id: "menu" }, more);
const optional = { optional: true };

/** Ben types a command, and the bot opens a form with that field. */
async function opened(block: object) {
  const world = await slackWorld();
  const { next } = await world.connect();
  const trigger_id = await world.slack.command("ben", "/video-team");
  await (await next()).ack();
  const outcome = await outcomeOf(world.web.views.open({ trigger_id, view: modal([block]) }));
  const [form] = world.slack.openForms("ben");
  const submit = (values: Record<string, string>) => world.slack.submitForm("ben", form?.viewId ?? "", values);
  /** Submits the form. Returns the request's body and the state of its menu. */
  const filled = async (values: Record<string, string>) => {
    await submit(values);
    const { body } = await next();
    return { body, state: Object(body.view).state.values.field.menu };
  };
  const offered = (form?.picks.field ?? []).map(({ name }) => name);
  return { ...world, outcome, offered, submit, filled };
}

const filled: [string, Menu, string | undefined, object][] = [
  ["several selected people", { type: "multi_users_select" }, `${ada},${cleo}`, { selected_users: [ada, cleo] }],
  [
    "preselected people",
    { type: "multi_users_select", initial_users: [ben, "U0GONE"] },
    undefined,
    { selected_users: [ben] },
  ],
  ["one selected person", { type: "users_select" }, bot, { selected_user: bot }],
  ["a preselected person", { type: "users_select", initial_user: ada }, undefined, { selected_user: ada }],
  [
    "several selected channels",
    { type: "multi_channels_select" },
    `${general},${random}`,
    { selected_channels: [general, random] },
  ],
  [
    "preselected channels",
    { type: "multi_channels_select", initial_channels: [random] },
    undefined,
    { selected_channels: [random] },
  ],
  [
    "one selected channel",
    { type: "channels_select", initial_channel: random },
    general,
    { selected_channel: general },
  ],
  [
    "several selected conversations",
    { type: "multi_conversations_select" },
    `${general},${secret}`,
    { selected_conversations: [general, secret] },
  ],
  [
    "preselected conversations",
    { type: "multi_conversations_select", initial_conversations: [secret] },
    undefined,
    { selected_conversations: [secret] },
  ],
];

test.for(filled)("a submitted Slack form contains %s", async ([, element, given, state]) => {
  const form = await opened(field(element));
  expect(form.outcome.code).toBe("ok");
  const { type } = element;
  expect((await form.filled(given === undefined ? {} : { field: given })).state).toEqual({ type, ...state });
});

const empty: [Menu["type"], object][] = [
  ["users_select", { selected_user: null }],
  ["multi_users_select", { selected_users: [] }],
  ["channels_select", { selected_channel: null }],
  ["multi_channels_select", { selected_channels: [] }],
  ["multi_conversations_select", { selected_conversations: [] }],
];

test.for(empty)(
  "a Slack form with an empty %s can be submitted only if the field is optional",
  async ([type, state]) => {
    const may = await opened(field({ type }, optional));
    expect((await may.filled({ field: "" })).state).toEqual({ type, ...state });
    const must = await opened(field({ type }));
    await expect(must.submit({})).rejects.toThrow("field: Please complete this required field.");
  },
);

test("a Slack form refuses an unknown person and more selections than the menu's maximum", async () => {
  const { submit } = await opened(field({ type: "multi_users_select", max_selected_items: 2 }));
  await expect(submit({ field: [ada, ben, cleo].join(",") })).rejects.toThrow("field: at most 2");
  await expect(submit({ field: "U0NOBODY" })).rejects.toThrow("field: U0NOBODY is not offered to you");
  await submit({ field: `${ada},${ben}` });
});

const offers: [string, Menu, string[]][] = [
  ["for people offers people and the bot", { type: "multi_users_select" }, ["Ada", "Ben", "Cleo", "Reelay"]],
  ["for channels offers only public channels", { type: "multi_channels_select" }, ["general", "random"]],
  [
    "for conversations offers all conversations of the person",
    { type: "multi_conversations_select" },
    ["general", "random", "secret", "Reelay"],
  ],
  [
    "with exclude_bot_users offers no conversation with a bot",
    { type: "conversations_select", filter: { exclude_bot_users: true } },
    ["general", "random", "secret"],
  ],
  [
    "with the filter “private” offers only private channels",
    { type: "multi_conversations_select", filter: { include: ["private"] } },
    ["secret"],
  ],
];

test.for(offers)("a Slack select menu %s", async ([, element, names]) => {
  expect((await opened(field(element))).offered).toEqual(names);
});

test("a Slack form with response_url_enabled returns a response_url for the selected channel", async () => {
  const { filled, slack } = await opened(field({ type: "channels_select", response_url_enabled: true }));
  const { body } = await filled({ field: random });
  const [{ response_url, ...about }] = body.response_urls as [{ response_url: string }];
  expect(about).toEqual({ block_id: "field", action_id: "menu", channel_id: random });
  expect(await respond(response_url, { text: "here", response_type: "in_channel" })).toBe("200 ok");
  expect(slack.messages("ben", random)).toMatchObject([{ text: "here" }]);
});

const refused: [string, object, string][] = [
  ["a maximum of zero items", { type: "multi_users_select", max_selected_items: 0 }, "/element/max_selected_items]"],
  [
    "an empty list of preselected people",
    { type: "multi_users_select", initial_users: [] },
    "no fewer than 1 items allowed [json-pointer:/view/blocks/0/element/initial_users]",
  ],
  [
    "a channel among the preselected people",
    { type: "multi_users_select", initial_users: [general] },
    "/element/initial_users/0]",
  ],
  [
    "a name instead of an id as the preselected channel",
    { type: "multi_channels_select", initial_channels: ["#general"] },
    "/element/initial_channels/0]",
  ],
  [
    "initial_user if several people can be selected",
    { type: "multi_users_select", initial_user: ada },
    "invalid additional property: initial_user",
  ],
  [
    "response_url_enabled if several conversations can be selected",
    { type: "multi_conversations_select", response_url_enabled: true },
    "invalid additional property",
  ],
  ["an empty filter", { type: "multi_conversations_select", filter: {} }, "/element/filter]"],
  [
    "an unknown filter value",
    { type: "multi_conversations_select", filter: { include: ["secret"] } },
    "/filter/include/0]",
  ],
  [
    "a conversation filter if the options are people",
    { type: "multi_users_select", filter: { include: ["im"] } },
    "invalid additional property: filter",
  ],
];

test.for(refused)("Slack refuses a select menu with %s", async ([, element, words]) => {
  const { outcome, slack } = await opened(field(element));
  expect(outcome.code).toBe("invalid_arguments");
  expect(outcome.words.join()).toContain(words);
  expect(slack.openForms("ben")).toEqual([]);
});
