import { webApi } from "@slack/bolt";
import { LRUCache } from "lru-cache";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { type CallRefusal, call } from "./call.ts";

/** Where something happens: a reply, or whatever else names its workspace. */
export interface Whereabouts {
  readonly teamId: string;
  /** The organisation that Reelay is installed in; null or absent: in the workspace alone. */
  readonly enterpriseId?: string | null;
}

/** The client with that workspace's own token. Where Reelay is not installed, nothing was asked and nothing was done. */
export type ClientOf = (where: Whereabouts) => Promise<Result<webApi.WebClient, CallRefusal>>;

/** The token of an installation; null: there is none (any more). */
export type TokenOf = (installationId: string) => Promise<string | null>;

/** Each workspace has two: neither what a person waits for nor what goes on behind it waits in the other's queue. */
export interface Clients {
  readonly prompt: ClientOf;
  readonly patient: ClientOf;
  /** What cannot be looked up counts as yes. */
  isInstalled(where: Whereabouts): Promise<boolean>;
}

interface Pair {
  readonly token: string;
  readonly prompt: webApi.WebClient;
  readonly patient: webApi.WebClient;
}

/** Workspaces whose clients are kept; another one's are made anew. */
const KEPT_PAIRS = 1_000;

const notInstalled = { kind: "unavailable", unclear: false, isElsewhere: true, detail: "not installed" } as const;

export function clientsOf(tokenOf: TokenOf, options: (installationId: string) => webApi.WebClientOptions): Clients {
  const pairs = new LRUCache<string, Pair>({ max: KEPT_PAIRS });

  async function pairOf(where: Whereabouts): Promise<Result<Pair, CallRefusal>> {
    const id = installationId(where);
    const token = await call(tokenOf(id));
    if (!token.ok) return refuse({ ...notInstalled, detail: "installation not read" });
    if (token.value === null) {
      pairs.delete(id);
      return refuse(notInstalled);
    }
    const known = pairs.get(id);
    if (known?.token === token.value) return ok(known);
    const client = () => new webApi.WebClient(token.value ?? undefined, options(id));
    const pair = { token: token.value, prompt: client(), patient: client() };
    pairs.set(id, pair);
    return ok(pair);
  }

  const each =
    (which: "prompt" | "patient"): ClientOf =>
    async (where) => {
      const pair = await pairOf(where);
      return pair.ok ? ok(pair.value[which]) : pair;
    };
  return {
    prompt: each("prompt"),
    patient: each("patient"),
    async isInstalled(where) {
      const token = await call(tokenOf(installationId(where)));
      return !token.ok || token.value !== null;
    },
  };
}

/** What an installation goes by: an organisation's covers all its workspaces. */
function installationId({ teamId, enterpriseId }: Whereabouts): string {
  return enterpriseId ?? teamId;
}

/** One call with the client of that workspace; whatever goes wrong with it is a value. */
export async function callAt<Value>(
  clientOf: ClientOf,
  where: Whereabouts,
  use: (client: webApi.WebClient) => Promise<Value>,
): Promise<Result<Value, CallRefusal>> {
  const client = await clientOf(where);
  return client.ok ? call(use(client.value)) : client;
}
