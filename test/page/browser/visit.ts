import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { setLanguage } from "../../../sandbox/src/people.ts";
import { botInside, botProcess, type StartBot } from "../../../src/app/sandbox/bot-process.ts";
import { type SandboxedApp, startSandboxed } from "../../../src/app/sandbox/sandboxed.ts";
import { machineNeeds, readEnvironment } from "../../../src/config.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { ok } from "../../../src/core/result.ts";
import { type RecordingLog, recordingLog } from "../../fakes/recording-log.ts";
import { filmProgram } from "../../films/world.ts";

export const tablet = { width: 1024, height: 768 };
const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** A language of long words, and one without spaces. */
export const wordy = ["de", "ja"] as const;

export const sizes = [phone, tablet, desktop];
export const themes = ["light", "dark"] as const;

/** Both themes on three widths. */
export const looks = sizes.flatMap((size) => themes.map((theme) => [theme, size] as const));

export interface VisitOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: "light" | "dark";
  /** A usual video takes this many milliseconds. */
  readonly taskMs?: number;
  /** Fingers instead of a mouse. */
  readonly isTouched?: boolean;
  /** Ada's language from the start; English by default. */
  readonly language?: string;
  /** The sandbox starts with a finished video; off by default. */
  readonly firstVideo?: boolean;
  /** Each video is a film of its own, which the bot can continue; off by default. */
  readonly drawsFilms?: boolean;
  /** The person's preference about motion; reduced by default. */
  readonly motion?: "reduce" | "no-preference";
  /** The folder of a built bot, which then runs as a process of its own. */
  readonly builtBot?: string;
}

export interface Visit {
  readonly page: Page;
  readonly sandbox: SandboxedApp["sandbox"];
  readonly log: RecordingLog;
  /** Stops the real bot, so that a bot of the test's own receives everything. */
  stopBot(): Promise<void>;
}

/** The one browser of a run, which each worker is connected to once. */
let browser: Promise<Browser> | undefined;

/** A world of its own: the real bot in a fresh sandbox, and somebody who opens its page for the first time. */
export async function visit({
  size = desktop,
  theme = "light",
  taskMs = 150,
  isTouched = false,
  builtBot,
  firstVideo = false,
  drawsFilms = false,
  language = "en",
  motion = "reduce",
}: VisitOptions = {}): Promise<Visit> {
  const log = recordingLog();
  const reads = drawsFilms && builtBot === undefined ? { filmProgram: await filmProgram() } : {};
  const outside = { clock: machineClock, chance: machineChance, log, ...reads };
  let stopBot = async () => {};
  const inside = (): StartBot => async (environment) => {
    const bot = await botInside(outside)(environment);
    if (!bot.ok) return bot;
    let stopping: Promise<void> | null = null;
    stopBot = () => {
      stopping ??= bot.value.stop();
      return stopping;
    };
    return ok({ ...bot.value, stop: stopBot });
  };
  const beside = (dir: string) =>
    botProcess({ main: join(builtBot ?? "", "dist/main.js"), dir, machine: machineNeeds(readEnvironment()) });
  const app = await startSandboxed(
    { PORT: "0", POLL_MIN_MS: "40", ...(builtBot === undefined ? {} : { LOG_LEVEL: "silent" }) },
    builtBot === undefined ? inside : beside,
    { log, taskMs, firstVideo, drawsFilms },
  );
  if (!app.ok) throw new Error(app.refusal);
  onTestFinished(() => app.value.stop());
  // Told before the bot is there: it looks at a profile on Slack once a day.
  setLanguage(app.value.sandbox, "ada", language);
  const connected = await app.value.connected;
  if (!connected.ok) throw new Error(connected.refusal);
  const { sandbox, origin } = app.value;
  await sandbox.seeded();

  const look: BrowserContextOptions = { viewport: { ...size }, colorScheme: theme, hasTouch: isTouched };
  browser ??= chromium.connect(inject("browser"));
  const context = await (await browser).newContext({
    ...look,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: motion,
  });
  // A busy machine draws late.
  context.setDefaultTimeout(30_000);
  const quiet = keepQuiet(context);
  const page = await context.newPage();
  onTestFinished(async () => {
    const complaints = quiet.complaints();
    await context.close();
    expect(complaints, "what the browser said").toEqual([]);
  });
  await page.goto(origin);
  return { page, sandbox, log, stopBot };
}

/** The browser aborts requests of these types when the page moves on, which is no failure; a refusal has another text. */
const LEFT = ["media", "image", "eventsource", "fetch", "other"];

/** Listens to all that a browser complains of; `complaints` is empty where it was content, and asked nobody but loopback. */
function keepQuiet(context: BrowserContext): { complaints(): readonly string[] } {
  const complaints: string[] = [];
  const failed = (request: Request) => {
    const why = request.failure()?.errorText ?? "";
    if (why === "net::ERR_ABORTED" && LEFT.includes(request.resourceType())) return;
    complaints.push(`${request.method()} ${request.url()} failed: ${why}`);
  };
  const asked = (url: string) => {
    const { protocol, hostname } = new URL(url);
    if (["data:", "blob:", "about:"].includes(protocol) || hostname === "127.0.0.1") return;
    complaints.push(`${url} is not on loopback`);
  };

  context.on("console", (message: ConsoleMessage) => complaints.push(`console ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => complaints.push(`error: ${error.error()}`));
  context.on("requestfailed", failed);
  context.on("request", (request) => asked(request.url()));
  context.on("page", (page: Page) => page.on("websocket", (socket) => asked(socket.url())));
  return { complaints: () => [...complaints] };
}
