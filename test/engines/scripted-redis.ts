import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A server that speaks the Redis protocol with the test's responses, for versions that are not installed. Null cuts the
 * connection.
 */
export async function scriptedRedis(answerTo: (command: readonly string[]) => string | null) {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let text = "";
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      for (;;) {
        const read = readCommand(text);
        if (read === null) return;
        text = read.rest;
        commands.push(read.command.join(" "));
        const answer = answerTo(read.command);
        if (answer === null) return void socket.destroy();
        socket.write(answer);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return { url: `redis://127.0.0.1:${port}`, commands };
}

/** Parses `*2\r\n$4\r\nECHO\r\n$2\r\nhi\r\n`. Null: the command is incomplete. */
function readCommand(text: string): { readonly command: readonly string[]; readonly rest: string } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  let rest = text.slice(head[0].length);
  const command: string[] = [];
  for (let n = 0; n < Number(head[1]); n += 1) {
    const size = /^\$(\d+)\r\n/.exec(rest);
    if (!size) return null;
    const [from, to] = [size[0].length, size[0].length + Number(size[1])];
    if (rest.length < to + 2) return null;
    command.push(rest.slice(from, to));
    rest = rest.slice(to + 2);
  }
  return { command, rest };
}
