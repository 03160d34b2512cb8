import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { type HttpOptions, openHttp } from "../../src/ops/http.ts";

/** The bot's own server, gone when the test has ended. */
export async function aServer(over: Partial<HttpOptions> = {}) {
  const opened = await openHttp({
    host: "127.0.0.1",
    ports: [0],
    slackListener: null,
    more: async () => false,
    troubles: () => [],
    notes: () => ["video service: clear"],
    metrics: { contentType: "text/plain", text: async () => "reelay_jobs_open 0\n" },
    ...over,
  });
  if (!opened.ok) throw new Error(opened.refusal);
  onTestFinished(() => opened.value.close());
  return opened.value.origin;
}

/** What comes back on a bare connection until the server ends it; `sent` is all that is sent. */
export async function bare(origin: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(sent);
  let text = "";
  socket.on("data", (part) => {
    text += part;
  });
  await new Promise<void>((resolve) => socket.once("close", resolve).on("error", () => resolve()));
  return text;
}

export const nextConnection = "connection: close\r\n\r\n";
