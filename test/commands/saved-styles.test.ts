import { describe, expect, test } from "vitest";
import { readButtonId } from "../../src/core/button.ts";
import type { Act, Answer } from "../../src/core/command.ts";
import { STYLES_MAX, styleId } from "../../src/core/style.ts";
import { aClosedJob, aJobId, anOwner, aRequest } from "../fakes/jobs.ts";
import { wordsOf } from "../messages/words-of.ts";
import { makeVideo, messageOf, press, pressOf, privateWords, setting } from "./command-world.ts";
import { ben, team, teamWorld } from "./team/team-world.ts";

const save = (name: string, text: string, of = "mine"): Act => ({ kind: "save_style", given: { name, text, of } });
const form = (answer: Answer) => {
  if (answer.kind !== "form") throw new Error(`not a form: ${answer.kind}`);
  return answer.form;
};

async function aWorld() {
  const world = await teamWorld();
  await world.withKey();
  return world;
}

describe("styles", () => {
  test("are saved, listed, shown whole, changed and removed", async () => {
    const world = await aWorld();
    expect(await world.reads({ kind: "styles" })).toContain("There are no styles yet.");
    expect(await world.reads(save(" Ink  wash ", "ink on rice paper: {prompt}"))).toContain("The style is saved");
    const list = messageOf(await world.does({ kind: "styles" }));
    expect(wordsOf(list)).toContain("Ink wash: ink on rice paper: {prompt}");
    const [option] = list.select?.options ?? [];
    expect(readButtonId(option?.value ?? "")).toEqual({
      kind: "show_style",
      jobId: styleId({ of: "mine", name: "Ink wash" }),
    });

    const id = styleId({ of: "mine", name: "Ink wash" });
    const shown = messageOf(await world.does(press("show_style", id)));
    expect([shown.title, shown.quote]).toEqual(["Ink wash", "ink on rice paper: {prompt}"]);
    const edit = form(await world.does(press("edit_style", id)));
    expect(edit.fields.map((field) => "value" in field && field.value)).toEqual([
      "Ink wash",
      "ink on rice paper: {prompt}",
      "mine",
    ]);
    await world.does(save("ink wash", "other"));
    expect(await world.deps.styles.get(anOwner())).toEqual({
      styles: [{ name: "ink wash", text: "other" }],
      always: null,
    });

    const removed = await world.does(press("remove_style", id));
    expect(removed.kind).toBe("replace_message");
    expect(wordsOf(messageOf(removed))).toContain("The style is removed");
    expect(await world.reads(press("show_style", id))).toContain("This style is gone");
  });

  test.for([
    ["a name of nothing", save("", "x"), "name"],
    ["the name of no style", save("none", "x"), "name"],
    ["a text of nothing", save("x", " "), "text"],
    ["too long a text", save("x", "y".repeat(1_001)), "text"],
  ] as const)("with %s are not saved, and the form says so at its field", async ([, act, field]) => {
    const world = await aWorld();
    expect(await world.does(act)).toMatchObject({ kind: "form_error", field });
    expect((await world.deps.styles.get(anOwner())).styles).toEqual([]);
  });

  test("that two admins save at the same moment are both stored, and one that a third removes is gone", async () => {
    const world = await aWorld();
    await world.asAdmin(save("old", "x", "team"));
    await Promise.all([
      world.asAdmin(save("ink", "ink on rice paper", "team")),
      world.asAdmin(save("film", "35 mm", "always"), { owner: ben }),
      world.asAdmin(press("remove_style", styleId({ of: "team", name: "old" }))),
    ]);
    const { styles, always } = await world.deps.styles.get(team);
    expect(styles.map(({ name }) => name).toSorted()).toEqual(["film", "ink"]);
    expect(always).toBe("film");
  });

  test("that seem to hold a key are not stored", async () => {
    const world = await aWorld();
    expect(await world.reads(save("x", `vk-${"a1b2c3d4".repeat(4)}`))).toContain("Is there a key in this?");
    expect((await world.deps.styles.get(anOwner())).styles).toEqual([]);
  });

  test("of a team are saved and removed by its admins alone, and offered to everybody there", async () => {
    const world = await aWorld();
    expect(await world.memberReads(save("film", "35 mm", "team"))).toContain("Only this team's admins");
    await world.asAdmin(save("film", "35 mm", "team"));
    const id = styleId({ of: "team", name: "film" });
    expect(await world.memberReads(press("remove_style", id))).toContain("Only this team's admins");
    expect(await world.memberReads({ kind: "styles" })).toContain("film (team): 35 mm");
    expect(await world.reads({ kind: "styles" }, { workspace: null })).not.toContain("film");
    await world.asAdmin(press("remove_style", id));
    expect((await world.deps.styles.get(team)).styles).toEqual([]);
    const noted = world.log.lines.filter(({ event }) => event === "audit").map(({ fields }) => fields.act);
    expect(noted).toEqual(["style_saved", "style_removed"]);
  });

  test("are chosen in forms where there are any, and one's own in a direct message", async () => {
    const world = await aWorld();
    const fields = async () => form(await world.asMember({ kind: "open_video_form" })).fields.map(({ id }) => id);
    expect(await fields()).not.toContain("style");
    await world.does(save("ink", "ink"));
    // On Discord a form asks who pays before it asks for a style.
    expect(await fields()).toContain("pay");
    await world.vault.remove(anOwner());
    expect(await fields()).toContain("style");
    const batch = form(await world.does({ kind: "open_batch_form" }));
    expect(batch.fields.map(({ id }) => id)).toContain("style");
  });

  test("complete what is typed", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink"));
    await world.asAdmin(save("film", "35 mm", "team"));
    const answer = await world.does({ kind: "suggest", option: "style", typed: "FI" });
    expect(answer).toEqual({
      kind: "suggestions",
      choices: [{ label: "film (team)", value: styleId({ of: "team", name: "film" }) }],
    });
  });
});

describe("a video with a style", () => {
  test("is asked about, and shown, with its whole prompt and the style's name", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    const card = messageOf(await world.does(makeVideo({ prompt: "a boat", style: "ink", pay: "mine" })));
    expect(card.quote).toBe("ink: a boat");
    expect(wordsOf(card)).toContain("Style: ink");
    expect(world.orders).toMatchObject([{ request: { prompt: "ink: a boat" } }]);
  });

  test("is the one that was chosen of two with one name, and Edit & run keeps it", async () => {
    const world = await aWorld();
    await world.does(save("twin", "mine: {prompt}"));
    await world.asAdmin(save("twin", "the team's: {prompt}", "team"));
    const batch = form(await world.does({ kind: "open_batch_form" }));
    const field = batch.fields.find(({ id }) => id === "style");
    const options = field?.kind === "choice" ? field.options.slice(1) : [];
    expect(options.map(({ label }) => label)).toEqual(["twin", "twin (team)"]);
    const quotes = [];
    for (const { value } of options) {
      const draft = makeVideo({ prompt: "a boat", style: value, pay: "mine" });
      quotes.push(messageOf(await world.does(draft)).quote);
    }
    expect(quotes).toEqual(["mine: a boat", "the team's: a boat"]);
    const style = { name: "twin", of: "team", typed: "a boat" } as const;
    await world.has(aClosedJob({ request: aRequest({ prompt: "the team's: a boat", style }) }));
    await world.vault.remove(anOwner());
    const edit = form(await world.does(press("edit", aJobId())));
    expect(edit.fields.find(({ id }) => id === "style")).toMatchObject({ value: styleId(style) });
  });

  test("is reached in every menu where its person and the team have as many as there may be", async () => {
    const world = await aWorld();
    const full = (name: string) =>
      Array.from({ length: STYLES_MAX }, (_, nth) => ({ name: `${name} ${nth}`, text: "x" }));
    await world.deps.styles.change(anOwner(), (shelf) => ({ ...shelf, styles: full("own") }));
    await world.deps.styles.change(team, (shelf) => ({ ...shelf, styles: full("film") }));
    const batch = form(await world.does({ kind: "open_batch_form" })).fields.find(({ id }) => id === "style");
    const list = messageOf(await world.does({ kind: "styles" })).select;
    const suggested = await world.does({ kind: "suggest", option: "style", typed: "" });
    const menus = [
      batch?.kind === "choice" ? batch.options : [],
      list?.options ?? [],
      suggested.kind === "suggestions" ? suggested.choices : [],
    ];
    for (const menu of menus) {
      const first = menu.slice(0, 25).map(({ label }) => label);
      expect(first.filter((label) => label.endsWith("(team)")).length).toBeGreaterThanOrEqual(12);
      expect(first.filter((label) => label.startsWith("own")).length).toBeGreaterThanOrEqual(12);
    }
  });

  test("is not started where its style was removed between the question and Start it", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    await world.does(setting({ confirm_above: "1" }));
    const question = await world.does(makeVideo({ prompt: "a boat", style: "ink", pay: "mine" }));
    await world.does(press("remove_style", styleId({ of: "mine", name: "ink" })));
    const answer = await world.does(pressOf(question, "start_kept"));
    expect(answer.kind).toBe("replace_message");
    expect(wordsOf(messageOf(answer))).toContain("There is no style “ink” here.");
    expect(wordsOf(messageOf(answer))).toContain("Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("is sent once more by Again whatever became of its style, also where it waits for the service", async () => {
    const world = await aWorld();
    const style = { name: "ink", of: "mine", typed: "a boat" } as const;
    await world.has(aClosedJob({ request: aRequest({ prompt: "ink: a boat", style }) }));
    world.health.tell("down");
    const question = await world.does(press("again", aJobId()));
    const answer = await world.does(pressOf(question, "wait_kept"));
    expect(messageOf(answer).quote).toBe("ink: a boat");
  });

  test("is refused in words where the one that a form or Discord chose is gone", async () => {
    const world = await aWorld();
    const answer = await world.does(makeVideo({ style: styleId({ of: "mine", name: "ink" }), pay: "mine" }));
    expect(privateWords(answer)).toContain("This style was removed, or it belongs to another server or workspace.");
    expect(world.orders).toEqual([]);
  });

  test("is refused where the style was removed, by its name and for nothing", async () => {
    const world = await aWorld();
    const answer = await world.does(makeVideo({ style: "ink", pay: "mine" }));
    expect(privateWords(answer)).toContain("There is no style “ink” here.");
    expect(privateWords(answer)).toContain("Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("is opened again with what was typed, or whole where its style was removed", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    const style = { name: "ink", of: "mine", typed: "a boat" } as const;
    await world.has(aClosedJob({ request: aRequest({ prompt: "ink: a boat", style }) }));
    const prompt = async () => form(await world.does(press("edit", aJobId()))).fields[0];
    expect(await prompt()).toMatchObject({ value: "a boat" });
    await world.does(press("remove_style", styleId({ of: "mine", name: "ink" })));
    expect(await prompt()).toMatchObject({ value: "ink: a boat" });
  });

  test("keeps its style in Edit & run where the form does not ask for it", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    await world.has(
      aClosedJob({ request: aRequest({ prompt: "ink: a boat", style: { name: "ink", of: "mine", typed: "a boat" } }) }),
    );
    const edited = {
      ...makeVideo({ prompt: "a ship", pay: "mine" }, "form"),
      edits: { jobId: aJobId(), nth: 0 },
    } as Act;
    expect(messageOf(await world.does(edited)).quote).toBe("ink: a ship");
  });
});

describe("where every video has the team's style", () => {
  test("it is put on each, and a card of before is not made again without it", async () => {
    const world = await aWorld();
    await world.asAdmin(save("film", "35 mm", "always"));
    const card = messageOf(await world.asMember(makeVideo({ prompt: "a boat", pay: "mine" })));
    expect(card.quote).toBe("a boat, 35 mm");
    expect(await world.memberReads(makeVideo({ style: "none" }))).toContain("Every video here gets the style “film”.");
    await world.has(aClosedJob());
    expect(await world.memberReads(press("again", aJobId()))).toContain("Every video here gets the style “film”.");
    expect(world.orders).toHaveLength(1);
  });

  test("one's own of the same name does not take its place, and its name means the team's", async () => {
    const world = await aWorld();
    await world.does(save("film", "mine"));
    const own = { name: "film", of: "mine", typed: "a boat" } as const;
    await world.has(aClosedJob({ request: aRequest({ prompt: "a boat, mine", style: own }) }));
    await world.asAdmin(save("film", "35 mm", "always"));
    expect(await world.memberReads(press("again", aJobId()))).toContain("Every video here gets the style “film”.");
    expect(messageOf(await world.asMember(makeVideo({ prompt: "a boat", style: "film", pay: "mine" }))).quote).toBe(
      "a boat, 35 mm",
    );
    expect(await world.memberReads(makeVideo({ style: styleId(own) }))).toContain("Every video here gets");
  });

  test("saved again for choice alone, it is no longer on every video", async () => {
    const world = await aWorld();
    await world.asAdmin(save("film", "35 mm", "always"));
    await world.asAdmin(save("film", "35 mm", "team"));
    expect(messageOf(await world.asMember(makeVideo({ prompt: "a boat", pay: "mine" }))).quote).toBe("a boat");
  });
});
