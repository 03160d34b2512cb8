import { type Check, NotTried, type Person, Stopped } from "./check.ts";
import type { Answered, Asked, Edge } from "./edge.ts";
import { at, type Expected, openRecorder, type Recorder } from "./recorder.ts";
import type { Hears } from "./socket.ts";
import type { CheckSeen, Verdict } from "./transcript.ts";

/** Removes something that a check created, and returns the platform's response. */
export type Tidying = () => Promise<Answered | null>;

const TRIES = 20;

/** The person's direct messages with the bot, where nobody else sees anything. */
export interface QuietPlace {
  readonly channel: string;
  readonly userId: string;
}

/** What a check can do on either platform. */
export interface Acts<Place, Request> {
  readonly place: Place;
  readonly person: Person;
  /** Sends the request, waits if it is rate limited, and checks the response. Returns the response's body. */
  ask(rule: string, request: Request, expected?: Expected): Promise<unknown>;
  /** Records whether a rule of the platform holds. */
  holds(rule: string, is: boolean): void;
  event(rule: string, type: string, payload: unknown, fields: readonly string[]): void;
  wait(ms: number): Promise<void>;
  /** Runs after the check, even if it fails. */
  afterwards(act: Tidying): void;
  /** Sends the request without recording it in the transcript. */
  tidy(request: Request): Promise<Answered>;
}

export interface Tools<Place> {
  readonly place: Place;
  readonly person: Person;
  readonly edge: Edge;
  readonly recorder: Recorder;
  readonly wait: (ms: number) => Promise<void>;
  readonly afterwards: (act: Tidying) => void;
}

export function actsBy<Place, Request>(
  { place, person, edge, recorder, wait, afterwards }: Tools<Place>,
  askedOf: (place: Place, request: Request) => Asked,
): Acts<Place, Request> {
  return {
    place,
    person,
    wait,
    afterwards,
    tidy: (request) => edge(askedOf(place, request)),
    holds: recorder.fact,
    event: (rule, type, payload, fields) => recorder.event(rule, { type, payload }, fields),
    async ask(rule, request, expected = []) {
      const asked = askedOf(place, request);
      const isHasty = "status" in expected && expected.status === 429;
      let answered = await edge(asked);
      for (let tries = 1; answered.status === 429 && !isHasty && tries < TRIES; tries += 1) {
        await wait(pauseMs(answered));
        answered = await edge(asked);
      }
      recorder.answer(rule, { asked, answered }, expected);
      return answered.body;
    },
  };
}

const pauseMs = ({ headers }: Answered): number => 1_000 * Number(headers["retry-after"] ?? 1) + 50;

/** How the checks reach a platform and the person. */
export interface Reach {
  readonly edge: Edge;
  readonly person: Person;
  readonly wait: (ms: number) => Promise<void>;
  /** The maximum time to wait for the person. */
  readonly withinMs: number;
  readonly receives?: Hears | undefined;
}

/** The checks of one platform and their context. */
export interface Side<Context> {
  readonly checks: readonly Check<Context>[];
  readonly wait: (ms: number) => Promise<void>;
  readonly codeOf: (answered: Answered) => string | number | null;
  contextOf(tools: { readonly recorder: Recorder; readonly afterwards: (act: Tidying) => void }): Context;
}

/** Which checks to run, and whom to ask. */
export interface Chosen {
  readonly isChosen: (name: string) => boolean;
  readonly skipsSlow: boolean;
  /** Also runs checks that repeat others in another language. */
  readonly inAllLanguages: boolean;
  readonly person: Person;
  /** Called with each verdict immediately. */
  readonly onVerdict: (seen: CheckSeen) => void;
}

/** Runs the checks in order. Each one removes what it created, even if it fails. */
export async function runChecks<Context>(side: Side<Context>, chosen: Chosen): Promise<readonly CheckSeen[]> {
  const all: CheckSeen[] = [];
  for (const check of side.checks) {
    if (!chosen.isChosen(check.name)) continue;
    const seen = await tryCheck(side, check, chosen);
    chosen.onVerdict(seen);
    all.push(seen);
  }
  return all;
}

async function tryCheck<Context>(side: Side<Context>, check: Check<Context>, chosen: Chosen): Promise<CheckSeen> {
  const { name, isSlow, isMore, shows } = check;
  const { person, skipsSlow, inAllLanguages } = chosen;
  const untried = (why: string) => ({ name, verdict: { kind: "not tried", why } as const, steps: [] });
  if (isSlow && skipsSlow) return untried("it takes minutes, and you asked for none of those");
  if (isMore && !inAllLanguages) return untried("English stands for the other languages; --all-languages tries them");
  if (shows !== undefined && !(await person.agrees(shows)))
    return untried("you did not agree to what others could see");

  const recorder = openRecorder(side.codeOf);
  const tidying: Tidying[] = [];
  const context = side.contextOf({ recorder, afterwards: (act) => void tidying.unshift(act) });
  const stopped = await check.run(context).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Stopped("it threw no error")),
  );
  for (const act of tidying) {
    const left = await takenAway(act, side.wait).catch(() => "it could not be asked for");
    if (left !== null) person.receives(`${name}: something of it is left behind (${left}); take it away by hand`);
  }
  return { name, verdict: verdictOf(recorder, stopped), steps: [...recorder.steps] };
}

/** Retries while the platform rate limits the request. Returns null on success, or the platform's error. */
async function takenAway(act: Tidying, wait: (ms: number) => Promise<void>): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const answered = await act();
    if (answered === null) return null;
    const { status, body } = answered;
    if (status === 429 && tries < TRIES) {
      await wait(pauseMs(answered));
      continue;
    }
    const error = at(body, "error");
    if (status === 404 || error === "message_not_found" || error === "file_not_found") return null;
    if (status >= 400) return `it answered ${status}`;
    return at(body, "ok") === false ? `it answered ${String(error)}` : null;
  }
}

/** The verdict. A failure outweighs a step that could not run. */
function verdictOf({ steps }: Recorder, stopped: Error | null): Verdict {
  const why = steps.flatMap(({ rule, failed }) => (failed === undefined ? [] : [`${rule}: ${failed}`]));
  if (why.length === 0 && stopped instanceof NotTried) return { kind: "not tried", why: stopped.message };
  // The message of another error may contain a URL with a token.
  if (stopped && !(stopped instanceof NotTried))
    why.push(stopped instanceof Stopped ? stopped.message : `it stopped with a ${stopped.name}`);
  return why.length === 0 ? { kind: "passed" } : { kind: "failed", why };
}

/** An opened platform, without the type of its context. */
export interface Opened {
  run(chosen: Chosen): Promise<readonly CheckSeen[]>;
  end(): Promise<void>;
}
