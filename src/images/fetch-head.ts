import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import { IMAGE_MAX_BYTES } from "../core/request/video-request.ts";
import { AddressRefused, guardedConnect, type Network } from "./guarded-connect.ts";
import { REDIRECTS } from "./redirects.ts";

/** So much of a picture is kept, in bytes: enough for its kind and, behind long metadata, for its size. */
export const HEAD_BYTES = 512_000;

type Head =
  | { readonly kind: "content"; readonly bytes: Uint8Array }
  | { readonly kind: "redirect"; readonly location: string }
  /** `sizeBytes` is the server's word; null where it gave none and the bytes were counted. */
  | { readonly kind: "too_large"; readonly sizeBytes: number | null }
  /** The address is not public; nothing was sent. */
  | { readonly kind: "not_public" }
  | { readonly kind: "unreachable" };

/** Gets the head of what is at an address, once, on a connection of its own; `signal` ends it as "unreachable". Never rejects. */
export async function fetchHead(
  url: URL,
  options: { readonly isTrusted: boolean; readonly network: Network; readonly signal: AbortSignal },
): Promise<Head> {
  const { isTrusted, network, signal } = options;
  let socket: Socket | null = null;
  const onSocket = (opened: Socket) => {
    socket = opened;
    if (signal.aborted) opened.destroy();
  };
  const client = new Client(url.origin, {
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: guardedConnect({ isTrusted, network, onSocket }),
  });
  const endSocket = () => socket?.destroy();
  signal.addEventListener("abort", endSocket);
  try {
    return await receiveHead(client, `${url.pathname}${url.search}`, signal);
  } finally {
    signal.removeEventListener("abort", endSocket);
    endSocket();
    await client.destroy();
  }
}

function receiveHead(client: Dispatcher, path: string, signal: AbortSignal): Promise<Head> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let headBytes = 0;
    let countedBytes = 0;
    let announcedBytes: number | null = null;

    const onAbort = () => finish({ kind: "unreachable" });
    const finish = (head: Head) => {
      signal.removeEventListener("abort", onAbort);
      resolve(head);
    };
    const finishContent = () => finish({ kind: "content", bytes: Buffer.concat(parts) });
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);

    client.dispatch(
      {
        method: "GET",
        path,
        headers: { accept: "image/*", "accept-encoding": "identity", "user-agent": "Reelay" },
      },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, headers) {
          if (status < 200) return;
          const location = first(headers.location);
          if (REDIRECTS.has(status) && location !== null) return finish({ kind: "redirect", location });
          if (status >= 300) return finish({ kind: "unreachable" });
          const length = first(headers["content-length"]);
          announcedBytes = length === null ? null : Number(length);
          if (announcedBytes !== null && announcedBytes > IMAGE_MAX_BYTES)
            finish({ kind: "too_large", sizeBytes: announcedBytes });
        },
        onResponseData(_controller, chunk) {
          countedBytes += chunk.length;
          if (countedBytes > IMAGE_MAX_BYTES) return finish({ kind: "too_large", sizeBytes: null });
          if (headBytes < HEAD_BYTES) {
            const part = chunk.subarray(0, HEAD_BYTES - headBytes);
            headBytes += part.length;
            parts.push(part);
          }
          if (announcedBytes !== null && headBytes === HEAD_BYTES) finishContent();
        },
        onResponseEnd: finishContent,
        onResponseError: (_controller, error) =>
          finish({ kind: error instanceof AddressRefused ? "not_public" : "unreachable" }),
      },
    );
  });
}

function first(header: string | readonly string[] | undefined): string | null {
  return (typeof header === "string" ? header : header?.[0]) ?? null;
}
