import { describe, expect, test } from "vitest";
import { personWith } from "../../../sandbox/src/people.ts";
import { forgetPerson } from "../../../src/app/program/forget-person.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { jumpingClock } from "../load/jumping-clock.ts";
import { boat, type Story, says, startStory } from "../stage.ts";

/** The text of the file that the person received. */
async function fileOf({ sandbox, seen }: Story): Promise<string> {
  const message = sandbox.discord.messages("ada").find(({ id }) => id === seen().at(-1)?.id);
  return (await fetch(message?.attachments[0]?.url ?? "")).text();
}

const adaOnDiscord = personWith("ada")?.discordId ?? "";

/** Without files, a card is finished with one message. */
const linksAlone = { ATTACH_VIDEOS: "off" };
const isReadyMessage = says(/^(?:<@\w+> )?Your video is ready/);

/** Waits until the prompt is in none of the bot's files. */
async function isGone(story: Story): Promise<void> {
  const isKept = async () => (await story.files()).some((bytes) => bytes.includes(boat.prompt));
  await expect.poll(isKept, { timeout: 5_000 }).toBe(false);
}

describe("on discord", () => {
  test("a person's export does not contain the API key, and “Delete my data” deletes everything about the person", async () => {
    const story = await startStory("discord", { env: linksAlone });
    await story.makeVideo(boat);
    await story.until(isReadyMessage);
    await story.type("video-data", "export");
    await story.until(says(/everything Reelay stores/i));
    const file = await fileOf(story);
    expect(JSON.parse(file)).toMatchObject({ videos: [{ prompt: boat.prompt }], costs: [{ chargedCredits: 95 }] });
    expect(file).not.toContain(story.sandbox.video.key);
    expect(story.seen("ben").filter(({ text }) => /Your data/.test(text))).toEqual([]);

    await story.type("video-data", "delete");
    await story.until(says(/your API key/, /1 past video/, /\[Delete my data\]/));
    await story.press("Cancel");
    await story.until(says(/Nothing was deleted/));
    await story.type("video-data", "delete");
    await story.until((messages) => says(/\[Delete my data\]/)(messages.slice(-1)));
    await story.press("Delete my data");
    await story.until(says(/Your data is deleted/));
    await story.type("video-data", "delete");
    await story.until(says(/No data stored/));
    await isGone(story);
    await story.press("Again");
    await story.until(says(/record has been deleted/));
    expect(story.sandbox.video.ledger().tasks).toBe(1);
  });
});

test("on discord the operator can delete a person's data from all files while the bot runs", async () => {
  const clock = jumpingClock();
  const story = await startStory("discord", { env: linksAlone, clock });
  await story.makeVideo(boat);
  await story.until(isReadyMessage);
  const isClosed = () => story.log.lines.some(({ event }) => event === "job closed");
  await expect.poll(isClosed, { timeout: 8_000 }).toBe(true);
  const place = { dir: story.dir, redisUrl: null };
  const forgetting = forgetPerson(place, { discord: adaOnDiscord }, machineClock);
  let isDone = false;
  void forgetting.then(() => {
    isDone = true;
  });
  await expect
    .poll(
      () => {
        clock.jump(10_000);
        return isDone;
      },
      { timeout: 8_000 },
    )
    .toBe(true);
  expect(await forgetting).toMatchObject({
    value: expect.stringMatching(
      /^Stored under discord:\d+: videos 1, .* API key yes\. Everything about discord:\d+ is deleted\./,
    ),
  });
  await story.type("video-data", "delete");
  await story.until(says(/No data stored/));
  await isGone(story);
});

// Over HTTP, the bot would reject requests that the emulator signs three days before the bot's clock, so this title must not
// contain "discord".
test("a video that is older than RETENTION_DAYS is deleted from all files", async () => {
  const clock = jumpingClock();
  const story = await startStory("discord", { env: { ...linksAlone, RETENTION_DAYS: "3" }, clock });
  await story.makeVideo(boat);
  await story.until(isReadyMessage);
  const isClosed = () => story.log.lines.some(({ event }) => event === "job closed");
  await expect.poll(isClosed, { timeout: 8_000 }).toBe(true);
  clock.jump(3 * 86_400_000 + 1_000);
  await story.restart();
  await isGone(story);
});
