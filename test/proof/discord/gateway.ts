import { at } from "../recorder.ts";
import { type Frames, type Hears, openFrames } from "../socket.ts";

/** Only the guilds intent, which is what the bot uses and is enough to find the test server. */
const INTENTS = 1;
const RESUMABLE = 4_000;

export interface Gateway {
  /** The first frame, and the event that started the session. */
  readonly hello: unknown;
  readonly ready: unknown;
  /** Waits for the next event with that name that `fits`. Rejects after the time limit. */
  next(name: string, fits: (payload: unknown) => boolean, signal?: AbortSignal): Promise<unknown>;
  /** Closes the socket and resumes the session on a new one, as if its last event had been lost. */
  resume(): Promise<Resumed>;
  close(): void;
}

export interface Resumed {
  readonly answer: "RESUMED" | "INVALID_SESSION";
  /** The missed event was sent again before the response. */
  readonly isReplayed: boolean;
}

interface Stay {
  readonly url: string;
  readonly token: string;
  readonly withinMs: number;
  readonly receives?: Hears | undefined;
}

export async function openGateway({ url, token, withinMs, receives }: Stay): Promise<Gateway> {
  const address = `${url}/?v=10&encoding=json`;
  let beating: NodeJS.Timeout | undefined;
  let seq = 0;
  let isDown = false;

  const begin = async () => {
    const frames = await openFrames(address, withinMs, receives);
    isDown = false;
    void frames.closed.then(() => {
      isDown = true;
    });
    const hello = await frames.next(isOp(10), { what: "HELLO" });
    clearInterval(beating);
    beating = setInterval(() => frames.send({ op: 1, d: seq }), Number(at(hello, "d.heartbeat_interval") ?? 41_250));
    beating.unref();
    return { frames, hello };
  };
  const isEvent = (name: string) => (frame: unknown) => at(frame, "op") === 0 && at(frame, "t") === name;
  const received = (frame: unknown) => {
    seq = Math.max(seq, Number(at(frame, "s") ?? 0));
    return at(frame, "d");
  };

  async function resume(): Promise<Resumed> {
    frames.close(RESUMABLE);
    await frames.closed;
    ({ frames } = await begin());
    const missed = seq;
    frames.send({ op: 6, d: { token, session_id: at(ready, "session_id"), seq: missed - 1 } });
    const isAnswer = (frame: unknown) => isEvent("RESUMED")(frame) || isOp(9)(frame);
    const isMissed = (frame: unknown) => isOp(0)(frame) && at(frame, "s") === missed;
    const first = await frames.next((frame) => isMissed(frame) || isAnswer(frame), { what: "RESUMED" });
    const answer = isAnswer(first) ? first : await frames.next(isAnswer, { what: "RESUMED" });
    received(answer);
    return { answer: isOp(9)(answer) ? "INVALID_SESSION" : "RESUMED", isReplayed: isMissed(first) };
  }

  const first = await begin();
  let frames: Frames = first.frames;
  const properties = { os: "linux", browser: "reelay", device: "reelay" };
  frames.send({ op: 2, d: { token, intents: INTENTS, properties } });
  const ready = received(await frames.next(isEvent("READY"), { what: "READY" }));

  return {
    hello: at(first.hello, "d"),
    ready,
    async next(name, fits, signal) {
      if (isDown) await resume();
      // Earlier events must not match: Discord requests suggestions for each typed letter.
      frames.forget();
      const isNext = (frame: unknown) => isEvent(name)(frame) && fits(at(frame, "d"));
      return received(await frames.next(isNext, { what: name, ...(signal && { signal }) }));
    },
    resume,
    close() {
      clearInterval(beating);
      frames.close();
    },
  };
}

const isOp = (op: number) => (frame: unknown) => at(frame, "op") === op;
