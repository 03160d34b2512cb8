import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { commandSpecs } from "../../../src/core/command-specs.ts";
import { asMeant, readFlags } from "../../../src/core/request/flags.ts";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import type { VideoDraft } from "../../../src/core/request/video-request.ts";
import { editDistance } from "../../../src/core/text/edit-distance.ts";
import { anyText } from "../../fakes/any-text.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { valueIn } from "../../fakes/value-in.ts";

const none = aDraft();

describe("what is typed behind /video", () => {
  it("is the prompt, and the four flags wherever they stand", () => {
    const typed = "--ratio 9:16 a cat --duration 15s surfing --resolution=720p --image https://a.example/b.png";
    const values = { ratio: "9:16", duration: "15s", resolution: "720p", image_url: "https://a.example/b.png" };
    expect(readFlags(typed)).toEqual({ ...none, prompt: "a cat surfing", ...values });
  });

  test.for([
    ["don't stop --duration 15", "don't stop"],
    ["'til dawn, rock 'n' roll --duration 15", "'til dawn, rock 'n' roll"],
    ['"never closed --duration 15', '"never closed'],
    ["a “curly”  and   spaced\nprompt --duration 15", "a “curly”  and   spaced\nprompt"],
  ] as const)("an apostrophe or a stray quotation mark swallows no flag: %s", ([typed, prompt]) => {
    expect(readFlags(typed)).toMatchObject({ prompt, duration: "15", flagProblems: [] });
  });

  test.for([
    ["a cat — surfing", "a cat — surfing"],
    ["high-resolution cat - on a well-known wave", "high-resolution cat - on a well-known wave"],
    ["the sea—image of peace –– and -- dashes", "the sea—image of peace –– and -- dashes"],
    ["a cat —surfing -fast", "a cat —surfing -fast"],
    ['a sign that reads "sale --today only"', 'a sign that reads "sale --today only"'],
  ] as const)("a dash stays text unless a known flag name follows it: %s", ([typed, prompt]) => {
    expect(readFlags(typed)).toEqual({ ...none, prompt });
  });

  test.for([
    "a cat —ratio 9:16",
    "a cat –ratio=9:16",
    "a cat --Ratio “9:16”",
    "a cat --ratio='9:16'",
    "a cat ——ratio ‘9:16’",
  ])("keyboards that make dashes and curly quotation marks do no harm: %s", (typed) => {
    expect(readFlags(typed)).toEqual({ ...none, prompt: "a cat", ratio: "9:16" });
  });

  test.for([
    "a cat --image-url https://a.example/b.png",
    "a cat --image_url=https://a.example/b.png",
    "a cat —Image-URL “https://a.example/b.png”",
    "a cat --image‑url https://a.example/b.png",
  ])("a flag of two words goes by any of its spellings: %s", (typed) => {
    expect(readFlags(typed)).toEqual({ ...none, prompt: "a cat", image_url: "https://a.example/b.png" });
  });

  it("takes several words for a value where quotation marks hold them together", () => {
    const read = { ...none, prompt: "a cat", resolution: "as sharp as it gets", duration: "15" };
    for (const value of [' "as sharp as it gets"', "='as sharp as it gets'", " “as sharp as it gets”"]) {
      expect(readFlags(`a cat --resolution${value} --duration 15`)).toEqual(read);
    }
  });

  test.for(["the sea –image– of peace", "the sea --image_ of peace"])(
    "a dash behind a flag's name is no part of it: %s",
    (typed) => {
      expect(readFlags(typed).image_url).toBeNull();
    },
  );

  it("knows a flag for each option of the command, by the option's own name", () => {
    const options = commandSpecs("video").find(({ means }) => means === "make_video")?.options ?? [];
    const given = options.filter(({ name }) => name !== "prompt").map(({ name }) => name);
    expect(given).toContain("image_url");
    for (const name of given)
      expect(readFlags(`a cat --${name} x`), name).toMatchObject({ prompt: "a cat", flagProblems: [] });
  });

  it("names a flag that it does not know", () => {
    expect(readFlags("a cat --aspect=9:16 --fast --720p").flagProblems).toEqual([
      { kind: "unknown_flag", flag: "--aspect" },
      { kind: "unknown_flag", flag: "--fast" },
      { kind: "unknown_flag", flag: "--720p" },
    ]);
    expect(readFlags("a cat at -5 degrees, for 10--15 seconds")).toMatchObject({
      prompt: "a cat at -5 degrees, for 10--15 seconds",
      flagProblems: [],
    });
  });

  test.for(["a cat --ratio", "a cat --ratio —duration 15", "a cat --ratio --fast", 'a cat --ratio ""'])(
    "names a flag without its value: %s",
    (typed) => {
      expect(readFlags(typed).flagProblems[0]).toEqual({ kind: "flag_without_value", flag: "--ratio" });
    },
  );

  it("takes an address out of the brackets Slack puts around it", () => {
    expect(readFlags("a cat --image <https://a.example/b.png?x=1|a.example>").image_url).toBe(
      "https://a.example/b.png?x=1",
    );
    expect(readFlags("a cat --image=<https://a.example/b.png>").image_url).toBe("https://a.example/b.png");
  });

  it("never throws, and a text without dashes is the prompt as it stands", () => {
    fc.assert(
      fc.property(anyText(), (typed) => {
        readFlags(typed);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }).filter((text) => !/\p{Pd}|\u2212/u.test(text)),
        (typed) => {
          const trimmed = typed.trim();
          expect(readFlags(trimmed)).toEqual({ ...none, prompt: trimmed });
        },
      ),
    );
  });

  it("finds the flags behind any prompt that has no flags and no opening quotation mark of its own", () => {
    const words = fc
      .array(
        fc.string({ unit: "grapheme", minLength: 1 }).filter((word) => !/^[\p{Pd}\u2212"“”„]|\s/u.test(word)),
        { minLength: 1 },
      )
      .map((all) => all.join(" "));
    fc.assert(
      fc.property(words, fc.constantFrom("9:16", "16:9"), (prompt, ratio) => {
        expect(readFlags(`${prompt} --ratio ${ratio} --duration=15`)).toEqual({
          ...none,
          prompt,
          ratio,
          duration: "15",
        });
      }),
    );
  });
});

const meant = (prompt: string, more: Partial<VideoDraft> = {}) => asMeant({ ...none, prompt, ...more });

describe("a prompt with text that looks like flags", () => {
  test.for([
    ["a cat --ratio 9:16", { ratio: "9:16" }, ["--ratio 9:16"]],
    ["a cat —ratio 9:16", { ratio: "9:16" }, ["—ratio 9:16"]],
    ["a cat -–ratio 9:16", { ratio: "9:16" }, ["-–ratio 9:16"]],
    ["a cat --raito 9:16", { ratio: "9:16" }, ["--raito 9:16"]],
    ["a cat --durations 15", { duration: "15" }, ["--durations 15"]],
    ["a cat --Resolutoin=720p", { resolution: "720p" }, ["--Resolutoin=720p"]],
    ["a cat --image-ulr <https://b.example>", { image_url: "https://b.example" }, ["--image-ulr <https://b.example>"]],
    ["--ratio 9:16 a cat --duration 15", { ratio: "9:16", duration: "15" }, ["--ratio 9:16", "--duration 15"]],
  ] as const)("is meant without them: %s", ([typed, values, noticed]) => {
    expect(meant(typed)).toEqual({ draft: { ...none, prompt: "a cat", ...values }, noticed });
  });

  test.for([
    ["a cat --ratio", "flag_without_value", "--ratio"],
    ["a cat --ration tall", "unknown_flag", "--ration"],
    ["a cat --durations", "unknown_flag", "--durations"],
  ] as const)("that cannot be meant is a problem, not a prompt: %s", ([typed, kind, flag]) => {
    expect(meant(typed).draft.flagProblems).toEqual([{ kind, flag }]);
  });

  test.for([
    "the sea —image of peace— at dawn",
    "the sea -image of peace",
    "-duration: long, -ratio: golden",
    "a sign that reads “sale --today only”",
    "--v 6 --chaos 5, a cat",
    '"a cat --ratio 9:16"',
    "a --verylongwordthatnobodyknows 9:16",
  ])("is text where nobody can have meant one: %s", (typed) => {
    expect(meant(typed)).toEqual({ draft: { ...none, prompt: typed }, noticed: [] });
  });

  test("of Slack's own command keeps a slip of the keys for that question, and its flags apply", () => {
    const read = readFlags("a cat --ration 9:16 --duration 15");
    expect(read).toEqual({ ...none, prompt: "a cat --ration 9:16", duration: "15" });
    expect(asMeant(read)).toMatchObject({
      draft: { prompt: "a cat", ratio: "9:16", duration: "15" },
      noticed: ["--ration 9:16"],
    });
    expect(readFlags("a cat --ration tall").flagProblems).toEqual([{ kind: "unknown_flag", flag: "--ration" }]);
  });

  test("is not searched for them where it is too long for any prompt", () => {
    const typed = "--ratio 9:16 ".repeat(1_000);
    expect(readFlags(typed)).toEqual({ ...none, prompt: typed });
    expect(meant(typed)).toEqual({ draft: { ...none, prompt: typed }, noticed: [] });
  });

  test("is taken apart once: what is left has none, and a prompt without dashes is left alone", () => {
    fc.assert(
      fc.property(anyText(), (prompt) => {
        const { draft, noticed } = meant(prompt);
        if (noticed.length === 0) return;
        expect(draft.prompt.length).toBeLessThan(prompt.length);
      }),
    );
    fc.assert(
      fc.property(
        anyText().filter((text) => !/\p{Pd}|\u2212/u.test(text)),
        (prompt) => {
          expect(meant(prompt)).toEqual({ draft: { ...none, prompt }, noticed: [] });
        },
      ),
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
] as const)("from %s to %s are %i slips", ([a, b, slips]) => {
  expect(editDistance(a, b)).toBe(slips);
  expect(editDistance(b, a)).toBe(slips);
});

test.for([
  [
    "a cat --ration 9:16 --duration 15",
    { prompt: "a cat --ration 9:16 --duration 15", aspectRatio: "16:9", duration: 10 },
  ],
  ["a cat", null],
  // Its question names one payer.
  ["a cat --pay team", null],
] as const)("%j can be made as typed as %j", ([prompt, request]) => {
  const planned = valueIn(planVideo(aDraft({ prompt }), {}, () => null));
  const { asTyped } = planned;
  if (request) expect(asTyped).toMatchObject(request);
  else expect(asTyped).toBeNull();
});
