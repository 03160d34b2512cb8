import { shares } from "../../src/frontends/slack/slack-limits.ts";
import { editHour } from "../core/budget/edit-hour.ts";
import { random } from "../simulation/random.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, mean, percentile } from "./table/statistics.ts";
import type { Line } from "./table/table.ts";
import { numberText } from "./table/table.ts";

/** How many edits a minute Slack takes in one workspace. Source: docs.slack.dev, apis/web-api/rate-limits (read 2026-11-21). */
const PER_MINUTE = 50;
const SIZES = [10, 50, 100];
/** Beyond this number the targets do not hold: there is less of the budget than there are cards. */
const HELD_UP_TO = 50;

/** Hours of one Slack workspace with always the same number of videos under way: when their ends are told, and how old is what their cards show. */
export async function workspace({ hours }: Scale): Promise<readonly Line[]> {
  const { fraction } = random(11);
  return SIZES.flatMap((jobs): Line[] => {
    const seeds = Array.from({ length: hours }, (_, n) => n + 1);
    const bucket = { name: "edits", ...shares.edits };
    const ours = seeds.map((seed) => editHour({ jobs, bucket, perMinute: PER_MINUTE, seed }));
    const lateS = ours.flatMap(({ lateMs }) => lateMs.map((ms) => ms / 1_000));
    const p99 = (some: readonly number[]) => percentile(some, 0.99);
    const boundMs = jobs / (2 * (PER_MINUTE / 60_000));
    const isHeld = jobs <= HELD_UP_TO;
    return [
      {
        what: `final word's wait with ${jobs} videos in one Slack workspace, p99`,
        unit: "s",
        figure: bootstrap(lateS, p99, fraction),
        target: isHeld ? { atMost: 1 } : null,
        beside: `${numberText(lateS.length)} final words`,
        whyNot: "so many videos end together at times that what is kept for final words is used up",
      },
      {
        what: `age of the news that ${jobs} cards do not show yet, beside N/2R`,
        unit: "×",
        figure: bootstrap(
          ours.map(({ ageMs }) => ageMs / boundMs),
          mean,
          fraction,
        ),
        target: isHeld ? { atMost: 1.2 } : null,
        beside: `${numberText(mean(ours.map(({ ageMs }) => ageMs)) / 1_000)} s against ${numberText(boundMs / 1_000)} s; ${ours.reduce((sum, { refused }) => sum + refused, 0)} edits refused`,
        whyNot: "final words and the half of the burst that is kept for them come out of the same budget",
      },
    ];
  });
}
