import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { commandSpecs } from "../../../src/core/command-specs.ts";
import { flagUsage, flagValues, readFlags } from "../../../src/core/request/flags.ts";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import { offeredStyles } from "../../../src/core/style.ts";
import { editDistance } from "../../../src/core/text/edit-distance.ts";
import { normalisePrompt } from "../../../src/core/text/prompt-text.ts";
import { draftProblemOf } from "../../../src/messages/ask/draft-problems.ts";
import { en } from "../../../src/messages/words/en.ts";
import { anyText } from "../../fakes/any-text.ts";
import { aDraft, anyAddress } from "../../fakes/drafts.ts";
import { FLAGGED, PROSE, REFUSED } from "../../fakes/typed-prompts.ts";
import { valueIn } from "../../fakes/value-in.ts";

const asks = { appliesFlags: false };
const applies = { appliesFlags: true };
const untouched = (prompt: string) => ({
  prompt,
  values: new Map(),
  suspected: [],
  literal: { prompt, values: new Map() },
  problem: null,
});
const ink = { name: "Ink", text: "ink on rice paper" };
const styles = offeredStyles({ styles: [ink], always: null }, { styles: [], always: null });

test("the usage text lists each flag with its values", () => {
  expect(flagValues).toContainEqual(["--duration", ["10", "15"]]);
  expect(flagUsage).toBe(
    "--ratio 16:9|9:16 --duration 10|15 --resolution 480p|720p --image URL --pay mine|team --style NAME",
  );
});

describe("a prompt", () => {
  test.for(PROSE)("“%s” stays unchanged, because it contains no flags", (typed) => {
    expect(readFlags(typed, asks)).toEqual(untouched(typed));
    expect(readFlags(typed, applies)).toEqual(untouched(typed));
  });

  test.for(FLAGGED)("“%s” is separated into its text and its flags", ([typed, prompt, options, unusable = []]) => {
    const read = readFlags(typed, asks);
    expect(read).toMatchObject({ prompt, problem: null, literal: { prompt: typed, values: new Map() } });
    expect(Object.fromEntries(read.values)).toEqual(options);
    expect(read.suspected.filter(({ isUsable }) => !isUsable).map((flag) => flag.typed)).toEqual(unusable);
    expect(readFlags(prompt, asks)).toEqual(untouched(prompt));
  });

  test.for(REFUSED)("“%s” is refused with a message that explains the invalid flag", ([typed, sentence]) => {
    for (const how of [asks, applies]) {
      const { problem } = readFlags(typed, how);
      expect(problem && draftProblemOf(problem, en).text).toContain(sentence);
    }
  });

  test("of more than the maximum length is not searched for flags", () => {
    const typed = "--ratio 9:16 ".repeat(1_000).trim();
    expect(readFlags(typed, applies)).toEqual(untouched(typed));
  });
});

test("a flag's value never continues on the next line", () => {
  expect(readFlags("a fox --fast\nruns", asks)).toMatchObject({
    prompt: "a fox\nruns",
    suspected: [{ typed: "--fast" }],
  });
});

describe("a flag in a Slack command or in a message to the bot", () => {
  test.for([
    ["a fox --ratio 9:16 --duration 15s", { ratio: "9:16", duration: "15" }],
    ["a fox —ratio 9:16", { ratio: "9:16" }],
    ["a fox -ratio 9:16", { ratio: "9:16" }],
    ["a fox --ar 9:16", { ratio: "9:16" }],
    ["a fox —ar 9:16", { ratio: "9:16" }],
    ["a fox --portrait", { ratio: "9:16" }],
    ["a fox --portrait --hd", { ratio: "9:16", resolution: "720p" }],
    ["a fox --720p", { resolution: "720p" }],
    ["--hd a fox", { resolution: "720p" }],
    ["a fox --image https://a.example/b.png", { image_url: "https://a.example/b.png" }],
    ["a fox --image <http://a.example/b.png>", { image_url: "http://a.example/b.png" }],
    ["a fox --image <https://a.example/b.png?x=1|a.example>", { image_url: "https://a.example/b.png?x=1" }],
    ["a fox --style ink", { style: "ink" }],
    ['a fox --style " ink "', { style: "ink" }],
    ["a fox --ratio 16:9 --ratio 9:16", { ratio: "9:16" }],
  ] as const)("applies without a confirmation if it can mean nothing else, as in “%s”", ([typed, options]) => {
    const { prompt, values, suspected, literal } = readFlags(typed, { ...applies, styles });
    expect([prompt, Object.fromEntries(values), suspected]).toEqual(["a fox", options, []]);
    expect(literal).toEqual({ prompt, values });
  });

  test.for([
    ["a typing error", "a fox --ration 9:16"],
    ["a single hyphen before another service's flag", "a fox -time 15"],
    ["a single em dash", "a fox —portrait"],
    ["a missing space before the flag", "fox--ar 9:16"],
    ["a space after the dashes", "a fox -- ar 9:16"],
    ["words that could be ordinary prose", "a fox --portrait of a king"],
  ] as const)("needs a confirmation because of %s, as in “%s”", ([, typed]) => {
    const { suspected, literal } = readFlags(typed, applies);
    expect(suspected).toMatchObject([{ isUsable: true }]);
    expect(literal).toEqual({ prompt: typed, values: new Map() });
  });

  test("applies without a confirmation even if another flag in the prompt is unknown", () => {
    expect(readFlags("a fox --ratio 9:16 --v 6", applies)).toEqual({
      prompt: "a fox",
      values: new Map([["ratio", "9:16"]]),
      suspected: [{ typed: "--v 6", isUsable: false }],
      literal: { prompt: "a fox --v 6", values: new Map([["ratio", "9:16"]]) },
      problem: null,
    });
  });

  test("can set every option of the command by the option's name", () => {
    const values: Readonly<Record<string, string>> = {
      ...{ ratio: "9:16", duration: "15", resolution: "720p", pay: "team", style: "ink" },
      ...{ image: "https://a.example/b.png", image_url: "https://a.example/b.png" },
    };
    const options = commandSpecs("video").find(({ means }) => means === "make_video")?.options ?? [];
    const given = options.map(({ name }) => name).filter((name) => name !== "prompt");
    expect(given.toSorted()).toEqual(Object.keys(values).toSorted());
    for (const name of given) {
      const read = readFlags(`a fox --${name} ${values[name]}`, { ...applies, styles });
      expect([read.prompt, ...read.values.values()], name).toEqual(["a fox", values[name]]);
    }
  });
});

test("docs/flags.md lists every flag, and the bot understands each flag with each value listed there", () => {
  const page = readFileSync(new URL("../../../docs/flags.md", import.meta.url), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && /`--/.test(line.split("|")[2] ?? ""));
  const codesIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "");
  const typed = rows.flatMap((row) => {
    const [, , own, others = "", values] = row.split("|");
    const [named = "", bare = ""] = others.split(";");
    const address = row.includes("https://") ? ["https://a.example/b.png"] : codesIn(values);
    const all = row.includes("--style") ? ["ink"] : address;
    return [...codesIn(own), ...codesIn(named)]
      .flatMap((flag) => all.map((value) => `${flag} ${value}`))
      .concat(codesIn(bare));
  });
  const documented = rows.flatMap((row) => codesIn(row.split("|")[2]));
  expect(documented).toEqual(flagValues.map(([flag]) => flag));
  expect(typed).toEqual(expect.arrayContaining(["--ar 9x16", "--hd", "--style ink", "--seconds 15 seconds"]));
  expect(typed.filter((flag) => readFlags(`a fox ${flag}`, { ...applies, styles }).prompt !== "a fox")).toEqual([]);
  expect(typed.flatMap((flag) => readFlags(`a fox ${flag}`, { ...applies, styles }).suspected)).toEqual([]);
});

describe("the flag --style", () => {
  test("without a style name, or with an unknown name, is refused with a list of the existing styles", () => {
    expect(readFlags("a fox --style oil", { ...asks, styles }).problem).toEqual({
      kind: "unknown_style",
      given: "oil",
      names: ["Ink"],
    });
    expect(readFlags("a fox --style", { ...asks, styles }).problem).toEqual({
      kind: "bad_flag",
      flag: "--style",
      given: null,
      takes: ["Ink"],
    });
  });

  test("with a name is reported as another service's flag if flags need a confirmation and no styles are saved", () => {
    expect(readFlags("a fox --style raw", asks).suspected).toEqual([{ typed: "--style raw", isUsable: false }]);
  });

  test("without a name is reported as another service's flag if no styles are saved", () => {
    expect(readFlags("a fox --style", applies).suspected).toEqual([{ typed: "--style", isUsable: false }]);
  });

  test("with a name is refused if flags apply without a confirmation and no styles are saved", () => {
    expect(readFlags("a fox --style raw", applies).problem).toEqual({ kind: "unknown_style", given: "raw", names: [] });
  });

  test("with a single em dash counts as a flag only if the style exists", () => {
    expect(readFlags("a fox —style raw", { ...asks, styles }).suspected).toEqual([]);
    expect(readFlags("a fox —style ink", { ...asks, styles }).suspected).toEqual([
      { typed: "—style ink", isUsable: true },
    ]);
  });
});

const lettersOf = (text: string) => [...text].filter((each) => /[\p{L}\p{N}]/u.test(each)).toSorted();
/** Texts with many characters that start, end or surround a flag. */
const flaggy = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."-- - — –– ー － = : ， , . ( ) [ ] ` \" “ ” ' « » 「 」 \n".split(" "), " ", "  "),
      fc.constantFrom(
        ..."ratio ar portrait hd duration length v no style image fox 狐狸 9:16 9x16 15 s 720p 6".split(" "),
      ),
      fc.constantFrom(...FLAGGED.map(([typed]) => typed.slice("a fox".length))),
      anyText({ maxLength: 5 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => normalisePrompt(parts.join("")));

describe("for any text", () => {
  test("every letter and digit ends up in the prompt or in a reported flag", () => {
    fc.assert(
      fc.property(flaggy, (typed) => {
        const { prompt, suspected, problem, literal } = readFlags(typed, asks);
        expect(literal.prompt).toBe(typed);
        if (problem) return;
        const kept = [prompt, ...suspected.map((flag) => flag.typed)].flatMap(lettersOf).toSorted();
        expect(kept).toEqual(lettersOf(typed));
      }),
      { numRuns: 2_000 },
    );
  });

  test("the same flags are found whether or not flags require a confirmation", () => {
    fc.assert(
      fc.property(flaggy, (typed) => {
        const [asked, applied] = [readFlags(typed, { ...asks, styles }), readFlags(typed, { ...applies, styles })];
        expect(applied).toMatchObject({ prompt: asked.prompt, values: asked.values, problem: asked.problem });
        expect(asked.suspected).toEqual(expect.arrayContaining([...applied.suspected]));
      }),
    );
  });

  test("reading flags never throws, and never changes a text without dashes", () => {
    fc.assert(
      fc.property(anyText(), (typed) => {
        readFlags(typed, asks);
        const plain = typed.replace(/[\p{Pd}\u2212\u02d7\u2043\u23af\u2500\u2501\u30fc\uff70]/gu, "");
        expect(readFlags(plain, applies)).toEqual(untouched(plain));
      }),
    );
  });

  it("flags are found after any prompt that contains no dash and no quotation mark", () => {
    const word = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter(
        (each) => !/[\p{Pd}\p{Ps}\p{Pi}\u2212\u02d7\u2043\u23af\u2500\u2501\u30fc\uff70"\s`]|[,;、，；]$/u.test(each),
      );
    const prompts = fc.array(word, { minLength: 1 }).map((words) => normalisePrompt(words.join(" ")));
    fc.assert(
      fc.property(prompts, fc.constantFrom("9:16", "16:9"), (prompt, ratio) => {
        fc.pre(prompt !== "" && !/[,;、，；]$/u.test(prompt));
        const read = readFlags(`${prompt} --ratio ${ratio} --duration=15`, applies);
        expect([read.prompt, read.values.get("ratio"), read.values.get("duration")]).toEqual([prompt, ratio, "15"]);
      }),
    );
  });
});

test.for([
  ["ratio", "ratio", 0],
  ["ratio", "ration", 1],
  ["ratio", "raito", 1],
  ["ratio", "radio", 1],
  ["duration", "druaton", 2],
  ["", "abc", 3],
] as const)("the edit distance from “%s” to “%s” is %i", ([a, b, slips]) => {
  expect(editDistance(a, b)).toBe(slips);
  expect(editDistance(b, a)).toBe(slips);
});

test.for([
  [
    "a cat --ration 9:16 --duration 15",
    { prompt: "a cat --ration 9:16 --duration 15", aspectRatio: "16:9", duration: 10 },
  ],
  ["a cat --v 6", { prompt: "a cat --v 6" }],
] as const)("the button “Use my words as they are” leaves the flags of %j in the prompt", ([prompt, request]) => {
  expect(valueIn(planVideo(aDraft({ prompt }), {}, anyAddress)).flagsAsText).toMatchObject(request);
});

test.for([
  "a cat",
  // A question names only one payer.
  "a cat --pay team",
])("the button “Use my words as they are” is not offered for %j", (prompt) => {
  expect(valueIn(planVideo(aDraft({ prompt }), {}, anyAddress)).flagsAsText).toBeNull();
});
