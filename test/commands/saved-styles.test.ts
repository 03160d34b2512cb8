import { describe, expect, test } from "vitest";
import { readButtonId } from "../../src/core/button.ts";
import type { Act } from "../../src/core/command.ts";
import { STYLES_MAX, styleId } from "../../src/core/style.ts";
import { aClosedJob, aJobId, anOwner, aRequest } from "../fakes/jobs.ts";
import { wordsOf } from "../messages/words-of.ts";
import { formOf, makeVideo, messageOf, press, pressOf, setting } from "./command-world.ts";
import { ben, team, teamWorld } from "./team/team-world.ts";

const save = (name: string, text: string, of = "mine"): Act => ({ kind: "save_style", given: { name, text, of } });
const saveInk = save("ink", "ink: {prompt}");
const list: Act = { kind: "styles" };
const batchForm: Act = { kind: "open_batch_form" };
const editForm = press("edit", aJobId());
const again = press("again", aJobId());
const inkId = styleId({ of: "mine", name: "ink" });
const filmId = styleId({ of: "team", name: "film" });
const boat = (style?: string) => makeVideo({ prompt: "a boat", pay: "mine", ...(style && { style }) });
const always = "Every video here gets the style “film”.";

/** A team whose member has their own key. */
async function styledWorld() {
  const world = await teamWorld();
  await world.withKey();
  return {
    ...world,
    savedStyles: (of: Parameters<typeof world.deps.styles.get>[0] = anOwner()) => world.deps.styles.get(of),
    quoteOf: async (act: Act) => messageOf(await world.asMember(act)).quote,
  };
}

/** A finished video with that prompt and a style of that name. */
function styled(prompt: string, name: string, of: "mine" | "team" = "mine") {
  return aClosedJob({ request: aRequest({ prompt, style: { name, of, typed: "a boat" } }) });
}

describe("video styles", () => {
  test("can be saved, listed, shown, changed and removed", async () => {
    const world = await styledWorld();
    expect(await world.reads(list)).toContain("There are no styles yet.");
    const text = "ink on rice paper: {prompt}";
    expect(await world.reads(save(" Ink  wash ", text))).toContain("The style is saved");
    const id = styleId({ of: "mine", name: "Ink wash" });
    const savedStyles = messageOf(await world.does(list));
    expect(wordsOf(savedStyles)).toContain(`Ink wash: ${text}`);
    expect(readButtonId(savedStyles.select?.options[0]?.value ?? "")).toEqual({ kind: "show_style", jobId: id });
    expect(messageOf(await world.does(press("show_style", id)))).toMatchObject({ title: "Ink wash", quote: text });
    const { values } = formOf(await world.does(press("edit_style", id)));
    expect(Object.values(values)).toEqual(["Ink wash", text, "mine"]);
    await world.does(save("ink wash", "other"));
    expect(await world.savedStyles()).toEqual({ styles: [{ name: "ink wash", text: "other" }], always: null });

    const removed = await world.does(press("remove_style", id));
    expect(removed.kind).toBe("replace_message");
    expect(wordsOf(messageOf(removed))).toContain("The style is removed");
    expect(await world.reads(press("show_style", id))).toContain("This style is gone");
  });

  test.for([
    ["the reserved name “none”", save("none", "x"), "name"],
    ["an empty text", save("x", " "), "text"],
    ["a text that is too long", save("x", "y".repeat(1_001)), "text"],
  ] as const)(
    "with %s are not saved, and the form shows an error next to the invalid field",
    async ([, act, field]) => {
      const world = await styledWorld();
      expect(await world.does(act)).toMatchObject({ kind: "form_error", field });
      expect((await world.savedStyles()).styles).toEqual([]);
    },
  );

  test("can be saved and removed by several admins at the same time, and no change is lost", async () => {
    const world = await styledWorld();
    await world.asAdmin(save("old", "x", "team"));
    await Promise.all([
      world.asAdmin(save("ink", "ink on rice paper", "team")),
      world.asAdmin(save("film", "35 mm", "always"), { owner: ben }),
      world.asAdmin(press("remove_style", styleId({ of: "team", name: "old" }))),
    ]);
    const { styles, always } = await world.savedStyles(team);
    expect([styles.map(({ name }) => name).toSorted(), always]).toEqual([["film", "ink"], "film"]);
  });

  test("of a team are listed for all members, but only admins can save or remove them", async () => {
    const world = await styledWorld();
    const saveFilm = save("film", "35 mm", "team");
    const remove = press("remove_style", filmId);
    expect(await world.memberReads(saveFilm)).toContain("Only this team's admins");
    await world.asAdmin(saveFilm);
    expect(await world.memberReads(remove)).toContain("Only this team's admins");
    expect(await world.memberReads(list)).toContain("film (team): 35 mm");
    expect(await world.reads(list, { workspace: null })).not.toContain("film");
    await world.asAdmin(remove);
    expect((await world.savedStyles(team)).styles).toEqual([]);
    const noted = world.log.lines.filter(({ event }) => event === "audit").map(({ fields }) => fields.act);
    expect(noted).toEqual(["style_saved", "style_removed"]);
  });

  test("can be chosen in the forms, which stay within Discord's limit of five fields", async () => {
    const world = await styledWorld();
    const ids = async (act: Act = { kind: "open_video_form" }) => formOf(await world.asMember(act)).ids;
    expect(await ids()).not.toContain("style");
    await world.does(saveInk);
    expect(await ids()).toEqual(["prompt", "size", "image", "pay", "style"]);
    expect(await ids(batchForm)).toEqual(["prompt", "make", "size", "image", "pay"]);
    await world.vault.remove(anOwner());
    expect(await ids()).toEqual(["prompt", "ratio", "size", "image", "style"]);
    expect(await ids(batchForm)).toEqual(["prompt", "make", "size", "image", "style"]);
    const sizes = formOf(await world.does(batchForm)).options("size");
    expect(sizes).toHaveLength(8);
    expect(sizes[0]).toMatchObject({
      value: "16:9-480p-10",
      label: expect.stringMatching(/^16:9.* · 480p · 10 s.* · 95 /),
    });
  });

  test("are suggested while a person types the name", async () => {
    const world = await styledWorld();
    await world.does(saveInk);
    await world.asAdmin(save("film", "35 mm", "team"));
    const answer = await world.does({ kind: "suggest", option: "style", typed: "FI" });
    expect(answer).toEqual({ kind: "suggestions", choices: [{ label: "film (team)", value: filmId }] });
  });

  test("of the person and of the team share the first 25 entries of every menu equally", async () => {
    const world = await styledWorld();
    for (const [of, name] of [[anOwner(), "own"] as const, [team, "film"] as const]) {
      const styles = Array.from({ length: STYLES_MAX }, (_, nth) => ({ name: `${name} ${nth}`, text: "x" }));
      await world.deps.styles.change(of, (savedStyles) => ({ ...savedStyles, styles }));
    }
    const suggested = await world.does({ kind: "suggest", option: "style", typed: "" });
    const menus = [
      formOf(await world.does(batchForm)).options("style"),
      messageOf(await world.does(list)).select?.options ?? [],
      suggested.kind === "suggestions" ? suggested.choices : [],
    ];
    for (const menu of menus) {
      const first = menu.slice(0, 25).map(({ label }) => label);
      expect(first.filter((label) => label.endsWith("(team)")).length).toBeGreaterThanOrEqual(12);
      expect(first.filter((label) => label.startsWith("own")).length).toBeGreaterThanOrEqual(12);
    }
  });
});

describe("a video with a style", () => {
  test("shows the full prompt and the style's name on the card", async () => {
    const world = await styledWorld();
    await world.does(saveInk);
    const card = messageOf(await world.does(boat("ink")));
    expect(card.quote).toBe("ink: a boat");
    expect(wordsOf(card)).toContain("Style: ink");
    expect(world.orders).toMatchObject([{ request: { prompt: "ink: a boat" } }]);
  });

  test("uses the selected style if a personal and a team style have the same name", async () => {
    const world = await styledWorld();
    await world.does(save("twin", "mine: {prompt}"));
    await world.asAdmin(save("twin", "the team's: {prompt}", "team"));
    const [, own, teams] = formOf(await world.does(batchForm)).options("style");
    expect([own?.label, teams?.label]).toEqual(["twin", "twin (team)"]);
    expect(await world.quoteOf(boat(own?.value))).toBe("mine: a boat");
    expect(await world.quoteOf(boat(teams?.value))).toBe("the team's: a boat");
    await world.has(styled("the team's: a boat", "twin", "team"));
    await world.vault.remove(anOwner());
    expect(formOf(await world.does(editForm)).values).toMatchObject({ style: teams?.value });
  });

  test("is not started if the style is removed before “Start it” is pressed", async () => {
    const world = await styledWorld();
    await world.does(saveInk);
    await world.does(setting({ confirm_above: "-1" }));
    const question = await world.does(boat("ink"));
    await world.does(press("remove_style", inkId));
    const answer = await world.does(pressOf(question, "start_kept"));
    expect(answer.kind).toBe("replace_message");
    expect(wordsOf(messageOf(answer))).toMatch(/There is no style “ink” here\..*Nothing was charged\./s);
    expect(world.orders).toEqual([]);
  });

  test("can be repeated with “Again” after the style was removed, even during an outage of the video service", async () => {
    const world = await styledWorld();
    await world.has(styled("ink: a boat", "ink"));
    world.health.set("down");
    expect(await world.quoteOf(pressOf(await world.does(again), "start_kept"))).toBe("ink: a boat");
  });

  test.for([
    ["id", inkId, "This style was removed, or it belongs to another server or workspace."],
    ["name", "ink", "There is no style “ink” here."],
  ] as const)("is refused without a charge if no style has the requested %s", async ([, style, words]) => {
    const world = await styledWorld();
    const shown = await world.reads(boat(style));
    expect(shown).toContain(words);
    expect(shown).toContain("Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("shows the typed prompt in the form “Edit & run”, or the full prompt if the style was removed", async () => {
    const world = await styledWorld();
    await world.does(saveInk);
    await world.has(styled("ink: a boat", "ink"));
    const prompt = async () => formOf(await world.does(editForm)).values.prompt;
    expect(await prompt()).toBe("a boat");
    const draft = makeVideo({ prompt: "a ship", pay: "mine" }, "form");
    const edited = { ...draft, edits: { jobId: aJobId(), nth: 0 } } as Act;
    expect(await world.quoteOf(edited)).toBe("ink: a ship");
    await world.does(press("remove_style", inkId));
    expect(await prompt()).toBe("ink: a boat");
  });
});

test.for([
  ["a reserved name", "none", "ink on paper"],
  ["a text that is too long", "ink", "x".repeat(1_001)],
  ["an empty text", "ink", ""],
] as const)(
  "the refusal of a style with %s repeats any entered text and has a button that reopens the form",
  async ([, name, text]) => {
    const world = await styledWorld();
    const answer = await world.does(save(name, text));
    expect(answer).toMatchObject({ kind: "form_error" });
    const { quote, buttons } = messageOf(answer);
    expect(quote).toBe(text || null);
    expect(buttons.map(({ label }) => label)).toEqual(["New style"]);
  },
);

describe("in a team with a mandatory style", () => {
  test("a new video has the mandatory style", async () => {
    const world = await styledWorld();
    await world.asAdmin(save("film", "35 mm", "always"));
    expect(await world.quoteOf(boat())).toBe("a boat, 35 mm");
  });

  test("“Again” is refused for a video without the mandatory style", async () => {
    const world = await styledWorld();
    await world.asAdmin(save("film", "35 mm", "always"));
    await world.has(aClosedJob());
    expect(await world.memberReads(again)).toContain(always);
    expect(world.orders).toEqual([]);
  });

  test("a request for another style or for no style is refused with an explanation", async () => {
    const world = await styledWorld();
    await world.does(save("ink", "ink: {prompt}"));
    await world.asAdmin(save("film", "35 mm", "always"));
    for (const style of ["none", "ink"]) {
      const text = await world.memberReads(makeVideo({ style }));
      expect(text).toContain(always);
      expect(text).toContain("It can't be left out or replaced: try again without choosing a style.");
      expect(text).not.toMatch(/or none/);
    }
    expect(world.orders).toEqual([]);
  });

  test("only the mandatory style is suggested", async () => {
    const world = await styledWorld();
    await world.does(save("ink", "ink: {prompt}"));
    await world.asAdmin(save("film", "35 mm", "always"));
    const suggested = await world.asMember({ kind: "suggest", option: "style", typed: "" });
    expect(suggested).toEqual({ kind: "suggestions", choices: [{ label: "film (team)", value: filmId }] });
  });

  test("a personal style with the same name does not replace the team's style", async () => {
    const world = await styledWorld();
    await world.does(save("film", "mine"));
    await world.has(styled("a boat, mine", "film"));
    await world.asAdmin(save("film", "35 mm", "always"));
    expect(await world.memberReads(again)).toContain(always);
    expect(await world.quoteOf(boat("film"))).toBe("a boat, 35 mm");
    expect(await world.memberReads(boat(styleId({ of: "mine", name: "film" })))).toContain(always);
  });

  test("new videos no longer have the mandatory style after an admin saves the style as optional", async () => {
    const world = await styledWorld();
    for (const of of ["always", "team"]) await world.asAdmin(save("film", "35 mm", of));
    expect(await world.quoteOf(boat())).toBe("a boat");
  });
});
