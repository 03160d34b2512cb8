import { calm, PLACES, WRONGS, type Wrong } from "../simulation/health/calm.ts";
import { type Outage, type OutageLife, outageLife } from "../simulation/health/outage-life.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import type { Line } from "./table/row.ts";
import { bootstrap, mean, percentile } from "./table/statistics.ts";
import { numberText } from "./table/table.ts";

const CALM_LIVES = 20;
const CALM_STARTS = 1_000;

const toldS = (lives: readonly OutageLife[]) => lives.map(({ toldAfterMs }) => toldAfterMs / 1_000);
const tiedUp = (lives: readonly OutageLife[]) =>
  mean(lives.map((life) => life.tiedUp)) / mean(lives.map((life) => life.tiedUpUnheeded));

/** How soon people hear that the video service is down, what that saves them, and how often they are asked for nothing. */
export async function health({ outages }: Scale): Promise<readonly Line[]> {
  return [
    ...(await rowsOf("everything", outages)),
    ...(await rowsOf("paid calls", outages)),
    ...WRONGS.flatMap(needless),
  ];
}

async function rowsOf(outage: Outage, count: number): Promise<readonly Line[]> {
  const lives: OutageLife[] = [];
  for (let seed = 1; seed <= count; seed += 1) lives.push(await outageLife(seed, outage));
  const { fraction } = random(11);
  const after = `half of them told within ${numberText(percentile(toldS(lives), 0.5))} s, 95 of 100 within ${numberText(percentile(toldS(lives), 0.95))} s`;
  const of = outage === "everything" ? "an outage of everything" : "an outage of paid calls alone";
  return [
    {
      what: `credits tied up in ${of}, half of the people heeding it, beside nobody`,
      unit: "×",
      figure: bootstrap(lives, tiedUp, fraction),
      target: { atMost: 0.55 },
      beside: `${after}; ${count} outages of half an hour, a request a minute`,
      whyNot:
        "where polls do not tell it, three of 30 paid calls do, and half of the other 27 are made: 0.55 is the mean of all outages, and what is drawn lies about it",
    },
    {
      what: `time until ${of} is told, median`,
      unit: "s",
      figure: bootstrap(lives, (some) => percentile(toldS(some), 0.5), fraction),
      target: outage === "everything" ? { atMost: 60 } : null,
      beside: "or by the third paid call of two people, whichever is sooner",
    },
  ];
}

function needless(wrong: Wrong): readonly Line[] {
  const { fraction } = random(12);
  return PLACES.map((everyMs) => {
    const lives = Array.from({ length: CALM_LIVES }, (_, seed) =>
      calm(seed + 1, { starts: CALM_STARTS, everyMs, ...wrong }),
    );
    const shareOf = (some: typeof lives) => (1_000 * mean(some.map(({ asked }) => asked))) / CALM_STARTS;
    return {
      what: `starts that are asked about needlessly, a video every ${numberText(everyMs / 60_000)} min${wrong.lost > 0 ? ", some without an answer" : ""}`,
      unit: "in 1,000" as const,
      figure: bootstrap(lives, (some) => shareOf([...some]), fraction),
      target: { atMost: 1 },
      beside: `${numberText(CALM_LIVES * CALM_STARTS)} starts of ten people, of which ${100 * wrong.failing} in 100 fail, and ${100 * wrong.lost} get no answer`,
    };
  });
}
