import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { sendToParent } from "../children.ts";

const VIDEO = "https://videos.example.com/paper-boat.mp4";

/**
 * A minimal video service on plain sockets, so that it is not slower than its clients. Each paid call starts a task. With
 * `endsAfter` = 0, every task runs at 42 %. Otherwise progress grows with each poll, and the task ends at poll number
 * `endsAfter`. After any message from its parent, it reports the time of the next poll.
 */
export async function servePolls(endsAfter = 0): Promise<void> {
  let tasks = 0;
  const polled = new Map<string, number>();
  let isReportingNext = false;
  process.on("message", () => {
    isReportingNext = true;
  });

  function answerTo(head: string, body: string): string {
    if (head.startsWith("POST /api/generate-video ")) {
      tasks += 1;
      const data = { success: true, taskId: `task-${tasks}`, creditsUsed: 95, message: "started" };
      return JSON.stringify({ code: 0, data });
    }
    if (isReportingNext) sendToParent({ kind: "first poll", at: Date.now() });
    isReportingNext = false;
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
  sendToParent({ kind: "polls", url: `http://127.0.0.1:${portOf(server.address())}` });
}

export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  return address.port;
}

/** Serves the requests of one connection in order. Each request needs a Content-Length. */
function serve(socket: Socket, answerTo: (head: string, body: string) => string): void {
  let text = "";
  socket.setNoDelay(true);
  // A client that was killed resets its connection.
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
