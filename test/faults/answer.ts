import type { WireRequest } from "./read-request.ts";

/** A server's correct answer to one request. */
export interface DeskAnswer {
  /** 200 where nothing is said. */
  readonly status?: string;
  readonly json: unknown;
  /** The id in it: of the task, or of the message. */
  readonly id: string;
  /** The answer about somebody else's task, if that differs in more than the id. */
  readonly foreign?: unknown;
  /** Its own way to say no. */
  readonly no: { readonly status: number; readonly json: unknown };
}

/** A server's mind, without its wire: answers, and does what was asked where it is to be carried out. */
export type Desk = (request: WireRequest, isCarriedOut: boolean) => DeskAnswer;

/** A whole answer of the well-behaved kind. */
export function goodBytes({ status = "200 OK", json }: DeskAnswer): Buffer {
  return answerBytes(status, JSON.stringify(json));
}

/** An answer as bytes; without `headers` it is JSON, and its length is said. */
export function answerBytes(status: string, body: Buffer | string, headers?: readonly string[]): Buffer {
  const bytes = Buffer.from(body);
  const lines = headers ?? ["Content-Type: application/json", `Content-Length: ${bytes.length}`];
  const head = [`HTTP/1.1 ${status}`, ...lines, "Connection: close", "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}
