import type { Page } from "playwright-core";
import {
  askAsCleo,
  be,
  type Chat,
  chats,
  field,
  form,
  half,
  line,
  messages,
  press,
  putAway,
  serviceRegion,
  setUpTeam,
  show,
  type,
} from "./people.ts";
import type { Visit } from "./visit.ts";

/** A state of the page to check. It is reached from the previous scene. */
export interface Scene {
  readonly name: string;
  /** The part of the page that a phone shows. */
  readonly part: Chat | "Service";
  play(visit: Visit): Promise<void>;
}

/** Types letter by letter and sends nothing. */
async function begin({ page }: Visit, chat: Chat, words: string): Promise<void> {
  await line(page, chat).pressSequentially(words);
  await half(page, chat).getByRole("listbox").getByRole("option").first().waitFor();
}

/** Makes a video that never ends. */
async function run({ page, sandbox }: Visit, chat: Chat): Promise<void> {
  sandbox.video.nextFate("stuck");
  await type(page, chat);
  await messages(page, chat, "Making the video").waitFor();
}

async function edit({ page }: Visit, chat: Chat): Promise<void> {
  await press(page, chat, "Edit & run");
  await field(page, "Prompt").waitFor();
}

/** Opens a question that only its person sees. */
async function ask(page: Page, chat: Chat): Promise<void> {
  await press(page, chat, "In 720p");
  await messages(page, chat, "It costs 205 credits").scrollIntoViewIfNeeded();
}

const THREE = [1, 2, 3].map(
  (nth) =>
    `Szene ${nth}: Ein Papierboot treibt bei Donaudampfschifffahrtsgesellschaftswetter an der Hafenpromenade vorbei`,
);

/** Makes three long videos with one card, each with its film. */
async function makeThree({ page }: Visit, chat: Chat): Promise<void> {
  await type(page, chat, "/video-batch");
  await field(page, "Scenes").fill(THREE.join("\n"));
  await form(page)
    .getByRole("button", { name: /^(Submit|See the price)$/ })
    .click();
  await press(page, chat, "Start 3 videos");
  const card = messages(page, chat, "Your 3 videos are ready").first();
  if (chat === "Slack") await card.getByRole("button", { name: /\d replies/ }).click();
  const place = chat === "Slack" ? half(page, "Slack").getByRole("region", { name: "Thread" }) : card;
  await place.locator("video").nth(2).waitFor();
  for (const nth of [1, 2, 3])
    await card
      .getByText(new RegExp(`^${nth}\\. Szene ${nth}`))
      .first()
      .waitFor();
}

/** Cleo requests a video that waits for Ben, who sees her card and the question below it. */
async function waitForBen({ page }: Visit, chat: Chat): Promise<void> {
  await putAway(page);
  await setUpTeam(page, chat);
  await askAsCleo(page, chat, "a paper boat in the rain");
  await messages(page, chat, "Approve this video?").waitFor();
  await be(page, "Ben");
  await messages(page, chat, "Waiting for approval").waitFor();
}

const LONG = "a paper boat sails down a rainy street past lanterns, under a bridge and out to the open sea, ".repeat(3);

/**
 * The two longest cards, one with an unknown outcome and one finished, in a language with long words or without spaces.
 */
export const longest: readonly Scene[] = chats.map((chat) => ({
  name: `longest-cards-on-${chat.toLowerCase()}`,
  part: chat,
  async play({ page, sandbox }) {
    sandbox.video.nextFate("lost_answer");
    for (const nth of [1, 2]) {
      await type(page, chat, `/video ${nth} ${LONG}`);
      await messages(page, chat, `${nth} ${LONG.slice(0, 40)}`)
        .first()
        .getByRole("button")
        .nth(2)
        .waitFor();
    }
    await half(page, chat).locator("video").last().waitFor();
    await page.getByText(`${chat} notified Ada`).nth(1).waitFor();
    await putAway(page);
    const first = messages(page, chat, `1 ${LONG.slice(0, 40)}`).first();
    await first.evaluate((node: { scrollIntoView(how: { readonly block: "start" }): void }) =>
      node.scrollIntoView({ block: "start" }),
    );
  },
}));

/** All scenes of one page, starting with its first view. */
export const scenes: readonly Scene[] = [
  { name: "first-sight", part: "Discord", play: async () => {} },
  { name: "commands-on-discord", part: "Discord", play: (visit) => begin(visit, "Discord", "/") },
  { name: "commands-on-slack", part: "Slack", play: (visit) => begin(visit, "Slack", "/") },
  { name: "running-on-discord", part: "Discord", play: (visit) => run(visit, "Discord") },
  { name: "running-on-slack", part: "Slack", play: (visit) => run(visit, "Slack") },
  {
    name: "service",
    part: "Service",
    async play({ page, sandbox }) {
      await serviceRegion(page)
        .getByRole("button", { name: /^Finish/ })
        .nth(1)
        .waitFor();
      for (const { id, status } of sandbox.video.tasks())
        if (status === "running") sandbox.video.settle(id, "succeeded");
      await serviceRegion(page)
        .getByRole("button", { name: /^Finish/ })
        .first()
        .waitFor({ state: "detached" });
    },
  },
  {
    name: "done-on-discord",
    part: "Discord",
    async play({ page }) {
      await messages(page, "Discord", "95 credits used").locator("video").last().waitFor();
    },
  },
  {
    name: "done-on-slack",
    part: "Slack",
    async play({ page }) {
      await messages(page, "Slack", "95 credits used").getByText("2 replies").last().waitFor();
    },
  },
  {
    name: "question-on-discord",
    part: "Discord",
    play: ({ page }) => ask(page, "Discord"),
  },
  {
    name: "question-on-slack",
    part: "Slack",
    play: ({ page }) => ask(page, "Slack"),
  },
  {
    name: "thread-on-slack",
    part: "Slack",
    async play({ page }) {
      await half(page, "Slack")
        .getByRole("button", { name: /2 replies/ })
        .last()
        .click();
      await half(page, "Slack").getByRole("region", { name: "Thread" }).locator("video").last().waitFor();
    },
  },
  {
    name: "home-on-slack",
    part: "Slack",
    async play({ page }) {
      await half(page, "Slack").getByRole("button", { name: "Close thread" }).click();
      await half(page, "Slack").getByRole("tab", { name: "Home" }).click();
      await half(page, "Slack").getByRole("button", { name: "Check it" }).waitFor();
    },
  },
  {
    name: "form-on-slack",
    part: "Slack",
    async play(visit) {
      await half(visit.page, "Slack").getByRole("tab", { name: "Messages" }).click();
      await edit(visit, "Slack");
    },
  },
  {
    name: "form-on-discord",
    part: "Discord",
    play: (visit) => edit(visit, "Discord"),
  },
  ...chats.map(
    (chat): Scene => ({
      name: `three-scenes-on-${chat.toLowerCase()}`,
      part: chat,
      play: (visit) => makeThree(visit, chat),
    }),
  ),
  ...chats.map(
    (chat): Scene => ({
      name: `approval-on-${chat.toLowerCase()}`,
      part: chat,
      play: (visit) => waitForBen(visit, chat),
    }),
  ),
];

/** Continues to that scene from any state of the page. */
export async function goOn(visit: Visit, { part, play }: Scene): Promise<void> {
  const { page } = visit;
  if (await form(page).isVisible()) await page.keyboard.press("Escape");
  if (await page.getByRole("tab", { name: part, exact: true }).isVisible()) await show(page, part);
  await play(visit);
}
