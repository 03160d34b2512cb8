import type { z } from "zod";
import { type Answer, nested, type Refusal, refuse } from "./answer.ts";
import { problemsOf } from "./check-blocks.ts";
import { type Channel, ids, type Workspace } from "./workspace.ts";

export interface Method {
  readonly token: "bot" | "app" | "config" | "none";
  run(args: Readonly<Record<string, unknown>>): Answer;
}

/** A list, an object, true or false, which a form writes as text. A number stays text: a ts is none. */
const LITERAL = /^(?:[[{].*[\]}]|true|false)$/s;

function asSent(raw: Readonly<Record<string, unknown>>): unknown {
  const { token: _, ...args } = raw;
  const read = ([name, value]: [string, unknown]) => {
    const isLiteral = typeof value === "string" && name !== "text" && LITERAL.test(value);
    return [name, isLiteral ? (nested(value) ?? value) : value] as const;
  };
  return Object.fromEntries(Object.entries(args).map(read));
}

export type Methods = Readonly<Record<string, Method>>;

export function method<A>(shape: z.ZodType<A>, run: (args: A, sent: unknown) => Answer): Method {
  return {
    token: "bot",
    run(raw) {
      const parsed = shape.safeParse(raw, { reportInput: true });
      return parsed.success ? run(parsed.data, asSent(raw)) : refuse("invalid_arguments", "", problemsOf(parsed.error));
    },
  };
}

export function reach(
  workspace: Workspace,
  channelId: string,
): { readonly ok: true; readonly channel: Channel } | Refusal {
  const channel = workspace.channel(channelId) ?? workspace.directMessage(channelId);
  if (channel?.members.has(ids.botUserId)) return { ok: true, channel };
  return channel?.kind === "public"
    ? refuse("not_in_channel", `the bot has not joined #${channel.name}`)
    : refuse("channel_not_found", `the bot knows no channel ${channelId}`);
}
