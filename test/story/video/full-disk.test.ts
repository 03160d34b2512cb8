import { expect, test } from "vitest";
import { fill, smallDisk } from "../../engines/mounts.ts";
import { endless, hasVideo, says, startStory } from "../stage.ts";

test("if the disk is full, new videos are refused and running videos are finished", async ({ skip }) => {
  const { dir } = smallDisk(40_000_000, skip);
  const story = await startStory("discord", { ...endless, env: { DATA_DIR: dir } });
  const { journal, video } = story.sandbox;
  const polledAfter = (seq: number) => journal.find(({ kind }) => kind === "polled", { after: seq });

  await story.makeVideo({ prompt: "a boat" });
  await polledAfter(0);
  const makeRoom = fill(dir);

  await story.makeVideo({ prompt: "a goat" });
  await story.until(says(/Reelay cannot save this now\. Nothing was charged\./));
  expect(story.entries("unanswered")).toEqual([]);
  await polledAfter(journal.since(0).at(-1)?.seq ?? 0);

  await story.finish();
  await story.until(hasVideo);
  await journal.find(({ kind }) => kind === "pinged");
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });

  makeRoom();
  await story.makeVideo({ prompt: "a moat" });
  await story.taskId(1);
});
