import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { ask, aWorld, type BadCommand, expectRefused, refusal } from "./world.ts";

const option = (name: string, more: object = {}) => ({ type: 3, name, description: "x", ...more });
const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));

const REFUSED: readonly BadCommand[] = [
  ["an unknown language", { ...ask, name_localizations: { xx: "ask" } }, "name_localizations.xx"],
  ["a space in a translated name", { ...ask, name_localizations: { de: "frag mich" } }, "name_localizations.de"],
  [
    "a translated description of 101",
    { ...ask, description_localizations: { "pt-BR": "x".repeat(101) } },
    "description_localizations.pt-BR",
  ],
  [
    "an option in an unknown language",
    { ...ask, options: [option("a", { description_localizations: { "de-DE": "x" } })] },
    "options.0.description_localizations.de-DE",
  ],
  [
    "a translated choice of 101",
    {
      ...ask,
      options: [option("a", { choices: [{ name: "c", name_localizations: { de: "x".repeat(101) }, value: "c" }] })],
    },
    "options.0.choices.0.name_localizations.de",
  ],
];

test.for(REFUSED)("a command with %s is refused", ([, command, path]) => expectRefused(command, path));

test("a command of more than 8,000 characters is refused, the longest translation counts", async () => {
  const { rest, discord } = await aWorld();
  const command = (length: number) => ({
    ...ask,
    options: many(25, (index) =>
      option(`o${index}`, {
        choices: many(4, (choice) => ({
          name: `${choice}`.padEnd(2, "x"),
          name_localizations: { de: "x".repeat(length) },
          value: `${choice}`,
        })),
      }),
    ),
  });
  const commands = Routes.applicationCommands(discord.applicationId);
  await rest.post(commands, { body: command(70) });
  expect(await refusal(rest.post(commands, { body: command(90) }))).toMatchObject({
    errors: { _errors: [{ code: "APPLICATION_COMMAND_TOO_LARGE" }] },
  });
});

test("a list of commands has their other languages only where it is asked for them", async () => {
  const { rest, discord } = await aWorld();
  const commands = Routes.applicationCommands(discord.applicationId);
  const choice = { name: "c", name_localizations: { de: "w", fr: null }, value: "c" };
  const translated = {
    ...ask,
    name_localizations: { de: "frag" },
    description_localizations: { "zh-TW": "問" },
    options: [option("a", { description_localizations: { ko: "가" }, choices: [choice] })],
  };
  const [made] = [await rest.put(commands, { body: [translated] })].flat();
  expect(made).toMatchObject(translated);
  expect(JSON.stringify(await rest.get(commands))).not.toContain("localizations");
  expect(await rest.get(commands, { query: new URLSearchParams({ with_localizations: "true" }) })).toEqual([made]);
});
