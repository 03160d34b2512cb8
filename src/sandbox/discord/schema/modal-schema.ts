import { z } from "zod";
import { limits } from "../limits.ts";
import { customId, selectOption, selectShape, textDisplay } from "./component-schema.ts";

const id = z.int().min(0).optional();
const required = z.boolean().nullish();
const choice = z.object({
  label: z.string().min(1).max(limits.selectText),
  value: z.string().min(1).max(limits.selectText),
  description: z.string().max(limits.selectText).nullish(),
  default: z.boolean().nullish(),
});

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
  .refine(({ value, max_length }) => !value || !max_length || value.length <= max_length, {
    message: "The value is longer than max_length.",
    path: ["value"],
    params: { code: "BASE_TYPE_MAX_LENGTH" },
  });

const stringSelect = z.object({
  type: z.literal(3),
  ...selectShape,
  required,
  options: z.array(selectOption).min(1).max(limits.selectOptions),
});
const entitySelect = z.object({ type: z.literal([5, 6, 7, 8]), ...selectShape, required });
const fileUpload = z.object({
  type: z.literal(19),
  id,
  custom_id: customId,
  min_values: z.int().min(0).max(limits.uploadFiles).nullish(),
  max_values: z.int().min(1).max(limits.uploadFiles).nullish(),
  required,
  file_types: z.array(z.string().min(1)).nullish(),
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
    entitySelect,
    fileUpload,
    radioGroup,
    checkboxGroup,
    checkbox,
  ]),
});

/** A form. Action rows in forms are deprecated and refused here. */
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
      const { custom_id } = component.component;
      if (seen.has(custom_id))
        context.addIssue({
          code: "custom",
          message: "Component custom id cannot be duplicated",
          path: ["components", index, "component", "custom_id"],
          params: { code: "COMPONENT_CUSTOM_ID_DUPLICATED" },
        });
      seen.add(custom_id);
    }
  });

export type Modal = z.output<typeof modalBody>;
export type ModalInput = z.output<typeof label>["component"];
