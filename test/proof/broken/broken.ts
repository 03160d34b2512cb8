import { type Answered, type Asked, type Edge, networkEdge } from "../edge.ts";
import { at } from "../recorder.ts";

/** A rule that an emulator is made to have otherwise, and where the replay has to say so. */
export interface Broken {
  readonly what: string;
  readonly check: string;
  readonly rule: string;
  /** Changes an answer on its way to the proof. */
  readonly answers?: (answered: Answered, asked: Asked) => Answered;
  /** Changes a frame of the gateway or a socket. */
  readonly hears?: (frame: unknown) => unknown;
}

/** The emulator behind it, with that rule broken. */
export function brokenEdge({ answers }: Broken): Edge {
  return async (asked) => {
    const answered = await networkEdge(asked);
    return answers ? answers(answered, asked) : answered;
  };
}

const codeIn = ({ body }: Answered) => at(body, "code") ?? at(body, "error");

/** Replaces a refusal with that code. */
export function replacingRefusal(code: string | number, status: number, body: unknown) {
  return (answered: Answered): Answered => (codeIn(answered) === code ? { ...answered, status, body } : answered);
}

/** Replaces a success of that request. */
export function replacingSuccess(template: string, status: number, body: unknown, method: Asked["method"] = "POST") {
  return (answered: Answered, asked: Asked): Answered =>
    asked.template === template && asked.method === method && answered.status < 300
      ? { ...answered, status, body }
      : answered;
}

/** Changes the field at that path in a success of that request; undefined removes it. */
export function withAnswerField(template: string, path: string, value: unknown, method: Asked["method"] = "POST") {
  return (answered: Answered, asked: Asked): Answered => {
    if (asked.template !== template || asked.method !== method || answered.status >= 300) return answered;
    return { ...answered, body: withField(answered.body, path.split("."), value) };
  };
}

/** The answer comes without that header. */
export function withoutHeader(name: string) {
  return (answered: Answered): Answered => {
    const { [name]: _, ...headers } = answered.headers;
    return { ...answered, headers };
  };
}

/** Frames that fit tell something else at that path. */
export function withFrameField(fits: (frame: unknown) => boolean, path: string, value: unknown) {
  return (frame: unknown): unknown => (fits(frame) ? withField(frame, path.split("."), value) : frame);
}

function withField(body: unknown, [name = "", ...below]: readonly string[], value: unknown): unknown {
  const list: readonly unknown[] | null = Array.isArray(body) ? body : null;
  if (list)
    return list
      .map((each, nth) => (String(nth) === name ? withField({ each }, ["each", ...below], value) : each))
      .map(bare);
  if (typeof body !== "object" || body === null) return body;
  const now = below.length === 0 ? value : withField(Reflect.get(body, name), below, value);
  return { ...body, [name]: now };
}

/** A member of a list that was changed as a field. */
function bare(member: unknown): unknown {
  return typeof member === "object" && member !== null && "each" in member ? member.each : member;
}
