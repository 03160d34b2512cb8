export interface Asked {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The URL with `:names` in place of ids and secrets. The transcript contains only this. */
  readonly template: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Uint8Array;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or else the text. Null: no body. */
  readonly body: unknown;
}

/** Sends a request to the platform. Tests can change requests and responses here. */
export type Edge = (asked: Asked) => Promise<Answered>;

/** After this time the platform counts as not responding. */
const PATIENCE_MS = 120_000;

export const networkEdge: Edge = async ({ method, url, headers, body }) => {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: read(text) };
};

function read(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
