import type { AttachRefusal, OpenedVideo } from "../../../core/job/video-file.ts";
import type { FetchWhole } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { slacksOwn } from "../connect/own-hosts.ts";
import { times } from "../limits.ts";
import { retryAfterMs } from "./call.ts";

export type FileContent = Pick<OpenedVideo, "type" | "content">;

/** Brings a file's bytes to the address that Slack named for them, no faster than they are taken. */
export type SendBytes = (
  uploadUrl: string,
  file: FileContent,
  how: { readonly length: number; readonly signal: AbortSignal },
) => Promise<Result<null, AttachRefusal>>;

/** No token goes along: the address is the key. */
export function sendBytes({ apiUrl, fetchWhole }: { apiUrl: string; fetchWhole: FetchWhole }): SendBytes {
  const ownUrl = slacksOwn(apiUrl);

  return async (uploadUrl, file, { length, signal }) => {
    const url = ownUrl(uploadUrl);
    if (!url) return refuse(broken("a foreign upload_url"));
    const { content, fault } = watched(file.content);
    try {
      const headers = { "content-type": file.type, "content-length": String(length) };
      const init = { method: "POST", headers, body: content, signal };
      const { status, headers: answered } = await fetchWhole(url.href, init, times.uploadMs);
      if (status === 200) return ok(null);
      if (status === 413) return refuse({ kind: "too_large" });
      if (status === 429)
        return refuse({ kind: "rate_limited", retryAfterMs: retryAfterMs(answered.get("retry-after")) });
      return refuse(broken(`HTTP ${status}`));
    } catch {
      if (signal.aborted) return refuse(broken("given up"));
      return refuse(fault() ? { kind: "no_file", problem: { kind: "unreachable" } } : broken("not sent"));
    }
  };
}

/** Nobody sees the bytes before the file is shared: they may be brought again. */
function broken(detail: string): AttachRefusal {
  return { kind: "unavailable", unclear: false, detail };
}

/** The same bytes; `fault` says whether they ended badly. */
function watched(content: OpenedVideo["content"]): { readonly content: OpenedVideo["content"]; fault(): boolean } {
  let isCut = false;
  async function* flow() {
    try {
      yield* content;
    } catch (error) {
      isCut = true;
      throw error;
    }
  }
  return { content: flow(), fault: () => isCut };
}
