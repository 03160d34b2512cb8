import type { TaskId } from "../../src/core/job/ids.ts";
import { type Credits, priceOf } from "../../src/core/request/price.ts";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import type { Secret } from "../../src/core/text/secret.ts";
import type {
  ApiRefusal,
  KeyVerdict,
  PollRefusal,
  RawAnswer,
  Started,
  Task,
  VideoApi,
} from "../../src/core/video-service.ts";
import { aRequest } from "./jobs.ts";

/** A call to the service, with only the last four characters of the key. */
type FakeCall =
  | {
      readonly kind: "submit";
      readonly prompt: string;
      readonly request: VideoRequest;
      readonly lastFour: string;
      readonly idempotencyKey: string | undefined;
    }
  | { readonly kind: "poll"; readonly taskId: TaskId; readonly lastFour: string }
  | { readonly kind: "check_key"; readonly lastFour: string };

/** A response, or a function that makes one. The function may charge, wait, or never resolve. */
type Scripted<Answer> = Answer | (() => Answer | Promise<Answer>);
type SubmitAnswer = Result<Started, ApiRefusal>;
type PollAnswer = Result<Task, PollRefusal>;

export interface FakeVideoApi extends VideoApi {
  /** Set by a test: the service's support of idempotency keys. */
  idempotency?: NonNullable<VideoApi["idempotency"]>;
  readonly calls: readonly FakeCall[];
  /** The prompts of the paid calls, in order. */
  prompts(): readonly string[];
  polled(): readonly TaskId[];
  taskIds(): readonly TaskId[];
  /** The credits charged for started tasks, minus refunds. */
  charged(): Credits;

  /** The responses to the next paid calls, one each. Later calls succeed. */
  nextSubmits(...answers: readonly Scripted<SubmitAnswer>[]): void;
  /** The responses to the next polls, one each. Later polls return the task's own state. */
  nextPolls(...answers: readonly Scripted<PollAnswer>[]): void;
  /** The response to every poll, by its number. Null: the task's own state. */
  everyPoll(answer: (n: number) => PollAnswer | null): void;
  /** The results of the next key checks, one each. Later, a key is good unless it was refused. */
  nextVerdicts(...verdicts: readonly Scripted<KeyVerdict>[]): void;
  /** Starts a task like a paid call. For scripts in which the response is lost after the charge. */
  begin(request?: Partial<VideoRequest>): Started;

  progress(taskId: TaskId, percent: number): void;
  /** Ends a task. Null: a success without a link. */
  succeed(taskId: TaskId, videoUrl?: string | null): void;
  fail(taskId: TaskId, reason?: string): void;
  /** From now on the service does not know that key. */
  refuseKey(key: Secret): void;
  /** The credits left in the account. Default: unlimited. */
  setCredits(credits: Credits): void;
  isClosed(): boolean;
}

/** A video service in memory. Tasks run until the test ends them. Every key is accepted until the test refuses it. */
export function fakeVideoApi(): FakeVideoApi {
  const calls: FakeCall[] = [];
  const tasks = new Map<TaskId, { task: Task; readonly price: Credits }>();
  const refusedKeys = new Set<string>();
  const submits: Scripted<SubmitAnswer>[] = [];
  const polls: Scripted<PollAnswer>[] = [];
  const verdicts: Scripted<KeyVerdict>[] = [];
  let pollAnswer: (n: number) => PollAnswer | null = () => null;
  let pollCount = 0;
  let balance = Number.POSITIVE_INFINITY;
  let charged = 0;
  let isClosed = false;

  function begin(request: Partial<VideoRequest> = {}): Started {
    const { resolution, duration } = aRequest(request);
    const price = priceOf({ resolution, duration });
    const taskId = `task_fake_${tasks.size + 1}`;
    tasks.set(taskId, { task: { status: "running", percent: 0 }, price });
    charged += price;
    balance -= price;
    return { taskId, credits: price };
  }

  function change(taskId: TaskId, task: Task): void {
    const current = tasks.get(taskId);
    if (!current) throw new Error(`no such task: ${taskId}`);
    if (task.status === "failed" && current.task.status !== "failed") {
      charged -= current.price;
      balance += current.price;
    }
    current.task = task;
  }

  const isRefused = (key: Secret) => refusedKeys.has(key.reveal());

  return {
    calls,
    prompts: () => calls.flatMap((call) => (call.kind === "submit" ? [call.prompt] : [])),
    polled: () => calls.flatMap((call) => (call.kind === "poll" ? [call.taskId] : [])),
    taskIds: () => [...tasks.keys()],
    charged: () => charged,
    nextSubmits: (...answers) => void submits.push(...answers),
    nextPolls: (...answers) => void polls.push(...answers),
    everyPoll(answer) {
      pollAnswer = answer;
    },
    nextVerdicts: (...answers) => void verdicts.push(...answers),
    begin,
    progress: (taskId, percent) => change(taskId, { status: "running", percent }),
    succeed: (taskId, videoUrl = `https://videos.example/${taskId}.mp4`) =>
      change(taskId, { status: "succeeded", videoUrl }),
    fail: (taskId, reason) => change(taskId, { status: "failed", ...(reason !== undefined && { reason }) }),
    refuseKey: (key) => void refusedKeys.add(key.reveal()),
    setCredits: (credits) => {
      balance = credits;
    },
    isClosed: () => isClosed,

    async submit(key, request, keep, idempotencyKey) {
      calls.push({ kind: "submit", prompt: request.prompt, request, lastFour: key.lastFour(), idempotencyKey });
      const scripted = submits.shift();
      if (scripted !== undefined) return keeping(await answerOf(scripted), keep);
      if (isRefused(key)) return refuse({ kind: "bad_key" });
      if (balance < priceOf(request)) return refuse({ kind: "no_credits" });
      return keeping(ok(begin(request)), keep);
    },
    readAnswer({ text, isWhole }) {
      return isWhole ? JSON.parse(text) : refuse({ kind: "unavailable", sent: true, detail: "answer not in shape" });
    },
    async poll(key, taskId) {
      calls.push({ kind: "poll", taskId, lastFour: key.lastFour() });
      pollCount += 1;
      const scripted = polls.shift() ?? pollAnswer(pollCount) ?? undefined;
      if (scripted !== undefined) return answerOf(scripted);
      if (isRefused(key)) return refuse({ kind: "bad_key" });
      const current = tasks.get(taskId);
      return current ? ok(current.task) : refuse({ kind: "unknown_task" });
    },
    async checkKey(key) {
      calls.push({ kind: "check_key", lastFour: key.lastFour() });
      const scripted = verdicts.shift();
      if (scripted !== undefined) return answerOf(scripted);
      return isRefused(key) ? "bad" : "good";
    },
    async close() {
      isClosed = true;
    },
  };
}

/** For callers of `submit` that do not save the response. */
export async function keepNothing(): Promise<void> {}

/** The body of a 200 response is saved before it is parsed. */
async function keeping(answer: SubmitAnswer, keep: (raw: RawAnswer) => Promise<void>): Promise<SubmitAnswer> {
  if (answer.ok) await keep({ text: JSON.stringify(answer), isWhole: true });
  return answer;
}

async function answerOf<Answer>(scripted: Scripted<Answer>): Promise<Answer> {
  return scripted instanceof Function ? scripted() : scripted;
}
