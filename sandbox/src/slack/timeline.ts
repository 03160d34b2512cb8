import { z } from "zod";
import type { SandboxClock } from "../clock.ts";
import type { EntryKind, Journal } from "../journal.ts";
import { personWith } from "../people.ts";
import type { Files } from "./files.ts";
import { ids, type Workspace } from "./workspace.ts";

type Chosen = "userId" | "threadTs" | "isBroadcast" | "fileIds" | "ephemeralFor" | "viaResponseUrl";

export interface Draft
  extends Pick<SlackMessage, "channelId" | "text" | "blocks">,
    Partial<Pick<SlackMessage, Chosen>> {
  readonly interactionId?: string | undefined;
  readonly sent?: unknown;
}

export type Timeline = ReturnType<typeof openTimeline>;

export function openTimeline(deps: {
  clock: SandboxClock;
  journal: Journal;
  workspace: Workspace;
  files: Pick<Files, "playedAt">;
}) {
  const { clock, journal, workspace, files } = deps;
  const messages = new Map<string, SlackMessage>();
  const sent = new Map<string, unknown>();

  const membersOf = (channelId: string) => [...(workspace.channel(channelId)?.members ?? [])];
  const peopleIn = (channelId: string) => membersOf(channelId).filter((id) => id !== ids.botUserId);
  const filmsAmong = (fileIds: readonly string[]) =>
    fileIds.map((id) => files.playedAt(id)).filter((url) => url !== undefined);
  const isSeenBy = (slackUserId: string) => (message: SlackMessage) =>
    membersOf(message.channelId).includes(slackUserId) &&
    (message.ephemeralFor === null || message.ephemeralFor === slackUserId);

  function record(kind: EntryKind, message: SlackMessage, payload: unknown, interactionId?: string): void {
    const direct = workspace.channel(message.channelId)?.kind === "im" ? peopleIn(message.channelId)[0] : undefined;
    const person = personWith(message.ephemeralFor ?? direct ?? "");
    journal.add({
      place: "slack",
      kind,
      channelId: message.channelId,
      messageId: message.ts,
      ...(person && { personId: person.id }),
      ...(interactionId !== undefined && { interactionId }),
      payload,
    });
  }

  function ping(message: SlackMessage, interactionId?: string): void {
    if (message.ephemeralFor !== null || message.userId !== ids.botUserId) return;
    // In a thread, a reply that names nobody is only marked as unread.
    const isDirect = workspace.channel(message.channelId)?.kind === "im" && message.threadTs === null;
    const direct = isDirect ? peopleIn(message.channelId) : [];
    const personIds = [...new Set([...message.mentions, ...direct])];
    if (personIds.length > 0) record("pinged", message, { personIds }, interactionId);
  }

  return {
    post(draft: Draft): SlackMessage {
      const { interactionId, sent: json, ...given } = draft;
      const message: SlackMessage = {
        userId: ids.botUserId,
        threadTs: null,
        isBroadcast: false,
        fileIds: [],
        ephemeralFor: null,
        viaResponseUrl: false,
        ...given,
        ts: workspace.nextTs(),
        films: filmsAmong(draft.fileIds ?? []),
        createdAt: clock.now(),
        editedAt: null,
        mentions: (draft.ephemeralFor ?? null) === null ? mentions(draft, peopleIn(draft.channelId)) : [],
      };
      messages.set(message.ts, message);
      if (json !== undefined) sent.set(message.ts, json);
      record("message", message, message, interactionId);
      ping(message, interactionId);
      return message;
    },
    edit(
      message: SlackMessage,
      { text, blocks, interactionId, sent: json }: Pick<Draft, "text" | "blocks" | "interactionId" | "sent">,
    ): SlackMessage {
      const edited: SlackMessage = { ...message, text, blocks, editedAt: clock.now() };
      messages.set(message.ts, edited);
      if (json !== undefined) sent.set(message.ts, json);
      record("edited", edited, edited, interactionId);
      return edited;
    },
    remove(message: SlackMessage, interactionId?: string) {
      messages.delete(message.ts);
      sent.delete(message.ts);
      record("deleted", message, message, interactionId);
    },
    sentOf: (ts: string): unknown => sent.get(ts),
    find(channelId: string, ts: string): SlackMessage | undefined {
      const message = messages.get(ts);
      return message?.channelId === channelId ? message : undefined;
    },
    sharing: (fileId: string): readonly SlackMessage[] =>
      [...messages.values()].filter(({ fileIds }) => fileIds.includes(fileId)),
    dropFile(fileId: string) {
      for (const message of this.sharing(fileId)) {
        const fileIds = message.fileIds.filter((id) => id !== fileId);
        const text = message.text === "" ? "This file was deleted." : message.text;
        const left: SlackMessage = { ...message, fileIds, films: filmsAmong(fileIds), text };
        messages.set(message.ts, left);
        record("edited", left, left);
      }
    },
    seen: (slackUserId: string, ts: string): SlackMessage | undefined =>
      [...messages.values()].filter(isSeenBy(slackUserId)).find((one) => one.ts === ts),
    seenBy: (slackUserId: string, channelId: string): readonly SlackMessage[] =>
      [...messages.values()].filter((one) => one.channelId === channelId).filter(isSeenBy(slackUserId)),
  };
}

export interface SlackMessage {
  readonly ts: string;
  readonly channelId: string;
  readonly threadTs: string | null;
  readonly isBroadcast: boolean;
  readonly userId: string;
  /** Slack's own markup, as sent (`&amp;`, `<@U…>`). */
  readonly text: string;
  /** As sent, with ids added to blocks and elements, as Slack does. */
  readonly blocks: readonly unknown[];
  readonly fileIds: readonly string[];
  readonly films: readonly string[];
  readonly ephemeralFor: string | null;
  readonly viaResponseUrl: boolean;
  readonly createdAt: number;
  readonly editedAt: number | null;
  /** Slack user ids who were notified when the message was new. An edit never changes it. */
  readonly mentions: readonly string[];
}

/** Returns Slack user ids. A mentioned channel becomes its members. Plain text mentions nobody. */
export function mentions(
  message: { readonly text: string; readonly blocks: readonly unknown[] },
  members: readonly string[],
): readonly string[] {
  const named = [...namedIn(message.text), ...message.blocks.flatMap(namedInNode)];
  const all = named.includes("*") ? members : named.filter((id) => members.includes(id));
  return [...new Set(all)];
}

/** `*` stands for the whole channel. */
function namedIn(mrkdwn: string): string[] {
  return [...mrkdwn.matchAll(/<@([A-Z0-9]+)(?:\|[^>]*)?>|<!(channel|here|everyone)(?:\|[^>]*)?>/g)].map(
    ([, userId]) => userId ?? "*",
  );
}

const interpreted = z.object({ type: z.enum(["mrkdwn", "markdown"]), text: z.string() });
const user = z.object({ type: z.literal("user"), user_id: z.string() });
const broadcast = z.object({ type: z.literal("broadcast") });

function namedInNode(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namedInNode);
  if (typeof node !== "object" || node === null) return [];
  const text = interpreted.safeParse(node);
  if (text.success) return namedIn(text.data.text);
  const named = user.safeParse(node);
  if (named.success) return [named.data.user_id];
  if (broadcast.safeParse(node).success) return ["*"];
  return Object.values(node).flatMap(namedInNode);
}
