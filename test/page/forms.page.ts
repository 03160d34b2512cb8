import { SocketModeClient } from "@slack/socket-mode";
import { WebClient } from "@slack/web-api";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { aBot, restOf } from "../../sandbox/test/discord/world.ts";
import { input, modal, silent } from "../../sandbox/test/slack/slack-world.ts";
import { faultsNow } from "./browser/in-page.ts";
import {
  be,
  type Chat,
  chats,
  field,
  form,
  half,
  line,
  makeVideo,
  messages,
  press,
  show,
  submit,
  type,
} from "./browser/people.ts";
import { phone, type Visit, visit } from "./browser/visit.ts";

/** A bot that answers every use of one form. It is the newest bot, so the platforms send it the events. */
interface OwnBot {
  /** Resolves to the submitted values, as the platform sends them. */
  submitted(): Promise<unknown>;
}

async function ownDiscordBot(
  { sandbox: { discord }, stopBot }: Visit,
  commands: readonly object[],
  form: object,
): Promise<OwnBot> {
  // Discord sends each interaction to every session and accepts the first response.
  await stopBot();
  const bot = await aBot({ discord, rest: restOf(discord, discord.token) }, commands);
  const submitted = (async () => {
    await bot.answer(await bot.next(), { type: 9, data: form });
    const submit = await bot.next();
    await bot.answer(submit, { type: 4, data: { content: "Saved" } });
    return submit.data;
  })();
  return { submitted: () => submitted };
}

const received = z.looseObject({ trigger_id: z.string(), view: z.unknown().optional() });

async function ownSlackBot({ sandbox: { slack }, stopBot }: Visit, view: object): Promise<OwnBot> {
  // Slack sends each payload to one of the sockets.
  await stopBot();
  const clientOptions = { slackApiUrl: slack.apiUrl, logger: silent };
  const client = new SocketModeClient({ appToken: slack.appToken, logger: silent, clientOptions });
  onTestFinished(() => client.disconnect());
  const web = new WebClient(slack.botToken, clientOptions);
  const submitted = new Promise<unknown>((resolve, reject) => {
    client.on("slack_event", ({ body, ack }: { body: unknown; ack(): Promise<void> }) => {
      const { trigger_id, view: filled } = received.parse(body);
      const answer = async () => {
        await ack();
        if (filled) resolve(filled);
        else await web.apiCall("views.open", { trigger_id, view });
      };
      answer().catch(reject);
    });
  });
  await client.start();
  return { submitted: () => submitted };
}

const label = (words: string, component: object) => ({ type: 18, label: words, component });
const rules = { name: "rules", description: "Rules", contexts: [0] };
const discordForm = {
  custom_id: "rules",
  title: "Who may spend",
  components: [
    label("People", {
      type: 5,
      custom_id: "people",
      placeholder: "Nobody yet",
      required: false,
      max_values: 25,
      default_values: [{ id: "200000000000000001", type: "user" }],
    }),
    label("Roles", { type: 6, custom_id: "roles", required: false, max_values: 25 }),
    label("Channels", { type: 8, custom_id: "places", required: false, max_values: 1, channel_types: [0] }),
  ],
};
const slackForm = modal([
  input("people", {
    type: "multi_users_select",
    action_id: "people",
    initial_users: ["U00000ADA1"],
    max_selected_items: 2,
  }),
  input("places", { type: "multi_channels_select", action_id: "places" }, { optional: true }),
  input("approvals", { type: "conversations_select", action_id: "approvals", filter: { include: ["public"] } }),
]);

const boxes = (page: Page, group: string) => form(page).getByRole("group", { name: new RegExp(`^${group}`) });
const box = (page: Page, group: string, name: string) =>
  boxes(page, group).getByRole("checkbox", { name, exact: true });

describe("people, roles and channels in a form", () => {
  test("can be selected on Discord by keyboard", async () => {
    const there = await visit({ theme: "dark" });
    const { page } = there;
    const bot = await ownDiscordBot(there, [rules], discordForm);
    await be(page, "Ben");
    await type(page, "Discord", "/rules");
    await expect.poll(() => boxes(page, "People").getByRole("checkbox").count()).toBe(4);
    expect(await box(page, "People", "Ada").isChecked()).toBe(true);
    const nobody = form(page).getByText("Nobody yet");
    expect(await nobody.isVisible()).toBe(false);
    await box(page, "People", "Ada").press("Space");
    await nobody.waitFor();
    await box(page, "People", "Cleo").press("Space");
    await box(page, "Roles", "@Film crew").press("Space");
    await form(page).getByRole("combobox", { name: "Channels" }).selectOption("# videos");
    expect(await faultsNow(page)).toEqual([]);
    await submit(page);
    expect(await bot.submitted()).toMatchObject({
      components: [
        { component: { custom_id: "people", values: ["200000000000000003"] } },
        { component: { custom_id: "roles", values: ["600000000000000001"] } },
        { component: { custom_id: "places", values: [there.sandbox.discord.channelId] } },
      ],
      resolved: { users: { "200000000000000003": { global_name: "Cleo" } } },
    });
  });

  test("can be selected on Slack by touch on a phone", async () => {
    const there = await visit({ size: phone, isTouched: true });
    const { page, sandbox } = there;
    const bot = await ownSlackBot(there, slackForm);
    await show(page, "Slack");
    await be(page, "Ben");
    await type(page, "Slack", "/video rules");
    await box(page, "people", "Ada").waitFor();
    await box(page, "people", "Ben").tap();
    await box(page, "people", "Cleo").tap();
    await form(page).getByRole("combobox", { name: "approvals" }).selectOption("# general");
    const send = form(page).getByRole("button", { name: "Start" });
    await send.click();
    await form(page).getByText("At most 2").waitFor();
    await box(page, "people", "Ben").tap();
    await box(page, "places", "# random").tap();
    expect(await faultsNow(page)).toEqual([]);
    await send.click();
    expect(await bot.submitted()).toMatchObject({
      state: {
        values: {
          people: { people: { selected_users: ["U00000ADA1", "U0000CLEO3"] } },
          places: { places: { selected_channels: [sandbox.slack.unjoinedChannelId] } },
          approvals: { approvals: { selected_conversation: sandbox.slack.channelId } },
        },
      },
    });
  });
});

test("on Discord a command for servers only is not suggested in direct messages", async () => {
  const there = await visit();
  const { page } = there;
  await ownDiscordBot(there, [rules, { name: "anywhere", description: "x" }], discordForm);
  const channel = half(page, "Discord").getByRole("combobox", { name: "Discord channel" });
  const offered = async () => {
    await line(page, "Discord").fill("");
    await line(page, "Discord").pressSequentially("/");
    await half(page, "Discord")
      .getByRole("option", { name: /anywhere/ })
      .waitFor();
    return half(page, "Discord").getByRole("option", { name: /rules/ }).count();
  };
  await page.reload();
  expect(await offered()).toBe(1);
  await channel.selectOption("Direct message");
  expect(await offered()).toBe(0);
});

async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await half(other, "Discord").getByText("bot connected").waitFor();
  return other;
}

/** Opens the form that edits a video and types a prompt. */
async function edit(page: Page, chat: Chat, words: string): Promise<void> {
  await press(page, chat, "Edit & run");
  await field(page, "Prompt").fill(words);
}

test.for(chats)(
  "on %s an open form belongs to one browser tab, and a reload of the tab closes the form",
  async (chat) => {
    const { page, sandbox } = await visit();
    await makeVideo(page, chat);
    const other = await secondTab(page);
    await edit(page, chat, "a kite in the wind");

    // Submitting in the second tab does not close the form in the first one.
    await edit(other, chat, "a lamp in the fog");
    await submit(other);
    // When this message is shown, earlier events have been shown too.
    for (const tab of [page, other]) await messages(tab, chat, "a lamp in the fog").first().waitFor();
    await form(other).waitFor({ state: "hidden" });
    expect(await field(page, "Prompt").inputValue()).toBe("a kite in the wind");
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await form(page).waitFor({ state: "hidden" });
    expect(sandbox.video.tasks().map(({ prompt }) => prompt)).toEqual([
      "a paper boat in the rain",
      "a lamp in the fog",
    ]);

    // Like in the platforms' own clients.
    await edit(other, chat, "a moth in the lamp");
    await other.reload();
    await messages(other, chat, "a lamp in the fog").first().waitFor();
    expect(await form(other).count()).toBe(0);
  },
);
