import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import { commandSpecs, freeTextAct } from "../../../src/core/command-specs.ts";
import { submittedAct } from "../../../src/core/submitted-form.ts";
import { howMany } from "../../fakes/how-many.ts";
import { aClosedJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { FLAGGED, PROSE, REFUSED } from "../../fakes/typed-prompts.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { keyedWorld, messageOf } from "../command-world.ts";

const fill = (packed: string, fields: Readonly<Record<string, string>>): Act =>
  submittedAct({ packed, value: (field) => fields[field] ?? "", chosen: () => [], image: null });
/** A batch makes one video per line. */
const oneLine = (prompt: string) => prompt.replaceAll("\n", " ");
const video = commandSpecs("video").find(({ means }) => means === "make_video");

/** Every way to submit a prompt in which questions about flags are asked. */
const DOORS: Readonly<Record<string, (prompt: string) => Act | undefined>> = {
  "the prompt option of /video": (prompt) => video?.withOptions?.((name) => (name === "prompt" ? prompt : null), null),
  "the form of /video": (prompt) => fill("video", { prompt }),
  "the form of “Edit & run”": (prompt) => fill(`video:${aJobId()}:0`, { prompt }),
  "the form of “Continue”": (prompt) => fill(`continue:${aJobId()}:0`, { prompt }),
  "the form of “Animate this”": (prompt) => fill(`animate:${aJobId(2)}`, { prompt }),
  "a line of the form for several videos": (prompt) =>
    fill("batch", { prompt: `a crow\n${oneLine(prompt)}`, make: "scenes" }),
  "the form for versions of one prompt": (prompt) => fill("batch", { prompt: oneLine(prompt), make: "3" }),
};
/** Ways without options other than flags. */
const commandLine = (prompt: string) => video?.withWords?.read(prompt);
const mention = (prompt: string) => freeTextAct(prompt, null);

/** Ada has a key, a finished video, and a picture for *Animate this*. */
async function aDoor() {
  const rules = { commandsPerMinute: 1_000 };
  const world = await keyedWorld({ canContinue: () => true, rules }, aClosedJob());
  const url = "https://cdn.example/cat.png";
  await world.offered.keep(anOwner(), aJobId(2), [{ source: "address", name: "cat", url, width: 640, height: 480 }]);
  return {
    orders: world.orders,
    async reads(act: Act | undefined) {
      if (!act) throw new Error("there is no such way");
      const answer = await world.does(act);
      const message = messageOf(answer);
      return { answer, words: `${message.quote ?? ""}\n${wordsOf(message)}`, quote: message.quote };
    },
  };
}

/** Performs the act in a new world, because each of these acts starts a video. */
async function starts(act: Act | undefined) {
  const door = await aDoor();
  return { ...(await door.reads(act)), orders: door.orders };
}

/** The prompt "help" alone is a request for help. */
const prose = PROSE.filter((prompt) => prompt !== "--help");
/** This world has no second picture and no team key. */
const flagged = FLAGGED.filter(([, , { image_url, pay }]) => !image_url && !pay);
const asked = "Did you mean this?";

test("the tables of typed prompts for the flag tests contain more than 150 prompts", () => {
  expect(PROSE.length + FLAGGED.length + REFUSED.length).toBeGreaterThan(150);
});

/**
 * The same function parses the flags of every form and command, so `npm test` tries a different fifth of the prompts in
 * each.
 */
const EVERY = howMany(1, 5);
const OTHER_DOORS = ["Slack's command", "a mention", "a style"];
function partOf<One>(all: readonly One[], door: string): readonly One[] {
  const turn = [...Object.keys(DOORS), ...OTHER_DOORS].indexOf(door) % EVERY;
  return all.filter((_, nth) => nth % EVERY === turn);
}

describe.for(Object.entries(DOORS))("%s", ([door, act]) => {
  test("does not mistake ordinary prose for flags", async () => {
    for (const prompt of partOf(prose, door)) {
      const { words, orders, answer } = await starts(act(prompt));
      expect(words, prompt).not.toContain(asked);
      // Several videos always need a confirmation, which quotes the prompts.
      if (/several|versions/.test(door)) expect(words, prompt).toContain(oneLine(prompt));
      else expect([answer.kind, orders[0]?.request.prompt], prompt).toEqual(["card", prompt]);
    }
  });

  test("asks “Did you mean this?” about a flag before a video is started", async () => {
    const { reads, orders } = await aDoor();
    for (const [typed, prompt, , unusable = []] of partOf(flagged, door)) {
      const { words } = await reads(act(typed));
      expect(orders, typed).toEqual([]);
      expect(words, typed).toContain(asked);
      expect(oneLine(words), typed).toContain(oneLine(prompt));
      if (unusable.length > 0) {
        expect(words, typed).toContain(`Reelay cannot use ${unusable.join(" ")}, so`);
        expect(words, typed).toContain("--resolution 480p or 720p");
      }
    }
  });

  test("refuses an invalid flag value with a list of the valid values, and repeats the prompt", async () => {
    const { reads, orders } = await aDoor();
    for (const [typed, sentence] of partOf(REFUSED, door)) {
      const { words, quote } = await reads(act(typed));
      expect([orders, quote], typed).toEqual([[], expect.stringContaining(oneLine(typed))]);
      expect(words, typed).toContain(sentence);
    }
  });
});

/** A flag for a style that does not exist is rejected in these forms. */
const withoutStyle = flagged.filter(([typed]) => !typed.includes("--style"));

/** Flags that Slack's command applies without a question. */
const APPLIED = ["a fox --ratio 9:16", "a fox --ar 9:16", "a fox --hd"];

describe("the command /video in Slack", () => {
  test("starts a video with the unchanged prompt if the prompt is ordinary prose", async () => {
    for (const prompt of partOf(prose, "Slack's command"))
      expect((await starts(commandLine(prompt))).orders, prompt).toMatchObject([{ request: { prompt } }]);
  });

  test("either asks “Did you mean this?” about a flag, or applies the flag and removes it from the prompt", async () => {
    const started = [];
    const part = partOf(withoutStyle, "Slack's command").map(([typed]) => typed);
    const tried = withoutStyle.filter(([typed]) => part.includes(typed) || APPLIED.includes(typed));
    for (const [typed, prompt, options] of tried) {
      const { words, orders } = await starts(commandLine(typed));
      const [order] = orders;
      if (!order) expect(words, typed).toContain(asked);
      else {
        const { aspectRatio, duration, resolution } = order.request;
        started.push(typed);
        expect(order.request.prompt, typed).toBe(prompt);
        expect({ ratio: aspectRatio, duration: `${duration}`, resolution }, typed).toMatchObject(options);
      }
    }
    expect(started).toEqual(expect.arrayContaining(APPLIED));
    expect(started.length).toBeGreaterThan(50 / EVERY);
  });

  test("refuses an invalid flag value with a list of the valid values", async () => {
    const { reads, orders } = await aDoor();
    for (const [typed, sentence] of partOf(REFUSED, "Slack's command")) {
      const { words, quote } = await reads(commandLine(typed));
      expect([orders, quote], typed).toEqual([[], typed]);
      expect(words, typed).toContain(sentence);
    }
  });
});

describe("the answer to a message to the bot", () => {
  test("offers ordinary prose unchanged as the prompt", async () => {
    const { reads } = await aDoor();
    for (const prompt of partOf(prose, "a mention")) expect((await reads(mention(prompt))).quote, prompt).toBe(prompt);
  });

  test("removes flags from the offered prompt, and names flags that cannot be used", async () => {
    const { reads, orders } = await aDoor();
    for (const [typed, prompt, , unusable = []] of partOf(withoutStyle, "a mention")) {
      const { words, quote } = await reads(mention(typed));
      expect([quote, orders], typed).toEqual([prompt, []]);
      if (unusable.length > 0) {
        expect(words, typed).toContain(`Reelay cannot use ${unusable.join(" ")}, so`);
        expect(words, typed).toContain("--resolution 480p or 720p");
      }
    }
  });
});

describe("the form for a style", () => {
  const save = (text: string): Act => fill("style", { name: "mine", text, style_of: "mine" });

  test("accepts ordinary prose", async () => {
    const { reads } = await aDoor();
    for (const prompt of partOf(prose, "a style"))
      expect((await reads(save(prompt))).answer.kind, prompt).toBe("private");
  });

  test("refuses a flag, because flags have no effect in a style", async () => {
    const { reads } = await aDoor();
    for (const [typed] of partOf([...flagged, ...REFUSED], "a style")) {
      const { answer, quote, words } = await reads(save(typed));
      expect([answer.kind, quote], typed).toEqual(["form_error", typed]);
      expect(words, typed).toContain("has no effect in a style");
    }
  });
});
