import type {
  APIFileUploadComponent,
  APILabelComponent,
  APIModalInteractionResponseCallbackData,
  APIRadioGroupComponent,
  APIStringSelectComponent,
  APITextInputComponent,
} from "discord.js";
import { ChannelType, ComponentType, SelectMenuDefaultValueType, TextInputStyle } from "discord.js";
import type { Field, Form } from "../../../core/chat.ts";
import { OTHER_ENDINGS } from "../../../core/request/video-request.ts";
import { unreachable } from "../../../core/result.ts";
import { packForm } from "../../../core/submitted-form.ts";
import { limits } from "../discord-limits.ts";
import { cutToFit, escapeText, plain } from "./write-discord-text.ts";

/** Discord labels the submit button itself. The note is dropped if the fields need all the space. */
export function writeForm(form: Form): APIModalInteractionResponseCallbackData {
  const { id, title, note, fields } = form;
  const tooMany = fields.slice(limits.modalComponents).map((field) => field.id);
  if (tooMany.length > 0) throw new Error(`a form on Discord holds five fields; ${id} has too many: ${tooMany}`);
  const labels = fields.map(writeField);
  const noteText = note ? cutToFit(note.trim(), limits.displayText, escapeText) : "";
  const noteFits = noteText !== "" && labels.length < limits.modalComponents;
  return {
    custom_id: packForm(form),
    title: short(title, limits.modalTitle) || "Reelay",
    components: noteFits ? [{ type: ComponentType.TextDisplay, content: noteText }, ...labels] : labels,
  };
}

function writeField(field: Field): APILabelComponent {
  const hint = field.hint ? short(field.hint, limits.labelDescription) : "";
  return {
    type: ComponentType.Label,
    label: short(field.label, limits.label) || field.id,
    ...(hint === "" ? {} : { description: hint }),
    component: componentOf(field),
  };
}

function componentOf(field: Field): APILabelComponent["component"] {
  switch (field.kind) {
    case "text":
      return textInput(field);
    case "choice":
      return choice(field);
    case "picture":
      return upload(field);
    case "people":
    case "roles":
    case "channels":
      return picker(field);
    default:
      return unreachable(field);
  }
}

function upload({ id, isRequired }: Extract<Field, { kind: "picture" }>): APIFileUploadComponent {
  return {
    type: ComponentType.FileUpload,
    custom_id: id,
    required: isRequired,
    min_values: isRequired ? 1 : 0,
    max_values: 1,
    file_types: [...PICTURES],
  };
}

function textInput(field: Extract<Field, { kind: "text" }>): APITextInputComponent {
  const most = Math.min(limits.textInput, Math.max(1, field.maxLength));
  const value = cut(field.value, most);
  return {
    type: ComponentType.TextInput,
    custom_id: field.id,
    style: field.isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required: field.isRequired,
    max_length: most,
    ...(value === "" ? {} : { value }),
  };
}

function choice(field: Extract<Field, { kind: "choice" }>): APIStringSelectComponent | APIRadioGroupComponent {
  const isRadio = field.display === "radio";
  const options = field.options
    .slice(0, isRadio ? limits.radioOptions : limits.selectOptions)
    .map(({ label, value }) => ({
      label: short(label, limits.selectText) || value,
      value,
      default: value === field.value,
    }));
  return isRadio
    ? { type: ComponentType.RadioGroup, custom_id: field.id, required: true, options }
    : { type: ComponentType.StringSelect, custom_id: field.id, options };
}

/**
 * Discord checks only names, and accepts ten types at most. Its "image" group includes the most common endings. Source:
 * Discord docs, reference, "File Type Filtering" (read 2026-11-28).
 */
export const PICTURES = ["image", ...OTHER_ENDINGS.map((ending) => `.${ending}` as const)] as const;

/** A forum accepts only threads. */
const POSTABLE = [ChannelType.GuildText, ChannelType.GuildAnnouncement];

function picker({ kind, id, chosen, most }: Picker): APILabelComponent["component"] {
  const common = { custom_id: id, required: false, min_values: 0, max_values: most };
  const defaultsOf = <Type extends SelectMenuDefaultValueType>(type: Type) =>
    chosen.length === 0 ? {} : { default_values: chosen.slice(0, most).map((each) => ({ id: each, type })) };
  switch (kind) {
    case "people":
      return { type: ComponentType.UserSelect, ...common, ...defaultsOf(SelectMenuDefaultValueType.User) };
    case "roles":
      return { type: ComponentType.RoleSelect, ...common, ...defaultsOf(SelectMenuDefaultValueType.Role) };
    case "channels":
      return {
        type: ComponentType.ChannelSelect,
        channel_types: id === "approvals" ? POSTABLE : [...POSTABLE, ChannelType.GuildForum],
        ...common,
        ...defaultsOf(SelectMenuDefaultValueType.Channel),
      };
    default:
      return unreachable(kind);
  }
}

type Picker = Extract<Field, { readonly kind: "people" | "roles" | "channels" }>;

/** Not escaped: Discord formats nothing in labels. */
function short(text: string, max: number): string {
  return cutToFit(text.trim(), max, (words) => plain(words).replace(/\n/g, " "));
}

/** An ellipsis would become part of the person's text. */
function cut(text: string, max: number): string {
  const sound = text.toWellFormed();
  return sound.length <= max ? sound : sound.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}
