import { describe, expect, test } from "vitest";
import { boat, hasVideo, type Story, says, startStory } from "../stage.ts";

async function set(story: Story, given: Readonly<Record<string, string>>): Promise<void> {
  const saved = () => story.seen().filter(({ text }) => /Your settings are saved/.test(text)).length;
  const before = saved();
  await story.type("video-settings");
  await story.fillForm(given);
  await story.until(() => saved() > before);
}

describe("on slack", () => {
  test("a private card is visible only to the requester of the video", async () => {
    const story = await startStory("slack");
    story.sandbox.video.nextFate("stuck");
    await set(story, { visibility: "private" });
    await story.makeVideo(boat);
    await story.until(says(/[1-9]\d? ?% done/));
    await story.finish();
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length > 0);
    await story.press("Again");
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.seen("ben")).toEqual([]);
    const { slack } = story.sandbox;
    expect(JSON.stringify(slack.messages("ada", slack.dmChannelId("ada")))).toContain(".mp4");
    expect(story.seen().some(({ text }) => /card is in your direct messages/.test(text))).toBe(true);
    // Rate limits are fine. Any other refusal would mean a card that nobody can see.
    const refused = story.entries("refused").filter(({ payload }) => !JSON.stringify(payload).includes("429"));
    expect(refused).toEqual([]);
  });

  test("“Again” needs a confirmation if the person's settings require one before every video", async () => {
    const story = await startStory("slack");
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await set(story, { confirm_above: "-1" });
    await story.press("Again");
    await story.until(says(/Start it for 95 credits\?/, /\[Start it\] \[Cancel\]/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    await Promise.all([story.press("Start it"), story.press("Start it")]);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  });
});

test("on slack a person can save, use, show and remove a style, even after a restart", async () => {
  const story = await startStory("slack");
  const { slack, video } = story.sandbox;
  const make = () => slack.command("ada", '/video a paper boat --style "ink wash"');
  await story.type("video-style", "save");
  await story.fillForm({ name: "ink wash", text: "ink on rice paper: {prompt}" });
  await story.until(says(/The style is saved/, /ink wash: ink on rice paper/));

  await story.restart();
  await make();
  const seen = await story.until(hasVideo);
  expect(seen.find(({ text }) => /\.mp4/.test(text))?.text).toMatch(
    /ink on rice paper: a paper boat[\s\S]*Style: ink wash/,
  );
  expect(video.tasks()).toMatchObject([{ prompt: "ink on rice paper: a paper boat" }]);

  await story.type("video-style", "list");
  await story.until(says(/Show a style/));
  await story.choose(/ink wash/);
  await story.until(says(/This style is yours/));
  await story.press("Remove");
  await story.until(says(/The style is removed/));
  await make();
  await story.until(says(/There is no style “ink wash” here/, /Nothing was charged/));
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

/** This guest's number is Germany's dialling code, so the sandbox gives them German settings. */
const german = "guest-0049";

test("on discord a person with German settings sees German texts, and other people see English texts", async () => {
  const story = await startStory("discord");
  await story.makeVideo(boat, german);
  await story.until(says(/API-Schlüssel hinzufügen/, /Es wurde nichts abgebucht\./), german);
  await story.press("Schlüssel hinzufügen", german);
  await story.fillForm({ key: story.sandbox.video.key }, german);
  await story.verdict(/funktioniert und ist verschlüsselt gespeichert/, german);
  await story.until(says(/Das Video ist fertig/, /95 Credits verbraucht\./, /Video ansehen oder herunterladen/));
  await story.until(says(/Dein Video ist fertig\./));
  await story.press("Noch einmal");
  await story.until(says(/Only the person who asked for this video can do that/));
  await story.restart();
  await story.press("Löschen", german);
  await story.until(says(/Diese Karte löschen\?/), german);
  await story.press("Löschen", german);
  await story.until((messages) => !says(/Das Video ist fertig/)(messages));
  // Rate limits, and messages that were deleted in the meantime, are fine.
  const other = story
    .entries("refused")
    .filter(({ payload }) => !/"status":429|"code":10008/.test(JSON.stringify(payload)));
  expect(other).toEqual([]);
});
