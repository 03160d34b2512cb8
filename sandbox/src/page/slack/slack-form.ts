import { fileControl } from "../chat/attachments.ts";
import { type Json, list, number, record, records, text } from "../core/json.ts";
import { act, type Seat } from "../core/page-state.ts";
import { type Control, type Field, type FormSketch, selectControl, textControl, tickControl } from "../forms/dialog.ts";
import { drawBlock, textOf } from "./blocks.ts";

export function sketchSlackForm(form: Json, seat: Seat): FormSketch {
  const id = text(form.viewId);
  const view = record(form.view);
  const errors = record(form.errors);
  const picks = record(form.picks);
  const about = { person: seat.personId, viewId: id };
  const blocks = records(view.blocks);
  const hasFields = new Set(blocks.map((block) => text(block.block_id)));
  const others = Object.entries(errors).filter(([name]) => !hasFields.has(name));
  return {
    id,
    place: "slack" as const,
    version: JSON.stringify([view, errors]),
    title: textOf(view.title),
    submit: view.submit ? textOf(view.submit) : undefined,
    close: textOf(view.close) || "Close",
    parts: [
      ...blocks.map((block) =>
        block.type === "input"
          ? drawField(block, text(errors[text(block.block_id)]), records(picks[text(block.block_id)]))
          : drawBlock(block, { seat, viewId: id }),
      ),
      ...others.map(([, why]) => drawBlock({ type: "markdown", text: `⚠️ ${text(why)}` }, { seat })),
    ],
    async send(values) {
      const filled: Record<string, unknown> = { ...values };
      // As in Slack's client, files are uploaded first, and the form names them.
      for (const [name, files] of Object.entries(values)) {
        if (!Array.isArray(files)) continue;
        const upload = (file: unknown) => act("/sandbox/slack/upload", { person: seat.personId, file });
        const uploads = await Promise.all(files.map(upload));
        for (const each of uploads) if (!each.ok) return `${name}: ${each.why}`;
        filled[name] = uploads.map((each) => text(record(each.ok && each.body).id)).join(",");
      }
      const done = await act("/sandbox/slack/submit", { ...about, values: filled });
      return done.ok ? undefined : done.why;
    },
    dismissed() {
      void act("/sandbox/slack/close", about);
    },
  };
}

function drawField(block: Json, error: string, picks: readonly Json[]): Field {
  const name = text(block.block_id);
  const element = record(block.element);
  const isRequired = block.optional !== true;
  return {
    name,
    label: textOf(block.label),
    hint: textOf(block.hint),
    error,
    isOptional: !isRequired,
    kept: JSON.stringify(element),
    control: controlOf(element, `form-${name}`, { picks, isRequired }),
  };
}

function controlOf(
  element: Json,
  id: string,
  { isRequired, picks }: { readonly isRequired: boolean; readonly picks: readonly Json[] },
): Control {
  const chosen = new Set(
    [record(element.initial_option), ...records(element.initial_options)].map(({ value }) => text(value)),
  );
  const options = [
    ...records(element.options),
    ...records(element.option_groups).flatMap((group) => records(group.options)),
  ];
  const choices = options.map((option) => {
    const value = text(option.value);
    return { label: textOf(option.text), value, isChosen: chosen.has(value) };
  });
  const picked = () => {
    const initial = Object.entries(element).flatMap(([name, value]) =>
      name.startsWith("initial_") ? [value].flat().map(text) : [],
    );
    return picks.map((pick) => ({
      label: `${pick.kind === "channel" ? "# " : ""}${text(pick.name)}`,
      value: text(pick.id),
      isChosen: initial.includes(text(pick.id)),
    }));
  };
  switch (element.type) {
    case "static_select": {
      const nothing = isRequired && chosen.size > 1 ? {} : { nothing: textOf(element.placeholder) || "Choose" };
      return selectControl({ id, isRequired, ...nothing }, choices);
    }
    case "radio_buttons":
    case "checkboxes":
    case "multi_static_select": {
      const type = element.type === "radio_buttons" ? "radio" : "checkbox";
      const { node, read } = tickControl({ id, type, isRequired }, choices);
      return { node, read: () => read().join(",") };
    }
    case "users_select":
    case "channels_select":
    case "conversations_select":
      return selectControl({ id, isRequired, nothing: textOf(element.placeholder) || "Choose" }, picked());
    case "multi_users_select":
    case "multi_channels_select":
    case "multi_conversations_select": {
      const note = textOf(element.placeholder);
      const { node, read } = tickControl({ id, type: "checkbox", note }, picked());
      return { node, read: () => read().join(",") };
    }
    case "file_input": {
      return fileControl({
        id,
        accept: list(element.filetypes)
          .map((one) => `.${text(one)}`)
          .join(","),
      });
    }
    default:
      return textControl(
        { isLong: element.multiline === true, value: text(element.initial_value) },
        {
          id,
          required: isRequired,
          type: /^(url|email|number)_/.exec(text(element.type))?.[1] ?? "text",
          placeholder: textOf(element.placeholder),
          minlength: number(element.min_length),
          maxlength: number(element.max_length),
        },
      );
  }
}
