import { afterEach } from "vitest";
import { takeDiscordRequests } from "../wire/record-discord.ts";
import { type Edge, networkEdge } from "./edge.ts";
import type { Way } from "./on-emulators.ts";
import type { Transcript } from "./transcript.ts";

/** Shorter texts are too common to be a leak. */
const LONG = 9;

/** Records all texts that are sent or received, including parts of URLs. */
export function listening() {
  const received = new Set<string>();
  const receive = (value: unknown): void => {
    if (typeof value === "string" && value.length >= LONG) received.add(value);
    if (typeof value === "object" && value !== null) for (const each of Object.values(value)) receive(each);
  };
  const edge: Edge = async (asked) => {
    for (const part of asked.url.split(/[/?&=]/)) receive(decodeURIComponent(part));
    receive(asked.headers.authorization?.split(" ")[1]);
    if (typeof asked.body === "string")
      for (const [name, value] of new URLSearchParams(asked.body)) receive([name, value]);
    const answered = await networkEdge(asked);
    receive(answered.body);
    return answered;
  };
  const way: Way = {
    edge,
    receives(frame) {
      receive(frame);
      return frame;
    },
  };
  return { received, way };
}

/** Returns the recorded texts that are in the transcript, except codes, kinds and our own URL templates. */
export function leaked(transcript: Transcript, received: ReadonlySet<string>): readonly string[] {
  const text = JSON.stringify(transcript);
  const steps = transcript.checks.flatMap((check) => check.steps);
  const ours = steps.map((step) => ("template" in step ? step.template : "")).join(" ");
  const isCode = (each: string) => each.length <= 40 && /^[a-zA-Z_]+$/.test(each);
  return [...received].filter((each) => text.includes(each) && !isCode(each) && !ours.includes(each));
}

/**
 * Returns a function that registers a cleanup for the end of the test. The checks send requests that no bot should send, so
 * the rules for the bot's requests are not applied.
 */
export function unjudged(): (stop: () => Promise<void>) => void {
  let stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops) await stop();
    stops = [];
    takeDiscordRequests();
  });
  return (stop) => void stops.push(stop);
}
