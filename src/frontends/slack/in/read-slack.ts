import { z } from "zod";
import { LINK_BUTTON, readButtonId } from "../../../core/button.ts";
import { type PressedOn, SELECT_ID, type SlackReply } from "../../../core/chat.ts";
import type { EpochMs } from "../../../core/clock.ts";
import type { Act, Command } from "../../../core/command.ts";
import { commandSpecs, declaredAct, freeTextAct } from "../../../core/command-specs.ts";
import type { Owner } from "../../../core/job/ids.ts";
import { asksForHelp } from "../../../core/request/one-word.ts";
import {
  type Attachment,
  type FoundFiles,
  type FoundPicture,
  isVideoType,
  mayBePicture,
  type NoPicture,
  pictureAt,
} from "../../../core/request/video-request.ts";
import { submittedAct } from "../../../core/submitted-form.ts";
import { type Origin, unpackForm, unpackOrigin } from "../out/write-slack-form.ts";
import { times } from "../slack-limits.ts";
import {
  eventPayload,
  foreignEvent,
  messageShortcutPayload,
  pressPayload,
  type Sender,
  shortcutPayload,
  type slackFile,
  slashPayload,
  submissionPayload,
} from "./slack-payloads.ts";

export interface Press extends Incoming {
  readonly message: { readonly channelId: string; readonly ts: string; readonly isEphemeral: boolean } | null;
  readonly viewId: string | null;
  readonly isAtHome: boolean;
}

export interface Submission extends Incoming {
  readonly viewId: string;
  /** Only these fields can show an error. */
  readonly fields: readonly string[];
}

export function readSlash(payload: unknown, { prefix, now }: ReadContext): Incoming | null {
  const { data } = slashPayload.safeParse(payload);
  if (!data) return null;
  const { trigger_id: triggerId } = data;
  const sender: Who = {
    userId: data.user_id,
    userName: data.user_name,
    teamId: data.team_id,
    enterpriseId: data.enterprise_id,
    isEnterpriseInstall: data.is_enterprise_install,
  };
  const origin = originOf(data.channel_id, data.response_url, now);
  return incoming({ sender, origin, act: slashAct(data, prefix), eventId: `slack:${triggerId}`, now, triggerId });
}

export function readPress(payload: unknown, { now }: ReadContext): Press | null {
  const { data } = pressPayload.safeParse(payload);
  if (!data) return null;
  const [pressed] = data.actions;
  const { message_ts: ts, channel_id: containerChannelId, is_ephemeral: isEphemeral } = data.container;
  const channelId = data.channel?.id ?? containerChannelId;
  const isAtHome = data.view?.type === "home";
  const origin = data.view
    ? (unpackOrigin(data.view.private_metadata) ?? openPlace(data.user.id, now))
    : threaded(originOf(channelId ?? data.user.id, data.response_url, now), data.container.thread_ts);
  const isMenu = pressed.type === "static_select" && pressed.action_id === SELECT_ID;
  const meaning = isMenu ? (pressed.selected_option?.value ?? "") : pressed.action_id;
  const action = readButtonId(meaning);
  const message = ts && channelId ? { channelId, ts, isEphemeral } : null;
  const blocks = data.view?.blocks ?? data.message?.blocks;
  // Slack sends the full content of public messages, forms and Home tabs.
  const on: PressedOn = {
    place: message && !data.view && !isEphemeral ? { channelId: message.channelId, messageId: message.ts } : null,
    shows: blocks === undefined ? null : holds(blocks, meaning, 0),
  };
  return {
    ...incoming({
      sender: whoOf(data, data.view?.app_installed_team_id),
      origin,
      act: action
        ? { kind: "press", action, on }
        : { kind: "unknown", what: `button ${pressed.action_id.slice(0, 60)}` },
      eventId: `slack:${pressed.action_ts}:${data.user.id}:${pressed.action_id}`,
      now,
      triggerId: data.trigger_id,
    }),
    message,
    viewId: isAtHome ? null : (data.view?.id ?? null),
    isAtHome,
  };
}

/** Slack reports presses of link buttons, which only need an acknowledgment. */
export function isLinkPress(payload: unknown): boolean {
  return pressPayload.safeParse(payload).data?.actions[0].action_id === LINK_BUTTON;
}

export function readSubmission(payload: unknown, { now }: ReadContext): Submission | null {
  const { data } = submissionPayload.safeParse(payload);
  if (!data) return null;
  const { view } = data;
  const sender = whoOf(data, view.app_installed_team_id);
  const value = (field: string) => view.state.values[field]?.[field]?.text ?? "";
  const [file] = view.state.values.image?.image?.files ?? [];
  const chosen = (field: string) => view.state.values[field]?.[field]?.several ?? [];
  /** Returns the direct message if the form asked for a place and none was chosen. */
  const placed = ({ isPlaceOpen, ...carried }: Origin): Origin => {
    if (!isPlaceOpen) return carried;
    if (!("where" in view.state.values)) return { ...carried, isPlaceOpen };
    const channelId = value("where");
    if (channelId === "") return carried;
    const ofChannel = data.response_urls.find((one) => one.channel_id === channelId);
    return originOf(channelId, ofChannel?.response_url ?? null, now);
  };
  return {
    ...incoming({
      sender,
      origin: placed(unpackOrigin(view.private_metadata) ?? originOf(data.user.id, null, now)),
      act: submittedAct({ packed: unpackForm(view), value, chosen, image: file ? readFile(file, sender) : null }),
      eventId: `slack:${view.id}:${view.hash}`,
      now,
      triggerId: data.trigger_id,
    }),
    viewId: view.id,
    fields: Object.keys(view.state.values),
  };
}

export function readShortcut(payload: unknown, { now }: ReadContext): Incoming | null {
  const { data } = shortcutPayload.safeParse(payload);
  if (!data) return null;
  const { callback_id: callbackId, trigger_id: triggerId } = data;
  return incoming({
    sender: whoOf(data),
    origin: openPlace(data.user.id, now),
    act: callbackId === "make_video" ? { kind: "open_video_form" } : unknownShortcut(callbackId),
    eventId: `slack:${triggerId}`,
    now,
    triggerId,
  });
}

export function readMessageShortcut(payload: unknown, { now }: ReadContext): Incoming | null {
  const { data } = messageShortcutPayload.safeParse(payload);
  if (!data) return null;
  const { callback_id: callbackId, trigger_id: triggerId, message } = data;
  const sender = whoOf(data);
  return incoming({
    sender,
    origin: threaded(originOf(data.channel.id, data.response_url, now), message.thread_ts),
    act: callbackId === "animate_this" ? animateAct(message, sender) : unknownShortcut(callbackId),
    eventId: `slack:${triggerId}`,
    now,
    triggerId,
  });
}

function unknownShortcut(callbackId: string): Act {
  return { kind: "unknown", what: `shortcut ${callbackId.slice(0, 60)}` };
}

function threaded(origin: Origin, threadTs: string | null): Origin {
  return threadTs ? { ...origin, threadTs } : origin;
}

const shapes = {
  command: slashPayload,
  press: pressPayload,
  form: submissionPayload,
  shortcut: shortcutPayload,
} as const;

/** Written to the log, so it never includes values, which may be secret. */
export function misreadParts(kind: keyof typeof shapes, payload: unknown): string {
  const read = z.safeParse(shapes[kind], payload);
  return read.success ? "" : read.error.issues.map(({ path }) => path.join(".")).join(", ");
}

export interface Incoming {
  readonly command: Command;
  readonly reply: SlackReply;
  readonly origin: Origin;
  readonly triggerId: string;
  readonly userName: string | null;
}

export interface ReadContext {
  readonly prefix: string;
  readonly now: EpochMs;
}

interface Who {
  readonly userId: string;
  /** Notifies nobody if used in text. */
  readonly userName: string | null;
  readonly teamId: string | null;
  readonly enterpriseId: string | null;
  readonly isEnterpriseInstall: boolean;
}

/**
 * In a channel shared between companies, a form may carry the team of the person who filled it in. `formTeamId`: where
 * the app is installed.
 */
function whoOf(data: Sender, formTeamId: string | null = null): Who {
  const installed = data.is_enterprise_install ? null : formTeamId;
  return {
    userId: data.user.id,
    userName: data.user.username ?? data.user.name,
    teamId: installed ?? data.team?.id ?? data.user.team_id,
    enterpriseId: data.enterprise?.id ?? null,
    isEnterpriseInstall: data.is_enterprise_install,
  };
}

function incoming(read: {
  readonly sender: Who;
  readonly origin: Origin;
  readonly act: Act;
  readonly eventId: string;
  readonly now: EpochMs;
  readonly triggerId: string;
}): Incoming {
  const { sender, origin, act, eventId, now, triggerId } = read;
  const { userId, userName } = sender;
  const { isPlaceOpen, ...place } = origin;
  const workspace = sender.teamId ?? sender.enterpriseId ?? "";
  const installed = sender.isEnterpriseInstall ? (sender.enterpriseId ?? workspace) : workspace;
  const owner: Owner = { platform: "slack", teamId: installed, userId };
  const reply: SlackReply = {
    platform: "slack",
    teamId: workspace,
    enterpriseId: sender.isEnterpriseInstall ? sender.enterpriseId : null,
    userId,
    ...place,
    ts: null,
    cardChannelId: null,
    isUneditable: false,
  };
  const command: Command = {
    eventId,
    owner,
    workspace,
    roles: [],
    receivedAt: now,
    reply,
    ...(isPlaceOpen && { isPlaceOpen }),
    ageRestriction: "none",
    act,
  };
  return { command, reply, origin, triggerId, userName };
}

function originOf(channelId: string, responseUrl: string | null, now: EpochMs): Origin {
  return {
    channelId,
    responseUrl,
    responseUrlUntil: now + times.responseUrlMs,
    responseUrlUses: 0,
  };
}

function openPlace(userId: string, now: EpochMs): Origin {
  return { ...originOf(userId, null, now), isPlaceOpen: true };
}

export type ReceivedEvent =
  | { readonly kind: "message"; readonly isDirect: boolean; readonly incoming: Incoming }
  | { readonly kind: "opened"; readonly tab: "home" | "messages"; readonly incoming: Incoming };

/** null: not for us, such as a bot's message, an edit, or a message between other people. */
export function readEvent(payload: unknown, { now }: ReadContext): ReceivedEvent | null {
  const { data } = eventPayload.safeParse(payload);
  if (!data || foreignEvent.safeParse(payload).success) return null;
  const { event, team_id: teamId, enterprise_id: enterpriseId, event_id: eventId, authorizations } = data;
  const [authorization] = authorizations;
  const sender: Who = {
    userId: event.user,
    userName: null,
    // In a channel shared between companies, the event's own team may be the other company's.
    teamId: authorization?.team_id ?? teamId,
    enterpriseId: authorization?.enterprise_id ?? enterpriseId,
    isEnterpriseInstall: authorization?.is_enterprise_install ?? false,
  };
  const common = { sender, eventId: `slack:${eventId}`, now, triggerId: "" };
  if (event.type === "app_home_opened") {
    const { tab } = event;
    if (tab !== "home" && tab !== "messages") return null;
    const origin = openPlace(event.user, now);
    return { kind: "opened", tab, incoming: incoming({ ...common, origin, act: { kind: "help" } }) };
  }
  const isDirect = event.type === "message";
  if ((isDirect && event.channel_type !== "im") || event.user === authorization?.user_id) return null;
  const place = originOf(event.channel, null, now);
  const origin = threaded(place, event.thread_ts);
  const files = event.files.length > 0 ? filesIn(event.files, sender) : null;
  return {
    kind: "message",
    isDirect,
    incoming: incoming({ ...common, origin, act: freeTextAct(messageText(event.text), files) }),
  };
}

/** A file has no URL: the bot fetches it by id. */
function readFile(file: z.infer<typeof slackFile>, { teamId, enterpriseId, isEnterpriseInstall }: Who): Attachment {
  return {
    url: "",
    sizeBytes: file.size,
    file: {
      platform: "slack",
      teamId: teamId ?? enterpriseId ?? "",
      enterpriseId: isEnterpriseInstall ? enterpriseId : null,
      id: file.id,
    },
  };
}

type Message = z.infer<typeof messageShortcutPayload>["message"];

function animateAct({ files, attachments, blocks }: Message, who: Who): Act {
  const own = picturesIn(files, who);
  const linked = attachments.flatMap(({ title, image_url: url, image_width, image_height }) =>
    url ? [pictureAt(url, title, image_width, image_height)] : [],
  );
  const shown = blocks.flatMap(({ type, image_url: url }) =>
    type === "image" && url ? [pictureAt(url, null, null, null)] : [],
  );
  const others: readonly NoPicture[] = files.some(({ mimetype }) => isVideoType(mimetype)) ? ["video"] : [];
  return { kind: "animate", pictures: onceEach([...own, ...linked, ...shown]), others };
}

function filesIn(files: Message["files"], who: Who): FoundFiles {
  const pictures = picturesIn(files, who);
  return { pictures: onceEach(pictures), otherFiles: files.length - pictures.length };
}

function picturesIn(files: Message["files"], who: Who): readonly FoundPicture[] {
  return files
    .filter(({ mimetype: type, name, original_w: width, original_h: height }) =>
      mayBePicture({ type, name, width, height }),
    )
    .map((file) => ({
      source: "attachment",
      name: file.name ?? "",
      width: file.original_w,
      height: file.original_h,
      file: readFile(file, who),
    }));
}

function onceEach(pictures: readonly FoundPicture[]): readonly FoundPicture[] {
  const keyOf = (one: FoundPicture) => (one.source === "address" ? one.url : (one.file.file?.id ?? one.file.url));
  return [...new Map(pictures.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** Slack nests buttons no deeper than a block's elements. */
const DEPTH_MAX = 4;

function holds(value: unknown, meaning: string, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return false;
  if ("action_id" in value && value.action_id === SELECT_ID) return offers(value, meaning);
  if ("action_id" in value && value.action_id === meaning) return true;
  return Object.values(value).some((inner) => holds(inner, meaning, depth + 1));
}

function offers(menu: object, meaning: string): boolean {
  const options: unknown = "options" in menu ? menu.options : [];
  return Array.isArray(options) && options.some((option) => option?.value === meaning);
}

function slashAct({ command, text }: z.infer<typeof slashPayload>, prefix: string): Act {
  const unknown: Act = { kind: "unknown", what: command.slice(0, 60) };
  const spec = commandSpecs(prefix).find((each) => `/${each.name}` === command);
  if (!spec) return unknown;
  const words = decodeOnce(text).trim();
  // Check first: help must cost nothing.
  if (asksForHelp(words)) return { kind: "help" };
  const act = declaredAct(spec, words.toLowerCase() || undefined);
  // An unknown word may be a pasted API key, so it is not repeated.
  if (act === "unknown") return { kind: "unknown_word", of: spec.means };
  return act ?? spec.withWords?.read(words) ?? unknown;
}

function messageText(text: string): string {
  const words = text
    .replace(/<(https?:[^<>|]*)(?:\|[^<>]*)?>/gi, "$1")
    .replace(/<[#!][^<>|]*\|([^<>]*)>/g, "$1")
    .replace(/<[@#!][^<>]*>/g, " ");
  return decodeOnce(words).trim();
}

/** Unescape only once: "&amp;lt;" was typed as "&lt;". */
function decodeOnce(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name: string) => (name === "amp" ? "&" : name === "lt" ? "<" : ">"));
}
