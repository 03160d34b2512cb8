/** Like `fetch`, for short answers: no redirects, no decompression, at most `mostBytes` (1 MB) within `limitMs`. */
export type FetchWhole = (
  url: string | URL,
  init: FetchInit,
  limitMs: number,
  mostBytes?: number,
) => Promise<WholeAnswer>;

export interface WholeAnswer extends Pick<Response, "ok" | "status" | "text" | "json" | "arrayBuffer"> {
  readonly headers: Pick<Headers, "get" | "has">;
}

export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | AsyncIterable<Uint8Array> | undefined;
  readonly signal?: AbortSignal | undefined;
}
