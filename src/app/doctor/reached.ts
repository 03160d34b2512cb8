import { z } from "zod";
import type { FetchInit } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { LOOK_MS, type Network } from "./check.ts";

const coded = z.object({ cause: z.object({ code: z.string().regex(/^[A-Z0-9_]{1,40}$/) }) });

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "DNS does not answer",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was lost",
  TIMED_OUT: "no answer in time",
};

/** What came back from that address, or in a few words why nothing did. */
export async function reached(
  { fetchWhole }: Pick<Network, "fetchWhole">,
  address: string,
  init: FetchInit = {},
): Promise<Result<Response, string>> {
  try {
    return ok(await fetchWhole(address, init, LOOK_MS));
  } catch (error) {
    const read = coded.safeParse(error);
    const code = read.success ? read.data.cause.code : "no connection";
    return refuse(WORDS[code] ?? code);
  }
}

/** That path below a base address, whether or not the base ends in a slash. */
export function below(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, "")}/${path}`;
}
