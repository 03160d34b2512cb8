import { z } from "zod";
import { limits } from "../limits.ts";

/** Source: Discord docs, interactions/application-commands "Naming" (read 2026-11-21). */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

export const commandName = z
  .string()
  .regex(NAME)
  .refine((text) => text === text.toLowerCase(), {
    message: "Command name is invalid",
    params: { code: "APPLICATION_COMMAND_INVALID_NAME" },
  });
export const commandDescription = z.string().min(1).max(limits.commandDescription);
/** Source: Discord docs, reference "Locales" (read 2026-11-21). */
const LOCALES =
  "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko".split(
    " ",
  );
export const localised = <Text extends z.ZodType<string>>(text: Text) =>
  z.partialRecord(z.literal(LOCALES), text.nullish()).nullish();

const commandChoice = z.object({
  name: z.string().min(1).max(limits.choiceName),
  name_localizations: localised(z.string().min(1).max(limits.choiceName)),
  value: z.union([z.string().max(limits.choiceValue), z.number()]),
});

/** An option that takes a value. */
export const commandOption = z
  .object({
    type: z.literal([3, 4, 5, 6, 7, 8, 9, 10, 11]),
    name: commandName,
    name_localizations: localised(commandName),
    description: commandDescription,
    description_localizations: localised(commandDescription),
    required: z.boolean().nullish(),
    choices: z.array(commandChoice).max(limits.commandChoices).nullish(),
    channel_types: z.array(z.int()).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: z.int().min(0).max(limits.commandString).nullish(),
    max_length: z.int().min(1).max(limits.commandString).nullish(),
    autocomplete: z.boolean().nullish(),
    file_types: z.array(z.string().min(1)).nullish(),
  })
  .superRefine((option, context) => {
    const wrong = (path: (string | number)[], message: string, code: string) =>
      context.addIssue({ code: "custom", path, message, params: { code } });
    const takesChoices = [3, 4, 10].includes(option.type);
    if ((option.choices?.length || option.autocomplete) && !takesChoices)
      wrong(["choices"], "Options of this type have no choices.", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID");
    if (option.choices?.length && option.autocomplete)
      wrong(["autocomplete"], "Autocomplete and choices exclude each other.", "BASE_TYPE_BAD");
    for (const [index, { value }] of (option.choices ?? []).entries())
      if ((option.type === 3) !== (typeof value === "string") || (option.type === 4 && !Number.isInteger(value)))
        wrong(["choices", index, "value"], "The value does not fit the option's type.", "BASE_TYPE_BAD_TYPE");
    const names = (option.choices ?? []).map((each) => each.name);
    if (new Set(names).size < names.length)
      wrong(["choices"], "Choices need names of their own.", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAMES_DUPLICATED");
  });

export type CommandOption = z.output<typeof commandOption>;
export type CommandChoice = z.output<typeof commandChoice>;
