import { MessageFlags } from "discord.js";
import { z } from "zod";
import { isCardButton, readButtonId } from "../../../core/button.ts";
import { type PressedOn, SELECT_ID } from "../../../core/chat.ts";
import type { Act } from "../../../core/command.ts";
import { commandSpecs, declaredAct, messageCommandSpecs } from "../../../core/command-specs.ts";
import { asksForHelp } from "../../../core/request/one-word.ts";
import { settingsDraft } from "../../../core/request/settings.ts";
import { videoOptions } from "../../../core/request/video-request.ts";
import { type Broken, commandData, componentData, unknown } from "./discord-payload.ts";
import { readAttachment, readMessageAct } from "./read-discord-message.ts";

/** Kinds of commands. Source: Discord docs, application-commands (read 2026-11-21). */
const CHAT_INPUT = 1;
const MESSAGE = 3;
/** Kinds of components. Source: Discord docs, components/reference (read 2026-11-21). */
const BUTTON = 2;
const STRING_SELECT = 3;

/** Reads what a command asks for, typed or used on a message; one that this version does not have is unknown. */
export function readUsed(data: unknown, prefix: string): Act | Broken {
  const read = commandData.safeParse(data);
  if (!read.success) return { broken: "data of a command" };
  const { name, type, options } = read.data;
  if (type === MESSAGE && messageCommandSpecs.some((each) => each.name === name)) return readMessageAct(data);
  const spec = type === CHAT_INPUT ? commandSpecs(prefix).find((each) => each.name === name) : undefined;
  if (!spec) return unknown(`command ${name}`);
  const word = options[0]?.name;
  const act = declaredAct(spec, spec.subcommands.length > 0 ? (word ?? "") : undefined);
  if (act === "unknown") return unknown(`command ${name} ${word ?? ""}`);
  if (act) return act;
  const given = givenIn(options);
  const show = given("show");
  switch (spec.means) {
    case "make_video":
      return readVideo(read.data);
    case "settings":
      return { kind: "settings", from: "command", given: settingsDraft(given) };
    case "jobs":
      return show !== null && asksForHelp(show) ? { kind: "help" } : { kind: "jobs", show };
    default:
      return unknown(`command ${name}`);
  }
}

function givenIn(options: z.output<typeof commandData>["options"]): (name: string) => string | null {
  return (name) => {
    const value = options.find((option) => option.name === name)?.value;
    return value === undefined ? null : String(value);
  };
}

/** Reads the text that somebody is typing; null where nothing is suggested for it. */
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

/** Reads the meaning of a press, all of which is in the button's id, or in the choice from a menu. */
export function readComponent(data: unknown, pressed: Pressed | null, channelId: string): Act | Broken {
  const read = componentData.safeParse(data);
  if (!read.success) return { broken: "data of a component" };
  const { custom_id: id, component_type: type, values } = read.data;
  const meaning = type === BUTTON ? id : type === STRING_SELECT && id === SELECT_ID ? (values[0] ?? "") : "";
  const action = readButtonId(meaning);
  return action ? { kind: "press", action, on: pressedOn(pressed, channelId, meaning) } : unknown(`component ${id}`);
}

/** The message that something was pressed in. Discord describes it, so no sender can make it up. */
interface Pressed {
  /** null where its id cannot be read. */
  readonly messageId: string | null;
  /** A private message of ours that is no card: the result of the press may replace it. */
  readonly isReplaceable: boolean;
  /** The ids of its buttons and of its menu's options; null where Discord did not describe it. */
  readonly buttonIds: readonly string[] | null;
}

const shown = z.object({
  id: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable()
    .catch(null),
  flags: z.int().catch(0),
  components: z.unknown().optional(),
});

/** Reads the message of a press, or of a form that was opened by one; null where there is none. */
export function readPressed(message: unknown): Pressed | null {
  const read = shown.safeParse(message);
  if (!read.success) return null;
  const { id: messageId, flags, components } = read.data;
  const isPrivate = (flags & MessageFlags.Ephemeral) !== 0;
  const buttonIds = components === undefined ? null : idsIn(components);
  return { messageId, isReplaceable: isPrivate && !buttonIds?.some(isOfCard), buttonIds };
}

/** Returns where a button was pressed. */
function pressedOn(pressed: Pressed | null, channelId: string, customId: string): PressedOn {
  const { messageId = null, buttonIds = null } = pressed ?? {};
  return {
    place: messageId === null ? null : { channelId, messageId },
    shows: buttonIds?.includes(customId) ?? null,
  };
}

function isOfCard(id: string): boolean {
  const action = readButtonId(id);
  return action !== null && isCardButton(action);
}

/** Returns the ids of all buttons, however deep they are. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== "object" || value === null) return [];
  const own = "custom_id" in value && typeof value.custom_id === "string" ? [value.custom_id] : [];
  const offered = own[0] === SELECT_ID && "options" in value ? valuesIn(value.options) : [];
  return [...own, ...offered, ...("components" in value ? idsIn(value.components) : [])];
}

/** Returns a menu's options, each by its button's id. */
function valuesIn(options: unknown): string[] {
  const read = z.array(z.object({ value: z.string() })).safeParse(options);
  return read.success ? read.data.map(({ value }) => value) : [];
}
