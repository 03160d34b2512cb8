import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Act, OwnFile } from "../../../src/core/command.ts";
import type { Tally } from "../../../src/core/personal-data.ts";
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

const exportData: Act = { kind: "export_data" };
const deleteData: Act = { kind: "delete_data" };
const shape = z.looseObject({
  videos: z.array(z.looseObject({ id: z.string(), prompt: z.string() })),
  costs: z.array(z.looseObject({ video: z.string() })),
  leftOutBecauseTheFileWouldBeTooLarge: z.object({ olderVideos: z.number(), olderCosts: z.number() }),
});

async function fileOf(world: ReturnType<typeof commandWorld>, command = {}): Promise<OwnFile> {
  const { file } = await world.ends(exportData, command);
  if (!file) throw new Error("no file");
  return file;
}

async function read(file: OwnFile, maxBytes = 1e6) {
  const { content, message } = await file.within(maxBytes);
  const text = Buffer.from(content).toString();
  return { text, data: shape.parse(JSON.parse(text)), words: wordsOf(message) };
}

const past = "your API key; the records of 1 past video, including prompts and links; and what";

describe("a person's data export", () => {
  test("contains all stored data of the person, without the API key and without tokens", async () => {
    const world = await keyedWorld();
    await world.does(setting({ resolution: "720p" }));
    const place = { workspace: null, roles: [], ageRestriction: "none" } as const;
    const reply = aDiscordReply({ token: "secret-token-1" });
    const draft = aDraft({ prompt: "one that waits" });
    await world.pending.keep(anOwner(), { eventId: "e1", draft, price: 95, reply, ...place });
    const each = [aRequest({ prompt: "one that is asked about" })] as const;
    await world.unconfirmed.keep(anOwner(), aJobId(7), { each, isSilent: false, isPrivate: false, pay: "mine" });
    await world.has(aClosedJob({ id: aJobId(1), reply: aDiscordReply({ token: "secret-token-2" }) }));
    const running = { id: aJobId(2), state: aRunning(), acceptedAt: TEST_START + 1, notify: ["U-somebody-else"] };
    await world.has(aJob({ ...running, request: aRequest({ prompt: "one under way" }) }));
    await world.has(aClosedJob({ id: aJobId(3), owner: anOwner("9"), request: aRequest({ prompt: "not theirs" }) }));

    const answer = await world.does(exportData);
    expect(messageOf(answer).title).toBe("Preparing your file…");
    const { file } = await finished(answer);
    expect(file).toMatchObject({ name: "reelay-data.json", type: "application/json" });
    const { text, data, words } = await read(file as OwnFile);
    expect(data).toMatchObject({
      madeAt: "2026-11-21T00:00:00.000Z",
      you: { on: "Discord", userId: anOwner().userId },
      apiKey: { isStored: true, endsIn: TEST_KEY.slice(-4) },
      settings: { resolution: "720p" },
      requestThatWaitsForYourKey: { prompt: "one that waits" },
      requestsThatWaitForYourWord: [{ prompt: "one that is asked about" }],
      videos: [
        { id: aJobId(2), prompt: "one under way", state: "Running", endedAt: null, othersToNotify: 1 },
        {
          id: aJobId(1),
          state: "Ready",
          askedAt: "2026-11-21T00:00:00.000Z",
          priceInCredits: 95,
          payer: "your own key",
          wasPaid: true,
          link: "https://cdn.example.com/video.mp4",
          idAtTheVideoService: "task-1",
        },
      ],
      costs: [{ chargedCredits: 95 }, { video: aJobId(1), chargedCredits: 95 }],
      leftOutBecauseTheFileWouldBeTooLarge: { olderVideos: 0, olderCosts: 0 },
    });
    for (const secret of [TEST_KEY, "secret-token", "v1.test.", "not theirs", "U-somebody-else"])
      expect(text).not.toContain(secret);
    expect(words).toContain("Only you can see it here");
  });

  test("lists each saved video with the link to the bot's copy", async () => {
    const world = commandWorld({ keptFilms: fakeKeptFilms({ now: () => TEST_START }) });
    await world.has(aClosedJob({ film: aKeptFilm({ name: "f", bytes: 1_234, until: TEST_START + 86_400_000 }) }));
    const { data } = await read(await fileOf(world));
    const until = "2026-11-22T00:00:00.000Z";
    const kept = { linkExpiresAt: until, filmThatReelayKeeps: { bytes: 1_234, until } };
    expect(data.videos[0]).toMatchObject({ link: "https://reelay.test/films/f", ...kept });
  });

  test("that would exceed the size limit contains the newest entries and the number of omitted entries", async () => {
    const world = commandWorld();
    const request = aRequest({ prompt: "🦊".repeat(200) });
    for (let n = 0; n < 40; n += 1) await world.has(aClosedJob({ id: aJobId(n), acceptedAt: TEST_START + n, request }));
    const file = await fileOf(world);
    for (const maxBytes of [6_000, 40_000]) {
      const { text, data, words } = await read(file, maxBytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      const { videos, costs, leftOutBecauseTheFileWouldBeTooLarge: left } = data;
      expect(videos.length).toBeGreaterThan(0);
      expect(videos.map(({ id }) => id)).toEqual(Array.from(videos, (_, n) => aJobId(39 - n)));
      expect(left).toEqual({ olderVideos: 40 - videos.length, olderCosts: 40 - costs.length });
      expect(words).toContain(`its ${80 - videos.length - costs.length} oldest entries are left out`);
    }
  });

  test("in Slack is sent as a direct message, without the response URLs of cards", async () => {
    const world = commandWorld();
    const owner = aSlackOwner();
    await world.has(aClosedJob({ owner, reply: aSlackReply({ responseUrl: "https://hooks.slack.com/secret" }) }));
    const { text, data, words } = await read(await fileOf(world, { owner }));
    expect(data.you).toMatchObject({ on: "Slack", workspaceOrOrganisation: "T0000000001" });
    expect(data.videos[0]).toMatchObject({ place: { channel: "C0000000003", message: "1795219200.000100" } });
    expect(text).not.toContain("hooks.slack.com");
    expect(words).toContain("direct message with Reelay");
  });

  test("is replaced by a summary in text if the chat accepts no file", async () => {
    const { message } = await (await keyedWorld({}, aClosedJob())).ends(exportData);
    expect(wordsOf(message)).toContain(`${past} 1 video cost`);
  });

  test("is replaced by an error message if a store cannot be read", async () => {
    const { data } = commandWorld().deps;
    const world = commandWorld({ data: { ...data, tally: () => Promise.reject(new Error("away")) } });
    const { message, file } = await world.ends(exportData);
    expect(wordsOf(message)).toContain("Reelay could not prepare this for you. Nothing was charged.");
    expect(file).toBeUndefined();
  });

  test("is available to a blocked person, who can also delete the data", async () => {
    const world = await keyedWorld(blocked);
    expect((await world.does(exportData)).kind).toBe("working");
    expect((await world.does(pressOf(await world.does(deleteData)))).kind).toBe("replace_message");
    expect(await world.reads({ kind: "unknown_word", of: "data" })).toContain("/video-data export");
  });
});

describe("a person who wants to delete their data", () => {
  async function asked() {
    const running = aJob({ id: aJobId(2), state: aRunning() });
    const world = await keyedWorld({}, aClosedJob({ id: aJobId(1) }), running);
    const hasKey = () => world.vault.has(anOwner());
    return { ...world, hasKey, question: await world.does(deleteData) };
  }

  test("first sees what will be deleted and what happens to a video in progress", async () => {
    const { question, hasKey } = await asked();
    const words = privateWords(question);
    expect(words).toContain(`This will be permanently deleted: ${past} 2 videos cost.`);
    expect(words).toContain(
      "1 video is still in progress and cannot be stopped: you'll get the result, then it is deleted too.",
    );
    expect(labelsIn(question)).toEqual(["Delete my data", "Cancel"]);
    expect(await hasKey()).toBe(true);
  });

  test("can press “Delete my data” again to delete a video that ended after the first press", async () => {
    const { question, hasKey, does, has, reads } = await asked();
    for (const endsAfter of [aClosedJob({ id: aJobId(2) }), null]) {
      const done = await does(pressOf(question));
      expect(done).toMatchObject({ kind: "replace_message", message: { title: "Your data is deleted" } });
      if (endsAfter) await has(endsAfter);
    }
    expect(await hasKey()).toBe(false);
    const again = await does(pressOf(question));
    expect(again).toMatchObject({ kind: "replace_message", message: { title: "No data stored" } });
    expect(await reads(deleteData)).toContain("so there is nothing to delete.");
  });

  test("is informed if past spending still counts toward a team's caps after the deletion", async () => {
    const { question, does } = await asked();
    const stillCounts = "Until the day and the month end, it still counts toward your caps there.";
    expect(privateWords(question)).toContain(stillCounts);
    expect(JSON.stringify(await does(pressOf(question)))).toContain(stillCounts);
    const other = await keyedWorld();
    const free = await other.does(deleteData);
    expect(privateWords(free)).not.toContain("cap");
    expect(JSON.stringify(await other.does(pressOf(free)))).not.toContain("monthly cap");
  });

  test.for([
    ["after pressing “Cancel”", press("keep"), 0, "Nothing was deleted."],
    ["after confirming a question that is older than 15 minutes", null, 15 * 60_000 + 1_000, "Expired"],
  ] as const)("keeps all data %s", async ([, act, laterMs, title]) => {
    const { question, hasKey, does, clock } = await asked();
    await clock.advance(laterMs);
    const answer = await does(act ?? pressOf(question));
    expect(answer).toMatchObject({ kind: "replace_message", message: { title } });
    expect(await hasKey()).toBe(true);
  });

  test("keeps all data if another person presses “Delete my data”", async () => {
    const { question, hasKey, reads, vault, withKey } = await asked();
    const owner = anOwner("200000000000000009");
    await withKey(owner);
    expect(await reads(pressOf(question), { owner })).toContain("Nothing was deleted.");
    expect([await hasKey(), await vault.has(owner)]).toEqual([true, true]);
  });

  test("is informed that the deletion is still in progress if the store is slow", async () => {
    const { data } = commandWorld().deps;
    const none = { open: 0, waiting: 0, ending: 0, films: 0, unstarted: 0, hasKey: false, hasSettings: false };
    const tally: Tally = { ...none, ended: 1, costs: 1, isWelcomed: false };
    const world = commandWorld({ data: { ...data, tally: async () => tally, forget: () => never() } });
    const answer = world.does(pressOf(await world.does(deleteData)));
    await world.clock.advance(1_500);
    expect(await answer).toMatchObject({ message: { title: "Your data is being deleted" } });
  });
});
