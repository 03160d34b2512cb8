import { expect, onTestFinished, test } from "vitest";
import { setPrices } from "../../src/core/request/price.ts";
import { priceWatch } from "../../src/jobs/price-watch.ts";
import { aJob, aJobId, aRequest, TEST_START } from "../fakes/jobs.ts";
import { type ManualClock, manualClock } from "../fakes/manual-clock.ts";
import { awayKeyv, memoryKeyv } from "../fakes/memory-keyv.ts";
import { aPriceList } from "../fakes/price-list.ts";
import { recordingLog } from "../fakes/recording-log.ts";

const DAY_MS = 86_400_000;
const EVENT = "the video service charged another price than VIDEO_PRICES has";

function aWatch({
  keyv = memoryKeyv(),
  clock = manualClock(),
}: {
  keyv?: ReturnType<typeof memoryKeyv>;
  clock?: ManualClock;
} = {}) {
  const log = recordingLog();
  const counted: string[] = [];
  const watch = priceWatch({ keyv, meter: { mispriced: (than) => void counted.push(than) }, clock, log });
  const warnings = () =>
    log.lines.filter(({ event }) => event === EVENT).map(({ level, fields }) => ({ level, fields }));
  return { watch, keyv, clock, log, counted, warnings };
}

test("no price difference is counted or logged if the charge equals the price or the service reports no charge", async () => {
  const { watch, counted, log } = aWatch();
  await watch.charged(aJob(), 95);
  await watch.charged(aJob(), null);
  expect([counted, log.lines]).toEqual([[], []]);
});

test("every charge that differs from the price is counted, but only one a day is logged", async () => {
  const { watch, clock, counted, warnings } = aWatch();
  await Promise.all([120, 120, 90].map((charged) => watch.charged(aJob(), charged)));
  expect(counted).toEqual(["more", "more", "less"]);
  const fields = { job: aJobId(), kind: "480p-10s", price: 95, charged: 120 };
  const other = aJob({ request: aRequest({ resolution: "720p" }) });
  await watch.charged(other, 1);
  expect(warnings()).toEqual([{ level: "warn", fields }]);
  await clock.advance(DAY_MS);
  await watch.charged(other, 1);
  expect(warnings()[1]).toEqual({ level: "warn", fields: { ...fields, kind: "720p-10s", price: 205, charged: 1 } });
});

test("a price difference is not logged again after a restart on the same day", async () => {
  const { watch, keyv, clock } = aWatch();
  await watch.charged(aJob(), 120);
  const next = aWatch({ keyv, clock });
  await next.watch.charged(aJob(), 120);
  expect([next.warnings(), next.counted]).toEqual([[], ["more"]]);
});

test("a price difference is logged only once even if the store fails", async () => {
  const { watch, warnings } = aWatch({ keyv: awayKeyv() });
  await watch.charged(aJob(), 120);
  await watch.charged(aJob(), 120);
  expect(warnings()).toHaveLength(1);
});

test("a charge is compared with the current prices, not with the price at the job's start", async () => {
  onTestFinished(setPrices(aPriceList(120, 143, 205, 308)));
  const { watch, keyv, counted } = aWatch();
  await watch.charged(aJob({ price: 95 }), 120);
  expect(counted).toEqual([]);
  await watch.charged(aJob({ price: 95 }), 95);
  expect(counted).toEqual(["less"]);
  expect(await keyv.get("480p-10s")).toEqual({ v: 1, at: TEST_START, price: 120, charged: 95 });
});
