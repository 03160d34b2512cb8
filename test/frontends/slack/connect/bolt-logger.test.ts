import { expect, it } from "vitest";
import { boltLogger } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { keptLog } from "../../../fakes/kept-log.ts";

it("the libraries' debug lines, which hold whole payloads, go nowhere; the others are kept short", () => {
  const log = keptLog();
  const logger = boltLogger(log);
  logger.debug("Received a message on the WebSocket: sk-canary");
  expect(log.lines).toEqual([]);
  logger.error("x".repeat(2_000));
  expect(log.lines).toEqual([{ level: "warn", event: "slack library", fields: { text: "x".repeat(500) } }]);
});
