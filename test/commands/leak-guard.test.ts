import { describe, expect, test } from "vitest";
import type { Act } from "../../src/core/command.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { aDraft } from "../fakes/drafts.ts";
import { anOwner } from "../fakes/jobs.ts";
import { commandWorld, finished, keyedWorld, labelsIn, makeVideo, privateWords, setting } from "./command-world.ts";

const LEAK = "vk-live-0123456789abcdef";
const OWN = "correct-horse-battery-staple";

describe("text that looks like a key", () => {
  test.for<[what: string, act: Act]>([
    ["a prompt", makeVideo({ prompt: `a boat ${LEAK}` })],
    ["a prompt, split by a mark that is not sent", makeVideo({ prompt: "vk-live-01\u200b23456789abcdef" })],
    ["an address", makeVideo({ image_url: `https://example.com/a.png?key=${LEAK}` })],
    ["a ratio", makeVideo({ ratio: LEAK })],
    ["a duration", makeVideo({ duration: LEAK })],
    ["a resolution", makeVideo({ resolution: LEAK })],
    ["a flag", makeVideo({ flagProblems: [{ kind: "unknown_flag", flag: `--${LEAK}` }] })],
    ["a setting", setting({ ratio: LEAK })],
    ["the name of a video", { kind: "jobs", show: LEAK }],
  ])("in %s is told to its author alone, and is neither kept, sent, logged nor repeated", async ([, act]) => {
    const world = await keyedWorld();
    const answer = await world.does(act);
    expect(privateWords(answer)).toMatch(/looks like it contains an API key.+create a new one.+Nothing was charged/s);
    expect(labelsIn(answer)).toEqual(["Add my key"]);
    expect(JSON.stringify([answer, world.orders, world.log.lines, [...world.pending.requests]])).not.toContain(
      "01234567",
    );
    expect(world.orders).toEqual([]);
  });

  test.for([
    [makeVideo({ prompt: LEAK }, "form"), "prompt"],
    [makeVideo({ image_url: `https://a.example/${LEAK}` }, "form"), "image_url"],
    [setting({ confirm_above: LEAK }, "form"), "confirm_above"],
  ] as const)("in a form is pointed out at its field, and the form stays: %#", async ([act, field]) => {
    const world = commandWorld();
    const answer = await world.does(act);
    expect(answer).toMatchObject({ kind: "form_error", field });
    expect(JSON.stringify(answer)).not.toContain("01234567");
  });

  test("in a message to the bot is told without repeating it, and its place is the private form", async () => {
    const answer = await commandWorld().does({ kind: "free_text", draft: aDraft({ prompt: LEAK }) });
    expect(privateWords(answer)).toMatch(/That looks like a key.+Delete your message.+private form/s);
  });

  test("of somebody without a key is not stored to wait for one", async () => {
    const world = commandWorld();
    await world.does(makeVideo({ prompt: LEAK }));
    expect(world.pending.requests.size).toBe(0);
  });
});

describe("the person's own key, whatever it looks like", () => {
  test.for([
    { prompt: `a boat ${OWN}, at night` },
    { prompt: "a correct-horse-\u2060battery-staple" },
    { image_url: `https://example.com/${OWN}.png` },
  ])("is not sent on in %j", async (draft) => {
    const world = commandWorld();
    await world.vault.put(anOwner(), new Secret(OWN));
    const answer = await world.does(makeVideo(draft));
    expect(privateWords(answer)).toMatch(/your own API key.+create a new key.+Nothing was charged/s);
    expect(JSON.stringify([answer, world.log.lines])).not.toContain(OWN);
    expect(world.orders).toEqual([]);
  });

  test.for<[what: string, act: Act]>([
    ["a message to the bot", { kind: "free_text", draft: aDraft({ prompt: `my key is ${OWN}` }) }],
    [
      "an address in such a message",
      { kind: "free_text", draft: aDraft({ image_url: `https://a.example/${OWN}.png` }) },
    ],
    ["an option", makeVideo({ ratio: OWN })],
    ["a flag", makeVideo({ flagProblems: [{ kind: "unknown_flag", flag: `--${OWN}` }] })],
    ["a setting", setting({ ping: OWN })],
    ["the scenes of a batch", { kind: "make_batch", from: "form", make: "scenes", draft: aDraft({ prompt: OWN }) }],
    [
      "the picture of a batch",
      {
        kind: "make_batch",
        from: "form",
        make: "scenes",
        draft: aDraft({ prompt: "a boat", image_url: `https://a.example/${OWN}.png` }),
      },
    ],
  ])("is neither kept nor repeated from %s", async ([, act]) => {
    const world = commandWorld();
    await world.vault.put(anOwner(), new Secret(OWN));
    const answer = await world.does(act);
    expect(privateWords(answer)).toContain("your own API key");
    expect(JSON.stringify([answer, world.log.lines, await world.unconfirmed.all(anOwner())])).not.toContain("horse");
    expect(world.orders).toEqual([]);
  });

  test("is found from twelve characters on, and nothing shorter is held against it", async () => {
    const world = commandWorld();
    await world.vault.put(anOwner(), new Secret("twelve-chars"));
    expect(await world.reads(setting({ ping: "twelve-chars" }))).toContain("your own API key");
  });

  test("is not looked for where nothing typed is as long as a key, nor missed where there is none", async () => {
    const world = commandWorld();
    world.vault.get = () => Promise.reject(new Error("away"));
    const answer = await commandWorld().does(setting({ ratio: "9:16" }));
    expect(await world.reads(setting({ ratio: "9:16" }))).toBe(privateWords(answer));
    const other = await commandWorld().does(setting({ ratio: "a word as long as a key" }));
    expect(privateWords(other)).toContain("Choose 16:9 or 9:16.");
  });

  test("is not stored with the question about a price", async () => {
    const world = commandWorld();
    await world.vault.put(anOwner(), new Secret(OWN));
    await world.does(setting({ confirm_above: "1" }));
    expect(await world.reads(makeVideo({ prompt: OWN }))).toContain("your own API key");
  });

  test("is found in a request that had waited for it", async () => {
    const world = commandWorld();
    await world.does(makeVideo({ prompt: OWN }));
    const answer = await world.does({ kind: "give_key", key: new Secret(OWN) });
    expect(JSON.stringify(await finished(answer))).toContain("your own API key");
    expect(world.orders).toEqual([]);
  });

  test("is noticed before the question about a price, and not stored with it", async () => {
    const world = commandWorld();
    await world.does(setting({ confirm_above: "1" }));
    await world.does(makeVideo({ prompt: OWN }));
    const answer = await world.does({ kind: "give_key", key: new Secret(OWN) });
    expect(JSON.stringify(await finished(answer))).toContain("your own API key");
    expect(await world.unconfirmed.all(anOwner())).toEqual([]);
  });

  test("of somebody else is a word like any other", async () => {
    const world = await keyedWorld();
    await world.vault.put(anOwner("1"), new Secret(OWN));
    expect((await world.does(makeVideo({ prompt: OWN }))).kind).toBe("card");
  });
});
