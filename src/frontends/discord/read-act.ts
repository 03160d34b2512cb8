import type { z } from "zod";
import { readButtonId, readEdited } from "../../core/button.ts";
import type { Act } from "../../core/command.ts";
import { Secret } from "../../core/secret.ts";
import { commandSpecs } from "../../core/specs.ts";
import type { Attachment } from "../../core/video-request.ts";
import { commandData, componentData, formData } from "./payload.ts";

/** It is not as Discord describes it; the text names the place, never a value. */
export interface Broken {
  readonly broken: string;
}

const CHAT_INPUT = 1;
const BUTTON = 2;
/** Longest piece of a foreign name that goes into a log. */
const NAMED = 60;

/** What a slash command asks for; a command that this version does not have is unknown. */
export function readSlash(data: unknown, prefix: string): Act | Broken {
  const read = commandData.safeParse(data);
  if (!read.success) return { broken: "data of a command" };
  const { name, type, options } = read.data;
  const spec = type === CHAT_INPUT ? commandSpecs(prefix).find((each) => each.name === name) : undefined;
  switch (spec?.means) {
    case "make_video":
      return readVideo(read.data);
    case "help":
      return { kind: "help" };
    case "jobs":
      return { kind: "jobs", show: givenIn(options)("show") };
    case "settings":
      return readSettings(read.data);
    case "key":
      return readKey(name, options[0]?.name);
    case undefined:
      return unknown(`command ${name}`);
  }
}

function readSettings({ options }: z.output<typeof commandData>): Act {
  const given = givenIn(options);
  return {
    kind: "settings",
    from: "command",
    given: {
      ratio: given("ratio"),
      duration: given("duration"),
      resolution: given("resolution"),
      ping: given("ping"),
      attach: given("attach"),
      visibility: given("visibility"),
      confirm_above: given("confirm_above"),
    },
  };
}

function givenIn(options: z.output<typeof commandData>["options"]): (name: string) => string | null {
  return (name) => {
    const value = options.find((option) => option.name === name)?.value;
    return value === undefined ? null : String(value);
  };
}

/** What somebody is typing; null where nothing is offered for it. */
export function readTyping(data: unknown, prefix: string): Extract<Act, { kind: "suggest" }> | null {
  const read = commandData.safeParse(data);
  if (!read.success) return null;
  const focused = read.data.options.find((option) => option.focused);
  const offered = commandSpecs(prefix)
    .find(({ name }) => name === read.data.name)
    ?.options.find(({ name, autocomplete }) => name === focused?.name && autocomplete);
  if (offered?.name !== "prompt" && offered?.name !== "show") return null;
  return { kind: "suggest", option: offered.name, typed: String(focused?.value ?? "") };
}

function readKey(name: string, subcommand: string | undefined): Act {
  switch (subcommand) {
    case "set":
      return { kind: "set_key" };
    case "status":
      return { kind: "show_key" };
    case "remove":
      return { kind: "remove_key" };
    default:
      return unknown(`command ${name} ${subcommand ?? ""}`);
  }
}

function readVideo({ options, resolved }: z.output<typeof commandData>): Act | Broken {
  const given = givenIn(options);
  const imageId = given("image");
  const image = imageId === null ? null : resolved?.attachments?.[imageId];
  if (image === undefined) return { broken: "data.resolved of a command" };
  return {
    kind: "make_video",
    from: "command",
    draft: {
      prompt: given("prompt") ?? "",
      ratio: given("ratio"),
      duration: given("duration"),
      resolution: given("resolution"),
      image: image && attachment(image),
      imageUrl: given("image_url"),
      flagProblems: [],
    },
  };
}

function attachment(file: {
  url: string;
  size: number;
  content_type?: string | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}): Attachment {
  return {
    url: file.url,
    contentType: file.content_type ?? null,
    sizeBytes: file.size,
    width: file.width ?? null,
    height: file.height ?? null,
  };
}

/** What a press means; the whole meaning stands in the button's id. */
export function readComponent(data: unknown): Act | Broken {
  const read = componentData.safeParse(data);
  if (!read.success) return { broken: "data of a component" };
  const { custom_id: id, component_type: type } = read.data;
  const action = type === BUTTON ? readButtonId(id) : null;
  return action ? { kind: "press", action } : unknown(`component ${id}`);
}

/** What a submitted form says. */
export function readForm(data: unknown): Act | Broken {
  const read = formData.safeParse(data);
  if (!read.success) return { broken: "data of a form" };
  const { custom_id: id, components, resolved } = read.data;
  const fields = components.flatMap(({ component, components: inRow = [] }) => (component ? [component] : inRow));
  const given = (name: string) => {
    const field = fields.find((each) => each.custom_id === name);
    return field?.value ?? field?.values?.[0] ?? "";
  };
  const chosen = (name: string) => given(name) || null;
  const [form, ...more] = id.split(":");
  const edits = more.length > 0 ? readEdited(more.join(":")) : undefined;
  if (edits === null) return unknown(`form ${id}`);
  switch (form) {
    case "key":
      return { kind: "give_key", key: new Secret(given("key").trim()) };
    case "video": {
      const imageId = chosen("image");
      const image = imageId === null ? null : resolved?.attachments?.[imageId];
      if (image === undefined) return { broken: "data.resolved of a form" };
      const draft = {
        prompt: given("prompt"),
        ratio: chosen("ratio"),
        duration: chosen("duration"),
        resolution: chosen("resolution"),
        image: image && attachment(image),
        imageUrl: chosen("image_url"),
        flagProblems: [],
      };
      return { kind: "make_video", from: "form", draft, ...(edits && { edits }) };
    }
    default:
      return unknown(`form ${id}`);
  }
}

function unknown(what: string): Act {
  return { kind: "unknown", what: what.trim().slice(0, NAMED) };
}
