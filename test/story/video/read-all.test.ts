import { expect, test } from "vitest";
import { styleId } from "../../../src/core/style.ts";
import { askForApprovals, asTeam, giveTeamKey, type Story, says, startStory } from "../stage.ts";

/** More than a Discord message can hold after escaping, and not quotable as code. */
const long = "**`a`** <@1> [x](https://x.example) ".repeat(90).slice(0, 2_989).trim();

/** The text of the file in the newest private message that the person sees. */
async function fileOnDiscord({ sandbox, seen }: Story, personId: string): Promise<string> {
  const message = sandbox.discord.messages(personId).find(({ id }) => id === seen(personId).at(-1)?.id);
  return (await fetch(message?.attachments[0]?.url ?? "")).text();
}

test("on discord only managers and the requester can read the whole text of an approval request", async () => {
  const story = await startStory("discord");
  await giveTeamKey(story);
  await askForApprovals(story, "discord");
  await story.makeVideo({ ...asTeam, prompt: long }, "cleo");
  const isAsked = says(/Approve this video\?/, /more characters, all of which are sent/, /\[Read everything\]/);
  await story.until(isAsked, "ben");
  for (const personId of ["ben", "cleo"]) {
    await story.press("Read everything", personId);
    await story.until(says(/The whole text/, /Only you can see it/), personId);
    expect(story.seen(personId).at(-1)?.isPrivate).toBe(true);
    expect(await fileOnDiscord(story, personId)).toContain(`\n\n${long}\n`);
  }
  await story.press("Read everything", "ada");
  await story.until(says(/Admins only/), "ada");
  expect(says(/The whole text/)(story.seen("ada"))).toBe(false);

  // The list of approvals shows the same question privately, and the question stays there.
  await story.type("video-team", "approvals", "ben");
  await story.until(says(/Videos waiting for approval/), "ben");
  await story.choose(/95 credits/, "ben");
  const isOpen = (messages: readonly { readonly text: string; readonly isPrivate: boolean }[]) =>
    messages.some(({ text, isPrivate }) => isPrivate && /\[Read everything\]/.test(text));
  await story.until(isOpen, "ben");
  await story.press("Read everything", "ben");
  await story.until((messages) => messages.filter(({ text }) => /The whole text/.test(text)).length === 2, "ben");
  expect(isOpen(story.seen("ben"))).toBe(true);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack the requester of six videos can read the whole text of long prompts in a private file", async () => {
  const story = await startStory("slack");
  const { slack } = story.sandbox;
  const style = `${"_ink_ on <!channel> paper. ".repeat(36)} {prompt}`;
  await story.type("video-style", "save");
  await story.fillForm({ name: "ink", text: style });
  await story.until(says(/The style is saved/));
  const scenes = [..."123456"].map((nth) => `${nth} ${"*".repeat(480)}`);
  await story.type("video-batch");
  await story.fillForm({ prompt: scenes.join("\n"), style: styleId({ of: "mine", name: "ink" }) });
  await story.until(says(/Make 6 videos\?/, /more characters, all of which are sent/));
  await story.press("Read everything");
  await story.until(says(/is in your direct message with Reelay/));
  const given = slack.messages("ada", slack.dmChannelId("ada")).flatMap(({ fileIds }) => fileIds);
  expect(given).toHaveLength(1);
  const text = Buffer.from(slack.file(given[0] ?? "")?.bytes ?? []).toString();
  for (const scene of scenes) expect(text).toContain(`${style.replace("{prompt}", scene)}\n`);
  await story.press("Start 6 videos");
  await story.until(says(/Your videos have started/));
});
