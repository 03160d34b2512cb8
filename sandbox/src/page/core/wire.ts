import { record, text } from "./json.ts";
import { readState, type State } from "./state.ts";

export async function loadState(): Promise<State> {
  const response = await fetch("/sandbox/state");
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return readState(await response.json());
}

/** Does something in the sandbox; the sentence that says why not, or the answer. */
export async function act(
  path: string,
  body: unknown,
): Promise<{ ok: true; body: unknown } | { ok: false; why: string }> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "refusals=answers" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    const { refused, message } = record(answer);
    if (response.ok && refused === undefined) return { ok: true, body: answer };
    return { ok: false, why: text(refused) || text(message) || `The sandbox answered ${response.status}.` };
  } catch {
    return { ok: false, why: "The sandbox is not reachable. Is it still running?" };
  }
}

/** Calls back for the newest `most` entries of the journal and every one to come, and when the line is lost or comes back. */
export function follow(most: number, hear: (entry: unknown) => void, line: (isOpen: boolean) => void): void {
  const source = new EventSource(`/sandbox/events?most=${most}`);
  source.addEventListener("open", () => line(true));
  source.addEventListener("error", () => line(false));
  source.addEventListener("message", (event) => {
    const entry: unknown = JSON.parse(String(event.data));
    hear(entry);
  });
}

/** A file that was chosen and cannot be had, with the sentence that says so. */
export class Unread {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** Chosen files as the sandbox takes them. */
export async function packed(files: readonly File[]): Promise<readonly unknown[] | Unread> {
  const all = await Promise.all(files.map((file) => packedOne(file).catch(() => new Unread(changed(file)))));
  return all.find((each) => each instanceof Unread) ?? all;
}

const changed = ({ name }: File) => `${name} was changed or moved since it was chosen. Choose it again.`;

async function packedOne(file: File): Promise<unknown> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const base64 = btoa(binary);
  const contentType = file.type || "application/octet-stream";
  const size = contentType.startsWith("image/") ? await createImageBitmap(file).catch(() => undefined) : undefined;
  return { name: file.name, contentType, base64, ...(size ? { width: size.width, height: size.height } : {}) };
}
