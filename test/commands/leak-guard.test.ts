import { describe, expect, test } from "vitest";
import type { Act } from "../../src/core/command.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { aDraft } from "../fakes/drafts.ts";
import { anOwner } from "../fakes/jobs.ts";
import { commandWorld, keyedWorld, labelsIn, makeVideo, privateWords, setting } from "./command-world.ts";

const LEAK = "vk-live-0123456789abcdef";
const OWN = "correct-horse-battery-staple";

const batch = (draft: Parameters<typeof aDraft>[0]): Act => ({
  kind: "make_batch",
  from: "form",
  make: "scenes",
  draft: aDraft(draft),
});
const says = (draft: Parameters<typeof aDraft>[0]): Act => ({ kind: "free_text", draft: aDraft(draft) });
const flagged = (text: string) => makeVideo({ flagProblems: [{ kind: "unknown_flag", flag: `--${text}` }] });

describe("text that looks like a key", () => {
  test.for<[what: string, act: Act]>([
    ["a prompt", makeVideo({ prompt: `a boat ${LEAK}` })],
    ["a prompt, split by a mark that is not sent", makeVideo({ prompt: "vk-live-01\u200b23456789abcdef" })],
    ["an address", makeVideo({ image_url: `https://example.com/a.png?key=${LEAK}` })],
    ["a ratio", makeVideo({ ratio: LEAK })],
    ["a duration", makeVideo({ duration: LEAK })],
    ["a resolution", makeVideo({ resolution: LEAK })],
    ["a flag", flagged(LEAK)],
    ["a setting", setting({ ratio: LEAK })],
    ["the name of a video", { kind: "jobs", show: LEAK }],
    ["the text of a style", { kind: "save_style", given: { name: "x", text: LEAK, of: "mine" } }],
  ])("in %s is told to its author alone, and is neither kept, sent, logged nor repeated", async ([, act]) => {
    for (const world of [commandWorld(), await keyedWorld()]) {
      const answer = await world.does(act);
      expect(privateWords(answer)).toMatch(/looks like it contains an API key.+create a new one.+Nothing was charged/s);
      expect(labelsIn(answer)).toEqual(["Add my key"]);
      const everything = [answer, world.orders, world.log.lines, await world.pending.find(anOwner())];
      expect(JSON.stringify(everything)).not.toContain("01234567");
      expect(world.orders).toEqual([]);
    }
  });

  test.for([
    [makeVideo({ prompt: LEAK }, "form"), "prompt"],
    [makeVideo({ image_url: `https://a.example/${LEAK}` }, "form"), "image_url"],
    [batch({ prompt: `a\nb\nc\nd\ne\nf\n${LEAK}` }), "prompt"],
    [setting({ confirm_above: LEAK }, "form"), "confirm_above"],
  ] as const)("in a form is pointed out at its field, and the form stays: %#", async ([act, field]) => {
    const answer = await commandWorld().does(act);
    expect(answer).toMatchObject({ kind: "form_error", field });
    expect(JSON.stringify(answer)).not.toContain("01234567");
  });

  test("in a message to the bot is told without repeating it, and its place is the private form", async () => {
    const world = commandWorld();
    const words = await world.reads(says({ prompt: LEAK }));
    expect(words).toMatch(/That looks like a key.+Delete your message.+private form/s);
    expect(words + JSON.stringify(world.log.lines)).not.toContain("01234567");
  });
});

describe("the person's own key, whatever it looks like", () => {
  /** A world whose person has that key. */
  async function ownKeyWorld(text = OWN) {
    const world = commandWorld();
    await world.vault.put(anOwner(), new Secret(text));
    return world;
  }

  test.for<[what: string, act: Act]>([
    ["a prompt", makeVideo({ prompt: `a boat ${OWN}, at night` })],
    ["a prompt, split by a mark that is not sent", makeVideo({ prompt: "a correct-horse-\u2060battery-staple" })],
    ["an address", makeVideo({ image_url: `https://example.com/${OWN}.png` })],
    ["a message to the bot", says({ prompt: `my key is ${OWN}` })],
    ["an address in such a message", says({ image_url: `https://a.example/${OWN}.png` })],
    ["an option", makeVideo({ ratio: OWN })],
    ["a flag", flagged(OWN)],
    ["a setting", setting({ ping: OWN })],
    ["the scenes of a batch", batch({ prompt: `fine\n${OWN}` })],
    ["the picture of a batch", batch({ prompt: "a boat", image_url: `https://a.example/${OWN}.png` })],
  ])("is neither sent on, kept nor repeated from %s", async ([, act]) => {
    const world = await ownKeyWorld();
    const answer = await world.does(act);
    expect(privateWords(answer)).toMatch(/your own API key.+create a new key/s);
    expect(JSON.stringify([answer, world.log.lines, await world.unconfirmed.all(anOwner())])).not.toContain("horse");
    expect(world.orders).toEqual([]);
  });

  test("is found from twelve characters on", async () => {
    const world = await ownKeyWorld("twelve-chars");
    expect(await world.reads(setting({ ping: "twelve-chars" }))).toContain("your own API key");
  });

  test("is not looked for where nothing typed is as long as a key, nor missed where there is none", async () => {
    const world = commandWorld();
    const short = setting({ ratio: "9:16" });
    const words = await world.reads(short);
    const long = setting({ ratio: "a word as long as a key" });
    expect(await world.reads(long)).toContain("Choose 16:9 or 9:16.");
    const away = commandWorld();
    away.vault.get = () => Promise.reject(new Error("away"));
    expect(await away.reads(short)).toBe(words);
  });

  test.for(["0", "1"])("is found in a request that had waited for it, asked above %s", async (above) => {
    const world = commandWorld();
    await world.does(setting({ confirm_above: above }));
    await world.does(makeVideo({ prompt: OWN }));
    const end = await world.ends({ kind: "give_key", key: new Secret(OWN) });
    expect(JSON.stringify(end)).toContain("your own API key");
    expect([world.orders, await world.unconfirmed.all(anOwner())]).toEqual([[], []]);
  });

  test("is not stored with the question about a price", async () => {
    const world = await ownKeyWorld();
    await world.does(setting({ confirm_above: "1" }));
    expect(await world.reads(makeVideo({ prompt: OWN }))).toContain("your own API key");
    expect(await world.unconfirmed.all(anOwner())).toEqual([]);
  });

  test("of somebody else is a word like any other", async () => {
    const world = await keyedWorld();
    await world.vault.put(anOwner("1"), new Secret(OWN));
    expect((await world.does(makeVideo({ prompt: OWN }))).kind).toBe("card");
  });
});
