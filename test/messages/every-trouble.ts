import type { ChatMessage } from "../../src/core/chat.ts";
import type { Trouble } from "../../src/core/health.ts";
import { notice } from "../../src/messages/ask/notices.ts";
import {
  confirmAgain,
  confirmIn720p,
  confirmPrice,
  helpOrVideo,
  waitsForTurnToo,
  withTrouble,
} from "../../src/messages/ask/price-questions.ts";
import { noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { noTeamKey, withPayerOffered } from "../../src/messages/team/team-refusals.ts";
import type { Words } from "../../src/messages/words.ts";
import { aJob, aJobId } from "../fakes/jobs.ts";

const troubles: readonly Trouble[] = [{ kind: "down" }, { kind: "failing", failed: 6, ends: 10 }];
const id = aJobId();

/** Everything that is said while the video service has trouble. */
export function everyTroubleMessage(words: Words): readonly ChatMessage[] {
  const job = aJob({ locale: words.locale });
  const { request } = job;
  const all = troubles.flatMap((trouble) => {
    const price = (above: number | null, noticed: readonly string[] = []) =>
      confirmPrice(id, { request, above, noticed, trouble, pay: "team" }, words);
    return [
      ...[price(null), price(1), price(143), price(null, ["--ration 9:16"]), confirmIn720p(job, id, words)],
      ...[waitsForTurnToo(price(null), words), confirmAgain(job, id, words), helpOrVideo(id, { request }, words)],
      withPayerOffered(noTeamKey("video", words), "mine", { jobId: id, price: 95 }, words),
      withPayerOffered(noKeyYet("goes_on", words), "team", { jobId: id, price: 95 }, words),
    ].map((question) => withTrouble(question, trouble, id, words));
  });
  return [...all, notice("startsLater", words)];
}
