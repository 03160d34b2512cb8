import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { keyedWorld, labelsIn, makeVideo, messageOf, press, privateWords, setting } from "../command-world.ts";

const eventId = "event-of-the-flags";
const id = jobIdFrom("discord", eventId);
const [startIt, asTyped] = [press("start_kept", id), press("start_typed", id)];
const typed = makeVideo({ prompt: "a boat --ratio 9:16 --durations 15" });

async function asked(act: Act = typed) {
  const world = await keyedWorld();
  return { world, answer: await world.does(act, { eventId }) };
}

describe("text that looks like flags in a prompt:", () => {
  test("flags in a prompt are asked about with the request as meant and its price, and nothing starts", async () => {
    const { world, answer } = await asked();
    const words = privateWords(answer);
    expect(words).toContain("Did you mean this?");
    expect(words).toContain("--ratio 9:16 --durations 15, which look like options. Here they are applied");
    expect(words).toContain("It costs 143 credits. Nothing has been charged yet.");
    expect(words).toMatch(/9:16.*15 seconds.*480p/);
    expect(messageOf(answer).quote).toBe("a boat");
    expect(labelsIn(answer)).toEqual(["Start it", "Use my words as they are · 95 credits", "Cancel"]);
    expect(world.orders).toEqual([]);
  });

  test("a single one is an option, and its question gives no second price where it costs the same", async () => {
    const { answer } = await asked(makeVideo({ prompt: "a boat --ration 9:16" }));
    expect(privateWords(answer)).toContain("--ration 9:16, which looks like an option. Here it is applied");
    expect(labelsIn(answer)).toEqual(["Start it", "Use my words as they are", "Cancel"]);
  });

  test("stay in the prompt with Use my words as they are, which starts one video in all", async () => {
    const { world } = await asked();
    const cards = await Promise.all([world.does(asTyped), world.does(startIt), world.does(asTyped)]);
    expect(cards.filter(({ kind }) => kind === "card")).toHaveLength(1);
    const request = { prompt: "a boat --ratio 9:16 --durations 15", aspectRatio: "16:9", duration: 10 };
    expect(await world.jobs.jobsOf(anOwner(), 10)).toMatchObject([{ request, price: 95 }]);
  });

  test("are all that can be sent as typed: without any, a forged press of that button starts nothing", async () => {
    const { world } = await asked(setting({ confirm_above: "1" }));
    const plain = await world.does(makeVideo({ prompt: "a boat" }), { eventId });
    expect(labelsIn(plain)).toEqual(["Start it", "Cancel"]);
    expect(messageOf(await world.does(asTyped)).title).toBe("Expired");
    expect(world.orders).toEqual([]);
  });

  test("start as meant with Start it, once, and are asked about once, also where the price is asked about", async () => {
    const { world } = await asked(setting({ confirm_above: "1" }));
    expect(await world.reads(typed, { eventId })).toContain("Did you mean this?");
    const cards = await Promise.all([world.does(startIt), world.does(startIt)]);
    expect(cards.map(({ kind }) => kind).toSorted()).toEqual(["card", "replace_message"]);
    const request = { prompt: "a boat", aspectRatio: "9:16", duration: 15 };
    expect(await world.jobs.jobsOf(anOwner(), 10)).toMatchObject([{ request }]);
  });

  test.for(["a boat --ratio 4:3", "--ratio 9:16"])("that make no video are refused: %s", async (prompt) => {
    const { world, answer } = await asked(makeVideo({ prompt }));
    expect(privateWords(answer)).toContain("Nothing was charged.");
    expect([labelsIn(answer), world.orders]).toEqual([[], []]);
  });

  test("of a form are asked about, too, and so is an edited prompt, bound to its card", async () => {
    const { world, answer } = await asked(makeVideo({ prompt: "a boat --ratio 9:16", ratio: "16:9" }, "form"));
    expect(privateWords(answer)).toContain("Did you mean this?");
    await world.has(aClosedJob());
    const draft = aDraft({ prompt: "a boat --duration 15" });
    const edits = { jobId: aJobId(), nth: 0 };
    const edited = await world.does({ kind: "make_video", draft, from: "form", edits });
    expect(messageOf(edited).buttons[0]?.id).toBe(`start_kept:${jobIdFrom("edit", aJobId(), "0")}`);
    expect(world.orders).toEqual([]);
  });
});
