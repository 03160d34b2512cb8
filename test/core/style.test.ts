import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planVideo } from "../../src/core/request/plan-video.ts";
import { PROMPT_MAX, type VideoDraft } from "../../src/core/request/video-request.ts";
import {
  fillStyle,
  findStyle,
  isStyleName,
  noSavedStyles,
  offeredStyles,
  STYLES_MAX,
  styleId,
  withoutStyle,
  withStyle,
} from "../../src/core/style.ts";
import { normalisePrompt } from "../../src/core/text/prompt-text.ts";
import { startBody } from "../../src/video-api/wire.ts";
import { anyText } from "../fakes/any-text.ts";
import { aDraft, anyAddress } from "../fakes/drafts.ts";

const ink = { name: "Ink", text: "ink on rice paper: {prompt}" };
const film = { name: "film", text: "35 mm film" };
const mine = { styles: [ink], always: null };
const plan = (draft: Partial<VideoDraft>, styles = offeredStyles(mine, { styles: [film], always: null })) =>
  planVideo(aDraft({ prompt: "a boat", ...draft }), {}, anyAddress, styles);

describe("a style's text", () => {
  test.for<readonly [string, string]>([
    ["{prompt}", "a boat"],
    ["ink: {prompt}, slow", "ink: a boat, slow"],
    ["{prompt} and {prompt}", "a boat and a boat"],
    ["35 mm film", "a boat, 35 mm film"],
  ])("%j with the prompt “a boat” gives %j", ([text, whole]) => {
    expect(fillStyle({ name: "x", text }, "a boat")).toBe(whole);
  });

  test("leaves special characters and the final period of the prompt unchanged", () => {
    expect(fillStyle(ink, "a $& b $1 {prompt}")).toBe("ink on rice paper: a $& b $1 {prompt}");
    expect(fillStyle(film, "A boat.")).toBe("A boat. 35 mm film");
  });
});

describe("a style", () => {
  const styles = offeredStyles(mine, { styles: [{ name: "INK", text: "the team's" }, film], always: null });

  test("of a person takes precedence over the team's style with the same name", () => {
    expect(findStyle(styles, " ink ")).toEqual({ ...ink, of: "mine" });
  });

  test("is found by its name regardless of upper and lower case", () => {
    expect(findStyle(styles, "Film")).toMatchObject({ of: "team" });
    expect(findStyle(styles, "oil")).toBeNull();
  });

  test("of a person and a team's style with the same name have different ids", () => {
    expect(styleId({ of: "mine", name: "Ink" })).toMatch(/^[0-9a-f]{20}$/);
    expect(styleId({ of: "mine", name: "Ink" })).not.toBe(styleId({ of: "team", name: "Ink" }));
  });

  test("replaces the saved style with the same name", () => {
    const changed = { name: "ink", text: "another" };
    expect(withStyle(mine, changed)).toEqual({ styles: [changed], always: null });
  });

  test("cannot be added if the maximum number of styles is already saved", () => {
    const styles = Array.from({ length: STYLES_MAX }, (_, nth) => ({ name: `${nth}`, text: "x" }));
    const full = { styles, always: null };
    expect(withStyle(full, ink)).toBeNull();
    expect(withStyle(full, { name: "3", text: "y" })?.styles).toHaveLength(STYLES_MAX);
  });

  test("stops being the default for all videos when the style is deleted", () => {
    expect(withoutStyle({ styles: [ink, film], always: "Ink" }, "ink")).toEqual({ styles: [film], always: null });
    expect(withoutStyle({ styles: [ink, film], always: "film" }, "ink").always).toBe("film");
  });

  test.for(["Ink", "ink on paper", "墨", "2-tone"])("may be named %j", (name) => expect(isStyleName(name)).toBe(true));
  test.for(["", "none", "-x", "a:b", "a\nb", "x".repeat(33), " x"])("may not be named %j", (name) =>
    expect(isStyleName(name)).toBe(false),
  );
});

test("a request has no style if the option for a style is empty or “none”", () => {
  for (const style of [null, "none"]) {
    const plain = plan({ style });
    expect(plain.ok && plain.value.request).toMatchObject({ prompt: "a boat", style: undefined });
  }
});

describe("a request with a style", () => {
  test("is sent with the style's text, and records the prompt as typed", () => {
    const planned = plan({ style: "ink" });
    expect(planned.ok && planned.value.request).toMatchObject({
      prompt: "ink on rice paper: a boat",
      style: { name: "Ink", of: "mine", typed: "a boat" },
    });
  });

  test("may name the style in the flag --style", () => {
    const planned = plan({ prompt: "a boat --style film" });
    expect(planned.ok && planned.value).toMatchObject({
      request: { prompt: "a boat, 35 mm film" },
      suspected: [{ typed: "--style film", isUsable: true }],
    });
  });

  test("is refused with a list of the existing styles if the style does not exist", () => {
    const refusal = { kind: "unknown_style", given: "oil", names: ["Ink", "film"] };
    expect(plan({ style: "oil" })).toEqual({ ok: false, refusal });
  });

  test("is refused if the team requires another style for all videos", () => {
    const styles = offeredStyles(mine, { styles: [film], always: "film" });
    const planned = plan({}, styles);
    expect(planned.ok && planned.value.request.prompt).toBe("a boat, 35 mm film");
    expect(plan({ style: "FILM" }, styles).ok).toBe(true);
    for (const style of ["ink", "none"])
      expect(plan({ style }, styles)).toEqual({ ok: false, refusal: { kind: "other_style", always: "film" } });
    const gone = plan({}, offeredStyles(mine, { styles: [], always: "film" }));
    expect(gone.ok && gone.value.request.prompt).toBe("a boat");
  });

  test.for([
    [
      "if the prompt exceeds the limit only together with the style's text",
      "x".repeat(1_000),
      PROMPT_MAX - 1_000,
      PROMPT_MAX + 2,
    ],
    [
      "before the text is built, even if the style repeats the prompt 200,000 times",
      "{prompt}".repeat(200_000),
      PROMPT_MAX,
      200_000 * PROMPT_MAX,
    ],
  ] as const)("is refused as too long %s", ([, text, typed, length]) => {
    const styles = offeredStyles({ styles: [{ name: "long", text }], always: null }, noSavedStyles);
    const refusal = { kind: "prompt_too_long", length };
    expect(plan({ prompt: "y".repeat(typed), style: "long" }, styles)).toEqual({ ok: false, refusal });
  });

  test("is sent with exactly the recorded prompt, for any style and any typed prompt", () => {
    fc.assert(
      fc.property(anyText(), anyText(), (text, prompt) => {
        const styles = offeredStyles({ styles: [{ name: "any", text }], always: null }, noSavedStyles);
        const planned = plan({ prompt, style: "any" }, styles);
        if (!planned.ok) return;
        const { request } = planned.value;
        expect(startBody(request).prompt).toBe(request.prompt);
        expect(request.prompt).toBe(normalisePrompt(fillStyle({ name: "any", text }, request.style?.typed ?? "")));
      }),
    );
  });
});
