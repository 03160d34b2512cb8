import type { AttachRefusal, FrameProblem } from "../../../src/core/film/film.ts";
import { type Result, refuse } from "../../../src/core/result.ts";
import { type Call, type Deal, FAULTS, type FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";

const FRAME_PROBLEMS: Readonly<Record<FaultOf<"frame">, FrameProblem>> = {
  unreachable: { kind: "unreachable" },
  "too slow": { kind: "too_slow" },
  gone: { kind: "gone" },
  unreadable: { kind: "unreadable" },
};

export const frameProblem = (fault: FaultOf<"frame">): FrameProblem => FRAME_PROBLEMS[fault];

const lost: AttachRefusal = { kind: "unavailable", unclear: true, detail: "away" };

const FILE_REFUSALS: Readonly<Record<FaultOf<"showFrame"> | FaultOf<"attach">, AttachRefusal>> = {
  "rate limited": { kind: "rate_limited", retryAfterMs: 20_000 },
  "rate limited for long": { kind: "rate_limited", retryAfterMs: 300_000 },
  "clear error": { kind: "unavailable", unclear: false, detail: "away" },
  lost,
  "lost but done": lost,
  "lands late": lost,
  slow: lost,
  "too large": { kind: "too_large" },
  "not taken": { kind: "not_taken", detail: "no files here" },
  "no video": { kind: "no_file", problem: { kind: "not_a_video" } },
  "no file now": { kind: "no_file", problem: { kind: "unreachable" } },
  removed: { kind: "unreachable", detail: "removed" },
};

export const fileRefusal = (fault: FaultOf<"showFrame"> | FaultOf<"attach">): AttachRefusal => FILE_REFUSALS[fault];

/** The same fates, with some that go wrong with films and frames; a quarter of lives have none. */
export function dealingFilms(dice: Random, deal: Deal): Deal {
  const rate = dice.pick([0, 0.15, 0.3, 0.5]);

  function faultOf({ kind }: Call): string | null {
    if (!dice.chance(rate)) return null;
    switch (kind) {
      case "frame":
        // What passes comes more often.
        return dice.weighted({ unreachable: 8, "too slow": 8, gone: 1, unreadable: 1 });
      case "showFrame":
      case "attach":
        return dice.pick(FAULTS[kind]);
      default:
        return null;
    }
  }

  return (call) => {
    const isOurs = call.kind === "frame" || call.kind === "showFrame" || call.kind === "attach";
    return isOurs ? { ...deal(call), fault: faultOf(call) } : deal(call);
  };
}

/** What is answered where nobody waits any more. */
export function whenGivenUp<Refusal>(signal: AbortSignal, refusal: Refusal): Promise<Result<never, Refusal>> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(refuse(refusal))));
}
