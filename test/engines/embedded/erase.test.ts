import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "../../../src/core/engine.ts";
import { openEmbedded } from "../../../src/engines/embedded.ts";
import { connect } from "../../../src/engines/sqlite-connection.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, TEST_START } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";
import { inFolder } from "./in-folder.ts";

async function inEngine(
  claim: (
    engine: Engine,
    world: { dir: string; saying(...words: readonly string[]): Promise<readonly string[]> },
  ) => Promise<void>,
) {
  await inFolder(async (dir) => {
    const engine = await openEmbedded(dir, toldClock(), keptLog());
    if (!engine.ok) throw new Error(engine.refusal.kind);
    /** Which of the words stand in any of the folder's files. */
    const saying = async (...words: readonly string[]) => {
      const names = (await readdir(dir)).filter((name) => name !== "reelay.spare");
      const files = await Promise.all(names.map((name) => readFile(join(dir, name))));
      return words.filter((word) => files.some((bytes) => bytes.includes(word)));
    };
    await claim(engine.value, { dir, saying });
    await engine.value.close();
  });
}

/** A word of its own at the beginning, in the middle and at the end of a prompt that takes more than one page. */
function longPrompt(): { readonly prompt: string; readonly words: readonly string[] } {
  const words = Array.from({ length: 3 }, () => randomBytes(12).toString("hex"));
  const [first = "", middle = "", last = ""] = words;
  return { prompt: `${first} ${"rain ".repeat(300)}${middle} ${"boat ".repeat(280)}${last}`, words };
}

const never = { jobs: 0, ids: 0, ledger: 0 };

test("after ended videos are forgotten no word of theirs is in any file, and what is open is whole", () =>
  inEngine(async ({ jobs, erase }, { saying }) => {
    const [ended, open] = [Array.from({ length: 60 }, longPrompt), longPrompt()];
    for (const [n, { prompt }] of ended.entries()) {
      const request = aRequest({ prompt });
      // As it is lived: saved while it runs, and again when it has ended.
      await jobs.insert(aJob({ id: aJobId(n), request }));
      await jobs.save(aClosedJob({ id: aJobId(n), request }), 1);
    }
    await jobs.insert(aJob({ id: aJobId(100), request: aRequest({ prompt: open.prompt }) }));
    const words = ended.flatMap((one) => one.words);
    expect(await saying(...words)).toEqual(words);

    expect(await jobs.forget({ ...never, jobs: TEST_START + 1e9 })).toBe(60);
    expect(await erase()).toBe(true);
    expect(await saying(...words)).toEqual([]);
    expect(await saying(...open.words)).toEqual(open.words);
    expect((await jobs.load(aJobId(100)))?.job.request.prompt).toBe(open.prompt);
  }));

test("after a person is forgotten no word of theirs is in any file", () =>
  inEngine(async ({ jobs, personal, erase }, { saying }) => {
    const { prompt, words } = longPrompt();
    await jobs.insert(aClosedJob({ request: aRequest({ prompt }) }));
    await personal.forget(anOwner(), TEST_START);
    expect(await saying(...words)).toEqual(words);
    await erase();
    expect(await saying(...words)).toEqual([]);
  }));

test("a sealed key that was removed, or put in another's place, is in no file", () =>
  inEngine(async ({ keyv, erase }, { saying }) => {
    const keys = keyv("keys");
    const sealed = Array.from({ length: 3 }, () => randomBytes(60).toString("base64url"));
    await keys.set("discord:1", sealed[0]);
    await keys.set("discord:2", sealed[1]);
    await keys.set("discord:2", sealed[2]);
    await keys.delete("discord:1");
    await erase();
    expect(await saying(...sealed)).toEqual(sealed.slice(2));
  }));

test("what was kept for an hour is in no file after that, though nobody keeps anything new", () =>
  inEngine(async ({ keyv, erase }, { saying }) => {
    const kept = keyv("kept");
    await kept.set("discord:1:a", "a brief word", 1);
    await kept.set("discord:1:b", "a word that stays", 3_600_000);
    await expect.poll(() => kept.get("discord:1:a")).toBeUndefined();
    expect(await saying("a brief word")).toEqual(["a brief word"]);
    await erase();
    expect(await saying("a brief word", "a word that stays")).toEqual(["a word that stays"]);
  }));

test("while another reads the log it stays, nobody waits, and it goes the next time", () =>
  inEngine(async ({ keyv, erase }, { dir, saying }) => {
    await keyv("kept").set("a", "a brief word");
    const reader = await connect(join(dir, "reelay.db"));
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM rows").get();
    await keyv("kept").delete("a");
    const began = performance.now();
    expect(await erase()).toBe(false);
    expect(performance.now() - began).toBeLessThan(500);
    expect(await saying("a brief word")).toEqual(["a brief word"]);
    reader.exec("COMMIT");
    reader.close();
    expect(await erase()).toBe(true);
    expect(await saying("a brief word")).toEqual([]);
  }));
