import { expect, test } from "vitest";
import { boat, says, tell } from "../stage.ts";

/** Whose number is a country's dialling code speaks its language. */
const german = "guest-0049";

test("on discord, a German person makes a first video in German, and who presses their button reads English", async () => {
  const story = await tell("discord");
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
  // A busy limit is waited out, and what was gone by then stays gone.
  const other = story
    .entries("refused")
    .filter(({ payload }) => !/"status":429|"code":10008/.test(JSON.stringify(payload)));
  expect(other).toEqual([]);
});

test("on slack, a Japanese person's very first command is answered in Japanese", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  slack.chosenLocales.set("ben", "ja-JP");
  await story.makeVideo(boat, "ben");
  await story.until(says(/まずAPIキーを追加してください/, /課金されていません。/), "ben");
  expect(story.seen("ben").filter(({ text }) => /Nothing was charged/.test(text))).toEqual([]);
});

test("on slack, a restart knows a person's language, even where Slack tells it no more", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  slack.chosenLocales.set("ben", "de-DE");
  await story.type("video-help", undefined, "ben");
  await story.until(says(/So erstellst du ein Video/), "ben");
  slack.chosenLocales.set("ben", "xx");
  await story.restart();
  const before = story.seen("ben").length;
  await story.type("video-key", "status", "ben");
  await story.until((messages) => messages.slice(before).some(({ text }) => /Schlüssel/.test(text)), "ben");
});

test("on slack, a Japanese person reads Japanese once their profile is known", async () => {
  const story = await tell("slack");
  const { slack, journal } = story.sandbox;
  slack.chosenLocales.set("ben", "ja-JP");
  slack.openTab("ben", "home");
  await journal.find(({ kind }) => kind === "home");
  expect(JSON.stringify(slack.home("ben"))).toContain("ヘルプ");
  await story.makeVideo(boat, "ben");
  await story.until(says(/まずAPIキーを追加してください/, /課金されていません。/), "ben");
  await story.press("キーを追加", "ben");
  await story.fillForm({ key: story.sandbox.video.key }, "ben");
  await story.until(says(/動画が完成しました/, /95クレジットを使用しました。/));
  expect(story.entries("refused")).toEqual([]);
});
