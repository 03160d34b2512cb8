import { expect, test } from "vitest";
import { compare } from "./compare.ts";
import { type Answered, type Asked, networkEdge } from "./edge.ts";
import { unjudged } from "./listening.ts";
import { replay } from "./prove.ts";
import { at } from "./recorder.ts";
import type { Transcript } from "./transcript.ts";

/** One rule that an emulator has otherwise, for each way in which a platform can differ. */
interface Broken {
  readonly what: string;
  readonly check: string;
  /** The replay has to name this rule. */
  readonly rule: string;
  /** Changes an answer on its way to the proof. */
  readonly answers?: (answered: Answered, asked: Asked) => Answered;
  /** Changes a frame of the gateway or of a socket. */
  readonly hears?: (frame: unknown) => unknown;
}

const without = (body: unknown, name: string) =>
  Object.fromEntries(Object.entries(Object(body)).filter(([field]) => field !== name));

/** Replaces the answers to requests of that template. */
const answersTo =
  (template: string, change: (answered: Answered) => Answered) =>
  (answered: Answered, asked: Asked): Answered =>
    asked.template === template && answered.status < 300 ? change(answered) : answered;

/** Replaces a refusal with that code. */
const refusal = (code: string | number, instead: Partial<Answered>) => (answered: Answered) =>
  (at(answered.body, "code") ?? at(answered.body, "error")) === code ? { ...answered, ...instead } : answered;

let posts = 0;

const every: readonly Broken[] = [
  {
    what: "a field is missing",
    check: "discord/application",
    rule: "an application tells itself",
    answers: answersTo("/applications/@me", (answered) => ({
      ...answered,
      body: without(answered.body, "bot_public"),
    })),
  },
  {
    what: "a refusal has another code",
    check: "discord/deferred",
    rule: "a second answer is refused",
    answers: refusal(40060, { status: 404, body: { code: 10062 } }),
  },
  {
    what: "a frame of the gateway is another one",
    check: "discord/resume",
    rule: "a session whose socket was lost goes on",
    hears: (frame) => (at(frame, "t") === "RESUMED" ? { op: 9, d: false } : frame),
  },
  {
    what: "what must be one message is two",
    check: "discord/nonce",
    rule: "the same nonce is the same message",
    answers: answersTo("/channels/:channel/messages", (answered) => {
      posts += 1;
      return { ...answered, body: { ...Object(answered.body), id: `900000000000000${100 + posts}` } };
    }),
  },
  {
    what: "a field is of another kind",
    check: "slack/people",
    rule: "a person is told",
    answers: answersTo("/api/users.info", (answered) => ({
      ...answered,
      body: { ...Object(answered.body), user: { ...Object(at(answered.body, "user")), is_restricted: "no" } },
    })),
  },
];

unjudged();

/** A transcript as a platform's would be that has every rule as the emulators have it. */
const asked: Transcript = {
  version: 1,
  checks: every.map(({ check }) => ({ name: check, verdict: { kind: "passed" }, steps: [] })),
};
const sound = replay(asked);

test.for(every)(
  "an emulator where $what is told from the platform, by its rule",
  { timeout: 60_000 },
  async (broken) => {
    const { check, rule, answers, hears } = broken;
    const platform = await sound;
    const one = { ...platform, checks: platform.checks.filter(({ name }) => name === check) };
    expect(one.checks.map(({ verdict }) => verdict)).toEqual([{ kind: "passed" }]);
    const edge = async (request: Asked) => {
      const answered = await networkEdge(request);
      return answers ? answers(answered, request) : answered;
    };
    expect(compare(one, await replay(one, { edge, hears })).wrong.map((each) => each.rule)).toContain(rule);
  },
);
