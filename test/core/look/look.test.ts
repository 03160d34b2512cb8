import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fillLook,
  findLook,
  isLookName,
  LOOKS_MAX,
  lookId,
  noShelf,
  offeredLooks,
  withLook,
  withoutLook,
} from "../../../src/core/look/look.ts";
import { planVideo } from "../../../src/core/request/plan-video.ts";
import { PROMPT_MAX, type VideoDraft } from "../../../src/core/request/video-request.ts";
import { startBody } from "../../../src/video-api/wire.ts";
import { anyText } from "../../fakes/any-text.ts";
import { aDraft } from "../../fakes/drafts.ts";

const ink = { name: "Ink", text: "ink on rice paper: {prompt}" };
const film = { name: "film", text: "35 mm film" };
const mine = { looks: [ink], always: null };
const plan = (draft: Partial<VideoDraft>, looks = offeredLooks(mine, { looks: [film], always: null })) =>
  planVideo(aDraft({ prompt: "a boat", ...draft }), {}, () => null, looks);

describe("a look's text", () => {
  test.for<readonly [string, string]>([
    ["{prompt}", "a boat"],
    ["ink: {prompt}, slow", "ink: a boat, slow"],
    ["{prompt} and {prompt}", "a boat and a boat"],
    ["35 mm film", "a boat, 35 mm film"],
  ])("%j around a prompt is %j", ([text, whole]) => {
    expect(fillLook({ name: "x", text }, "a boat")).toBe(whole);
  });

  test("takes a prompt as it is, whatever signs are in it", () => {
    expect(fillLook(ink, "a $& b $1 {prompt}")).toBe("ink on rice paper: a $& b $1 {prompt}");
    expect(fillLook(film, "A boat.")).toBe("A boat. 35 mm film");
  });
});

describe("a look", () => {
  test("is found by its name in any case, one's own before the team's", () => {
    const looks = offeredLooks(mine, { looks: [{ name: "INK", text: "the team's" }, film], always: null });
    expect(findLook(looks, " ink ")).toEqual({ ...ink, of: "mine" });
    expect(findLook(looks, "Film")).toMatchObject({ of: "team" });
    expect(findLook(looks, "oil")).toBeNull();
    expect(lookId("mine", "Ink")).toMatch(/^[0-9a-f]{20}$/);
    expect(lookId("mine", "Ink")).not.toBe(lookId("team", "Ink"));
  });

  test("takes the place of one of its name, and more than there may be are refused", () => {
    const changed = { name: "ink", text: "another" };
    expect(withLook(mine, changed)).toEqual({ looks: [changed], always: null });
    const full = {
      looks: Array.from({ length: LOOKS_MAX }, (_, nth) => ({ name: `${nth}`, text: "x" })),
      always: null,
    };
    expect(withLook(full, ink)).toBeNull();
    expect(withLook(full, { name: "3", text: "y" })?.looks).toHaveLength(LOOKS_MAX);
    expect(withoutLook({ looks: [ink, film], always: "Ink" }, "ink")).toEqual({ looks: [film], always: null });
    expect(withoutLook({ looks: [ink, film], always: "film" }, "ink").always).toBe("film");
  });

  test.for(["Ink", "ink on paper", "墨", "2-tone"])("may be named %j", (name) => expect(isLookName(name)).toBe(true));
  test.for(["", "none", "-x", "a:b", "a\nb", "x".repeat(33), " x"])("may not be named %j", (name) =>
    expect(isLookName(name)).toBe(false),
  );
});

describe("a request", () => {
  test("has the look's text around its prompt, and says which look and what was typed", () => {
    const planned = plan({ look: "ink" });
    expect(planned.ok && planned.value.request).toMatchObject({
      prompt: "ink on rice paper: a boat",
      look: { name: "Ink", typed: "a boat" },
    });
  });

  test("takes a look from a flag, and none where none is wanted", () => {
    const planned = plan({ prompt: "a boat --look film" });
    expect(planned.ok && planned.value).toMatchObject({
      request: { prompt: "a boat, 35 mm film" },
      noticed: ["--look film"],
    });
    for (const look of [null, "none"]) {
      const plain = plan({ look });
      expect(plain.ok && plain.value.request).toMatchObject({ prompt: "a boat", look: undefined });
    }
  });

  test("for a look that is not there is refused by its name, with those that there are", () => {
    expect(plan({ look: "oil" })).toEqual({
      ok: false,
      refusal: { kind: "unknown_look", given: "oil", known: ["Ink", "film"] },
    });
  });

  test("has the team's look where every video has it, and no other", () => {
    const looks = offeredLooks(mine, { looks: [film], always: "film" });
    const planned = plan({}, looks);
    expect(planned.ok && planned.value.request.prompt).toBe("a boat, 35 mm film");
    expect(plan({ look: "FILM" }, looks).ok).toBe(true);
    for (const look of ["ink", "none"])
      expect(plan({ look }, looks)).toEqual({ ok: false, refusal: { kind: "other_look", always: "film" } });
    const gone = plan({}, offeredLooks(mine, { looks: [], always: "film" }));
    expect(gone.ok && gone.value.request.prompt).toBe("a boat");
  });

  test("is counted with its look", () => {
    const looks = offeredLooks({ looks: [{ name: "long", text: "x".repeat(1_000) }], always: null }, noShelf);
    expect(plan({ prompt: "y".repeat(PROMPT_MAX - 1_000), look: "long" }, looks)).toEqual({
      ok: false,
      refusal: { kind: "prompt_too_long", length: PROMPT_MAX + 2 },
    });
  });

  test("is counted before its look is put on it, however often that names it", () => {
    const text = "{prompt}".repeat(200_000);
    const looks = offeredLooks({ looks: [{ name: "many", text }], always: null }, noShelf);
    expect(plan({ prompt: "y".repeat(PROMPT_MAX), look: "many" }, looks)).toEqual({
      ok: false,
      refusal: { kind: "prompt_too_long", length: 200_000 * PROMPT_MAX },
    });
  });

  test("is sent as it says, whatever look and prompt are", () => {
    fc.assert(
      fc.property(anyText(), anyText(), (text, prompt) => {
        const looks = offeredLooks({ looks: [{ name: "any", text }], always: null }, noShelf);
        const planned = plan({ prompt, look: "any" }, looks);
        if (!planned.ok) return;
        const { request } = planned.value;
        expect(startBody(request).prompt).toBe(request.prompt);
        expect(request.prompt).toBe(fillLook({ name: "any", text }, request.look?.typed ?? ""));
      }),
    );
  });
});
