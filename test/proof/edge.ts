/** One request, as a check asks it. */
export interface Asked {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The address with `:names` for what varies or is secret: this, and no more, comes into the transcript. */
  readonly template: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Uint8Array;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON where it is JSON, else the text; null where there is none. */
  readonly body: unknown;
}

/** Sends a request to the platform; a test can change what passes. */
export type Edge = (asked: Asked) => Promise<Answered>;

/** A platform that says nothing for so long is taken for one that does not answer. */
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
