import { describe, expect, test } from "vitest";
import { askForApprovals, asTeam, giveTeamKey, hasVideo, type Story, says, startStory } from "../stage.ts";
import { keptWire, leaksIn } from "./leaks.ts";

/** A key that the video service does not know: it responds with 401. */
const WRONG = "vk-sandbox-0b1c2d3e4f5a6b7c8d9e0f1a";

/** Ben opens the form for the team's key and types one. */
async function enter(story: Story, key: string): Promise<void> {
  await story.type("video-team", "setup", "ben");
  await story.until(says(/Team key and rules/), "ben");
  await story.press("Team key", "ben");
  await story.fillForm({ key }, "ben");
}

/** Cleo requests a video, and Ben is asked for an approval. */
async function ask(story: Story, prompt: string): Promise<void> {
  await story.makeVideo({ ...asTeam, prompt }, "cleo");
  await story.until(says(/Approve this video\?/, new RegExp(prompt)), "ben");
}

async function wrongKey(story: Story): Promise<void> {
  await enter(story, WRONG);
  await story.verdict(/does not accept this key/, "ben");
}

async function declined(story: Story): Promise<void> {
  await ask(story, "a paper boat");
  await story.press("Decline", "ben");
  await story.fillForm({ note: "too wet" }, "ben");
  await story.until(says(/Declined by/, /too wet/), "cleo");
}

async function used(story: Story): Promise<void> {
  await ask(story, "a tin boat");
  await story.press("Approve 95 credits", "ben");
  await story.until(hasVideo, "cleo");
}

async function refused(story: Story): Promise<void> {
  await ask(story, "a lead boat");
  story.sandbox.video.nextFate("bad_key");
  await story.press("Approve 95 credits", "ben");
  await story.until(says(/The team's key was refused/, /pays for no new videos/), "ben");
  await enter(story, story.sandbox.video.key);
  await story.until(says(/Team key: stored encrypted/), "ben");
}

async function writtenDown(story: Story): Promise<void> {
  await story.type("video-team", "approvals", "ben");
  await story.type("video-team", "report", "ben");
  await story.until(says(/1 video, 95 credits used/), "ben");
  for (const personId of ["ben", "cleo"]) {
    await story.type("video-data", "export", personId);
    await story.until(says(/everything Reelay stores/i), personId);
  }
}

/** A person who is not a manager tries every command. */
async function askAll(story: Story, personId: string): Promise<void> {
  await story.type("video-team", "status", personId);
  await story.until(says(/Team credits/), personId);
  for (const word of ["setup", "report", "approvals"]) await story.type("video-team", word, personId);
  await story.until((messages) => messages.filter(({ text }) => /Admins only/.test(text)).length === 3, personId);
}

async function removed(story: Story): Promise<void> {
  await story.type("video-team", "setup", "ben");
  await story.until((messages) => says(/Remove team key/)(messages.slice(-1)), "ben");
  await story.press("Remove team key", "ben");
  await story.until(says(/Remove the team's key\?/), "ben");
  await story.press("Remove team key", "ben");
  await story.until(says(/The team's key is removed/), "ben");
}

/** Ben sends many commands in a short time. */
const env = { ATTACH_VIDEOS: "off", COMMANDS_PER_MINUTE: "1000" };

describe("on slack", () => {
  test("a team's key is never shown to anybody, and only admins see the key's last four characters", {
    timeout: 60_000,
  }, async () => {
    const story = await startStory("slack", { seedKeys: false, secrets: [WRONG], env });
    const { video, discord, slack } = story.sandbox;
    const wire = keptWire([discord.apiUrl, slack.apiUrl]);
    await wrongKey(story);
    await giveTeamKey(story);
    await askForApprovals(story, "slack");
    await declined(story);
    await used(story);
    await refused(story);
    await writtenDown(story);
    // From another workspace, on Slack.
    slack.standings.change("ada", { rank: "partner" });
    for (const personId of ["cleo", "ada"]) await askAll(story, personId);
    expect(await story.leaks()).toEqual([]);
    await removed(story);

    // Both files were sent over the recorded connection.
    expect(wire().toString()).toMatch(/"month","person","name"[\s\S]*a tin boat/);
    expect(leaksIn([{ name: "wire", bytes: wire() }], [video.key, WRONG])).toEqual([]);
    const lastFour = new RegExp(`\\b(?:${video.key.slice(-4)}|${WRONG.slice(-4)})\\b`);
    const seesDigits = (personId: string) => story.seen(personId).some(({ text }) => lastFour.test(text));
    expect(["ben", "cleo", "ada"].filter(seesDigits)).toEqual(["ben"]);
  });
});
