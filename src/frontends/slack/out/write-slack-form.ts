import type { types } from "@slack/bolt";
import { z } from "zod";
import type { ChatMessage, Field, Form } from "../../../core/chat.ts";
import { PICTURE_ENDINGS } from "../../../core/request/video-request.ts";
import { unreachable } from "../../../core/result.ts";
import { packForm } from "../../../core/submitted-form.ts";
import { parseJson } from "../../../core/text/parse-json.ts";
import { limits } from "../slack-limits.ts";
import type { FormWords } from "../slack-words.ts";
import { writeMessage } from "./write-slack-message.ts";
import { mentioned, plainOf, truncate } from "./write-slack-text.ts";

export function formView(
  form: Form,
  origin: Origin,
  { takesFiles, words }: { readonly takesFiles: boolean; readonly words: FormWords },
): types.ModalView {
  return {
    type: "modal",
    callback_id: form.id,
    private_metadata: packOrigin(origin, form),
    title: plainOf(form.title, limits.viewTitle),
    submit: plainOf(form.submit, limits.viewTitle),
    close: plainOf(words.cancel, limits.viewTitle),
    blocks: [
      ...noteOf(
        form.id === "key" || form.id === "team_key" ? [form.note, words.noHiding].filter(Boolean).join(" ") : form.note,
      ),
      ...form.fields.flatMap((field) =>
        field.kind === "picture" ? pictureInputs(field, takesFiles, words) : [inputOf(field, words)],
      ),
      ...(origin.isPlaceOpen && (form.id === "video" || form.id === "batch") ? [whereInput(words)] : []),
    ],
  };
}

export function messageView(message: ChatMessage, origin: Origin, { close }: FormWords): types.ModalView {
  const rest = writeMessage({ ...message, title: "" }, { naming: mentioned }).blocks;
  const isTitle = message.title.trim() !== "" && message.title.length <= limits.viewTitle && rest.length > 0;
  return {
    type: "modal",
    callback_id: "message",
    private_metadata: packOrigin(origin),
    title: plainOf(isTitle ? message.title : "Reelay", limits.viewTitle),
    close: plainOf(close, limits.viewTitle),
    blocks: isTitle ? rest : writeMessage(message, { naming: mentioned }).blocks,
  };
}

function whereInput({ where, whereHint }: FormWords): types.InputBlock {
  return {
    type: "input",
    block_id: "where",
    label: plainOf(where, limits.inputLabel),
    hint: plainOf(whereHint, limits.inputLabel),
    optional: true,
    element: { type: "conversations_select", action_id: "where", response_url_enabled: true },
  };
}

function noteOf(note: string | null): types.KnownBlock[] {
  if (note === null || note.trim() === "") return [];
  return [{ type: "section", text: plainOf(note, limits.sectionText) }];
}

function pictureInputs(field: PictureField, takesFiles: boolean, words: FormWords): types.InputBlock[] {
  const { address } = field;
  const { or, noFiles } = words;
  if (!takesFiles) return [inputOf({ ...address, hint: [address.hint, noFiles].filter(Boolean).join(" ") }, words)];
  return [
    {
      type: "input",
      block_id: field.id,
      label: plainOf(field.label, limits.inputLabel),
      ...(field.hint && { hint: plainOf(field.hint, limits.inputLabel) }),
      optional: true,
      element: { type: "file_input", action_id: field.id, filetypes: [...PICTURE_ENDINGS], max_files: 1 },
    },
    inputOf({ ...address, label: or(address.label), isRequired: false }, words),
  ];
}

/** Slack shows a character limit only when it refuses the form. */
function hintOf(field: Exclude<Field, PictureField>, { upTo }: FormWords): string {
  const length = field.kind === "text" && field.isLong ? upTo(mostOf(field)) : "";
  return [field.hint?.trim(), length].filter(Boolean).join(" · ");
}

function mostOf({ maxLength }: Extract<Field, { kind: "text" }>): number {
  return Math.min(limits.inputText, Math.max(1, maxLength));
}

type PictureField = Extract<Field, { kind: "picture" }>;

function inputOf(field: Exclude<Field, PictureField>, words: FormWords): types.InputBlock {
  const hint = hintOf(field, words);
  const block = {
    type: "input" as const,
    block_id: field.id,
    label: plainOf(field.label, limits.inputLabel),
    ...(hint !== "" && { hint: plainOf(hint, limits.inputLabel) }),
  };
  switch (field.kind) {
    case "text": {
      const most = mostOf(field);
      const element: types.PlainTextInput = {
        type: "plain_text_input",
        action_id: field.id,
        multiline: field.isLong,
        max_length: most,
        ...(field.value !== "" && { initial_value: truncate(field.value, most) }),
      };
      return { ...block, optional: !field.isRequired, element };
    }
    case "choice": {
      const isRadio = field.display === "radio";
      const options = field.options
        .slice(0, isRadio ? limits.radioOptions : limits.selectOptions)
        .map(({ label, value }) => ({
          text: plainOf(label, limits.optionText),
          value: value.slice(0, limits.optionValue),
        }));
      const initial = options.find(({ value }) => value === field.value);
      const common = { action_id: field.id, options, ...(initial && { initial_option: initial }) };
      // Slack adds "(optional)" to the label, which makes no sense if an option is already chosen.
      if (isRadio) return { ...block, optional: false, element: { type: "radio_buttons", ...common } };
      const element: types.StaticSelect = { type: "static_select", ...common };
      return { ...block, optional: !initial, element };
    }
    case "people":
    case "roles":
    case "channels":
      return { ...block, optional: true, element: picker(field) };
    default:
      return unreachable(field);
  }
}

/** Slack has no picker for roles, and no form asks for them on Slack. */
function picker({ kind, id, chosen, most }: Picker): types.MultiUsersSelect | types.MultiConversationsSelect {
  const common = { action_id: id, max_selected_items: most };
  if (kind === "channels")
    return {
      type: "multi_conversations_select",
      filter: { include: ["public", "private"] },
      ...common,
      ...(chosen.length > 0 && { initial_conversations: [...chosen] }),
    };
  return { type: "multi_users_select", ...common, ...(chosen.length > 0 && { initial_users: [...chosen] }) };
}

type Picker = Extract<Field, { readonly kind: "people" | "roles" | "channels" }>;

const origin = z.object({
  channelId: z.string().min(1),
  responseUrl: z.string().nullable(),
  responseUrlUntil: z.number(),
  responseUrlUses: z.number(),
  threadTs: z.string().exactOptional(),
  isPlaceOpen: z.literal(true).exactOptional(),
});
const carrying = z.object({ form: z.string() });

/** Where a form was opened. The form carries it, because a submission names no channel. */
export type Origin = Readonly<z.infer<typeof origin>>;

/** Only Slack and we see private_metadata. */
export function packOrigin(origin: Origin, form?: Form): string {
  const pack = (place: Origin) => JSON.stringify({ ...place, ...(form && { form: packForm(form) }) });
  const whole = pack(origin);
  return whole.length <= limits.privateMetadata ? whole : pack({ ...origin, responseUrl: null });
}

export function unpackOrigin(metadata: string): Origin | null {
  return origin.safeParse(parseJson(metadata)).data ?? null;
}

/** Returns callback_id if the metadata is not ours. */
export function unpackForm(view: { readonly callback_id: string; readonly private_metadata: string }): string {
  return carrying.safeParse(parseJson(view.private_metadata)).data?.form ?? view.callback_id;
}
