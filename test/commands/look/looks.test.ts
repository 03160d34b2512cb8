import { describe, expect, test } from "vitest";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { lookId } from "../../../src/core/look/look.ts";
import { aClosedJob, aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { makeVideo, messageOf, press, privateWords } from "../command-world.ts";
import { ben, team, teamWorld } from "../team/team-world.ts";

const save = (name: string, text: string, of = "mine"): Act => ({ kind: "save_look", given: { name, text, of } });
const pressed = (kind: "show_look" | "edit_look" | "remove_look", id: string): Act => ({
  kind: "press",
  on: { place: null, shows: true },
  action: { kind, jobId: id },
});
const form = (answer: Answer) => {
  if (answer.kind !== "form") throw new Error(`not a form: ${answer.kind}`);
  return answer.form;
};

async function aWorld() {
  const world = await teamWorld();
  await world.withKey();
  return world;
}

describe("looks", () => {
  test("are saved, listed, shown whole, changed and removed", async () => {
    const world = await aWorld();
    expect(privateWords(await world.does({ kind: "looks" }))).toContain("There are no looks yet.");
    expect(privateWords(await world.does(save(" Ink  wash ", "ink on rice paper: {prompt}")))).toContain(
      "The look is saved",
    );
    const list = messageOf(await world.does({ kind: "looks" }));
    expect(wordsOf(list)).toContain("Ink wash: ink on rice paper: {prompt}");
    const [option] = list.select?.options ?? [];
    expect(readButtonId(option?.value ?? "")).toEqual({ kind: "show_look", jobId: lookId("mine", "Ink wash") });

    const id = lookId("mine", "Ink wash");
    const shown = messageOf(await world.does(pressed("show_look", id)));
    expect([shown.title, shown.quote]).toEqual(["Ink wash", "ink on rice paper: {prompt}"]);
    const edit = form(await world.does(pressed("edit_look", id)));
    expect(edit.fields.map((field) => "value" in field && field.value)).toEqual([
      "Ink wash",
      "ink on rice paper: {prompt}",
      "mine",
    ]);
    await world.does(save("ink wash", "other"));
    expect(await world.deps.looks.get(anOwner())).toEqual({
      looks: [{ name: "ink wash", text: "other" }],
      always: null,
    });

    const removed = await world.does(pressed("remove_look", id));
    expect(removed.kind).toBe("replace_message");
    expect(wordsOf(messageOf(removed))).toContain("The look is removed");
    expect(privateWords(await world.does(pressed("show_look", id)))).toContain("This look is gone");
  });

  test.for([
    ["a name of nothing", save("", "x"), "name"],
    ["the name of no look", save("none", "x"), "name"],
    ["a text of nothing", save("x", " "), "text"],
    ["too long a text", save("x", "y".repeat(1_001)), "text"],
  ] as const)("with %s are not saved, and the form says so at its field", async ([, act, field]) => {
    const world = await aWorld();
    expect(await world.does(act)).toMatchObject({ kind: "form_error", field });
    expect((await world.deps.looks.get(anOwner())).looks).toEqual([]);
  });

  test("that two admins save in the same moment are both kept, and what a third removes is gone", async () => {
    const world = await aWorld();
    await world.asAdmin(save("old", "x", "team"));
    await Promise.all([
      world.asAdmin(save("ink", "ink on rice paper", "team")),
      world.asAdmin(save("film", "35 mm", "always"), { owner: ben }),
      world.asAdmin(pressed("remove_look", lookId("team", "old"))),
    ]);
    const { looks, always } = await world.deps.looks.get(team);
    expect(looks.map(({ name }) => name).toSorted()).toEqual(["film", "ink"]);
    expect(always).toBe("film");
  });

  test("that hold what looks like a key are not kept", async () => {
    const world = await aWorld();
    expect(privateWords(await world.does(save("x", `vk-${"a1b2c3d4".repeat(4)}`)))).toContain(
      "Is there a key in this?",
    );
    expect((await world.deps.looks.get(anOwner())).looks).toEqual([]);
  });

  test("of a team are saved and removed by its admins alone, and offered to everybody there", async () => {
    const world = await aWorld();
    expect(privateWords(await world.asMember(save("film", "35 mm", "team")))).toContain("Only this team's admins");
    await world.asAdmin(save("film", "35 mm", "team"));
    const id = lookId("team", "film");
    expect(privateWords(await world.asMember(pressed("remove_look", id)))).toContain("Only this team's admins");
    expect(privateWords(await world.asMember({ kind: "looks" }))).toContain("film (team): 35 mm");
    expect(privateWords(await world.does({ kind: "looks" }, { workspace: null }))).not.toContain("film");
    await world.asAdmin(pressed("remove_look", id));
    expect((await world.deps.looks.get(team)).looks).toEqual([]);
    const noted = world.log.lines.filter(({ event }) => event === "audit").map(({ fields }) => fields.act);
    expect(noted).toEqual(["look_saved", "look_removed"]);
  });

  test("are chosen in forms where there are any, and one's own in a direct message", async () => {
    const world = await aWorld();
    const fields = async () => form(await world.asMember({ kind: "open_video_form" })).fields.map(({ id }) => id);
    expect(await fields()).not.toContain("look");
    await world.does(save("ink", "ink"));
    // On Discord a form asks who pays before it asks for a look.
    expect(await fields()).toContain("pay");
    await world.vault.remove(anOwner());
    expect(await fields()).toContain("look");
    const batch = form(await world.does({ kind: "open_batch_form" }));
    expect(batch.fields.map(({ id }) => id)).toContain("look");
  });

  test("complete what is typed", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink"));
    await world.asAdmin(save("film", "35 mm", "team"));
    const answer = await world.does({ kind: "suggest", option: "look", typed: "FI" });
    expect(answer).toEqual({ kind: "suggestions", choices: [{ label: "film (team)", value: "film" }] });
  });
});

describe("a video with a look", () => {
  test("is asked about, and shown, with its whole prompt and the look's name", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    const card = messageOf(await world.does(makeVideo({ prompt: "a boat", look: "ink", pay: "mine" })));
    expect(card.quote).toBe("ink: a boat");
    expect(wordsOf(card)).toContain("Look: ink");
    expect(world.orders).toMatchObject([{ request: { prompt: "ink: a boat" } }]);
  });

  test("is refused where the look was removed, by its name and for nothing", async () => {
    const world = await aWorld();
    const answer = await world.does(makeVideo({ look: "ink", pay: "mine" }));
    expect(privateWords(answer)).toContain("There is no look “ink” here.");
    expect(privateWords(answer)).toContain("Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("is opened again with what was typed, or whole where its look was removed", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    const look = { name: "ink", typed: "a boat" };
    await world.has(aClosedJob({ request: aRequest({ prompt: "ink: a boat", look }) }));
    const prompt = async () => form(await world.does(press("edit", aJobId()))).fields[0];
    expect(await prompt()).toMatchObject({ value: "a boat" });
    await world.does(pressed("remove_look", lookId("mine", "ink")));
    expect(await prompt()).toMatchObject({ value: "ink: a boat" });
  });

  test("keeps its look in Edit & run where the form does not ask for it", async () => {
    const world = await aWorld();
    await world.does(save("ink", "ink: {prompt}"));
    await world.has(
      aClosedJob({ request: aRequest({ prompt: "ink: a boat", look: { name: "ink", typed: "a boat" } }) }),
    );
    const edited = {
      ...makeVideo({ prompt: "a ship", pay: "mine" }, "form"),
      edits: { jobId: aJobId(), nth: 0 },
    } as Act;
    expect(messageOf(await world.does(edited)).quote).toBe("ink: a ship");
  });
});

describe("where every video has the team's look", () => {
  test("it is put on each, and a card of before is not made again without it", async () => {
    const world = await aWorld();
    await world.asAdmin(save("film", "35 mm", "always"));
    const card = messageOf(await world.asMember(makeVideo({ prompt: "a boat", pay: "mine" })));
    expect(card.quote).toBe("a boat, 35 mm");
    expect(privateWords(await world.asMember(makeVideo({ look: "none" })))).toContain(
      "Every video here gets the look “film”.",
    );
    await world.has(aClosedJob());
    expect(privateWords(await world.asMember(press("again", aJobId())))).toContain(
      "Every video here gets the look “film”.",
    );
    expect(world.orders).toHaveLength(1);
  });

  test("saved again for choice alone, it is no longer on every video", async () => {
    const world = await aWorld();
    await world.asAdmin(save("film", "35 mm", "always"));
    await world.asAdmin(save("film", "35 mm", "team"));
    expect(messageOf(await world.asMember(makeVideo({ prompt: "a boat", pay: "mine" }))).quote).toBe("a boat");
  });
});
