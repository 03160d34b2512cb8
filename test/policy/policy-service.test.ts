import { expect, test } from "vitest";
import { fetchWhole } from "../../src/app/fetch-whole.ts";
import { ANSWER_WITHIN_MS, policyService } from "../../src/policy/judge-prompts.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { closedOrigin, localServer, sendJson } from "../video-api/local-server.ts";

const question = { text: "a paper boat", platform: "discord", team: "3" } as const;

function serviceAt(url: string, failsOpen = false) {
  const clock = manualClock();
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  return { clock, failures, ask: policyService({ url, failsOpen, fetch: fetchWhole(clock), failed }) };
}

test("the policy service receives only the prompt, the platform and the team", async () => {
  const server = await localServer((response) => sendJson(response, 200, { allow: true }));
  expect(await serviceAt(`${server.origin}/judge`).ask(question)).toBeNull();
  expect(server.received).toMatchObject([{ path: "/judge", body: question }]);
  expect(Object.keys(server.received[0]?.body ?? {})).toEqual(["text", "platform", "team"]);
  expect(server.received[0]?.headers).not.toHaveProperty("authorization");
});

test.for([
  ["has the reason on one line", { allow: false, reason: " No brands,\n please. " }, "No brands, please."],
  [
    "has a shortened reason if the reason is too long",
    { allow: false, reason: "é".repeat(900) },
    `${"é".repeat(199)}…`,
  ],
  ["has no reason if the service gave no reason", { allow: false }, null],
  ["has no reason if the reason is empty", { allow: false, reason: "\u{0}\n" }, null],
] as const)("a refusal by the policy service %s", async ([, verdict, reason]) => {
  const server = await localServer((response) => sendJson(response, 200, verdict));
  expect(await serviceAt(server.origin).ask(question)).toEqual({ kind: "service", reason });
});

const noAnswers = [
  ["an error status", (response) => sendJson(response, 500, { allow: true })],
  ["a redirect", (response) => sendJson(response, 307, {}, { location: "/elsewhere" })],
  ["invalid JSON", (response) => response.end("allow")],
  ["a value of the wrong type", (response) => sendJson(response, 200, { allow: "yes" })],
  ["a JSON array", (response) => sendJson(response, 200, [])],
  ["a response that is too long", (response) => sendJson(response, 200, { allow: true, more: "x".repeat(20_000) })],
  ["nothing and closes the connection", (response) => response.destroy()],
] as const satisfies readonly (readonly [string, Parameters<typeof localServer>[0]])[];

test.for(noAnswers)(
  "if the policy service returns %s, the operator's setting decides whether the prompt is allowed",
  async ([, answer]) => {
    const server = await localServer(answer);
    const closed = serviceAt(server.origin);
    expect(await closed.ask(question)).toEqual({ kind: "unanswered" });
    expect(closed.failures).toHaveLength(1);
    expect(await serviceAt(server.origin, true).ask(question)).toBeNull();
    expect(server.received).toHaveLength(2);
  },
);

test("a call to a policy service that does not respond ends after the timeout", async () => {
  const server = await localServer(() => {});
  const { clock, ask } = serviceAt(server.origin);
  const asked = ask(question);
  await server.arrived(1);
  await clock.advance(ANSWER_WITHIN_MS);
  expect(await asked).toEqual({ kind: "unanswered" });
  expect(await serviceAt(await closedOrigin()).ask(question)).toEqual({ kind: "unanswered" });
});
