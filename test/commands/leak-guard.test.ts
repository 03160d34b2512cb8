import { describe, expect, test, vi } from "vitest";
import type { Act } from "../../src/core/command.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aJobId, anOwner } from "../fakes/jobs.ts";
import { commandWorld, keyedWorld, labelsIn, makeVideo, privateWords, setting } from "./command-world.ts";

const LEAK = "vk-live-0123456789abcdef";
const OWN = "correct-horse-battery-staple";

const batch = (draft: Parameters<typeof aDraft>[0]): Act => ({
  kind: "make_batch",
  make: "scenes",
  draft: aDraft(draft),
});
const says = (draft: Parameters<typeof aDraft>[0]): Act => ({ kind: "free_text", draft: aDraft(draft) });

const style = (text: string): Act => ({ kind: "save_style", given: { name: "x", text, of: "mine" } });

/** The places where typed text may contain a key. */
const WAYS: readonly (readonly [where: string, act: (key: string) => Act])[] = [
  ["a prompt", (key) => makeVideo({ prompt: `a boat ${key}, at night` })],
  [
    "a prompt with an invisible character inside the key",
    (key) => makeVideo({ prompt: `${key.slice(0, 9)}\u200b${key.slice(9)}` }),
  ],
  ["a picture address", (key) => makeVideo({ image_url: `https://example.com/a.png?key=${key}` })],
  ["the option “ratio”", (key) => makeVideo({ ratio: key })],
  ["the option “duration”", (key) => makeVideo({ duration: key })],
  ["the option “resolution”", (key) => makeVideo({ resolution: key })],
  ["a flag", (key) => makeVideo({ prompt: `a boat --${key}` })],
  ["the value of a flag", (key) => makeVideo({ prompt: `a boat --ratio ${key}` })],
  ["a setting", (key) => setting({ ratio: key })],
  ["the option “show”", (key) => ({ kind: "jobs", show: key })],
];
/** Forms that stay open after an error. */
const FORMS: readonly (readonly [where: string, act: (key: string) => Act, field: string])[] = [
  ["a prompt", (key) => makeVideo({ prompt: key }, "form"), "prompt"],
  ["a picture address", (key) => makeVideo({ image_url: `https://a.example/${key}` }, "form"), "image_url"],
  ["the last of many scenes", (key) => batch({ prompt: `a\nb\nc\nd\ne\nf\n${key}` }), "prompt"],
  ["a setting", (key) => setting({ confirm_above: key }, "form"), "confirm_above"],
  ["the text of a style", style, "text"],
  ["a reason to decline", (key) => ({ kind: "decline", jobId: aJobId(), note: key }), "note"],
];
/** Places where text that only looks like a key gets a different answer. */
const OTHER_WAYS: typeof WAYS = [
  ["the text of a style", style],
  ["a message to the bot", (key) => says({ prompt: `my key is ${key}` })],
  ["a picture address in a message to the bot", (key) => says({ image_url: `https://a.example/${key}.png` })],
  ["a scene of a batch", (key) => batch({ prompt: `fine\n${key}` })],
  ["the picture address of a batch", (key) => batch({ prompt: "a boat", image_url: `https://a.example/${key}.png` })],
];

describe("text that looks like an API key", () => {
  test.for(WAYS)("in %s is refused privately, and is neither stored, sent, logged nor repeated", async ([, act]) => {
    for (const world of [commandWorld(), await keyedWorld()]) {
      const answer = await world.does(act(LEAK));
      expect(privateWords(answer)).toMatch(/looks like it contains an API key.+create a new one.+Nothing was charged/s);
      expect(labelsIn(answer)).toEqual(["Add my key"]);
      const everything = [answer, world.orders, world.log.lines, await world.pending.find(anOwner())];
      expect(JSON.stringify(everything)).not.toContain("01234567");
      expect(world.orders).toEqual([]);
    }
  });

  test.for(FORMS)(
    "entered in a form as %s keeps the form open with an error next to the field",
    async ([, act, field]) => {
      const answer = await commandWorld().does(act(LEAK), { standing: { isAdmin: true, isGuest: false } });
      expect(answer).toMatchObject({ kind: "form_error", field });
      expect(JSON.stringify(answer)).not.toContain("01234567");
    },
  );

  test("in a message to the bot is not repeated, and the answer offers a private form for the key", async () => {
    const world = commandWorld();
    const words = await world.reads(says({ prompt: LEAK }));
    expect(words).toMatch(/That looks like a key.+Delete your message.+private form/s);
    expect(words + JSON.stringify(world.log.lines)).not.toContain("01234567");
  });
});

describe("a person's own API key", () => {
  /** A world whose person has stored that key. */
  async function ownKeyWorld(text = OWN) {
    const world = commandWorld();
    await world.vault.put(anOwner(), new Secret(text));
    return world;
  }

  test.for([...WAYS, ...OTHER_WAYS])("in %s is neither stored, sent nor repeated", async ([, act]) => {
    const world = await ownKeyWorld();
    const answer = await world.does(act(OWN));
    expect(privateWords(answer)).toMatch(/your own API key.+create a new key/s);
    expect(JSON.stringify([answer, world.log.lines, await world.unconfirmed.all(anOwner())])).not.toContain("horse");
    expect(world.orders).toEqual([]);
  });

  test("is recognized even if the key has only twelve characters", async () => {
    const world = await ownKeyWorld("twelve-chars");
    expect(await world.reads(setting({ ping: "twelve-chars" }))).toContain("your own API key");
  });

  test("is not read from the store to check text that is shorter than a key", async () => {
    const short = setting({ ratio: "9:16" });
    const words = await commandWorld().reads(short);
    const away = commandWorld();
    away.vault.get = () => Promise.reject(new Error("away"));
    expect(await away.reads(short)).toBe(words);
  });

  test("is read from the store only once to check the prompt and the picture of a video", async () => {
    const world = await ownKeyWorld();
    const get = vi.spyOn(world.vault, "get");
    await world.does(makeVideo({ prompt: "a boat in the rain", image_url: "https://a.example/boat.png" }));
    expect(get).toHaveBeenCalledTimes(1);
  });

  test.for([
    ["Never", "0"],
    ["Above 1 credit", "1"],
  ] as const)(
    "is recognized in the prompt of a request that was made before the key was saved (with “Ask me before spending” set to “%s”)",
    async ([, above]) => {
      const world = commandWorld();
      await world.does(setting({ confirm_above: above }));
      await world.does(makeVideo({ prompt: OWN }));
      const end = await world.ends({ kind: "give_key", key: new Secret(OWN) });
      expect(JSON.stringify(end)).toContain("your own API key");
      expect([world.orders, await world.unconfirmed.all(anOwner())]).toEqual([[], []]);
    },
  );

  test("is recognized in a prompt before the bot asks about the price, and the request is not stored", async () => {
    const world = await ownKeyWorld();
    await world.does(setting({ confirm_above: "-1" }));
    expect(await world.reads(makeVideo({ prompt: OWN }))).toContain("your own API key");
    expect(await world.unconfirmed.all(anOwner())).toEqual([]);
  });

  test("is treated as ordinary text in another person's prompt", async () => {
    const world = await keyedWorld();
    await world.vault.put(anOwner("1"), new Secret(OWN));
    expect((await world.does(makeVideo({ prompt: OWN }))).kind).toBe("card");
  });
});

test("text with the length of a key is not treated as a key if the person has no saved key", async () => {
  const long = setting({ ratio: "a word as long as a key" });
  expect(await commandWorld().reads(long)).toContain("Choose 16:9 or 9:16.");
});
