import { describe, expect, test } from "vitest";
import { commandSpecs } from "../../../src/core/command-specs.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { anOwner, aSlackOwner } from "../../fakes/jobs.ts";
import { commandWorld, makeVideo, privateWords, setting } from "../command-world.ts";

const offered = ["1", "95", "143", "205", "0"];

/** The form of somebody whose settings were stored before. */
async function formOf(confirmAbove: number) {
  const world = commandWorld();
  await world.settings.put(aSlackOwner(), { ...noSettings, confirmAbove });
  const answer = await world.does({ kind: "open_settings_form" }, { owner: aSlackOwner() });
  if (answer.kind !== "form") throw new Error(answer.kind);
  const field = answer.form.fields.find(({ id }) => id === "confirm_above");
  if (field?.kind !== "choice") throw new Error("no choice");
  return { world, field };
}

describe("when to be asked before spending", () => {
  test("is a choice of always, above each price but the highest, and never", () => {
    const option = commandSpecs("video")
      .find(({ means }) => means === "settings")
      ?.options.find(({ name }) => name === "confirm_above");
    expect(option?.choices.map(({ value }) => value)).toEqual(["1", "95", "143", "205", "0"]);
  });

  test("is the same choice in the form", async () => {
    const { field } = await formOf(95);
    expect(field.value).toBe("95");
    expect(field.options.map(({ value }) => value)).toEqual(offered);
    expect(field.options.map(({ label }) => label)).toEqual([
      "Always",
      "Above 95 credits",
      "Above 143 credits",
      "Above 205 credits",
      "Never",
    ]);
  });

  test.for(["100", "2", "-1", "1.5", "always"])("is nothing else: %s", async (given) => {
    const world = commandWorld();
    expect(privateWords(await world.does(setting({ confirm_above: given })))).toContain("Nothing was changed");
    expect(await world.settings.get(anOwner())).toEqual(noSettings);
  });

  test("is always where it says so, in those words", async () => {
    const world = commandWorld();
    await world.withKey();
    expect(privateWords(await world.does(setting({ confirm_above: "1" })))).toContain("Ask me before spending: Always");
    const words = privateWords(await world.does(makeVideo()));
    expect(words).toContain("Start it for 95 credits?");
    expect(words).toContain("you asked to confirm every video");
  });
});
