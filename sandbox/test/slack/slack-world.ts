import type { types } from "@slack/bolt";
import { SocketModeClient } from "@slack/socket-mode";
import { LogLevel, WebClient } from "@slack/web-api";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { type Entry, type EntryKind, openJournal } from "../../src/journal.ts";
import { startSlack } from "../../src/slack/slack-emulator.ts";
import { manualSandboxClock } from "../sandbox-clock.ts";

export const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};

const heardBody = z.looseObject({ response_url: z.string().default(""), trigger_id: z.string().default("") });

interface Heard {
  readonly type: string;
  readonly body: z.infer<typeof heardBody>;
  ack(body?: unknown): Promise<void>;
}

/** An emulator with a manual clock, and Slack's own clients connected to it. */
export async function slackWorld({ socketWaitMs = 2_000 } = {}) {
  const clock = manualSandboxClock();
  const journal = openJournal(clock);
  const slack = await startSlack({ clock, journal, socketWaitMs });
  const clientOptions = {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  };
  const sockets: SocketModeClient[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) void socket.disconnect();
    await slack.stop();
  });

  return {
    clock,
    journal,
    slack,
    clientOptions,
    web: new WebClient(slack.botToken, clientOptions),

    /** Connects a SocketModeClient. `next` returns the payloads in order of arrival. */
    async connect() {
      const client = new SocketModeClient({
        appToken: slack.appToken,
        clientPingTimeout: 300,
        logger: silent,
        clientOptions: { ...clientOptions },
      });
      sockets.push(client);
      const received: Heard[] = [];
      const waiting: ((one: Heard) => void)[] = [];
      client.on("slack_event", ({ type, body, ack }: Heard) => {
        const one = { type, body: heardBody.parse(body), ack };
        const go = waiting.shift();
        if (go) go(one);
        else received.push(one);
      });
      await client.start();
      return {
        client,
        next: () =>
          new Promise<Heard>((resolve) => {
            const one = received.shift();
            if (one) resolve(one);
            else waiting.push(resolve);
          }),
      };
    },

    entry: (kind: EntryKind, about: Partial<Entry> = {}) => journal.find(fits(kind, about), { withinMs: 3_000 }),
    entries: (kind: EntryKind, about: Partial<Entry> = {}) => journal.since(0).filter(fits(kind, about)),
  };
}

function fits(kind: EntryKind, about: Partial<Entry>) {
  return (entry: Entry) =>
    entry.kind === kind &&
    Object.entries(about).every(([key, value]) => Object.entries(entry).some(([k, v]) => k === key && v === value));
}

/** Posts to a response_url. Returns the status and the body. */
export async function respond(url: string, body: unknown): Promise<string> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return `${response.status} ${await response.text()}`;
}

const refusal = z.object({
  error: z.string(),
  response_metadata: z.object({ messages: z.array(z.string()).default([]) }).default({ messages: [] }),
});

/** Returns a call's error code and messages, or "ok" if it succeeded. */
export async function outcomeOf(call: Promise<unknown>): Promise<{ code: string; words: readonly string[] }> {
  try {
    await call;
    return { code: "ok", words: [] };
  } catch (error) {
    const { data } = z.object({ data: refusal }).parse(error);
    return { code: data.error, words: data.response_metadata.messages };
  }
}

export const codeOf = async (call: Promise<unknown>) => (await outcomeOf(call)).code;

export const button = (action_id: string, more: object = {}) => ({
  type: "button" as const,
  action_id,
  text: { type: "plain_text" as const, text: "Again" },
  ...more,
});

/** Tests use messages and forms that Slack's types forbid, so that the emulator's own checks can reject them. */
export const uncheckedBlocks = (blocks: readonly object[]) => blocks as types.KnownBlock[];
export const uncheckedView = (view: object) => view as types.ModalView;

export const actions = (...elements: object[]) => ({ type: "actions", elements }) as types.ActionsBlock;
export const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } }) as const;

export const input = (block_id: string, element: object, more: object = {}) => ({
  type: "input",
  block_id,
  label: { type: "plain_text", text: block_id },
  element,
  ...more,
});

export const modal = (blocks: object[], more: object = {}) =>
  uncheckedView({
    type: "modal",
    callback_id: "make_video",
    title: { type: "plain_text", text: "Make a video" },
    submit: { type: "plain_text", text: "Start" },
    blocks,
    ...more,
  });

export const prompt = input("prompt", { type: "plain_text_input", action_id: "prompt", max_length: 20 });
