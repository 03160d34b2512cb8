import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { z } from "zod";
import { listen } from "../../sandbox/src/http.ts";
import { type ServiceAnswer, type Step, videoAnswer } from "../faults/faults.ts";
import type { Act, Mishap } from "./mishaps.ts";

/** The bot behind the proxy, which a fault can kill. */
export interface Victim {
  kill(): void;
  stop(forMs: number): void;
}

/** A proxy between a bot and one of the sandbox's servers. Forwards everything except the request with the fault. */
export interface Proxy {
  readonly origin: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A fault that happens once, at the first proxy that receives its request. */
export interface Pending {
  readonly mishap: Mishap;
  readonly victim: Victim;
  /** False before the command, because checking a key makes the same call as a poll. */
  isArmed: boolean;
  hasStruck: boolean;
}

const READY = /video is ready/i;

/** Which of the bot's requests this is, or null. */
function actOf(method: string, path: string, body: string): Act | null {
  if (path.endsWith("/api/generate-video")) return "start";
  if (path.endsWith("/api/check-video-status")) return "look";
  if (!READY.test(body)) return null;
  if (method === "PATCH" && path.includes("/messages/")) return "edit";
  return method === "POST" && /\/(?:messages|webhooks\/\d+\/[^/]+)$/.test(path.split("?")[0] ?? "") ? "post" : null;
}

export async function openProxy(upstream: string, pending: Pending): Promise<Proxy> {
  const listening = await listen(async (asked, response) => {
    const body = await bytesOf(asked);
    const { method = "GET", url = "/" } = asked;
    const forward = () => forwarded(new URL(url, upstream), asked, body);
    const isDue = pending.isArmed && !pending.hasStruck;
    const isStruck = isDue && actOf(method, url, String(body)) === pending.mishap.act;
    if (!isStruck) return send(response, await forward());
    pending.hasStruck = true;
    await strike(pending, { response, socket: asked.socket, forward });
  });
  return { origin: listening.origin, close: () => listening.close() };
}

interface Struck {
  readonly response: ServerResponse;
  readonly socket: Socket;
  forward(): Promise<Answer>;
}

async function strike({ mishap, victim }: Pending, { response, socket, forward }: Struck): Promise<void> {
  const { strike } = mishap;
  switch (strike.kind) {
    case "stop": {
      const answer = await forward();
      victim.stop(strike.forMs);
      return send(response, answer);
    }
    case "kill": {
      if (strike.moment !== "before the request is read") {
        const answer = await forward();
        if (strike.moment === "after it is answered") {
          response.once("finish", () => victim.kill());
          return send(response, answer);
        }
      }
      victim.kill();
      socket.destroy();
      return;
    }
    case "wire": {
      const carriedOut = strike.isCarriedOut ? await forward() : null;
      const how = strike.fault.strike;
      if (how.kind !== "answer") throw new Error(`${mishap.name} has no response script`);
      await play(socket, how.script(serviceAnswer(mishap.act, carriedOut), "http://127.0.0.1:9"));
    }
  }
}

async function play(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step === "close") socket.end();
    else if (step === "reset") socket.resetAndDestroy();
    else if (Buffer.isBuffer(step)) await new Promise((written) => socket.write(step, written));
    else if (step !== "silence") throw new Error(`unsupported step: ${step.kind}`);
  }
}

const message = z.object({ id: z.string().default("none") });

/** The response in the form that the scripts of the faults need. Without a real response, it contains a made-up id. */
function serviceAnswer(act: Act, answer: Answer | null): ServiceAnswer {
  const json: unknown = answer ? JSON.parse(String(answer.body)) : {};
  if (act === "start" || act === "look") return videoAnswer(answer?.status ?? 200, json);
  return {
    json,
    id: message.parse(json).id,
    no: { status: 400, json: { code: 50_035, message: "Invalid Form Body" } },
  };
}

function forwarded(to: URL, { method, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const own = { ...headers, host: to.host, connection: "close" };
    const onward = request(to, { method, headers: own }, (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    onward.on("error", reject).end(body);
  });
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const { connection: _, "transfer-encoding": __, ...others } = headers;
  response.writeHead(status, { ...others, "content-length": body.length }).end(body);
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
