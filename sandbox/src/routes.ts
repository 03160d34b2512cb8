import type { IncomingMessage, ServerResponse } from "node:http";
import { type Action, actionsOn } from "./actions.ts";
import { every, machineClock } from "./clock.ts";
import { isLocal, pathOf, readJson, reply } from "./http.ts";
import { type GroupedEntry, type Journal, withPollsGrouped } from "./journal.ts";
import { redact } from "./masked.ts";
import { keysPage, keysPageHeaders, servePageFile } from "./page-files.ts";
import { type SandboxParts, stateOf } from "./state.ts";

/** Masks API keys in everything it sends. */
export function openRoutes(deps: SandboxParts) {
  const { journal, video } = deps;
  const startedAt = deps.clock.now();
  const actions = actionsOn(deps);
  const events = openEvents(journal, (entry) => redact(entry, video.key));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const pathname = pathOf(request);
    const isOwn = pathname === "/" || pathname.startsWith("/page/") || pathname.startsWith("/sandbox/");
    if (!isOwn) return false;
    if (!isLocal(request)) {
      reply(response, 421, { message: "This sandbox answers only to loopback." });
      return true;
    }
    const act = actions.get(pathname);
    if (act) await answerAction(act, request, response);
    else if (request.method !== "GET" && request.method !== "HEAD")
      reply(response, 405, { message: "Only GET is answered here." }, { allow: "GET, HEAD" });
    else if (pathname === "/") await servePageFile("index.html", response);
    else if (pathname.startsWith("/page/")) await servePageFile(pathname.slice("/page/".length), response);
    else if (pathname === "/sandbox/keys") response.writeHead(200, keysPageHeaders).end(keysPage(video.credits()));
    else if (pathname === "/sandbox/ledger") reply(response, 200, video.ledger());
    else if (pathname === "/sandbox/state") reply(response, 200, redact(stateOf({ ...deps, startedAt }), video.key));
    else if (pathname === "/sandbox/events") {
      const asked = new URLSearchParams((request.url ?? "").slice(pathname.length));
      const after = Number(request.headers["last-event-id"] ?? asked.get("after"));
      const most = Number(asked.get("most"));
      events.serve(response, Number.isSafeInteger(after) ? after : 0, most > 0 ? most : undefined);
    } else reply(response, 404, { message: "The sandbox has nothing at this path." });
    return true;
  }

  return { handle, stop: events.stop };
}

const REFUSALS_AS_ANSWERS = "refusals=answers";

/** Accepts only JSON. A foreign page cannot send that without a preflight request, which nobody answers. */
async function answerAction(act: Action, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") {
    reply(response, 405, { message: "Only POST is answered here." }, { allow: "POST" });
    return;
  }
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    reply(response, 415, { message: "Send this as application/json." });
    return;
  }
  try {
    reply(response, 200, await act(await readJson(request)));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // A browser logs every 400 in its console; to the page a refusal is an answer like any other.
    if (request.headers.prefer === REFUSALS_AS_ANSWERS) reply(response, 200, { refused: message });
    else reply(response, 400, { message });
  }
}

const BEAT_MS = 15_000;

function openEvents(journal: Journal, shown: (entry: GroupedEntry) => unknown) {
  const open = new Map<ServerResponse, () => void>();

  return {
    /** Sends the newest `most` past entries after `after`, then all new ones. Past polls are grouped. */
    serve(response: ServerResponse, after: number, most: number = Number.POSITIVE_INFINITY) {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
      response.write(": open\n\n");
      const send = (entry: GroupedEntry) =>
        response.write(`id: ${entry.seq}\ndata: ${JSON.stringify(shown(entry))}\n\n`);
      for (const entry of withPollsGrouped(journal.since(after)).slice(-most)) send(entry);
      const unlisten = journal.listen(send);
      const stopBeating = every(machineClock, BEAT_MS, () => response.write(": beat\n\n"));
      const close = () => {
        unlisten();
        stopBeating();
        open.delete(response);
      };
      open.set(response, close);
      response.once("close", close);
    },
    stop() {
      for (const [response, close] of open) {
        close();
        response.end();
      }
    },
  };
}
