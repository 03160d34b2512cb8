import { describe, expect, test } from "vitest";
import { askStore, STORE_PATIENCE_MS, StoreUnavailable } from "../../../src/commands/visit.ts";
import { sleep } from "../../../src/core/clock.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, aRunning, TEST_KEY } from "../../fakes/jobs.ts";
import { memoryVault } from "../../fakes/vault.ts";
import { wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  never,
  privateWords,
} from "../command-world.ts";

describe("a new video", () => {
  test("is saved under the id of its event with the sealed key, and its answer is its first card", async () => {
    const world = await keyedWorld();
    const answer = await world.does(makeVideo({ resolution: "720p", duration: "15s" }), { eventId: "e1" });

    expect(cardJob(answer)).toBe(jobIdFrom("discord", "e1"));
    expect(messageOf(answer)).toMatchObject({ title: "Starting…", quote: "a paper boat in the rain" });
    expect(wordsOf(messageOf(answer))).toContain("16:9 · 15 seconds · 720p\nPrice: 308 credits");
    expect(world.orders).toMatchObject([
      { owner: anOwner(), workspace: "300000000000000003", request: aRequest({ resolution: "720p", duration: 15 }) },
    ]);
    expect(world.vault.open(anOwner(), world.orders[0]?.sealedKey ?? "")?.reveal()).toBe(TEST_KEY);
  });

  test("asks the video service nothing before it is answered", async () => {
    const world = await keyedWorld();
    await world.does(makeVideo());
    expect(world.client.calls).toEqual([]);
  });

  test("whose event comes twice is one job, and the second is not answered", async () => {
    const world = await keyedWorld();
    await world.does(makeVideo(), { eventId: "e1" });
    expect(await world.does(makeVideo(), { eventId: "e1" })).toEqual({ kind: "nothing" });
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test("the same event id on the other platform is another job", () => {
    expect(jobIdFrom("discord", "e1")).not.toBe(jobIdFrom("slack", "e1"));
  });
});

describe("a draft that cannot become a video", () => {
  const tooLong = { prompt: "a".repeat(3_001) };

  test.for([
    [tooLong, "The prompt has 3,001 characters"],
    [{ prompt: "  " }, "Say in a few words"],
    [{ ratio: "4:3" }, "Choose 16:9 or 9:16."],
    [{ image_url: "http://example.com/a.png" }, "must begin with https://"],
    [{ flagProblems: [{ kind: "unknown_flag", flag: "--size" }] }, "--size is not a known flag"],
  ] as const)("is refused privately: %j", async ([draft, sentence]) => {
    const world = await keyedWorld();
    const words = await world.reads(makeVideo(draft));
    expect(words).toContain(sentence);
    expect(words).toContain("Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("keeps its form open with the problem at the field", async () => {
    const world = commandWorld();
    const answer = await world.does(makeVideo(tooLong, "form"));
    expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
    expect(wordsOf(messageOf(answer))).toContain("3,001 characters");
  });
});

describe("a video without a key", () => {
  test("is stored with its event and place, and offers Add my key", async () => {
    const world = commandWorld();
    const answer = await world.does(makeVideo(), { eventId: "e1" });
    expect(privateWords(answer)).toContain("continues by itself");
    expect(labelsIn(answer)).toEqual(["Add my key"]);
    expect([...world.pending.requests.values()]).toMatchObject([
      { eventId: "e1", draft: aDraft(), workspace: "300000000000000003" },
    ]);
    expect(world.orders).toEqual([]);
  });

  test("that cannot be stored is not reported as stored", async () => {
    const keep = () => Promise.reject(new Error("disk full"));
    const world = commandWorld({ pending: { keep, take: never, find: never } });
    expect(await world.reads(makeVideo())).toContain("Reelay cannot save this now. Nothing was charged.");
  });
});

describe("bounds", () => {
  test("a person with three videos on the way waits for a place, five times at most", async () => {
    const world = await keyedWorld();
    for (const n of [1, 2, 3]) await world.has(aJob({ id: aJobId(n), state: aRunning() }));
    await world.has(aClosedJob({ id: aJobId(4) }));
    for (let n = 0; n < 5; n += 1) expect(wordsOf(messageOf(await world.does(makeVideo())))).toContain("its turn");
    expect(await world.reads(makeVideo())).toContain("You can have 5 videos waiting at once.");
    const jobs = await world.jobs.openJobsOf(anOwner());
    expect(jobs.filter(({ state }) => state.status === "waiting")).toHaveLength(5);
    expect(jobs.filter(({ state }) => state.status === "accepted")).toEqual([]);
  });

  test("ten commands at the same moment start three videos, and five wait", async () => {
    const world = await keyedWorld();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.does(makeVideo())));
    expect(answers.filter(({ kind }) => kind === "card")).toHaveLength(8);
    const jobs = await world.jobs.openJobsOf(anOwner());
    expect(jobs.filter(({ state }) => state.status === "accepted")).toHaveLength(3);
  });

  test("in a full workspace everybody's video waits, in another one it starts", async () => {
    const world = await keyedWorld({ rules: { maxJobsPerWorkspace: 1 } }, aJob({ owner: anOwner("999") }));
    await world.has(aJob({ id: aJobId(2), owner: anOwner("999"), workspace: null }));
    for (const place of [{}, { workspace: "another" }, { workspace: null }]) await world.does(makeVideo(), place);
    const jobs = await world.jobs.openJobsOf(anOwner());
    const waiting = jobs.filter(({ state }) => state.status === "waiting");
    expect([jobs.length, waiting.map(({ workspace }) => workspace)]).toEqual([3, [aJob().workspace]]);
  });

  test("the twenty-first command within a minute is refused, a minute later it is taken", async () => {
    const world = commandWorld();
    for (let n = 0; n < 20; n += 1) await world.does({ kind: "help" });
    expect(await world.reads(makeVideo())).toContain("up to 20 commands a minute");
    expect((await world.does({ kind: "help" }, { owner: anOwner("another") })).kind).toBe("private");
    await world.clock.advance(60_000);
    expect(await world.reads(makeVideo())).toContain("Add your API key");
  });

  test("a form sent too often stays open with what was typed", async () => {
    const world = commandWorld({ rules: { commandsPerMinute: 0 } });
    expect(await world.does(makeVideo({}, "form"))).toMatchObject({ kind: "form_error", field: "prompt" });
    const giveKey = { kind: "give_key", key: new Secret(TEST_KEY) } as const;
    expect(await world.does(giveKey)).toMatchObject({ kind: "form_error", field: "key" });
  });
});

describe("a store that does not do its work", () => {
  const cannotSave = "Reelay cannot save this now. Nothing was charged.";

  test("that never answers is reported within 1.5 s, and the video never starts", async () => {
    let comesBack = () => {};
    const back = new Promise<null>((resolve) => {
      comesBack = () => resolve(null);
    });
    const world = commandWorld({ vault: { ...memoryVault(), get: () => back } });
    const answering = world.does(makeVideo());
    await world.clock.advance(1_500);
    expect(privateWords(await answering)).toContain(cannotSave);
    comesBack();
    await world.clock.advance(60_000);
    expect(world.orders).toEqual([]);
  });

  test("that is slow several times in one command is waited for once", async () => {
    const { clock, log } = commandWorld();
    const ask = askStore({ clock, log });
    const slow = () => sleep(clock, STORE_PATIENCE_MS * 0.6);
    const first = ask(slow);
    await clock.advance(STORE_PATIENCE_MS * 0.6);
    await first;
    const second = expect(ask(slow)).rejects.toThrow(StoreUnavailable);
    await clock.advance(STORE_PATIENCE_MS * 0.4);
    await second;
  });

  test("that takes long to save one command does not hold up the next", async () => {
    let comesBack = () => {};
    const back = new Promise<void>((resolve) => {
      comesBack = resolve;
    });
    const saved: string[] = [];
    const world = commandWorld({
      async accept(order) {
        saved.push(order.id);
        if (saved.length === 1) await back;
        return ok(aJob({ id: order.id }));
      },
    });
    await world.withKey();
    const slow = world.does(makeVideo());
    expect((await world.does(makeVideo())).kind).toBe("card");
    comesBack();
    expect((await slow).kind).toBe("card");
  });

  test("that cannot store the job is reported", async () => {
    const world = await keyedWorld({ accept: async () => refuse({ kind: "cannot_save" }) });
    expect(await world.reads(makeVideo())).toContain(cannotSave);
  });

  test("a vault that fails is reported", async () => {
    const vault = { ...memoryVault(), get: () => Promise.reject(new Error("locked")) };
    expect(privateWords(await commandWorld({ vault }).does(makeVideo()))).toContain(cannotSave);
  });

  test("a mistake of our own is logged and never thrown at a platform", async () => {
    const broken = () => {
      throw new Error("a bug");
    };
    const world = commandWorld({ judgeAddress: broken });
    const words = await world.reads(makeVideo({ image_url: "https://example.com/a.png" }));
    expect(words).toContain("Something went wrong in Reelay");
    expect(words).not.toContain("a bug");
    expect(world.log.lines).toMatchObject([{ level: "error", event: "command failed", fields: { reason: "a bug" } }]);
  });
});
