import type { z } from "zod";
import { readButtonId } from "../../../core/button.ts";
import { SELECT_ID } from "../../../core/chat.ts";
import type { Act } from "../../../core/command.ts";
import { messageCommandSpecs } from "../../../core/message-specs.ts";
import { asksForHelp } from "../../../core/request/one-word.ts";
import { settingsDraft } from "../../../core/request/settings.ts";
import { subcommandAct } from "../../../core/request/subcommand-acts.ts";
import { videoOptions } from "../../../core/request/video-request.ts";
import { commandSpecs } from "../../../core/specs.ts";
import { commandData, componentData } from "./payload.ts";
import { readAttachment } from "./read-attachment.ts";
import { readMessageAct } from "./read-message.ts";
import { type Pressed, pressedOn } from "./read-pressed.ts";
import { type Broken, unknown } from "./unread.ts";

/** Kinds of commands. Source: Discord docs, application-commands (read 2026-11-21). */
const CHAT_INPUT = 1;
const MESSAGE = 3;
/** Kinds of components. Source: Discord docs, components/reference (read 2026-11-21). */
const BUTTON = 2;
const STRING_SELECT = 3;

/** What a command asks for, typed or used on a message; one that this version does not have is unknown. */
export function readUsed(data: unknown, prefix: string): Act | Broken {
  const read = commandData.safeParse(data);
  if (!read.success) return { broken: "data of a command" };
  const { name, type, options } = read.data;
  if (type === MESSAGE && messageCommandSpecs.some((each) => each.name === name)) return readMessageAct(data);
  const spec = type === CHAT_INPUT ? commandSpecs(prefix).find((each) => each.name === name) : undefined;
  switch (spec?.means) {
    case "make_video":
      return readVideo(read.data);
    case "batch":
      return { kind: "open_batch_form" };
    case "help":
      return { kind: "help" };
    case "jobs": {
      const show = givenIn(options)("show");
      return show !== null && asksForHelp(show) ? { kind: "help" } : { kind: "jobs", show };
    }
    case "settings":
      return readSettings(read.data);
    case "key":
    case "style":
    case "team":
    case "data": {
      const word = options[0]?.name;
      return subcommandAct(spec.means, word) ?? unknown(`command ${name} ${word ?? ""}`);
    }
    case undefined:
      return unknown(`command ${name}`);
  }
}

function readSettings({ options }: z.output<typeof commandData>): Act {
  return { kind: "settings", from: "command", given: settingsDraft(givenIn(options)) };
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
  if (offered?.name !== "prompt" && offered?.name !== "show" && offered?.name !== "style") return null;
  return { kind: "suggest", option: offered.name, typed: String(focused?.value ?? "") };
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
      ...videoOptions(given),
      prompt: given("prompt") ?? "",
      image: image && readAttachment(image),
      flagProblems: [],
    },
  };
}

/** What a press means; the whole meaning stands in the button's id, or in what was chosen in a menu. */
export function readComponent(data: unknown, pressed: Pressed | null, channelId: string): Act | Broken {
  const read = componentData.safeParse(data);
  if (!read.success) return { broken: "data of a component" };
  const { custom_id: id, component_type: type, values } = read.data;
  const meaning = type === BUTTON ? id : type === STRING_SELECT && id === SELECT_ID ? (values[0] ?? "") : "";
  const action = readButtonId(meaning);
  return action ? { kind: "press", action, on: pressedOn(pressed, channelId, meaning) } : unknown(`component ${id}`);
}
