import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { input, modal } from "../../../sandbox/test/slack/slack-world.ts";
import { overhang } from "../browser/in-page.ts";
import { nameless } from "../browser/names.ts";
import { be, form, half, show, submit, type } from "../browser/people.ts";
import { phone, visit } from "../browser/visit.ts";
import { violations } from "../look/axe.ts";
import { faintTexts } from "../look/contrast.ts";
import { ownDiscordBot, ownSlackBot } from "./own-bot.ts";

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

/** Lists the faults in the form's layout, contrast and names. */
const faults = async (page: Page) => [
  ...(await violations(page)),
  ...(await faintTexts(page)),
  ...(await nameless(page)),
  ...((await overhang(page)) > 0 ? ["too wide"] : []),
];

describe("a form's people, roles and channels", () => {
  test("are chosen on Discord with keys", async () => {
    const there = await visit({ theme: "dark" });
    const choose = (box: Locator) => box.press("Space");
    const { page } = there;
    const bot = await ownDiscordBot(there, [rules], discordForm);
    await be(page, "Ben");
    await type(page, "Discord", "/rules");
    await expect.poll(() => boxes(page, "People").getByRole("checkbox").count()).toBe(4);
    expect(await box(page, "People", "Ada").isChecked()).toBe(true);
    const nobody = form(page).getByText("Nobody yet");
    expect(await nobody.isVisible()).toBe(false);
    await choose(box(page, "People", "Ada"));
    await nobody.waitFor();
    await choose(box(page, "People", "Cleo"));
    await choose(box(page, "Roles", "@Film crew"));
    await form(page).getByRole("combobox", { name: "Channels" }).selectOption("# videos");
    expect(await faults(page)).toEqual([]);
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

  test("are chosen on Slack with a finger on a phone", async () => {
    const there = await visit({ size: phone, isTouched: true });
    const choose = (box: Locator) => box.tap();
    const { page, sandbox } = there;
    const bot = await ownSlackBot(there, slackForm);
    await show(page, "Slack");
    await be(page, "Ben");
    await type(page, "Slack", "/video rules");
    await box(page, "people", "Ada").waitFor();
    await choose(box(page, "people", "Ben"));
    await choose(box(page, "people", "Cleo"));
    await form(page).getByRole("combobox", { name: "approvals" }).selectOption("# general");
    const send = form(page).getByRole("button", { name: "Start" });
    await send.click();
    await form(page).getByText("At most 2").waitFor();
    await choose(box(page, "people", "Ben"));
    await choose(box(page, "places", "# random"));
    expect(await faults(page)).toEqual([]);
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

  test("a command for the server alone is not offered in direct messages", async () => {
    const there = await visit();
    const { page } = there;
    await ownDiscordBot(there, [rules, { name: "anywhere", description: "x" }], discordForm);
    const channel = half(page, "Discord").getByRole("combobox", { name: "Discord channel" });
    const line = half(page, "Discord").getByRole("combobox", { name: "Command on Discord" });
    const offered = async () => {
      await line.fill("");
      await line.pressSequentially("/");
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
});
