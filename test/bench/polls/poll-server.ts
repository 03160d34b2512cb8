import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { say } from "../children.ts";

const VIDEO = "https://videos.example.com/paper-boat.mp4";

/**
 * A video service that does as little as it can: every task runs at 42 %, every paid call starts one. It says where it
 * is, and when the first poll comes after it was asked to tell. On bare sockets, so that it is no slower than who asks.
 * `endsAfter`: a task's progress grows with each poll, and that many see it end; 0: none does.
 */
export async function servePolls(endsAfter = 0): Promise<void> {
  let tasks = 0;
  const polled = new Map<string, number>();
  let isTelling = false;
  process.on("message", () => {
    isTelling = true;
  });

  function answerTo(head: string, body: string): string {
    if (head.startsWith("POST /api/generate-video ")) {
      tasks += 1;
      const data = { success: true, taskId: `task-${tasks}`, creditsUsed: 95, message: "started" };
      return JSON.stringify({ code: 0, data });
    }
    if (isTelling) say({ kind: "first poll", at: Date.now() });
    isTelling = false;
    const id = /"taskId":"([^"]*)"/.exec(body)?.[1] ?? "";
    const nth = (polled.get(id) ?? 0) + 1;
    if (endsAfter > 0) polled.set(id, nth);
    if (nth === endsAfter)
      return `{"code":0,"msg":"success","data":{"id":"${id}","status":"succeeded","progress":100,"videoUrl":"${VIDEO}"}}`;
    const percent = endsAfter > 0 ? Math.floor((100 * nth) / endsAfter) : 42;
    return `{"code":0,"msg":"success","data":{"id":"${id}","status":"running","progress":${percent}}}`;
  }

  const server = createServer((socket) => serve(socket, answerTo)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  say({ kind: "polls", url: `http://127.0.0.1:${portOf(server.address())}` });
}

/** The port of a server that listens. */
export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  return address.port;
}

/** Requests one after the other on one connection, each with a Content-Length. */
function serve(socket: Socket, answerTo: (head: string, body: string) => string): void {
  let text = "";
  socket.setNoDelay(true);
  // A process that was killed leaves a reset connection.
  socket.on("error", () => {});
  socket.on("data", (part) => {
    text += part.toString("latin1");
    for (;;) {
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const head = text.slice(0, headEnd);
      const end = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (text.length < end) return;
      const json = answerTo(head, text.slice(headEnd + 4, end));
      text = text.slice(end);
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n${json}`,
      );
    }
  });
}
