/** Values in promtool's notation, one per minute: `0x20` is constant, `0+2x20` grows by 2 each minute. */
type Series = Readonly<Record<string, string>>;

/** An alert, a situation in which it must fire (`trouble`), and similar ones in which it must not fire (`nearly`). */
export interface AlertCase {
  readonly trouble: Series;
  readonly firesAt: number;
  /** The alert's labels, other than its severity, and its text. */
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly nearly: readonly Series[];
}

const ONE = 'job="reelay",instance="a:3000"';
const TWO = 'job="reelay",instance="b:3000"';
const ofJob = { job: "reelay" };

/** Every alert of docs/monitoring/alerts.yml. */
export const CASES: Readonly<Record<string, AlertCase>> = {
  ReelayDown: {
    trouble: { [`up{${ONE}}`]: "0x60", [`up{${TWO}}`]: "1x60" },
    firesAt: 2,
    labels: { job: "reelay", instance: "a:3000" },
    summary: "a:3000 does not answer",
    nearly: [{ [`up{${ONE}}`]: "1 0 0 1x60", 'up{job="other"}': "0x60" }],
  },
  ReelayNotReady: {
    trouble: { [`reelay_ready{${ONE}}`]: "0x60" },
    firesAt: 5,
    labels: { job: "reelay", instance: "a:3000" },
    summary: "a:3000 is not ready; its /readyz says why",
    nearly: [{ [`reelay_ready{${ONE}}`]: "0 0 0 0 1x60" }],
  },
  ReelayStartsAgainAndAgain: {
    trouble: { [`process_start_time_seconds{${ONE}}`]: "1 2 3 4 5x60" },
    firesAt: 4,
    labels: { job: "reelay", instance: "a:3000" },
    summary: "a:3000 was started 4 times in half an hour",
    nearly: [{ [`process_start_time_seconds{${ONE}}`]: "1 2 3 4x60" }],
  },
  ReelayJobsPileUp: {
    trouble: { [`reelay_jobs_open{${ONE}}`]: "0+1x90", [`reelay_jobs_open{${TWO}}`]: "0+1x90" },
    firesAt: 31,
    labels: ofJob,
    summary: "21 videos are open, more than half an hour ago",
    nearly: [
      { [`reelay_jobs_open{${ONE}}`]: "200x90" },
      { [`reelay_jobs_open{${ONE}}`]: "0x40 20x50" },
      { [`reelay_jobs_open{${ONE}}`]: "200-1x90" },
    ],
  },
  ReelayRedisAway: {
    trouble: { [`reelay_queue_up{${ONE}}`]: "0x60", [`reelay_queue_up{${TWO}}`]: "1x60" },
    firesAt: 1,
    labels: ofJob,
    summary: "Redis does not answer, and new videos are refused",
    nearly: [{ [`reelay_queue_up{${ONE}}`]: "1 0 1x60" }],
  },
  ReelayPollsLate: {
    trouble: {
      [`reelay_poll_lag_seconds_bucket{le="5",${ONE}}`]: "0+8x60",
      [`reelay_poll_lag_seconds_bucket{le="5.0",${TWO}}`]: "0+8x60",
      [`reelay_poll_lag_seconds_count{${ONE}}`]: "0+10x60",
      [`reelay_poll_lag_seconds_count{${TWO}}`]: "0+10x60",
    },
    firesAt: 11,
    labels: ofJob,
    summary: "20% of the status polls are more than 5 s late",
    nearly: [
      {
        [`reelay_poll_lag_seconds_bucket{le="5",${ONE}}`]: "0+19x60",
        [`reelay_poll_lag_seconds_count{${ONE}}`]: "0+20x60",
      },
    ],
  },
  ReelayPlaceDown: {
    trouble: {
      [`reelay_breaker_open{place="slack",${ONE}}`]: "1x60",
      [`reelay_breaker_open{place="discord",${ONE}}`]: "0x60",
    },
    firesAt: 5,
    labels: { ...ofJob, place: "slack" },
    summary: "slack is down, and Reelay sends it no calls",
    nearly: [{ [`reelay_breaker_open{place="slack",${ONE}}`]: "1 1 1 1 0x60" }],
  },
  ReelayServiceTrouble: {
    trouble: { [`reelay_service_trouble{${ONE}}`]: "1x60" },
    firesAt: 15,
    labels: ofJob,
    summary: "Many videos fail at the video service, or it does not answer",
    nearly: [{ [`reelay_service_trouble{${ONE}}`]: "1x13 0x60" }],
  },
  ReelayPollsFail: {
    trouble: {
      [`reelay_polls_total{result="unavailable",${ONE}}`]: "0+3x60",
      [`reelay_polls_total{result="bad_key",${ONE}}`]: "0+3x60",
      [`reelay_polls_total{result="running",${ONE}}`]: "0+4x60",
    },
    firesAt: 11,
    labels: ofJob,
    summary: "60% of the status polls get no answer",
    nearly: [
      {
        [`reelay_polls_total{result="unavailable",${ONE}}`]: "0+4x60",
        [`reelay_polls_total{result="running",${ONE}}`]: "0+6x60",
      },
    ],
  },
  ReelayPaidCallUnanswered: {
    trouble: { [`reelay_submits_total{result="unavailable",${ONE}}`]: "0 0 0 1x60" },
    firesAt: 3,
    labels: ofJob,
    summary: "A paid call got no clear answer; people were notified that they may have been charged",
    nearly: [
      {
        [`reelay_submits_total{result="unavailable",${ONE}}`]: "7x60",
        [`reelay_submits_total{result="started",${ONE}}`]: "0+3x60",
      },
    ],
  },
  ReelayPolicyUnanswered: {
    trouble: { [`reelay_denials_total{rule="unanswered",${ONE}}`]: "0 0 1 1 1 2x60" },
    firesAt: 5,
    labels: ofJob,
    summary: "The service at POLICY_URL does not answer, and prompts are refused",
    nearly: [
      {
        [`reelay_denials_total{rule="unanswered",${ONE}}`]: "0 0 1x60",
        [`reelay_denials_total{rule="no_logos",${ONE}}`]: "0+5x60",
      },
    ],
  },
  ReelayOutcomesUnknown: {
    trouble: { [`reelay_jobs_settled_total{outcome="unknown",${ONE}}`]: "0+1x4 4x60" },
    firesAt: 4,
    labels: ofJob,
    summary: "The outcome of about 4 videos in an hour is unknown",
    nearly: [{ [`reelay_jobs_settled_total{outcome="unknown",${ONE}}`]: "0+1x3 3x60" }],
  },
  ReelayChargesDiffer: {
    trouble: { [`reelay_other_charges_total{charged="more",${ONE}}`]: "0+1x2 2x60" },
    firesAt: 1,
    labels: ofJob,
    summary: "About 1 videos in an hour cost more or less than VIDEO_PRICES says",
    nearly: [{ [`reelay_other_charges_total{charged="more",${ONE}}`]: "7x60" }],
  },
  ReelayFinalWordsWait: {
    trouble: { [`reelay_final_words_waiting{${ONE}}`]: "3x60", [`reelay_final_words_waiting{${TWO}}`]: "1x60" },
    firesAt: 10,
    labels: ofJob,
    summary: "4 final messages wait to be sent",
    nearly: [{ [`reelay_final_words_waiting{${ONE}}`]: "90x8 0 90x8 0x60" }],
  },
  ReelayPlatformPauses: {
    trouble: { [`reelay_limits{state="paused",${ONE}}`]: "1x60" },
    firesAt: 10,
    labels: ofJob,
    summary: "A platform has answered 429 for ten minutes",
    nearly: [{ [`reelay_limits{state="paused",${ONE}}`]: "1x8 0x60", [`reelay_limits{state="spent",${ONE}}`]: "9x60" }],
  },
  ReelayFinalWordUndelivered: {
    trouble: { [`reelay_deliveries_total{what="final",result="unreachable",platform="slack",${ONE}}`]: "0 0 1x60" },
    firesAt: 2,
    labels: { ...ofJob, platform: "slack" },
    summary: "A final message on slack could not be delivered",
    nearly: [
      {
        [`reelay_deliveries_total{what="final",result="unreachable",platform="slack",${ONE}}`]: "4x60",
        [`reelay_deliveries_total{what="final",result="ok",platform="slack",${ONE}}`]: "0+5x60",
        [`reelay_deliveries_total{what="note",result="unreachable",platform="slack",${ONE}}`]: "0+5x60",
      },
    ],
  },
  ReelayChannelsClosed: {
    trouble: {
      [`reelay_arrivals_total{way="direct_message",platform="discord",${ONE}}`]: "0+6x60",
      [`reelay_arrivals_total{way="token_edit",platform="discord",${ONE}}`]: "0+4x60",
      [`reelay_arrivals_total{way="token_edit",platform="slack",${ONE}}`]: "0+90x60",
    },
    firesAt: 31,
    labels: { ...ofJob, platform: "discord" },
    summary: "On discord most messages arrive as direct messages",
    nearly: [
      {
        [`reelay_arrivals_total{way="direct_message",platform="discord",${ONE}}`]: "0+4x60",
        [`reelay_arrivals_total{way="token_edit",platform="discord",${ONE}}`]: "0+6x60",
      },
    ],
  },
  ReelayAnswersSlow: {
    trouble: {
      [`reelay_answer_seconds_bucket{le="2",${ONE}}`]: "0+9x60",
      [`reelay_answer_seconds_bucket{le="2.0",${TWO}}`]: "0+9x60",
      [`reelay_answer_seconds_count{${ONE}}`]: "0+10x60",
      [`reelay_answer_seconds_count{${TWO}}`]: "0+10x60",
    },
    firesAt: 12,
    labels: ofJob,
    summary: "10% of the answers take longer than 2 s; the platforms wait 3 s",
    nearly: [
      // 2 of 50 answers are late, which is 4%.
      {
        [`reelay_answer_seconds_bucket{le="2",${ONE}}`]: "0x3 48x60",
        [`reelay_answer_seconds_count{${ONE}}`]: "0x3 50x60",
      },
      // 1 of 200.
      {
        [`reelay_answer_seconds_bucket{le="2",${ONE}}`]: "0+199x60",
        [`reelay_answer_seconds_count{${ONE}}`]: "0+200x60",
      },
    ],
  },
};
