import { createHmac, randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { nested } from "./answer.ts";
import { answerTimes, type Delivery, type Envelope } from "./delivery.ts";
import { ids } from "./workspace.ts";

export interface Requests extends Delivery {
  sendTo(url: string): Promise<void>;
  stop(): void;
}

export function openRequests({ clock, journal }: { clock: SandboxClock; journal: Journal }): Requests {
  const stopping = new AbortController();
  // Each request in hand hears of the end: many at once are no leak.
  setMaxListeners(0, stopping.signal);
  const times = answerTimes(clock);
  let requestUrl: string | null = null;

  async function post(url: string, type: Envelope["type"], payload: unknown, more: Record<string, string> = {}) {
    const body = bodyOf(type, payload);
    const contentType = type === "events_api" ? "application/json" : "application/x-www-form-urlencoded";
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": contentType,
        "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        ...signed(body, { secret: ids.signingSecret, at: clock.now() }),
        ...more,
      },
      body,
      redirect: "manual",
      signal: stopping.signal,
    });
    return { status: response.status, text: await response.text() };
  }

  return {
    async sendTo(url) {
      const challenge = randomBytes(12).toString("hex");
      const token = ids.verificationToken;
      const { status, text } = await post(url, "events_api", { type: "url_verification", token, challenge });
      if (status !== 200 || !text.includes(challenge))
        throw new Error(`the request URL did not answer the challenge: ${status} ${text.slice(0, 100)}`);
      requestUrl = url;
      journal.add({ place: "slack", kind: "connected", payload: { request_url: url } });
    },
    isReady: () => requestUrl !== null,
    ready: () => (requestUrl === null ? Promise.reject(new Error("dispatch_failed")) : Promise.resolve()),
    send(envelope, hearing) {
      if (requestUrl === null) throw new Error("dispatch_failed");
      const awaited = times.begin(hearing);
      const end = (act: () => void) => {
        if (!stopping.signal.aborted) act();
      };
      post(requestUrl, envelope.type, envelope.payload, retryHeaders(envelope)).then(
        ({ status, text }) => end(() => (status === 200 ? awaited.answered(answerIn(text)) : awaited.failed())),
        () => end(awaited.failed),
      );
    },
    stop() {
      stopping.abort();
      times.stop();
    },
  };
}

/** A command's fields stand alone, an interaction is one field, an event is JSON. Source: docs.slack.dev, interactivity and apis/events-api (read 2026-11-21). */
function bodyOf(type: Envelope["type"], payload: unknown): string {
  if (type === "events_api") return JSON.stringify(payload);
  if (type === "interactive") return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(payload ?? {})) fields.set(name, String(value));
  return fields.toString();
}

function retryHeaders({ retry_attempt: attempt = 0, retry_reason: reason = "" }: Envelope): Record<string, string> {
  if (attempt === 0) return {};
  return { "x-slack-retry-num": String(attempt), "x-slack-retry-reason": `http_${reason}` };
}

function answerIn(text: string): unknown {
  if (text.trim() === "") return {};
  const json = nested(text);
  return typeof json === "object" && json !== null ? json : { text };
}

export function signed(body: string, { secret, at }: { secret: string; at: number }): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${signature}` };
}
