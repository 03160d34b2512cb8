import { ApplicationCommandUpdateRequestSchema } from "discord-api-spec/zod";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startDiscord } from "../../../../sandbox/src/discord/discord-emulator.ts";
import { openJournal } from "../../../../sandbox/src/journal.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import type { Localisations } from "../../../../src/core/option-specs.ts";
import type { CommandSpec } from "../../../../src/core/specs.ts";
import { commandPayloads, registerCommands } from "../../../../src/frontends/discord/connect/register-commands.ts";
import { discordApi } from "../../../../src/frontends/discord/out/discord-api.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { aFakeRest } from "../fake-rest.ts";

/** Commands of no product, with other languages wherever there can be any. */
const specsWith = (labels: Localisations): readonly CommandSpec[] => [
  {
    name: "draw",
    names: { de: "zeichne", "pt-BR": "desenhe" },
    means: "make_video",
    description: "Draws",
    descriptions: { de: "Zeichnet", "pt-BR": "Desenha" },
    options: [
      {
        name: "ratio",
        names: { de: "format" },
        type: "text",
        description: "Its shape",
        descriptions: { de: "Wie es aussieht" },
        isRequired: false,
        choices: [{ label: "wide", labels, value: "16:9" }],
      },
    ],
    subcommands: [],
  },
  {
    name: "draw-key",
    means: "key",
    description: "Keys",
    options: [],
    subcommands: [
      {
        name: "set",
        names: { de: "setzen" },
        description: "Adds",
        descriptions: { de: "Nimmt auf" },
        act: { kind: "set_key" },
      },
    ],
  },
];
const specs = specsWith({ de: "breit", fr: "large" });

test("commands, subcommands, options and choices are written with their other languages", () => {
  const payloads = commandPayloads(specs);
  for (const payload of payloads) {
    const { error } = z.safeParse(ApplicationCommandUpdateRequestSchema, payload);
    expect(error && z.prettifyError(error)).toBeUndefined();
  }
  const [draw, key] = payloads;
  expect(draw).toMatchObject({
    name_localizations: { de: "zeichne", "pt-BR": "desenhe" },
    description_localizations: { de: "Zeichnet", "pt-BR": "Desenha" },
  });
  expect(draw?.options).toEqual([
    {
      type: 3,
      name: "ratio",
      name_localizations: { de: "format" },
      description: "Its shape",
      description_localizations: { de: "Wie es aussieht" },
      required: false,
      choices: [{ name: "wide", name_localizations: { de: "breit", fr: "large" }, value: "16:9" }],
    },
  ]);
  expect(key).not.toHaveProperty("name_localizations");
  expect(key?.options).toEqual([
    {
      type: 1,
      name: "set",
      name_localizations: { de: "setzen" },
      description: "Adds",
      description_localizations: { de: "Nimmt auf" },
    },
  ]);
});

test("commands are overwritten where a word of another language differs, and only then", async () => {
  const clock = toldClock();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  onTestFinished(() => discord.stop());
  const log = keptLog();
  const api = discordApi({ ...discord, clock, log, fetchWhole: fetchWhole(clock) });
  const register = (wanted: readonly CommandSpec[]) =>
    registerCommands({ api, clock, log }, discord.applicationId, { typed: wanted, onMessages: [] });
  expect(await register(specs)).toBe("written");
  expect(await register(specs)).toBe("same");
  expect(await register(specsWith({ fr: "large", de: "breit" }))).toBe("same");
  expect(await register(specsWith({ de: "breiter", fr: "large" }))).toBe("written");
  expect(await register(specsWith({ de: "breiter" }))).toBe("written");
  expect(await register(specsWith({ de: "breiter" }))).toBe("same");
});

test("a language that Discord tells without a word is as good as none", async () => {
  const told = commandPayloads(specs).map((command) => ({
    name_localizations: null,
    description_localizations: { ko: null },
    ...command,
    options: command.options?.map((option) => ({
      ...option,
      name_localizations: { ja: null, ...option.name_localizations },
    })),
  }));
  const world = await aFakeRest(() => ({ status: 200, body: told }));
  expect(await registerCommands(world, "1", { typed: specs, onMessages: [] })).toBe("same");
  expect(world.asked.map(({ path }) => path)).toEqual(["/applications/1/commands?with_localizations=true"]);
});
