import { fileControl } from "../chat/attachments.ts";
import { drawParagraphs } from "../chat/draw-words.ts";
import { readMarkdown } from "../chat/markdown.ts";
import { type Json, list, number, record, records, text } from "../core/json.ts";
import { act, type Seat } from "../core/page-state.ts";
import {
  type Choice,
  type Control,
  type Field,
  type FormSketch,
  selectControl,
  textControl,
  tickControl,
} from "../forms/dialog.ts";
import { acceptOf } from "./commands.ts";

export function sketchDiscordForm(
  form: Json,
  seat: Seat,
  how: {
    readonly trouble: string;
    readonly version: string;
    submitted(interactionId: string): void;
    dismissed(): void;
  },
): FormSketch {
  const id = text(form.formId);
  const modal = record(form.modal);
  const picks = record(form.picks);
  return {
    id,
    place: "discord" as const,
    version: how.version,
    dismissed: how.dismissed,
    trouble: how.trouble,
    title: text(modal.title),
    submit: "Submit",
    close: "Cancel",
    parts: records(modal.components).map((component) => drawPart(component, picks, seat)),
    async send(values) {
      const done = await act("/sandbox/discord/submit", { person: seat.personId, formId: id, values });
      if (!done.ok) return done.why;
      how.submitted(text(record(done.body).id));
      return undefined;
    },
  };
}

function drawPart(component: Json, picks: Json, seat: Seat): Field | HTMLElement {
  if (component.type === 10) return drawParagraphs(readMarkdown(text(component.content)), seat.nameOf);
  const inner = record(component.component);
  const name = text(inner.custom_id);
  const star = inner.required === false || inner.type === 23 ? "" : " *";
  return {
    name,
    label: `${text(component.label)}${star}`,
    hint: text(component.description),
    error: "",
    kept: "",
    control: controlOf(inner, name, records(picks[name])),
  };
}

const SIGNS: Readonly<Record<string, string>> = { role: "@", channel: "# " };

function controlOf(component: Json, name: string, picks: readonly Json[]): Control {
  const id = `form-${name}`;
  const isRequired = component.required !== false;
  const choices = records(component.options).map((option) => ({
    label: text(option.label),
    value: text(option.value),
    isChosen: option.default === true,
  }));
  const menu = (offered: readonly Choice[]): Control => {
    const note = text(component.placeholder);
    if ((number(component.max_values) ?? 1) > 1) return tickControl({ id, type: "checkbox", note }, offered);
    const { node } = selectControl({ id, isRequired, nothing: note || "Choose" }, offered);
    return { node, read: () => (node.value === "" ? [] : [node.value]) };
  };
  switch (component.type) {
    case 3:
      return menu(choices);
    case 5:
    case 6:
    case 7:
    case 8: {
      const chosen = new Set(records(component.default_values).map((each) => text(each.id)));
      return menu(
        picks.map((pick) => ({
          label: `${SIGNS[text(pick.kind)] ?? ""}${text(pick.name)}`,
          value: text(pick.id),
          isChosen: chosen.has(text(pick.id)),
        })),
      );
    }
    case 19: {
      const types = list(component.file_types).map(text);
      return fileControl({
        id,
        isRequired,
        isMany: (number(component.max_values) ?? 1) > 1,
        accept: acceptOf(types),
      });
    }
    case 21: {
      const { node, read } = tickControl({ id, type: "radio", isRequired }, choices);
      return { node, read: () => read()[0] };
    }
    case 22:
      return tickControl({ id, type: "checkbox" }, choices);
    case 23: {
      const { node, read } = tickControl({ id, type: "checkbox" }, [
        { label: "", value: "on", isChosen: component.default === true },
      ]);
      return { node, read: () => read().length > 0 };
    }
    default:
      return textControl(
        { isLong: component.style === 2, value: text(component.value) },
        {
          id,
          required: isRequired,
          type: "text",
          placeholder: text(component.placeholder),
          minlength: number(component.min_length),
          maxlength: number(component.max_length),
        },
      );
  }
}
