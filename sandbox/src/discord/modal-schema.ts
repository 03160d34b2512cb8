import { z } from "zod";
import { limits } from "./discord-limits.ts";
import { customId, selectOptions, selectShape, snowflake, textDisplay } from "./message-schema.ts";
import { flaw } from "./refusal.ts";

const CHANNEL_TYPES = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16] as const;

const id = z.int().min(0).optional();
const required = z.boolean().nullish();
const choice = z.object({
  label: z.string().min(1).max(limits.selectText),
  value: z.string().min(1).max(limits.selectText),
  description: z.string().max(limits.selectText).nullish(),
  default: z.boolean().nullish(),
});

/** Source: Discord docs, reference, "File Type Filtering" (read 2026-11-28). */
export const fileTypes = z.array(z.union([z.enum(["image", "video", "audio"]), z.string().regex(/^\.\w+$/)])).max(10);

const textInput = z
  .object({
    type: z.literal(4),
    id,
    custom_id: customId,
    style: z.literal([1, 2]),
    label: z.null({ message: "A text input under a label has no label of its own." }).optional(),
    min_length: z.int().min(0).max(limits.textInput).nullish(),
    max_length: z.int().min(1).max(limits.textInput).nullish(),
    required,
    value: z.string().max(limits.textInput).nullish(),
    placeholder: z.string().max(limits.textInputPlaceholder).nullish(),
  })
  .refine(
    ({ value, max_length }) => !value || !max_length || value.length <= max_length,
    flaw(["value"], "BASE_TYPE_MAX_LENGTH", "The value is longer than max_length."),
  );

const stringSelect = z.object({ type: z.literal(3), ...selectShape, required, options: selectOptions });
const entity = <Kind extends "user" | "role" | "channel">(...kinds: readonly [Kind, ...Kind[]]) => ({
  ...selectShape,
  required,
  default_values: z
    .array(z.object({ id: snowflake, type: z.literal(kinds) }))
    .max(limits.selectOptions)
    .nullish(),
});
const userSelect = z.object({ type: z.literal(5), ...entity("user") });
const roleSelect = z.object({ type: z.literal(6), ...entity("role") });
const mentionableSelect = z.object({ type: z.literal(7), ...entity("user", "role") });
const channelSelect = z.object({
  type: z.literal(8),
  ...entity("channel"),
  channel_types: z.array(z.literal(CHANNEL_TYPES)).nullish(),
});
const fileUpload = z.object({
  type: z.literal(19),
  id,
  custom_id: customId,
  min_values: z.int().min(0).max(limits.uploadFiles).nullish(),
  max_values: z.int().min(1).max(limits.uploadFiles).nullish(),
  required,
  file_types: fileTypes.nullish(),
});
const radioGroup = z.object({
  type: z.literal(21),
  id,
  custom_id: customId,
  required,
  options: z.array(choice).min(2).max(limits.checkboxes),
});
const checkboxGroup = z.object({
  type: z.literal(22),
  id,
  custom_id: customId,
  required,
  min_values: z.int().min(0).max(limits.checkboxes).nullish(),
  max_values: z.int().min(1).max(limits.checkboxes).nullish(),
  options: z.array(choice).min(1).max(limits.checkboxes),
});
const checkbox = z.object({ type: z.literal(23), id, custom_id: customId, default: z.boolean().nullish() });

const label = z.object({
  type: z.literal(18),
  id,
  label: z.string().min(1).max(limits.label),
  description: z.string().max(limits.labelDescription).nullish(),
  component: z.discriminatedUnion("type", [
    textInput,
    stringSelect,
    userSelect,
    roleSelect,
    mentionableSelect,
    channelSelect,
    fileUpload,
    radioGroup,
    checkboxGroup,
    checkbox,
  ]),
});

/** Action rows in forms are deprecated and refused here. */
export const modalBody = z
  .object({
    custom_id: customId,
    title: z.string().min(1).max(limits.modalTitle),
    components: z
      .array(z.discriminatedUnion("type", [label, textDisplay]))
      .min(1)
      .max(limits.modalComponents),
  })
  .superRefine(({ components }, context) => {
    const seen = new Set<string>();
    for (const [index, component] of components.entries()) {
      if (component.type !== 18) continue;
      for (const [key, message] of selectFaults(component.component))
        context.addIssue({ code: "custom", message, path: ["components", index, "component", key] });
      const { custom_id } = component.component;
      if (seen.has(custom_id))
        context.addIssue({
          code: "custom",
          ...flaw(
            ["components", index, "component", "custom_id"],
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
          ),
        });
      seen.add(custom_id);
    }
  });

/** Source: Discord docs, components/reference "User Select Structure" (read 2026-11-22). */
function selectFaults(input: ModalInput): readonly (readonly [key: string, message: string])[] {
  if (!isSelect(input)) return [];
  const { required, disabled, min_values, max_values } = input;
  const [least, most] = [min_values ?? 1, max_values ?? 1];
  const chosen = input.type === 3 ? 0 : (input.default_values?.length ?? 0);
  const faults: [isWrong: boolean, key: string, message: string][] = [
    [disabled === true, "disabled", "A form has no disabled components."],
    [required !== false && min_values === 0, "min_values", "What is required takes one value at least."],
    [least > most, "max_values", "max_values is less than min_values."],
    [chosen > 0 && (chosen < least || chosen > most), "default_values", `Takes ${least} to ${most} values.`],
  ];
  return faults.flatMap(([isWrong, key, message]) => (isWrong ? [[key, message] as const] : []));
}

const isSelect = (input: ModalInput): input is Extract<ModalInput, { type: 3 | 5 | 6 | 7 | 8 }> =>
  [3, 5, 6, 7, 8].includes(input.type);

export type Modal = z.output<typeof modalBody>;
export type ModalInput = z.output<typeof label>["component"];
