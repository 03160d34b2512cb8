import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Answer, OwnFile } from "../../../src/core/command.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aKeptFilm, fakeKeptFilms } from "../../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  aSlackReply,
  TEST_KEY,
  TEST_START,
} from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import {
  blocked,
  commandWorld,
  finished,
  keyedWorld,
  labelsIn,
  messageOf,
  never,
  press,
  pressOf,
  privateWords,
  setting,
} from "../command-world.ts";

const exportData = { kind: "export_data" } as const;
const deleteData = { kind: "delete_data" } as const;
const shape = z.looseObject({
  videos: z.array(z.looseObject({ id: z.string(), prompt: z.string() })),
  costs: z.array(z.looseObject({ video: z.string() })),
  leftOutBecauseTheFileWouldBeTooLarge: z.object({ olderVideos: z.number(), olderCosts: z.number() }),
});

async function fileOf(answer: Answer): Promise<OwnFile> {
  const { file } = await finished(answer);
  if (!file) throw new Error("no file");
  return file;
}

async function read(file: OwnFile, maxBytes = 1e6) {
  const { content, message } = await file.within(maxBytes);
  const text = Buffer.from(content).toString();
  return { text, data: shape.parse(JSON.parse(text)), words: wordsOf(message) };
}

describe("a person's file", () => {
  test("has everything stored about them, and neither their key nor a token", async () => {
    const world = await keyedWorld();
    await world.does(setting({ resolution: "720p" }));
    await world.pending.keep(anOwner(), {
      eventId: "e1",
      draft: aDraft({ prompt: "one that waits" }),
      reply: aDiscordReply({ token: "secret-token-1" }),
      workspace: null,
      roles: [],
      ageRestriction: "none",
    });
    await world.unconfirmed.keep(anOwner(), aJobId(7), {
      each: [aRequest({ prompt: "one that is asked about" })],
      isSilent: false,
      isPrivate: false,
      pay: "mine",
    });
    await world.has(aClosedJob({ id: aJobId(1), reply: aDiscordReply({ token: "secret-token-2" }) }));
    const running = { id: aJobId(2), state: aRunning(), acceptedAt: TEST_START + 1, notify: ["U-somebody-else"] };
    await world.has(aJob({ ...running, request: aRequest({ prompt: "one under way" }) }));
    await world.has(aClosedJob({ id: aJobId(3), owner: anOwner("9"), request: aRequest({ prompt: "not theirs" }) }));

    const answer = await world.does(exportData);
    expect(messageOf(answer).title).toBe("Preparing your file…");
    const file = await fileOf(answer);
    expect(file).toMatchObject({ name: "reelay-data.json", type: "application/json" });
    const { text, data, words } = await read(file);
    expect(data).toMatchObject({
      madeAt: "2026-11-21T00:00:00.000Z",
      you: { on: "Discord", userId: anOwner().userId },
      apiKey: { isStored: true, endsIn: TEST_KEY.slice(-4) },
      settings: { resolution: "720p" },
      requestThatWaitsForYourKey: { prompt: "one that waits" },
      requestsThatWaitForYourWord: [{ prompt: "one that is asked about" }],
      videos: [
        { id: aJobId(2), prompt: "one under way", state: "Running", endedAt: null, othersWhoAreTold: 1 },
        {
          id: aJobId(1),
          state: "Ready",
          askedAt: "2026-11-21T00:00:00.000Z",
          priceInCredits: 95,
          link: "https://cdn.example.com/video.mp4",
          idAtTheVideoService: "task-1",
        },
      ],
      costs: [{ chargedCredits: 95 }, { video: aJobId(1), chargedCredits: 95 }],
      leftOutBecauseTheFileWouldBeTooLarge: { olderVideos: 0, olderCosts: 0 },
    });
    for (const secret of [TEST_KEY, "secret-token", "fake.", "not theirs", "U-somebody-else"]) {
      expect(text).not.toContain(secret);
    }
    expect(words).toContain("Only you can see it here");
  });

  test("names the videos that the bot keeps, with their own links", async () => {
    const world = commandWorld({ keptFilms: fakeKeptFilms({ now: () => TEST_START }) });
    await world.has(aClosedJob({ film: aKeptFilm({ name: "f", bytes: 1_234, until: TEST_START + 86_400_000 }) }));
    const { data } = await read(await fileOf(await world.does(exportData)));
    const until = "2026-11-22T00:00:00.000Z";
    expect(data.videos[0]).toMatchObject({
      link: "https://reelay.test/films/f",
      linkExpiresAt: until,
      filmThatReelayKeeps: { bytes: 1_234, until },
    });
  });

  test("that would be too large has the newest, says how much is missing, and keeps to the limit", async () => {
    const world = commandWorld();
    const request = aRequest({ prompt: "🦊".repeat(200) });
    for (let n = 0; n < 40; n += 1) await world.has(aClosedJob({ id: aJobId(n), acceptedAt: TEST_START + n, request }));
    const file = await fileOf(await world.does(exportData));
    for (const maxBytes of [6_000, 15_000, 40_000]) {
      const { text, data, words } = await read(file, maxBytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      const { videos, costs, leftOutBecauseTheFileWouldBeTooLarge: left } = data;
      expect(videos.length).toBeGreaterThan(0);
      expect(videos.map(({ id }) => id)).toEqual(Array.from(videos, (_, n) => aJobId(39 - n)));
      expect(left).toEqual({ olderVideos: 40 - videos.length, olderCosts: 40 - costs.length });
      expect(words).toContain(`its ${80 - videos.length - costs.length} oldest entries are left out`);
    }
  });

  test("of somebody on Slack goes into the direct message, without the way that the card came", async () => {
    const world = commandWorld();
    const owner = aSlackOwner();
    await world.has(aClosedJob({ owner, reply: aSlackReply({ responseUrl: "https://hooks.slack.com/secret" }) }));
    const { text, data, words } = await read(await fileOf(await world.does(exportData, { owner })));
    expect(data.you).toMatchObject({ on: "Slack", workspaceOrOrganisation: "T0000000001" });
    expect(data.videos[0]).toMatchObject({ place: { channel: "C0000000003", message: "1795219200.000100" } });
    expect(text).not.toContain("hooks.slack.com");
    expect(words).toContain("direct message with Reelay");
  });

  test("is replaced by a short explanation where the chat takes no file", async () => {
    const world = await keyedWorld({}, aClosedJob());
    const { message } = await world.ends(exportData);
    expect(wordsOf(message)).toContain(
      "your API key; the records of 1 past video, including prompts and links; and what 1 video cost",
    );
  });

  test("whose store cannot be read is not made", async () => {
    const { data } = commandWorld().deps;
    const world = commandWorld({ data: { ...data, tally: () => Promise.reject(new Error("away")) } });
    const { message, file } = await world.ends(exportData);
    expect(wordsOf(message)).toContain("Reelay could not prepare this for you. Nothing was charged.");
    expect(file).toBeUndefined();
  });

  test("is given to somebody who may not make videos any more, and so is the rest", async () => {
    const world = commandWorld(blocked);
    await world.withKey();
    expect((await world.does(exportData)).kind).toBe("working");
    const asked = await world.does(deleteData);
    expect(labelsIn(asked)).toEqual(["Delete my data", "Cancel"]);
    expect((await world.does(pressOf(asked))).kind).toBe("replace_message");
    expect(await world.reads({ kind: "unknown_word", of: "data" })).toContain("/video-data export");
  });
});

describe("a person who wants to be forgotten", () => {
  async function asked() {
    const world = await keyedWorld({}, aClosedJob({ id: aJobId(1) }));
    await world.has(aJob({ id: aJobId(2), state: aRunning() }));
    return { world, question: await world.does(deleteData) };
  }

  test("reads exactly what goes, and what becomes of a video under way, before anything does", async () => {
    const { world, question } = await asked();
    const words = privateWords(question);
    expect(words).toContain(
      "This will be permanently deleted: your API key; the records of 1 past video, including prompts and links; and what 2 videos cost.",
    );
    expect(words).toContain(
      "1 video is still in progress and cannot be stopped: you'll be told the result, then it is deleted too.",
    );
    expect(labelsIn(question)).toEqual(["Delete my data", "Cancel"]);
    expect(await world.vault.get(anOwner())).not.toBeNull();
  });

  test("is forgotten when they press Delete my data, also what has ended since, and then a press finds nothing", async () => {
    const { world, question } = await asked();
    for (const _ of ["with a video under way", "when it has ended"]) {
      const done = await world.does(pressOf(question));
      expect(done).toMatchObject({ kind: "replace_message", message: { title: "Your data is deleted" } });
      await world.has(aClosedJob({ id: aJobId(2) }));
    }
    expect(await world.vault.get(anOwner())).toBeNull();
    const again = await world.does(pressOf(question));
    expect(again).toMatchObject({ kind: "replace_message", message: { title: "No data stored" } });
    expect(await world.reads(deleteData)).toContain("so there is nothing to delete.");
  });

  test("keeps everything when they press Cancel", async () => {
    const { world } = await asked();
    const answer = await world.does(press("keep_data"));
    expect(answer).toMatchObject({ kind: "replace_message", message: { title: "Nothing was deleted." } });
    expect(await world.vault.get(anOwner())).not.toBeNull();
  });

  test("is not forgotten by somebody else's press, who is not forgotten by it either", async () => {
    const { world, question } = await asked();
    const other = anOwner("200000000000000009");
    await world.withKey(other);
    expect(await world.reads(pressOf(question), { owner: other })).toContain("Nothing was deleted.");
    expect(await world.vault.get(anOwner())).not.toBeNull();
    expect(await world.vault.get(other)).not.toBeNull();
  });

  test("is asked anew where the question is older than a quarter of an hour", async () => {
    const { world, question } = await asked();
    await world.clock.advance(15 * 60_000 + 1_000);
    const late = await world.does(pressOf(question));
    expect(late).toMatchObject({ kind: "replace_message", message: { title: "Expired" } });
    expect(await world.vault.get(anOwner())).not.toBeNull();
  });

  test("says that the deletion goes on, not that it is done, where the store is slow", async () => {
    const { data } = commandWorld().deps;
    const tally = {
      open: 0,
      waiting: 0,
      ending: 0,
      ended: 1,
      films: 0,
      costs: 1,
      hasKey: false,
      hasSettings: false,
      isWelcomed: false,
      unstarted: 0,
    };
    const world = commandWorld({ data: { ...data, tally: async () => tally, forget: () => never() } });
    const answer = world.does(pressOf(await world.does(deleteData)));
    await world.clock.advance(1_500);
    expect(await answer).toMatchObject({ message: { title: "Your data is being deleted" } });
  });
});
