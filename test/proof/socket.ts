import { WebSocket } from "ws";
import { Stopped } from "./check.ts";

/** A WebSocket with JSON frames in order of arrival. */
export interface Frames {
  /** The first unread frame that `fits`. Rejects when the socket closes, the signal aborts, or `withinMs` is over. */
  next(
    fits: (frame: unknown) => boolean,
    how: { readonly what: string; readonly signal?: AbortSignal },
  ): Promise<unknown>;
  send(frame: unknown): void;
  /** Drops all unread frames. */
  forget(): void;
  readonly closed: Promise<number>;
  close(code?: number): void;
}

interface Waiter {
  readonly fits: (frame: unknown) => boolean;
  readonly take: (frame: unknown) => void;
  readonly fail: (why: Error) => void;
}

/** The maximum number of unread frames. */
const KEPT = 500;

/** Changes a received frame. Tests use it to break one. */
export type Hears = (frame: unknown) => unknown;

export async function openFrames(url: string, withinMs: number, receives: Hears = (frame) => frame): Promise<Frames> {
  const socket = new WebSocket(url);
  let frames: unknown[] = [];
  const waiters = new Set<Waiter>();
  let end: Error | null = null;

  socket.on("message", (raw) => {
    const frame = receives(JSON.parse(String(raw)));
    for (const waiter of waiters) if (waiter.fits(frame)) return waiter.take(frame);
    // Frames that nobody waits for are acknowledged too, or Slack would resend them.
    if (typeof frame === "object" && frame !== null && "envelope_id" in frame)
      return socket.send(JSON.stringify({ envelope_id: frame.envelope_id }));
    frames = [...frames, frame].slice(-KEPT);
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", (code) => {
      end = new Stopped(`the socket was closed with ${code}`);
      for (const waiter of waiters) waiter.fail(end);
      resolve(code);
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", () => reject(new Stopped("the socket could not be opened")));
  });
  socket.on("error", () => socket.terminate());

  return {
    next(fits, { what, signal }) {
      const there = frames.findIndex(fits);
      if (there >= 0) return Promise.resolve(frames.splice(there, 1)[0]);
      if (end) return Promise.reject(end);
      return new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", skip);
          waiters.delete(waiter);
        };
        const fail = (why: Error) => {
          done();
          reject(why);
        };
        const take = (frame: unknown) => {
          done();
          resolve(frame);
        };
        const waiter = { fits, take, fail };
        const skip = () => fail(signal?.reason instanceof Error ? signal.reason : new Stopped("skipped"));
        const timer = setTimeout(() => fail(new Stopped(`${what}: timed out`)), withinMs);
        waiters.add(waiter);
        signal?.addEventListener("abort", skip);
        if (signal?.aborted) skip();
      });
    },
    send: (frame) => socket.send(JSON.stringify(frame)),
    forget() {
      frames = [];
    },
    closed,
    close: (code = 1000) => socket.close(code),
  };
}
