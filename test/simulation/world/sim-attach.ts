import type { ChatMessage, ChatRefusal, ReplyHandle } from "../../../src/core/chat.ts";
import type { AttachRefusal, AttachVideo } from "../../../src/core/film/film.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { Facts } from "../facts.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import { noteToken } from "./note-token.ts";
import type { Screen } from "./screen.ts";
import type { SimClock } from "./sim-clock.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

interface SimAttachWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly screen: Screen;
  readonly facts: Facts;
  /** Somebody read a last word. */
  saidEnd(): boolean;
  trace(line: string): void;
}

/** A file that nobody waits for any more may land so late. */
const LATE_MS = 20_000;
/** Longer than anybody waits. */
const SLOW_MS = 600_000;

/** Puts files into cards: on Discord each replaces the one before, on Slack each would stand beside it. */
export function simAttach(world: SimAttachWorld, process: SimProcess): AttachVideo {
  const { random, clock, screen, facts, trace } = world;

  function put(handle: ReplyHandle, message: ChatMessage, isLate: boolean): ReplyHandle | null {
    const card = screen.cardOf(handle);
    if (card === null) return null;
    facts.filesPut += 1;
    screen.edit(card, message, { isLate, file: "put" });
    return handle.platform === "discord" ? { ...handle, files: [{ id: "1", name: "video.mp4" }] } : handle;
  }

  function attach(
    {
      handle,
      message,
      isLate,
    }: { readonly handle: ReplyHandle; readonly message: ChatMessage; readonly isLate: boolean },
    fault: FaultOf<"attach"> | null,
  ): Answer {
    const refused = (refusal: AttachRefusal) => ({ afterMs: random.between(20, 900), value: refuse(refusal) });
    if (fault) trace(`attach: ${fault}`);
    if (fault) facts.attachFaults += 1;
    noteToken(handle, process.clock.now(), facts);
    if (!world.saidEnd()) facts.filesTooSoon += 1;
    switch (fault) {
      case null: {
        const reply = put(handle, message, isLate);
        if (reply === null) return refused({ kind: "card_gone" });
        return { afterMs: random.between(500, 60_000), value: ok({ reply }) };
      }
      case "lost but done":
        put(handle, message, false);
        return refused(lost);
      case "lands late":
        clock.after(random.between(1, LATE_MS), () => {
          trace("an old file lands");
          put(handle, message, true);
        });
        return refused(lost);
      case "lost":
        return refused(lost);
      case "slow":
        return { afterMs: SLOW_MS, value: refuse(lost) };
      case "clear error":
        return refused({ ...lost, unclear: false });
      case "rate limited":
        return refused({ kind: "rate_limited", retryAfterMs: 20_000 });
      case "rate limited for long":
        return refused({ kind: "rate_limited", retryAfterMs: 300_000 });
      case "too large":
        return refused({ kind: "too_large" });
      case "not taken":
        return refused({ kind: "not_taken", detail: "no files here" });
      case "no video":
        return refused({ kind: "no_file", problem: { kind: "not_a_video" } });
      case "no file now":
        return refused({ kind: "no_file", problem: { kind: "unreachable" } });
      case "removed":
        facts.isWayShut = true;
        return refused({ kind: "unreachable", detail: "removed" });
    }
  }

  return async (handle, message, { triedAt, signal }) => {
    if (triedAt !== null && handle.platform === "slack") return refuse({ kind: "skipped" });
    const asked = process.call({ kind: "attach", name: "attach", peril: 0.15 }, (fault, isLate) =>
      attach({ handle, message, isLate }, fault),
    );
    return Promise.race([asked, givenUp(signal)]);
  };
}

type Answer = Reply<Awaited<ReturnType<AttachVideo>>>;

const lost: Extract<ChatRefusal, { kind: "unavailable" }> = { kind: "unavailable", unclear: true, detail: "away" };

function givenUp(signal: AbortSignal): ReturnType<AttachVideo> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(refuse(lost))));
}
