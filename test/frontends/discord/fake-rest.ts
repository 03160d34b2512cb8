import { onTestFinished } from "vitest";
import { listen, readJson, reply } from "../../../sandbox/src/http.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import type { Result } from "../../../src/core/result.ts";
import { type Api, type ApiNo, type ApiRequest, discordApi } from "../../../src/frontends/discord/out/discord-api.ts";
import { type ManualClock, manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";

export interface Asked {
  readonly method: string;
  /** The path below /v10. */
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

export type Reaction =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  /** Reads the whole request, then cuts the connection. */
  | "reset"
  | "silence";

/** A REST server with these faults, and our own client for it. */
export async function aFakeRest(react: (asked: Asked, count: number) => Reaction) {
  const asked: Asked[] = [];
  const server = await listen(async (request, response) => {
    const one: Asked = {
      method: request.method ?? "",
      path: (request.url ?? "").replace("/api/v10", ""),
      body: await readJson(request),
      authorization: request.headers.authorization,
    };
    asked.push(one);
    const reaction = react(one, asked.length);
    if (reaction === "silence") return;
    if (reaction === "reset") request.socket.resetAndDestroy();
    else reply(response, reaction.status, reaction.body, reaction.headers);
  });
  onTestFinished(() => server.close());
  const clock = manualClock();
  const log = recordingLog();
  const apiUrl = `${server.origin}/api/`;
  const api = discordApi({
    apiUrl,
    token: "bot-canary-token",
    clock,
    log,
    fetchWhole: fetchWhole(clock),
  });
  return { asked, clock, log, api, apiUrl };
}

/** Our client's interface with a test's responses. Records the requests and whose token they use, and sends nothing. */
export function anApi(answer: (request: ApiRequest, by: "bot" | "token") => Result<unknown, ApiNo>) {
  const asked: (ApiRequest & { readonly by: "bot" | "token" })[] = [];
  const askedBy = (by: "bot" | "token") => async (request: ApiRequest) => {
    asked.push({ ...request, by });
    return answer(request, by);
  };
  const api: Api = { asBot: askedBy("bot"), byToken: askedBy("token"), measured: (guess) => guess };
  return { api, asked };
}

/** Advances the clock and lets requests on loopback finish until the work is done. */
export async function inTime<Value>(clock: ManualClock, work: Promise<Value>, stepMs = 100): Promise<Value> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  void work.then(end, end);
  while (!isDone) {
    await until(() => true);
    await clock.advance(stepMs);
  }
  return work;
}

/** Lets requests on loopback finish until `isDone`, without advancing the clock. */
export async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1));
}
