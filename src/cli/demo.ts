import { once } from "node:events";
import { createInterface } from "node:readline";
import { type Entry, type Fate, personWith, type Sandbox } from "#sandbox";
import { machineOutside } from "../app/outside.ts";
import { botInside } from "../app/sandbox/bot-process.ts";
import { startSandboxed } from "../app/sandbox/sandboxed.ts";
import { readEnvironment } from "../config.ts";
import { PLATFORMS, type Platform } from "../core/platform.ts";
import { priceOf } from "../core/request/price.ts";
import { linesOf } from "./read-message.ts";

const WITHIN_MS = 26_000;
const TASK_MS = 7_000;
const LINKS_LIVE_MS = 60_000;
const VIDEO_LINK = /https?:\/\/[^\s)>|\]"]+\.mp4/;

/** Links work until the sandbox ends. Only at a terminal can somebody open them in time. */
const areLinksUseful = process.stdin.isTTY === true && process.stdout.isTTY === true;

export async function playDemo(options: DemoOptions): Promise<boolean> {
  const { LOG_LEVEL: level = "error" } = readEnvironment();
  const outside = await machineOutside({ level, format: undefined, destination: process.stderr });
  const app = await startSandboxed({ PORT: "0", LOG_LEVEL: level }, () => botInside(outside), {
    log: outside.log,
    taskMs: TASK_MS,
    drawsFilms: true,
    pictureOrigin: isLoopback(options.image) ? new URL(options.image).origin : "",
  });
  if (!app.ok) {
    process.stderr.write(`${app.refusal}\n`);
    return false;
  }
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    await app.value.connected;
    const isRight = await makeVideos(app.value.sandbox, { ...options, print, withinMs: WITHIN_MS, areLinksUseful });
    if (isRight && areLinksUseful) await untilEnter(print);
    return isRight;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    await app.value.stop();
  }
}

interface DemoOutcome {
  readonly fate: Fate;
  readonly reads: (price: number) => readonly RegExp[];
}

const outcomes = {
  succeeded: { fate: "normal", reads: (price: number) => [VIDEO_LINK, new RegExp(`\\b${price} credits used`)] },
  failed: { fate: "fails", reads: (price: number) => [/failed/i, new RegExp(`\\b${price} credits were refunded`)] },
  "no-credits": {
    fate: "no_credits",
    reads: (price: number) => [new RegExp(`\\b${price} credits\\b`), /nothing was charged/i, /doesn't have enough/i],
  },
  "bad-key": { fate: "bad_key", reads: () => [/nothing was charged/i, /\[Add my key\]/] },
  "bad-request": { fate: "bad_request", reads: () => [/nothing was charged/i, /rejected this request/i] },
} satisfies Readonly<Record<string, DemoOutcome>>;

export interface DemoOptions {
  readonly prompt: string;
  readonly outcome: keyof typeof outcomes;
  readonly ratio?: string;
  readonly duration?: string;
  readonly resolution?: "480p" | "720p";
  /** An address, or "sample" for the sandbox's own picture. */
  readonly image?: string;
}

interface Playing extends DemoOptions {
  readonly withinMs: number;
  readonly areLinksUseful: boolean;
  print(line: string): void;
}

export async function makeVideos(sandbox: Sandbox, options: Playing): Promise<boolean> {
  const { fate, reads }: DemoOutcome = outcomes[options.outcome];
  const duration = options.duration === "15" ? 15 : 10;
  const price = priceOf({ resolution: options.resolution ?? "480p", duration });
  const isStarted = fate === "normal" || fate === "fails";
  await sandbox.seeded();
  sandbox.video.everyFate(fate);
  const after = sandbox.journal.last();
  const stopPrinting = printEntries(sandbox, options);

  async function makeVideo(platform: Platform): Promise<void> {
    const see = (what: string, fits: (entry: Entry) => boolean) =>
      sandbox.journal
        .find((entry) => entry.place === platform && fits(entry), { after, withinMs: options.withinMs })
        .catch(() => {
          throw new Error(`${platform}: Ada ${what} within ${options.withinMs / 1_000} s`);
        });
    options.print(`        ${HEADS[platform]}  Ada types ${await typeVideo[platform](sandbox, options)}`);
    const card = await see("did not get the outcome", ({ kind, payload }) => {
      const text = linesOf(payload).join("\n");
      return (kind === "message" || kind === "edited") && reads(price).every((words) => words.test(text));
    });
    if (isStarted) await see("was not notified", ({ kind }) => kind === "pinged");
    if (fate !== "normal") return;
    const film = await download(VIDEO_LINK.exec(linesOf(card.payload).join("\n"))?.[0] ?? "");
    options.print(`        ${HEADS[platform]}  the video was downloaded: ${Math.ceil(film.length / 1_000)} kB`);
  }

  await Promise.all(PLATFORMS.map(makeVideo));
  stopPrinting();
  const { tasks, charged, refunded } = sandbox.video.ledger();
  const expected = isStarted ? PLATFORMS.length : 0;
  const isRight =
    tasks === expected && charged === expected * price && refunded === (fate === "fails" ? expected * price : 0);
  const verdict = isRight ? "" : ", which is wrong";
  options.print(`\nThe service charged ${charged} credits for ${tasks} videos and refunded ${refunded}${verdict}.`);
  return isRight;
}

const typeVideo: Readonly<Record<Platform, (sandbox: Sandbox, options: DemoOptions) => Promise<string>>> = {
  async discord({ discord, video }, { prompt, ratio, duration, resolution, image }) {
    const picture = pictureOf(image, video.url);
    const given = {
      prompt,
      ...(ratio && { ratio }),
      ...(duration && { duration: Number(duration) }),
      ...(resolution && { resolution }),
      ...(picture && { image_url: picture }),
    };
    await discord.command("ada", "video", given);
    const typed = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
    return `/video ${typed.join("  ")}`;
  },
  async slack({ slack, video }, { prompt, ratio, duration, resolution, image }) {
    const flags = { ratio, duration, resolution, image: pictureOf(image, video.url) };
    const given = Object.entries(flags).filter(([, value]) => value);
    const typed = ["/video", prompt, ...given.map(([name, value]) => `--${name} ${value}`)].join(" ");
    await slack.command("ada", typed);
    return typed;
  },
};

const pictureOf = (image: string | undefined, serviceUrl: string) =>
  image === "sample" ? `${serviceUrl}/samples/landscape.png` : image;

/** Prints entries as the emulators received them, until the returned function is called. */
function printEntries(
  { journal }: Sandbox,
  { print, areLinksUseful }: Pick<Playing, "print" | "areLinksUseful">,
): () => void {
  const began = Date.now();
  const printed = new Map<string, readonly string[]>();
  return journal.listen((entry) => {
    const { place } = entry;
    if (place === "video" || place === "bot") return;
    const text = describe(entry, printed);
    if (text === null) return;
    const seconds = `${((Date.now() - began) / 1_000).toFixed(1)} s`.padStart(6);
    print(`${seconds}  ${HEADS[place]}  ${areLinksUseful ? asShown(text) : withoutLinks(asShown(text))}`);
  });
}

function describe({ kind, messageId = "", personId, payload }: Entry, printed: Map<string, readonly string[]>) {
  const reader = personId ? `only ${nameOf(personId)} sees` : "everyone sees";
  const { ms, personIds }: { readonly ms?: unknown; readonly personIds?: unknown } = { ...Object(payload) };
  switch (kind) {
    case "answered":
      return `answered in ${Math.round(Number(ms))} ms`;
    case "unanswered":
      return "the application did not respond";
    case "message":
    case "edited": {
      const before = printed.get(messageId) ?? [];
      const lines = linesOf(payload);
      printed.set(messageId, lines);
      const news = lines.filter((line) => !before.includes(line)).join(" | ");
      return news === "" ? null : `${reader}${kind === "edited" ? " now" : ""}: ${news}`;
    }
    case "deleted":
      return "the message is gone";
    case "pinged":
      return `${(Array.isArray(personIds) ? personIds : []).map((id) => nameOf(String(id))).join(" and ")} is notified`;
    case "refused":
      return `the platform refused a request: ${JSON.stringify(payload)}`;
    default:
      return null;
  }
}

const nameOf = (id: string) => personWith(id)?.name ?? id;

const HEADS: Readonly<Record<Platform, string>> = { discord: "Discord", slack: "Slack  " };

function asShown(line: string): string {
  return line
    .replace(/<@(\w+)>/g, (_, id: string) => `@${nameOf(id)}`)
    .replace(/ \(<t:\d+:R>\)/g, "")
    .replace(/<t:(\d+):(\w)>/g, (_, seconds: string, style: string) => {
      const time = new Date(Number(seconds) * 1_000);
      return style.toLowerCase() === "t" ? time.toLocaleTimeString() : time.toLocaleString();
    });
}

export function withoutLinks(line: string): string {
  return line.replace(/\[([^\]]+)\]\(https?:[^)]*\)/g, "[$1]").replace(/https?:\/\/[^\s|)]+/g, "…");
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(20_000) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isMp4 = new TextDecoder("latin1").decode(bytes.subarray(4, 8)) === "ftyp";
  if (!response.ok || !isMp4) throw new Error("The video could not be downloaded.");
  return bytes;
}

async function untilEnter(print: (line: string) => void): Promise<void> {
  print(`The links above work for another ${LINKS_LIVE_MS / 1_000} seconds. Press Enter to end the demo now.`);
  const lines = createInterface({ input: process.stdin });
  await Promise.race([
    once(lines, "line"),
    once(lines, "close"),
    new Promise((resolve) => setTimeout(resolve, LINKS_LIVE_MS)),
  ]);
  lines.close();
}

function isLoopback(address: string | undefined): address is string {
  return URL.canParse(address ?? "") && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address ?? "").hostname);
}
