import { expect, test } from "vitest";
import type { ChatMessage } from "../../src/core/chat.ts";
import { advance } from "../../src/core/job/advance.ts";
import type { Job } from "../../src/core/job/job.ts";
import { holderOf } from "../../src/core/team/team.ts";
import type { VideoApi } from "../../src/core/video-service.ts";
import { askLink } from "../../src/jobs/deliver/links.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { linkNews } from "../../src/messages/card/card-answers.ts";
import { keyStatus } from "../../src/messages/pages/keys-page.ts";
import { en } from "../../src/messages/words/en.ts";
import { howMany } from "../fakes/how-many.ts";
import { aClosedJob, aJob, anOwner, aRunning, aSubmitting, TEST_START } from "../fakes/jobs.ts";
import { aTeam } from "../fakes/teams.ts";
import { keepNothing } from "../fakes/video-api.ts";
import { aJobToStep } from "../jobs/a-job-to-step.ts";
import { wordsOf } from "../messages/words-of.ts";
import { sendJson } from "../video-api/local-server.ts";
import { against, boat, key } from "../video-api/world.ts";

const REFUSES_KEY = [401, 403];
const KNOWS_NO_TASK = [400, 404, 410, 422];
/** Statuses with a meaning in the client, and their neighbours. */
const OWN_MEANING = [200, 201, 202, 204, ...Array.from({ length: 30 }, (_, nth) => 400 + nth), 500, 502, 503, 504];
/** Every possible final status. `npm test` tries the ones above and every 17th of the others. */
const EVERY = howMany(1, 17);
const CODES = Array.from({ length: 400 }, (_, nth) => 200 + nth).filter(
  (code) => code % EVERY === 0 || OWN_MEANING.includes(code),
);
const MINUTE = 60_000;

type Payer = Pick<Job, "team">;
type Table = readonly (readonly [codes: readonly number[] | "others", sentence: string])[];

interface Call {
  /** Makes the call and returns the message that people read. */
  make(api: VideoApi, payer: Payer): Promise<ChatMessage>;
  readonly own: Table;
  readonly team: Table;
}

const { card, link, keys, refusal, team, unknown } = en;
const sameForAll: Table = [
  [[404, 405], refusal.wrongAddress.title],
  [[400, 413, 415, 422], refusal.badRequest.title],
  [[425, 429], card.queued.title],
  ["others", unknown.answerLost],
];
const noNews: Table = [
  [KNOWS_NO_TASK, unknown.silent],
  ["others", card.making],
];
const noLink: Table = [
  [KNOWS_NO_TASK, link.noLink[0] ?? ""],
  ["others", link.noAnswer[0] ?? ""],
];

const calls: Readonly<Record<string, Call>> = {
  "a video request": {
    async make(api, payer) {
      const answer = await api.submit(key, boat, keepNothing);
      const event = answer.ok
        ? ({ kind: "started", started: answer.value } as const)
        : ({ kind: "start_refused", refusal: answer.refusal, fraction: 0 } as const);
      return cardOf(advance(aJob({ state: aSubmitting(), ...payer }), event, TEST_START), TEST_START);
    },
    own: [[REFUSES_KEY, refusal.badKey.title], [[402], refusal.noCredits], ...sameForAll],
    team: [[REFUSES_KEY, team.refused.badKey.title], [[402], team.refused.noCredits], ...sameForAll],
  },
  "a poll": {
    async make(api, payer) {
      const answer = await api.poll(key, "task-1");
      const event = answer.ok
        ? ({ kind: "polled", task: answer.value } as const)
        : ({ kind: "poll_refused", refusal: answer.refusal } as const);
      let job = aJob({ state: aRunning({ since: TEST_START - 10 * MINUTE }), ...payer });
      // The service gives the same answer for five minutes.
      for (let minute = 0; minute < 5; minute += 1) job = advance(job, event, TEST_START + minute * MINUTE);
      return cardOf(job, TEST_START + 5 * MINUTE);
    },
    own: [[REFUSES_KEY, card.needsKey], [[402], card.needsCredits], ...noNews],
    team: [[REFUSES_KEY, team.needsKey], [[402], team.needsCredits], ...noNews],
  },
  "a request for a fresh link": {
    async make(api, payer) {
      const { reply: _, ...closed } = aClosedJob(payer, TEST_START);
      const jobWorld = await aJobToStep(closed);
      await jobWorld.vault.put(payer.team ? holderOf(payer.team) : anOwner(), key);
      const news = await askLink(jobWorld.deps({ video: api }), closed.id);
      return linkNews(news, { now: TEST_START, isTeams: payer.team !== undefined, canContinue: true }, en);
    },
    own: [[REFUSES_KEY, link.badKey[0] ?? ""], [[402], link.noCredits[0] ?? ""], ...noLink],
    team: [[REFUSES_KEY, team.linkNeedsKey[0] ?? ""], [[402], team.linkNeedsCredits[0] ?? ""], ...noLink],
  },
};

function sentenceIn(table: Table, code: number): string {
  const row = table.find(([codes]) => codes === "others" || codes.includes(code));
  return row?.[1] ?? "";
}

/** The statuses whose message lacks the table's sentence, with the message. */
async function mismatches(make: (api: VideoApi) => Promise<ChatMessage>, table: Table): Promise<readonly string[]> {
  let code = 0;
  const { api } = await against((response) => sendJson(response, code, {}));
  const found: string[] = [];
  for (code of CODES) {
    const text = wordsOf(await make(api));
    if (!text.includes(sentenceIn(table, code))) found.push(`${code}: ${text}`);
    const blamesKey = /key was refused|(?:does not|doesn't|no longer) (?:accept|work)/i.test(text);
    if (blamesKey !== REFUSES_KEY.includes(code)) found.push(`${code} and the key: ${text}`);
  }
  return found;
}

test.for(Object.entries(calls))(
  "for every HTTP status that %s can get, the bot shows the expected text and blames the key only for 401 and 403",
  async ([, { make, own, team: teams }]) => {
    expect(await mismatches((api) => make(api, {}), own)).toEqual([]);
    expect(await mismatches((api) => make(api, { team: aTeam }), teams)).toEqual([]);
  },
);

test("for every HTTP status that a key check can get, the bot shows the expected text and blames the key only for 401 and 403", async () => {
  const works = [...KNOWS_NO_TASK, ...CODES.filter((code) => code < 300)];
  const table: Table = [
    [REFUSES_KEY, keys.doesNotWork.title],
    [[402], keys.tooFewCredits],
    [works, keys.works],
    ["others", keys.notChecked.title],
  ];
  expect(await mismatches(async (api) => keyStatus("1234", await api.checkKey(key), en), table)).toEqual([]);
});
