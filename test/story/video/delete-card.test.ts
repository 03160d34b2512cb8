import { describe, expect, test } from "vitest";
import { buttonOf } from "../../../src/cli/demo/seen.ts";
import { boat, hasVideo, mostly, type Story, says, tell } from "../stage.ts";

/** Whether its film is to be seen: in the card, or in the card's thread. */
function hasFilm({ sandbox }: Story): boolean {
  const onDiscord = sandbox.discord.messages("ben").some(({ attachments }) => attachments.length > 0);
  return onDiscord || sandbox.slack.messages("ben").some(({ films }) => films.length > 0);
}

describe.for(mostly("discord"))("on %s", (place) => {
  test("Cancel leaves the card where it is, and says so in the question's place", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.press("Delete");
    await story.until(says(/Delete this card\?/));
    await story.press("Cancel");
    await story.until(says(/^Nothing was deleted\.$/));
    expect(story.seen().filter(({ isPrivate }) => isPrivate)).toHaveLength(1);
    expect(hasVideo(story.seen("ben"))).toBe(true);
  });

  test("Delete asks once, and takes the card away with its notification and its film", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length === 1);
    await story.until(() => hasFilm(story));
    // A bot that is stopped before it has noted where the film is takes half a minute to be sure.
    const isClosed = () => story.log.lines.some(({ event }) => event === "job closed");
    await expect.poll(isClosed, { timeout: 8_000 }).toBe(true);
    const all = story.seen("ben");
    expect(all.length).toBeGreaterThan(1);
    await story.restart();
    await story.press("Delete");
    const [question] = (await story.until(says(/Delete this card\?/))).filter(({ isPrivate }) => isPrivate);
    expect(story.seen("ben").map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    await story.press("Delete");
    await story.until(says(/^The card is deleted\.$/));
    expect(story.seen().map(({ text }) => text)).toEqual(["The card is deleted."]);
    expect(place === "slack" || story.seen()[0]?.id === question?.id).toBe(true);
    expect(story.seen("ben")).toEqual([]);
    expect(hasFilm(story)).toBe(false);
    expect(story.entries("refused")).toEqual([]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("Delete on a copy takes the copy away, and the card stays with its notification", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length === 1);
    const before = story.seen("ben").map(({ id }) => id);
    const [, id = ""] = buttonOf(story.seen()[0]?.raw, "Again")?.split(":") ?? [];
    if (place === "discord") await story.sandbox.discord.command("ada", "video-jobs", { show: id });
    else await story.sandbox.slack.command("ada", `/video-jobs show ${id}`);
    const copies = () => story.seen("ben").filter((one) => !before.includes(one.id));
    await story.until(() => copies().length === 1);
    await story.press("Delete");
    await story.until(() => copies().length === 0);
    expect(story.seen("ben").map((one) => one.id)).toEqual(before);
    expect(says(/Delete this card/)(story.seen())).toBe(false);
  });
});
