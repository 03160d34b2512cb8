import { describe, expect, test } from "vitest";
import type { Journal } from "../../../sandbox/src/journal.ts";
import type { Hands } from "../../../sandbox/src/slack/slack-emulator.ts";
import { linesOf } from "../../../src/cli/read-message.ts";
import { howMany } from "../../fakes/how-many.ts";
import { namedTransport, type Story, startStory, transports } from "../stage.ts";
import type { Transport } from "../world.ts";

type Workspace = Hands & { readonly teamId: string; readonly journal: Journal };

const publicUrl = "https://reelay.example.com";

/** A bot that no workspace has installed yet. */
async function startStoryOfMany(transport: Transport, options: { readonly taskMs?: number } = {}) {
  const story = await startStory("slack", {
    ...options,
    transport,
    seedKeys: false,
    env: {
      DISCORD_TOKEN: "",
      SLACK_BOT_TOKEN: "",
      PUBLIC_URL: publicUrl,
      SLACK_CLIENT_ID: "100.200",
      SLACK_CLIENT_SECRET: "sandbox-client-secret",
      SLACK_STATE_SECRET: "a state secret of a test",
    },
  });
  const { slack, journal } = story.sandbox;
  const here: Workspace = { ...slack, journal };
  return { story, here, there: slack.elsewhere };
}

/** Installs the app in that workspace with a browser, which returns through PUBLIC_URL. */
async function install(story: Story, { teamId }: Workspace): Promise<string> {
  const begun = await fetch(`${story.origin()}/slack/install`, { redirect: "manual" });
  const page = new URL(begun.headers.get("location") ?? "");
  page.searchParams.set("team", teamId);
  const allowed = await fetch(page, { redirect: "manual" });
  const back = new URL(allowed.headers.get("location") ?? "");
  expect(back.origin).toBe(publicUrl);
  const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
  const done = await fetch(`${story.origin()}${back.pathname}${back.search}`, { headers: { cookie } });
  expect(done.status).toBe(200);
  return done.text();
}

const textsIn = (workspace: Hands) => workspace.messages("ada").map((message) => linesOf(message).join("\n"));

async function until(workspace: Workspace, words: RegExp): Promise<void> {
  const isThere = () => textsIn(workspace).some((text) => words.test(text));
  if (isThere()) return;
  await workspace.journal.find(isThere, { withinMs: 8_000 }).catch(() => {
    throw new Error(`${words} never seen; Ada sees:\n${textsIn(workspace).join("\n---\n")}`);
  });
}

async function giveKey({ sandbox }: Story, workspace: Workspace): Promise<void> {
  await workspace.command("ada", "/video-key set");
  await workspace.journal.find(({ kind }) => kind === "form");
  const form = () => workspace.openForms("ada").at(-1);
  await workspace.submitForm("ada", form()?.viewId ?? "", { key: sandbox.video.key });
  const isSaved = () => /is saved|works/.test(linesOf(form()?.view).join("\n"));
  if (!isSaved()) await workspace.journal.find(isSaved);
}

describe.for(howMany<readonly Transport[]>(transports, ["http"]).map(namedTransport))(
  "on slack over %s, with many workspaces",
  ([, transport]) => {
    test("each workspace has its own installation, cards and keys, even after a restart", async () => {
      const { story, here, there } = await startStoryOfMany(transport);
      await there.command("ada", "/video a boat that is not installed");
      await until(there, /not installed in this workspace/);

      expect(await install(story, here)).toMatch(/Reelay is installed/);
      await install(story, there);
      await giveKey(story, there);
      await here.command("ada", "/video a boat here");
      await until(here, /You have no API key yet|Add my key/);
      await there.command("ada", "/video a boat there");
      await until(there, /95 credits used/);
      await story.restart();
      await there.command("ada", "/video another boat there");
      await until(there, /another boat there[\s\S]*95 credits used/);
      expect(textsIn(here).join()).not.toMatch(/credits used/);
      expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
      expect((await story.files()).join()).not.toMatch(/xoxb-T00/);
      expect(JSON.stringify(story.log.lines)).not.toMatch(/xoxb-T00/);
    });

    test("a workspace that uninstalls Reelay gets no more messages, and the workspace's data is deleted", async () => {
      const { story, here, there } = await startStoryOfMany(transport, { taskMs: 60_000 });
      await install(story, here);
      await install(story, there);
      for (const workspace of [here, there]) {
        await giveKey(story, workspace);
        await workspace.command("ada", "/video a boat of words to be forgotten");
      }
      const first = await story.taskId(0);
      const second = await story.taskId(1);
      await until(there, /Making the video/);

      story.sandbox.slack.uninstall(there.teamId);
      while (!story.log.lines.some(({ event }) => event === "workspace forgotten"))
        await new Promise((resolve) => setTimeout(resolve, 1));
      const seen = textsIn(there).length;
      for (const task of [first, second]) story.sandbox.video.settle(task, "succeeded");
      await until(here, /95 credits used/);
      expect(textsIn(there)).toHaveLength(seen);

      await install(story, there);
      await there.command("ada", "/video-key status");
      await until(there, /No key saved/);
      await there.command("ada", "/video-jobs");
      await until(there, /made any videos yet/);
      expect(textsIn(there).slice(seen).join()).not.toMatch(/to be forgotten/);
      await here.command("ada", "/video-jobs");
      await until(here, /to be forgotten[\s\S]*ready|ready[\s\S]*to be forgotten/);
    });
  },
);

test("on slack the installation page requests the bot's scopes and responds only at its exact path", async () => {
  const { story } = await startStoryOfMany("http");
  const install = `${story.origin()}/slack/install`;
  const begun = await fetch(install, { redirect: "manual" });
  const asked = new URL(begun.headers.get("location") ?? "").searchParams;
  expect(asked.get("scope")?.split(",")).toEqual(expect.arrayContaining(["chat:write", "channels:history"]));
  const odd = ["/slack/%69nstall", "/slack/install/", "/slack/install%3f", "/slack//install", "/slack/x%2finstall"];
  for (const path of odd) expect((await fetch(new URL(path, install), { redirect: "manual" })).status).toBe(404);
});
