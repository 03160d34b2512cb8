import { describe, expect, test } from "vitest";
import { askStore, STORE_PATIENCE_MS, StoreUnavailable } from "../../../src/commands/visit.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Act } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { deferred } from "../../fakes/deferred.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, aRunning, TEST_KEY } from "../../fakes/jobs.ts";
import { memoryVault } from "../../fakes/vault.ts";
import { wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  never,
  privateWords,
} from "../command-world.ts";

const help: Act = { kind: "help" };
const cannotSave = "Reelay cannot save this now. Nothing was charged.";

describe("a new video", () => {
  test("is saved under the id of its event with the sealed key, and its answer is its first card", async () => {
    const world = await keyedWorld();
    const answer = await world.does(makeVideo({ resolution: "720p", duration: "15s" }), { eventId: "e1" });
    expect(cardJob(answer)).toBe(jobIdFrom("discord", "e1"));
    expect(messageOf(answer)).toMatchObject({ title: "Starting…", quote: "a paper boat in the rain" });
    expect(wordsOf(messageOf(answer))).toContain("16:9 · 15 seconds · 720p\nPrice: 308 credits");
    const request = aRequest({ resolution: "720p", duration: 15 });
    expect(world.orders).toMatchObject([{ owner: anOwner(), workspace: "300000000000000003", request }]);
    expect(world.vault.open(anOwner(), world.orders[0]?.sealedKey ?? "")?.reveal()).toBe(TEST_KEY);
    // The video service is asked nothing before that.
    expect(world.client.calls).toEqual([]);
  });

  test("whose event comes twice is one job, and the second is not answered", async () => {
    const world = await keyedWorld();
    await world.does(makeVideo(), { eventId: "e1" });
    expect(await world.does(makeVideo(), { eventId: "e1" })).toEqual({ kind: "nothing" });
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
    expect(jobIdFrom("discord", "e1")).not.toBe(jobIdFrom("slack", "e1"));
  });

  test.for([
    [{ prompt: "a".repeat(3_001) }, "The prompt has 3,001 characters"],
    [{ flagProblems: [{ kind: "unknown_flag", flag: "--size" }] }, "--size is not a known flag"],
  ] as const)("that cannot be made is refused privately, or keeps its form open: %j", async ([draft, sentence]) => {
    const world = await keyedWorld();
    const words = await world.reads(makeVideo(draft));
    expect(words).toContain(sentence);
    expect(words).toContain("Nothing was charged.");
    const inForm = await world.does(makeVideo(draft, "form"));
    expect(inForm).toMatchObject({ kind: "form_error", field: "prompt" });
    expect(wordsOf(messageOf(inForm))).toContain(sentence);
    expect(world.orders).toEqual([]);
  });

  test("without a key is stored with its event and place, and offers Add my key", async () => {
    const world = commandWorld();
    const answer = await world.does(makeVideo(), { eventId: "e1" });
    expect(privateWords(answer)).toContain("continues by itself");
    expect(labelsIn(answer)).toEqual(["Add my key"]);
    const pending = { eventId: "e1", draft: aDraft(), workspace: "300000000000000003" };
    expect(await world.pending.find(anOwner())).toMatchObject(pending);
    expect(world.orders).toEqual([]);
  });

  test("without a key that cannot be stored is not reported as stored", async () => {
    const keep = () => Promise.reject(new Error("disk full"));
    expect(await commandWorld({ pending: { keep, take: never, find: never } }).reads(makeVideo())).toContain(
      cannotSave,
    );
  });
});

describe("bounds", () => {
  test("a person with three videos on the way waits for a place, five times at most", async () => {
    const running = [1, 2, 3].map((n) => aJob({ id: aJobId(n), state: aRunning() }));
    const world = await keyedWorld({}, ...running, aClosedJob({ id: aJobId(4) }));
    for (let n = 0; n < 5; n += 1) expect(wordsOf(messageOf(await world.does(makeVideo())))).toContain("its turn");
    expect(await world.reads(makeVideo())).toContain("You can have 5 videos waiting at once.");
    const states = (await world.jobs.openJobsOf(anOwner())).map(({ state }) => state.status);
    expect(states.filter((status) => status !== "running")).toEqual(Array(5).fill("waiting"));
  });

  test("ten commands at the same moment start three videos, and five wait", async () => {
    const world = await keyedWorld();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.does(makeVideo())));
    expect(answers.filter(({ kind }) => kind === "card")).toHaveLength(8);
    const jobs = await world.jobs.openJobsOf(anOwner());
    expect(jobs.filter(({ state }) => state.status === "accepted")).toHaveLength(3);
  });

  test("in a full workspace everybody's video waits, in another one it starts", async () => {
    const others = [{}, { id: aJobId(2), workspace: null }].map((job) => aJob({ owner: anOwner("999"), ...job }));
    const world = await keyedWorld({ rules: { maxJobsPerWorkspace: 1 } }, ...others);
    for (const place of [{}, { workspace: "another" }, { workspace: null }]) await world.does(makeVideo(), place);
    const jobs = await world.jobs.openJobsOf(anOwner());
    const waiting = jobs.filter(({ state }) => state.status === "waiting");
    expect([jobs.length, waiting.map(({ workspace }) => workspace)]).toEqual([3, [aJob().workspace]]);
  });

  test("the twenty-first command within a minute is refused, a minute later it is taken", async () => {
    const world = commandWorld();
    for (let n = 0; n < 20; n += 1) await world.does(help);
    expect(await world.reads(makeVideo())).toContain("up to 20 commands a minute");
    expect((await world.does(help, { owner: anOwner("another") })).kind).toBe("private");
    await world.clock.advance(60_000);
    expect(await world.reads(makeVideo())).toContain("Add your API key");
  });

  test.for([
    [makeVideo({}, "form"), "prompt"],
    [{ kind: "give_key", key }, "key"],
  ] as const)("a form sent too often stays open with what was typed: %#", async ([act, field]) => {
    expect(await commandWorld({ rules: { commandsPerMinute: 0 } }).does(act)).toMatchObject({
      kind: "form_error",
      field,
    });
  });
});

describe("a store that does not do its work", () => {
  test("and never answers is reported within 1.5 s, and the video never starts", async () => {
    const back = deferred<null>();
    const world = commandWorld({ vault: { ...memoryVault(), get: () => back.promise } });
    const answering = world.reads(makeVideo());
    await world.clock.advance(1_500);
    expect(await answering).toContain(cannotSave);
    back.resolve(null);
    await world.clock.advance(60_000);
    expect(world.orders).toEqual([]);
  });

  test("but is slow several times in one command is waited for once", async () => {
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

  test("and takes long to save one command does not hold up the next", async () => {
    const back = deferred();
    const saved: string[] = [];
    const world = await keyedWorld({
      async accept({ id }) {
        saved.push(id);
        if (saved.length === 1) await back.promise;
        return ok(aJob({ id }));
      },
    });
    const slow = world.does(makeVideo());
    expect((await world.does(makeVideo())).kind).toBe("card");
    back.resolve();
    expect((await slow).kind).toBe("card");
  });

  test.for([
    ["cannot store the job", { accept: async () => refuse({ kind: "cannot_save" } as const) }],
    ["fails to read the key", { vault: { ...memoryVault(), get: () => Promise.reject(new Error("locked")) } }],
  ] as const)("and %s is reported", async ([, changes]) => {
    expect(await (await keyedWorld(changes)).reads(makeVideo())).toContain(cannotSave);
  });

  test("by a mistake of our own is logged and never thrown at a platform", async () => {
    const judgeAddress = () => {
      throw new Error("a bug");
    };
    const world = commandWorld({ judgeAddress });
    const words = await world.reads(makeVideo({ image_url: "https://example.com/a.png" }));
    expect(words).toContain("Something went wrong in Reelay");
    expect(words).not.toContain("a bug");
    expect(world.log.lines).toMatchObject([{ level: "error", event: "command failed", fields: { reason: "a bug" } }]);
  });
});
