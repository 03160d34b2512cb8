import { cp, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox/src/sandbox.ts";
import { type App, startApp } from "../../src/app.ts";
import { linesOf } from "../../src/cli/read-message.ts";
import { readConfig } from "../../src/config.ts";
import { type Clock, machineChance, machineClock } from "../../src/core/clock.ts";
import type { Films } from "../../src/core/film/film.ts";
import { RESERVE_BYTES } from "../../src/engines/reserve.ts";
import { openSqliteRows } from "../../src/engines/sqlite-folder.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { filesIn, keptStderr, leaksOf, secretsIn } from "./leaks/leaks.ts";
import { buttonOf, messagesBefore } from "./seen.ts";

export type Place = "discord" | "slack";

/** How Slack delivers payloads to the bot. */
export type Transport = "socket" | "http";

/** A message as one person sees it. */
export interface Seen {
  readonly id: string;
  readonly text: string;
  readonly isPrivate: boolean;
  readonly raw: unknown;
}

export interface Typed {
  readonly prompt: string;
  readonly ratio?: string;
  readonly duration?: number;
  readonly resolution?: string;
  readonly image_url?: string;
}

export interface StoryOptions {
  readonly taskMs?: number;
  readonly seedKeys?: boolean;
  /** Changes to the sandbox's environment. */
  readonly env?: Readonly<Record<string, string>> | ((own: Readonly<Record<string, string>>) => Record<string, string>);
  readonly prefix?: string;
  /** Typed texts that must not leak, in addition to the sandbox's keys and tokens. */
  readonly secrets?: readonly string[];
  /** The test leaks a secret on purpose, so `end` does not fail because of it. */
  readonly isLeaky?: boolean;
  /** Only for Slack. */
  readonly transport?: Transport;
  /** The bot's clock. Default: the machine's. */
  readonly clock?: Clock;
  /** The header in which the service reads the idempotency key. */
  readonly idempotencyHeader?: string;
  /** Handles films in place of the real program. Read at each start. Default: no film features. */
  readonly films?: () => Films | null;
  /** The program that resizes pictures. Default: none. */
  readonly fitProgram?: string;
  /** Runs the bot on both platforms. Most stories are faster on only one. */
  readonly isOnBoth?: boolean;
}

/** A video's duration and the polling interval. Both are short, because other tests cover polling. */
const TASK_MS = 60;
const POLL_MIN_MS = 5;

/** With STORY_TRANSPORT=http every story uses HTTP instead of sockets. */
const usualTransport: Transport = process.env.STORY_TRANSPORT === "http" ? "http" : "socket";

/** The whole bot on the sandbox, used by people on one platform. */
export async function aStory(place: Place, options: StoryOptions = {}) {
  const { taskMs = TASK_MS, seedKeys = true, env = {}, prefix = "video", transport = usualTransport } = options;
  const stderr = keptStderr();
  const sandbox = await startSandbox({
    taskMs,
    seedKeys,
    prefix,
    idempotencyHeader: options.idempotencyHeader,
  });
  const dir = await leftFolder();
  const log = recordingLog();

  const overHttp = {
    SLACK_APP_TOKEN: "",
    SLACK_SIGNING_SECRET: sandbox.slack.signingSecret,
    DISCORD_PUBLIC_KEY: sandbox.discord.publicKey,
  };
  const own = { COMMAND_PREFIX: prefix, ...(typeof env === "function" ? env(sandbox.env) : env) };

  const door = createServer((socket) => {
    const onward = connect(Number(new URL(app.origin).port), "127.0.0.1");
    const close = () => [socket, onward].map((each) => each.destroy());
    socket.on("error", close).pipe(onward.on("error", close)).pipe(socket);
  });
  const publicUrl = await new Promise<string>((resolve) => {
    door.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${Object(door.address()).port}`));
  });

  const secrets = new Set<string>(options.secrets);
  const up = async (changed: Readonly<Record<string, string>> = {}, appLog = log): Promise<App> => {
    const common = {
      ...sandbox.env,
      ...(transport === "http" && overHttp),
      DATA_DIR: dir,
      PORT: "0",
      PUBLIC_URL: publicUrl,
    };
    const others = place === "discord" ? /^SLACK_/ : /^DISCORD_/;
    const environment = { ...(options.isOnBoth ? common : without(others, common)), ...own, ...changed };
    for (const secret of secretsIn(environment)) secrets.add(secret);
    const config = readConfig(environment);
    if (!config.ok) throw new Error(config.refusal.join("\n"));
    const pace = "POLL_MIN_MS" in environment ? {} : { POLL_MIN_MS };
    const films = options.films?.();
    const app = await startApp(
      { ...config.value, ...pace },
      {
        clock: options.clock ?? machineClock,
        chance: machineChance,
        log: appLog,
        ...(films && { films }),
        ...(options.fitProgram && { fitProgram: options.fitProgram }),
      },
    );
    if (!app.ok) throw new Error(app.refusal);
    const connected = await app.value.connected;
    if (!connected.ok) throw new Error(connected.refusal);
    // Each start uses another port, and thus another request URL.
    if (config.value.slack?.transport.kind === "http") await sandbox.slack.sendTo(`${app.value.origin}/slack/events`);
    if (config.value.discord?.publicKey) await sandbox.discord.sendTo(`${app.value.origin}/discord/interactions`);
    return app.value;
  };
  let app = await up();
  let stopDuplicate = async () => {};
  if (seedKeys) await sandbox.seeded();
  const began = lastSeq(sandbox);

  const seen = (personId = "ada") => messagesOf(sandbox, place, personId, began);

  /** The id of the person's open form. Waits until one opens. */
  const openForm = async (personId = "ada"): Promise<string> => {
    const isOpen = () => openView(sandbox, place, personId) !== undefined;
    if (!isOpen()) await sandbox.journal.find(isOpen);
    const form = openView(sandbox, place, personId);
    return form === undefined ? "" : "formId" in form ? form.formId : form.viewId;
  };

  const taskId = async (nth = 0) => {
    const find = () => sandbox.video.tasks()[nth]?.id;
    if (find() === undefined) await sandbox.journal.find(() => find() !== undefined);
    return find() ?? "";
  };

  const leaks = async (): Promise<string[]> => {
    const texts = { log: JSON.stringify(log.lines), stderr: stderr(), metrics: await metricsOf(app) };
    return leaksOf(sandbox, dir, { texts, more: secrets });
  };

  return {
    sandbox,
    log,
    seen,
    openForm,
    dir,
    leaks,
    /** The bot's public URL, which stays the same after a restart. */
    publicUrl,
    origin: () => app.origin,
    /** Types `/video`, with options in the platform's notation. */
    async makeVideo(typed: Typed, personId = "ada"): Promise<void> {
      if (place === "discord") {
        await sandbox.discord.command(personId, prefix, { ...typed });
      } else {
        const { prompt, image_url: image, ...flags } = typed;
        const words = Object.entries({ ...flags, image }).map(([name, value]) => (value ? ` --${name} ${value}` : ""));
        await sandbox.slack.command(personId, `/${prefix} ${prompt}${words.join("")}`);
      }
    },
    /** Types another command, such as `/video-key status`. */
    async type(name: string, word?: string, personId = "ada"): Promise<void> {
      if (place === "discord") await sandbox.discord.command(personId, name, {}, word ? { subcommand: word } : {});
      else await sandbox.slack.command(personId, word ? `/${name} ${word}` : `/${name}`);
    },
    /** Presses the newest button with that label that the person sees. */
    async press(label: string, personId = "ada"): Promise<void> {
      const message = seen(personId).findLast(({ raw }) => buttonOf(raw, label));
      const button = message && buttonOf(message.raw, label);
      if (!message || !button) throw new Error(`${personId} sees no button ${label}:\n${textOf(seen(personId))}`);
      if (place === "discord") await sandbox.discord.press(personId, message.id, button);
      else await sandbox.slack.press(personId, message.id, button);
    },
    /** Chooses the option with that label in the newest menu that has one. */
    async choose(label: RegExp, personId = "ada"): Promise<void> {
      const message = seen(personId).findLast(({ raw }) => choiceOf(raw, label));
      const choice = message && choiceOf(message.raw, label);
      if (!message || !choice) throw new Error(`${personId} sees no choice ${label}:\n${textOf(seen(personId))}`);
      await sandbox[place].press(personId, message.id, choice.menu, choice.value);
    },
    /** Fills in and submits the person's open form. Waits until one opens. */
    async fillForm(values: Readonly<Record<string, string>>, personId = "ada"): Promise<void> {
      const form = await openForm(personId);
      // On Discord a menu can have several values.
      const { approvals, ...typed } = values;
      const chosen = approvals === undefined ? {} : { approvals: [approvals] };
      if (place === "discord") await sandbox.discord.submitForm(personId, form, { ...typed, ...chosen });
      else await sandbox.slack.submitForm(personId, form, values);
    },
    /** Waits for the result of a form, in the form itself or in a private message. */
    async verdict(words: RegExp, personId = "ada"): Promise<void> {
      const isTold = () =>
        seen(personId).some(({ text }) => words.test(text)) ||
        linesOf(openView(sandbox, place, personId)).some((line) => words.test(line));
      if (!isTold()) await sandbox.journal.find(isTold);
    },
    /** Every file in DATA_DIR as Latin-1 text. */
    files: () => filesIn(dir).map(({ bytes }) => bytes.toString("latin1")),
    /** Waits until the person's messages fit. If they never do, the error lists them. */
    async until(fits: (messages: readonly Seen[]) => boolean, personId = "ada"): Promise<readonly Seen[]> {
      if (!fits(seen(personId))) {
        await sandbox.journal
          .find(() => fits(seen(personId)), { after: lastSeq(sandbox), withinMs: 8_000 })
          .catch(() => {
            throw new Error(`never seen; ${personId} sees:\n${textOf(seen(personId))}`);
          });
      }
      return seen(personId);
    },
    /** Everything of that kind that the emulators received since the story began. */
    entries: (kind: string) =>
      sandbox.journal.since(began).filter((entry) => entry.place === place && entry.kind === kind),
    taskId,
    /** Ends a task successfully that would otherwise run until the story ends. */
    finish: async (nth = 0) => sandbox.video.settle(await taskId(nth), "succeeded"),
    /** Stops the bot and starts it again with changed environment variables. `meanwhile` may change its files. */
    async restart(changed?: Readonly<Record<string, string>>, meanwhile = () => {}): Promise<void> {
      await app.stop();
      meanwhile();
      app = await up(changed);
    },
    stop: () => app.stop(),
    /**
     * Starts another bot with the same credentials on a copy of this one's folder, as if the old bot were still running
     * after a move to another machine.
     */
    async startDuplicate() {
      await app.stop();
      const copy = await folder();
      await cp(dir, copy, { recursive: true });
      app = await up();
      const duplicateLog = recordingLog();
      const duplicate = await up({ DATA_DIR: copy }, duplicateLog);
      stopDuplicate = async () => {
        await duplicate.stop();
        await rm(copy, { recursive: true, force: true });
      };
      return { origin: duplicate.origin, log: duplicateLog };
    },
    /** Throws if the bot sent, printed or stored a secret. */
    async end(): Promise<void> {
      const before = await leaks();
      await Promise.all([app.stop(), stopDuplicate()]);
      door.close();
      const allLeaks = [...before, ...(await leaks())];
      await sandbox.stop();
      await rm(dir, { recursive: true, force: true });
      if (allLeaks.length > 0 && !options.isLeaky) throw new Error(`a secret leaked: ${allLeaks.join("; ")}`);
    },
  };
}

function without(names: RegExp, env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}

/** Returns an empty text if the bot has stopped. */
async function metricsOf(app: App): Promise<string> {
  try {
    return await (await fetch(`${app.origin}/metrics`)).text();
  } catch {
    return "";
  }
}

function textOf(messages: readonly Seen[]): string {
  return messages.map(({ text, isPrivate }) => `${isPrivate ? "(private) " : ""}${text}`).join("\n---\n");
}

function lastSeq(sandbox: Sandbox): number {
  return sandbox.journal.since(0).at(-1)?.seq ?? 0;
}

/** The person's messages with content since the story began. */
function messagesOf(sandbox: Sandbox, place: Place, personId: string, began: number): Seen[] {
  return (
    messagesBefore(sandbox, place, { after: began, personId })
      .map((message) => ({ ...message, isPrivate: message.raw.ephemeralFor !== null }))
      // A message in which Slack only shares a film has no text.
      .filter(({ text, raw }) => text !== "" || !("films" in raw))
  );
}

function openView(sandbox: Sandbox, place: Place, personId: string) {
  const { discord, slack } = sandbox;
  return place === "discord" ? discord.openForms(personId).at(-1) : slack.openForms(personId).at(-1);
}

/** The first menu in a message with an option of that label, and the option's value. */
function choiceOf(value: unknown, label: RegExp): { readonly menu: string; readonly value: string } | null {
  if (typeof value !== "object" || value === null) return null;
  const { options, custom_id: customId, action_id: actionId }: Readonly<Record<string, unknown>> = { ...value };
  const menu = customId ?? actionId;
  if (Array.isArray(options) && typeof menu === "string") {
    const chosen: unknown = options.find((option) => label.test(wordsOf(option)));
    if (typeof chosen === "object" && chosen !== null && "value" in chosen)
      return { menu, value: String(chosen.value) };
  }
  for (const part of Object.values(value)) {
    const choice = choiceOf(part, label);
    if (choice) return choice;
  }
  return null;
}

function wordsOf(option: unknown): string {
  const { label, text }: Readonly<Record<string, unknown>> = { ...Object(option) };
  return typeof label === "string" ? label : String(Object(text).text);
}

let madeOnce: Promise<Buffer> | null = null;

/**
 * A data folder as an earlier bot would have left it, so that each story saves the time to create tables and to reserve 8
 * MB.
 */
async function leftFolder(): Promise<string> {
  madeOnce ??= emptyDatabase();
  const dir = await folder();
  await writeFile(join(dir, "reelay.db"), await madeOnce, { mode: 0o600 });
  const spare = join(dir, "reelay.spare");
  await writeFile(spare, "", { mode: 0o600 });
  await truncate(spare, RESERVE_BYTES);
  return dir;
}

const folder = () => mkdtemp(join(tmpdir(), "reelay-story-"));

async function emptyDatabase(): Promise<Buffer> {
  const dir = await folder();
  const opened = await openSqliteRows(dir);
  if (!opened.ok) throw new Error(opened.refusal.detail);
  await opened.value.close();
  const bytes = await readFile(join(dir, "reelay.db"));
  await rm(dir, { recursive: true });
  return bytes;
}
