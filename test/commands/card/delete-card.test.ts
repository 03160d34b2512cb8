import { describe, expect, test } from "vitest";
import type { MessagePlace } from "../../../src/core/chat.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import type { Deletion } from "../../../src/core/job/card-news.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRunning } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { commandWorld, messageOf, privateWords } from "../command-world.ts";

const press = (kind: "delete" | "delete_it", place: MessagePlace | null = pressed): Act => ({
  kind: "press",
  action: { kind, jobId: aJobId() },
  on: { place, shows: true },
});
const pressed = { channelId: "400000000000000004", messageId: "500000000000000005" };
const reply = aDiscordReply(pressed);

/** Somebody's finished video, and what deleting its card comes to. */
async function finishedWorld(deletion: Deletion | Error = { kind: "deleted", left: [] }) {
  const deleted: string[] = [];
  const world = commandWorld({
    async deleteCard(id) {
      deleted.push(id);
      if (deletion instanceof Error) throw deletion;
      return deletion;
    },
  });
  await world.has(aClosedJob({ reply }));
  return { ...world, deleted };
}

async function endOf(answer: Answer): Promise<string> {
  if (answer.kind !== "replace_later") throw new Error(`the answer is ${answer.kind}`);
  return wordsOf(await answer.finish());
}

describe("Delete", () => {
  test("asks once, privately and with danger, and deletes nothing yet", async () => {
    const world = await finishedWorld();
    const answer = await world.does(press("delete"));
    expect(privateWords(answer)).toContain(
      "This removes the card for everyone, along with its notification and the video",
    );
    expect(messageOf(answer).buttons).toMatchObject([
      { label: "Delete", style: "danger", id: `delete_it:${aJobId()}` },
      { label: "Cancel", style: "secondary", id: "keep_card" },
    ]);
    expect(world.deleted).toEqual([]);
  });

  test("Cancel deletes nothing and says so in the question's place", async () => {
    const world = await finishedWorld();
    const answer = await world.does({ kind: "press", action: { kind: "keep_card" }, on: { place: null, shows: true } });
    expect(answer).toMatchObject({ kind: "replace_message", message: { title: "Nothing was deleted." } });
    expect(labelsOf(messageOf(answer))).toEqual([]);
  });

  test("confirmed, it deletes the card once the person has been answered, and says so in the question's place", async () => {
    const world = await finishedWorld();
    const answer = await world.does(press("delete_it"));
    expect(world.deleted).toEqual([]);
    expect(await endOf(answer)).toContain("The card is deleted.");
    expect(world.deleted).toEqual([aJobId()]);
  });

  test.for<[string, Deletion | Error, RegExp]>([
    [
      "its notification stays",
      { kind: "deleted", left: ["notification"] },
      /The card is deleted.*notification could not be/s,
    ],
    ["the film stays", { kind: "deleted", left: ["video"] }, /The card is deleted.*video in the thread could not be/s],
    ["the card stays", { kind: "deleted", left: ["card"] }, /Not everything could be deleted.*card could not be/s],
    ["the platform is away", { kind: "not_now" }, /Not everything is deleted yet.*Press Delete again/s],
    ["the file is on its way", { kind: "still_open" }, /nothing was deleted.*Press Delete again/s],
    ["the store is away", new Error("away"), /Something went wrong/],
  ])("says what could not be done where %s", async ([, deletion, words]) => {
    const world = await finishedWorld(deletion);
    expect(await endOf(await world.does(press("delete_it")))).toMatch(words);
  });

  test("on a copy of the card takes the copy away, and asks nothing: the card stays", async () => {
    const world = await finishedWorld();
    const copy = { ...pressed, messageId: "500000000000000077" };
    expect(await world.does(press("delete", copy))).toMatchObject({ kind: "remove_message" });
    expect(world.deleted).toEqual([]);
  });

  test.for(["delete", "delete_it"] as const)("is its owner's alone, and for what has ended: %s", async (kind) => {
    const world = await finishedWorld();
    const other = await world.does(press(kind), { owner: anOwner("999") });
    expect(privateWords(other)).toContain("Only the person who asked");
    const running = commandWorld();
    await running.has(aJob({ reply, state: aRunning() }));
    expect(privateWords(await running.does(press(kind)))).toContain("still being made");
    expect(world.deleted).toEqual([]);
  });
});
