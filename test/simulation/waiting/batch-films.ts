import type { KeptFrames, ShowFrame, TakeFrame } from "../../../src/core/film/film.ts";
import { continuesOf } from "../../../src/core/film/film-chain.ts";
import { type JobId, jobIdFrom, partIdFrom } from "../../../src/core/job/ids.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { aFrame } from "../../fakes/film/frames.ts";
import { fileRefusal, frameProblem, whenGivenUp } from "../chain/film-faults.ts";
import type { FilmsOf } from "../chain/sim-films.ts";
import { promptOf } from "../world/order.ts";
import type { Reply, SimProcess } from "../world/sim-process.ts";

/** The films of a batch of which each goes on from the one before: on Discord frames stand in its card, on Slack the bot serves them. */
export const batchFilms: FilmsOf = ({ random, platform, trace, broken }) => {
  /** For which video the service finds a frame at each address. */
  const there = new Map<string, JobId>();
  let shown = 0;

  const takeFrame =
    (process: SimProcess): TakeFrame =>
    (film, signal) => {
      const asked = process.call({ kind: "frame", name: "frame", peril: 0.1 }, (fault) => {
        if (fault) trace(`frame: ${fault}`);
        const [place] = film;
        const value =
          fault || place?.kind !== "address" ? refuse(frameProblem(fault ?? "gone")) : ok(aFrame(place.url));
        return { afterMs: random.between(200, 9_000), value };
      });
      return Promise.race([asked, whenGivenUp(signal, frameProblem("unreachable"))]);
    };

  const inCard =
    (process: SimProcess): ShowFrame =>
    (handle, message, { nth = 0 }) =>
      process.call({ kind: "showFrame", name: "show the frame", peril: 0.1 }, (fault): Reply<Shown> => {
        if (fault) trace(`show the frame: ${fault}`);
        if (fault !== null && fault !== "lost but done") return { afterMs: 400, value: refuse(fileRefusal(fault)) };
        shown += 1;
        const url = `https://cdn.test/${message.job}/${shown}.png`;
        there.set(url, partIdFrom(message.job ?? "", nth));
        if (fault) return { afterMs: 400, value: refuse(fileRefusal(fault)) };
        const frame = { id: `frame-${shown}`, name: "frame.png", nth, isFrame: true } as const;
        const reply = handle.platform === "discord" ? { ...handle, files: [...(handle.files ?? []), frame] } : handle;
        return { afterMs: random.between(300, 4_000), value: ok({ reply, url }) };
      });

  const kept: KeptFrames = {
    async keep(id) {
      const url = `https://reelay.test/pictures/${id}`;
      there.set(url, id);
      return url;
    },
    async forget(id) {
      there.delete(`https://reelay.test/pictures/${id}`);
    },
  };

  return {
    order: () => ({}),
    beside: (jobs) => jobs,
    of: (process) => ({
      films: { takeFrame: takeFrame(process), joinFilms: async () => refuse({ kind: "unreadable" }) },
      frames: platform === "slack" ? kept : null,
      canContinue: () => true,
    }),
    // How a frame is shown beside a card is lived where one video goes on from another.
    shown: (process) => ({ showFrame: platform === "discord" ? inCard(process) : null, shareFrame: null }),
    paid(request) {
      const from = continuesOf({ request });
      if (from === null) return;
      const id = there.get(request.picture?.url ?? "");
      const isOwn = id !== undefined && id === partIdFrom(jobIdFrom(platform, "event-1"), nthOf(request.prompt));
      if (!isOwn) broken("a part was paid for without its own frame");
    },
    checkEnd() {},
  };
};

type Shown = Awaited<ReturnType<ShowFrame>>;

function nthOf(prompt: string): number {
  return [1, 2, 3, 4].find((nth) => promptOf(nth) === prompt) ?? 0;
}
