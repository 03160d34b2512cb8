import { describe, expect, test } from "vitest";
import type { LinkNews } from "../../../src/core/job/card-news.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { commandWorld, finished, press, privateWords } from "../command-world.ts";

const freshLink = press("fresh_link", aJobId());

async function told(news: LinkNews) {
  const asked: string[] = [];
  const world = commandWorld({
    askLink: async (id) => {
      asked.push(id);
      return news;
    },
  });
  await world.has(aClosedJob());
  const answer = await world.does(freshLink);
  expect(asked).toEqual([]);
  const { message, card } = await finished(answer);
  expect(card).toBeUndefined();
  expect(asked).toEqual([aJobId()]);
  return { answer, message, words: wordsOf(message) };
}

describe("Fresh link", () => {
  test("asks once, after the answer, and says so meanwhile", async () => {
    const { answer } = await told({ kind: "no_answer" });
    expect(answer).toMatchObject({ kind: "working", message: { title: "Getting a new link…" } });
  });

  test("tells a new link, and whether the card has it", async () => {
    const shown = await told({ kind: "new", videoUrl: "https://cdn.example.com/w.mp4", isShown: true });
    expect(shown.words).toContain("(https://cdn.example.com/w.mp4)");
    expect(shown.words).toContain("The card now has the new link");
    const hidden = await told({ kind: "new", videoUrl: "https://cdn.example.com/w.mp4", isShown: false });
    expect(hidden.words).toContain("The card could not be updated");
  });

  test.for<readonly [LinkNews, string]>([
    [{ kind: "same", expiresAt: TEST_START + 60_000 }, "The link works until time:"],
    [{ kind: "same", expiresAt: TEST_START }, "The link has probably expired"],
    [{ kind: "same", expiresAt: null }, "We don't know how long it will work"],
    [{ kind: "no_link" }, "The video service no longer has a link to this video. Nothing has changed."],
    [{ kind: "no_answer" }, "The video service did not answer. Nothing has changed."],
    [{ kind: "no_key" }, "You have no API key saved, so we can't ask for a new link."],
    [{ kind: "bad_key" }, "The video service does not accept your key."],
  ])("that brings %j says: %s", async ([news, words]) => {
    expect((await told(news)).words).toContain(words);
  });

  test.for(["no_key", "bad_key"] as const)("with %s offers Add my key", async (kind) => {
    expect(labelsOf((await told({ kind })).message)).toEqual(["Add my key"]);
  });

  test("that fails inside Reelay says so", async () => {
    const world = commandWorld({ askLink: () => Promise.reject(new Error("disk")) });
    await world.has(aClosedJob());
    const { message } = await finished(await world.does(freshLink));
    expect(wordsOf(message)).toContain("Something went wrong in Reelay");
  });

  test("of somebody else's video is a polite private no", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    expect(privateWords(await world.does(freshLink, { owner: anOwner("999") }))).toContain("Only the person who asked");
  });

  test("of a forgotten video, or one on its way, or one without a link to come, asks nobody", async () => {
    const world = commandWorld();
    expect(privateWords(await world.does(freshLink))).toContain("record has been deleted");
    await world.has(aJob({ state: aRunning() }));
    expect(privateWords(await world.does(freshLink))).toContain("This video is already in progress.");
    const outcome = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
    await world.has(aClosedJob({ state: { status: "closed", outcome, told: true, closedAt: 0 } }));
    expect(privateWords(await world.does(freshLink))).toContain("it does not work here");
  });
});
